import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Config } from "#app/config.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { hasChosenLite, liteCookies } from "#app/http/pages/lite-choice.server";
import { asksForLess } from "#app/http/pages/page-weight.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { isDriversPhone } from "#app/http/sign-in/driver.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { shown } from "#app/ui/words";

export const meta: MetaFunction = () => privatePageMeta(plainText(catalogue().lite.title));

export function loader({ request, context }: LoaderFunctionArgs) {
  const page = {
    isChosen: hasChosenLite(request.headers.get("Cookie")),
    isAskedFor: asksForLess((name) => request.headers.get(name)),
    back: returnPath(context.settings, typedQuery(request).get("back")),
  };
  return json(page, privately());
}

/** Stores or deletes the choice, and redirects to the page before. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await typedForm(request);
  const isOn = form.get("lite") === "on";
  const answer = onward(returnPath(context.settings, carriedValue(form, "back")), liteCookies(context.settings, isOn));
  // Removes the service worker and its data, so that none of our scripts run in this browser. Not on a driver's phone,
  // which may hold marks that aren't sent yet.
  if (isOn && !isDriversPhone(context.settings, request.headers.get("Cookie")))
    answer.headers.set("Clear-Site-Data", '"storage"');
  return answer;
}

export default function Lite() {
  const { isChosen, isAskedFor, back } = useLoaderData<typeof loader>();
  const words = catalogue().lite;
  const isOn = isChosen || isAskedFor;
  return (
    <SiteShell>
      <h1>{shown(words.title)}</h1>
      <Notice tone={isOn ? "good" : "info"} title={plainText(isOn ? words.isOn : words.isOff)}>
        <p>{shown(isChosen ? words.chosen : isAskedFor ? words.askedFor : words.full)}</p>
      </Notice>
      <p>{shown(words.what)}</p>
      <ul>
        {words.leavesOut.map((each) => (
          <li key={plainText(each)}>{shown(each)}</li>
        ))}
      </ul>
      <form method="post" action={paths.lite()}>
        <HiddenFields fields={{ back }} />
        <ButtonRow>
          <Button name="lite" value={isChosen ? "off" : "on"}>
            {shown(isChosen ? words.useFull : words.use)}
          </Button>
          <ButtonLink href={back} plain>
            {shown(catalogue().forms.back)}
          </ButtonLink>
        </ButtonRow>
      </form>
    </SiteShell>
  );
}

/** Never this page itself, which would ask again. */
function returnPath(settings: Config, wanted: string | null): string {
  const back = withinSite(settings, wanted, paths.home);
  return back.split(/[?#]/)[0] === paths.lite() ? paths.home : back;
}
