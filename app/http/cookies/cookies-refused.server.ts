import { privately } from "#app/http/pages/private-page.server";

const words =
  "Your browser does not keep cookies. We need one to remember your answers. Allow cookies for this site in your browser's settings. Then go back and send the form again.";

/**
 * Refuses whoever comes straight from a form whose answer held a cookie and brings none: to be led back to an empty form
 * without a word, again and again, tells nobody what to do.
 * @param forms addresses of pages with such forms, and without a link to the page that is asked for
 * @throws the refusal, in words
 */
export function expectCookies({ method, url, headers }: Request, forms: readonly string[]): void {
  const referrer = headers.get("Referer");
  if (method !== "GET" || headers.has("Cookie") || !referrer || !URL.canParse(referrer)) return;
  const from = new URL(referrer);
  if (from.host === new URL(url).host && forms.includes(from.pathname)) throw new Response(words, privately(400));
}
