import { newId } from "#app/domain/values/ids.server";
import { signedCookie } from "./signed-cookie.server";

const guest = signedCookie<string>("guest", {
  path: "/",
  days: 90,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** The unguessable id of this browser, if it has made a quote before. It opens its own waybills without an account. */
export function guestOf(request: Request): string | null {
  return guest.read(request);
}

/** The browser's id, made if it has none, with the cookie line that keeps it. */
export function knownGuest(request: Request): { guestId: string; cookie: string } {
  const guestId = guest.read(request) ?? newId();
  return { guestId, cookie: guest.write(guestId) };
}
