import { type Journey, journeys } from "#app/domain/journeys/journey";
import { onward } from "#app/http/pages/private-page.server";
import { clearDraft } from "#app/http/wizard/draft-cookies.server";
import { forgetRemembered } from "#app/http/wizard/remembered-addresses.server";
import { forgetAllTyped } from "#app/http/wizard/typed-cookie.server";
import { isDriversPhone } from "./driver.server";
import { forgetGuest } from "./guest.server";
import { dropSession } from "./session.server";
import { forgetKnown } from "./trusted-browser.server";

/**
 * Leads on from the end of this browser's session, and takes along what the browser keeps of it, because phones are
 * shared: the session's cookie, all drafts, and whatever the service worker and pages have stored.
 * Not `"cookies"`, which would also forget that this phone wants Lite and that its owner may not be locked out by somebody
 * else's guesses; not `"cache"`, which no private page is in, and which on a weak phone takes seconds.
 */
export function signedOut(request: Request, path: string): Response {
  return leaving(request, path, []);
}

/**
 * Leads on from a phone that keeps nothing of anybody any more: neither whose accounts were used on it, nor which quotes
 * were made on it.
 */
export function forgotten(request: Request, path: string): Response {
  return leaving(request, path, [forgetGuest(), forgetKnown(), forgetRemembered()]);
}

function leaving(request: Request, path: string, more: string[]): Response {
  const cookies = [dropSession(), ...Object.values(journeys).flatMap(leftIn), ...more];
  const answer = onward(
    path,
    cookies.map((line) => line.replace("=;", "=-;") + LONG_AGO),
  );
  // A driver's phone may keep marks that nobody has yet; there, the service worker itself forgets what customers typed.
  if (!isDriversPhone(request.headers.get("Cookie"))) answer.headers.set("Clear-Site-Data", '"storage"');
  return answer;
}

/** Links2 learns the end of a cookie from its date alone, and takes no cookie without a value in its place. */
const LONG_AGO = "; Expires=Thu, 01 Jan 1970 00:00:00 GMT";

/** The cookie lines that forget what was begun in a wizard. */
const leftIn = (journey: Journey) => [...clearDraft(journey), forgetAllTyped(journey)];
