import { signedCookie } from "#app/http/cookies/signed-cookie.server";

export const GUEST_DAYS = 90;

const guest = signedCookie<string>("guest", {
  path: "/",
  days: GUEST_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** This browser's random id, if it has made a quote before. It opens its own waybills without an account. */
export const guestOf = guest.read;

/** The `Set-Cookie` line that stores the id. */
export const rememberGuest = guest.write;

/** The `Set-Cookie` line that deletes it: from then on this browser can't open its quotes without an account. */
export const forgetGuest = guest.clear;
