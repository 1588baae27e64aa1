import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { settings } from "#app/config.server";
import { paths } from "#app/paths";
import type { loader as rootLoader } from "#app/root";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/form-state";
import { TextField } from "#app/ui/forms/text-field";
import { pageMeta } from "#app/ui/shell/page-meta";

const LONGEST_WAYBILL = 60;

export const meta: MetaFunction<unknown, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "Track your parcel",
    description: "Type your waybill number to see where your parcel is. No account needed.",
    path: paths.track,
    origin: matches.find((match) => match.id === "root")?.data?.origin,
  });

/** Leads to the external tracking page, or to our own where none is configured. A blank number does nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const waybill = String((await request.formData()).get("waybill") ?? "").trim();
  if (waybill === "") return redirect(paths.track, 303);
  return redirect(trackingAddress(waybill.slice(0, LONGEST_WAYBILL)), 303);
}

export default function Track() {
  return (
    <>
      <h1>Track your parcel</h1>
      <form method="post" target="_blank" rel="noopener" className="form card sign">
        <TextField
          name="waybill"
          label="Waybill number"
          hint="It opens in a new tab."
          state={blankForm}
          // Without scripts too, a browser holds back what is blank or only spaces.
          pattern=".*\S.*"
          autoComplete="off"
          spellCheck={false}
        />
        <ButtonRow>
          <Button>Track</Button>
        </ButtonRow>
      </form>
      <section className="notice info" aria-labelledby="help">
        <h2 id="help">Where is my waybill number?</h2>
        <p>
          The waybill number appears on your slip, in the e-mail or in the SMS that you got when the parcel was booked.
        </p>
        <p>A new waybill may take a few minutes to show.</p>
      </section>
      <p>Can't find it?</p>
      <ButtonRow>
        <ButtonLink href={paths.contact} plain>
          Chat with us
        </ButtonLink>
      </ButtonRow>
    </>
  );
}

function trackingAddress(waybill: string): string {
  const { trackingUrl } = settings();
  if (!trackingUrl) return paths.tracking(waybill);
  const external = new URL(trackingUrl);
  for (const [name, value] of Object.entries({ action: "track", accno: "", no: waybill })) {
    external.searchParams.set(name, value);
  }
  return external.href;
}
