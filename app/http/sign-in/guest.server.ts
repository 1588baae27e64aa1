import { newId } from "#app/domain/values/ids.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";

export const GUEST_DAYS = 90;

const guest = signedCookie<string>("guest", {
  path: "/",
  days: GUEST_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** The unguessable id of this browser, if it has made a quote before. It opens its own waybills without an account. */
export function guestOf(request: Request): string | null {
  return guest.read(request);
}

/** An id for a browser that has none. */
export function newGuest(): string {
  return newId();
}

/** The cookie line by which the browser keeps its id. */
export function rememberGuest(guestId: string): string {
  return guest.write(guestId);
}

/** The cookie line that forgets it: from then on nobody opens its quotes here without an account. */
export function forgetGuest(): string {
  return guest.clear();
}
