import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { carriedValue } from "#app/http/forms/forms.server";
import { hasChosenLite, liteCookies } from "#app/http/pages/lite-choice.server";
import { asksForLess } from "#app/http/pages/page-weight.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { isDriversPhone } from "#app/http/sign-in/driver.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

export const meta: MetaFunction = () => privatePageMeta("Lite");

export function loader({ request }: LoaderFunctionArgs) {
  const page = {
    isChosen: hasChosenLite(request.headers.get("Cookie")),
    isAskedFor: asksForLess((name) => request.headers.get(name)),
    back: returnPath(new URL(request.url).searchParams.get("back")),
  };
  return json(page, privately());
}

/** Stores or deletes the choice, and redirects to the page before. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const isOn = form.get("lite") === "on";
  const answer = onward(returnPath(carriedValue(form, "back")), liteCookies(isOn));
  // Removes the service worker and its data, so that none of our scripts run in this browser. Not on a driver's phone,
  // which may hold marks that aren't sent yet.
  if (isOn && !isDriversPhone(request.headers.get("Cookie"))) answer.headers.set("Clear-Site-Data", '"storage"');
  return answer;
}

export default function Lite() {
  const { isChosen, isAskedFor, back } = useLoaderData<typeof loader>();
  return (
    <SiteShell>
      <h1>Lite</h1>
      <Notice
        tone={isChosen || isAskedFor ? "good" : "info"}
        title={`Lite is ${isChosen || isAskedFor ? "on" : "off"}`}
      >
        <p>
          {isChosen
            ? "You chose Lite on this phone. It stays on for a year, or until you switch it off here."
            : isAskedFor
              ? "Your browser is saving data, so we are showing Lite."
              : "You are using the full site."}
        </p>
      </Notice>
      <p>
        Prices, bookings, payments and tracking all work with Lite. You use less data, and an old phone has less to do.
        Lite leaves out:
      </p>
      <ul>
        <li>scripts that count characters, search the list of countries and check a payment without a reload</li>
        <li>the page that your phone keeps for when you have no signal</li>
        <li>the loading screen, and drawings that are only for show</li>
      </ul>
      <form method="post" action={paths.lite()}>
        <HiddenFields fields={{ back }} />
        <ButtonRow>
          <Button name="lite" value={isChosen ? "off" : "on"}>
            {isChosen ? "Use the full site" : "Use Lite"}
          </Button>
          <ButtonLink href={back} plain>
            Back
          </ButtonLink>
        </ButtonRow>
      </form>
    </SiteShell>
  );
}

/** Never this page itself, which would ask again. */
function returnPath(wanted: string | null): string {
  const back = withinSite(wanted, paths.home);
  return back.split(/[?#]/)[0] === paths.lite() ? paths.home : back;
}
