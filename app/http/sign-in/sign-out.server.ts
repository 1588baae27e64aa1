import type { Config } from "#app/config.server";
import { leaveOneCookie } from "#app/http/cookies/cookies-refused.server";
import { onward } from "#app/http/pages/private-page.server";
import { clearDraft, forgetAllTyped } from "#app/http/wizard/draft-cookies.server";
import { type Journey, journeys } from "#app/http/wizard/journey";
import { forgetRemembered } from "#app/http/wizard/remembered-addresses.server";
import { isDriversPhone } from "./driver.server";
import { forgetGuest } from "./guest.server";
import { dropSession } from "./session.server";
import { forgetTrustedBrowsers } from "./trusted-browser.server";

/**
 * A redirect that ends this browser's session and deletes what the browser stored, because phones are shared: the
 * session's cookie, all drafts, and the data of the service worker and pages. It doesn't clear `"cookies"`, which would
 * also delete the choice of Lite and the cookie that keeps others' guesses from locking the owner out. Nor `"cache"`:
 * no private page is in it, and clearing it takes seconds on a slow phone.
 */
export function signedOut(request: Request, settings: Config, path: string): Response {
  return leaving(request, settings, path, []);
}

/** A redirect that also deletes which accounts were used on this phone, and which quotes were made on it. */
export function forgotten(request: Request, settings: Config, path: string): Response {
  return leaving(request, settings, path, [
    forgetGuest(settings),
    forgetTrustedBrowsers(settings),
    forgetRemembered(settings),
  ]);
}

function leaving(request: Request, settings: Config, path: string, more: string[]): Response {
  const cookies = [
    dropSession(settings),
    ...Object.values(journeys).flatMap((each) => leftIn(settings, each)),
    ...more,
  ];
  const answer = onward(
    path,
    cookies.map((line) => line.replace("=;", "=-;") + LONG_AGO),
  );
  answer.headers.append("Set-Cookie", leaveOneCookie(settings));
  // A driver's phone may hold marks that aren't sent yet. There the service worker deletes only what customers typed.
  if (!isDriversPhone(settings, request.headers.get("Cookie"))) answer.headers.set("Clear-Site-Data", '"storage"');
  return answer;
}

/** Links2 deletes a cookie only by its date, and ignores a cookie without a value. */
const LONG_AGO = "; Expires=Thu, 01 Jan 1970 00:00:00 GMT";

/** The `Set-Cookie` lines that delete a wizard's draft. */
const leftIn = (settings: Config, journey: Journey) => [
  ...clearDraft(settings, journey),
  forgetAllTyped(settings, journey),
];
