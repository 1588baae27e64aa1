import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { takeMarkBack } from "#app/domain/drivers/take-back.server";
import { numberIn } from "#app/domain/values/reference-number";
import { carriedValue } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { requireDriver, requireDriverForm } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import { DriveShell } from "#app/ui/drivers/drive-shell";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { OurPhone } from "#app/ui/our-phone";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: "drive" };
export const meta: MetaFunction = () => privatePageMeta("Take a mark back");

/** It may have been taken back: after a lost COMMIT nobody knows, and a second press is safe. */
const UNWRITABLE = "We can't save anything just now. Do it at once: it works for a minute after the mark.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireDriver(request, context);
  return json(null, privately());
}

/** Takes a mark back once, and leads to its stop; or says why it stays, and whom to phone. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { driver, form } = await requireDriverForm(request, context);
  const key = carriedValue(form, "mark");
  const { store } = context.services;
  const takeBack = async () => {
    const taken = await store.tx((tx) => takeMarkBack(tx, driver, key, new Date()));
    if (!taken.ok) return json({ why: taken.why, again: null }, privately(409));
    const waybillNo = numberIn(carriedValue(form, "stop"), "waybill");
    return onward(waybillNo ? paths.driverStop(waybillNo, undefined, key) : paths.drive);
  };
  const again = { token: carriedValue(form, "token"), stop: carriedValue(form, "stop"), mark: key };
  return unlessUnwritable(takeBack, (_, how) => json({ why: UNWRITABLE, again }, how));
}

export default function MarkStays() {
  const answer = useActionData<typeof action>();
  return (
    <DriveShell>
      <h1>{answer?.again ? "Press the button again" : "The mark was not taken back"}</h1>
      <p>
        {answer?.why ?? "The button for it is on the page of its stop."} Phone the office: <OurPhone />.
      </p>
      {answer?.again ? (
        <form method="post" className="form">
          <HiddenFields fields={answer.again} />
          <ButtonRow>
            <Button busyLabel="Taking back…">Take it back</Button>
            <ButtonLink plain href={paths.drive}>
              My stops
            </ButtonLink>
          </ButtonRow>
        </form>
      ) : (
        <ButtonRow>
          <ButtonLink href={paths.drive}>My stops</ButtonLink>
        </ButtonRow>
      )}
    </DriveShell>
  );
}
