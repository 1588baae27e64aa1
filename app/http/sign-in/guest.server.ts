import { newId } from "#app/domain/values/ids.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";

export const GUEST_DAYS = 90;

const guest = signedCookie<string>("guest", {
  path: "/",
  days: GUEST_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** This browser's random id, if it has made a quote before. It opens its own waybills without an account. */
export function guestOf(request: Request): string | null {
  return guest.read(request);
}

/** An id for a browser that has none. */
export function newGuest(): string {
  return newId();
}

/** The `Set-Cookie` line that stores the id. */
export function rememberGuest(guestId: string): string {
  return guest.write(guestId);
}

/** The `Set-Cookie` line that deletes it: from then on this browser can't open its quotes without an account. */
export function forgetGuest(): string {
  return guest.clear();
}
