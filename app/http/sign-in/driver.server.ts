import { company } from "#app/company.server";
import { DRIVER_SESSION_DAYS, findDriver } from "#app/domain/rounds/driver-sessions.server";
import type { Driver } from "#app/domain/rounds/drivers.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { formTokenOf } from "#app/http/forms/same-site.server";
import { signatureOf } from "#app/signature.server";

const driverCookie = signedCookie<string>("driver", {
  path: "/",
  days: DRIVER_SESSION_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** A driver whose phone this is, and the token that their forms carry. */
export type DriverHere = { driver: Driver; sessionId: string; formToken: string };

/** Which driver's phone this is; null for everybody else's, and for one that was blocked. */
export async function driverHere(request: Request): Promise<DriverHere | null> {
  const token = driverCookie.read(request);
  if (!token) return null;
  const { store } = await company();
  const found = await findDriver(store.read, token, new Date());
  return found && { ...found, formToken: formTokenOf(found.sessionId) };
}

/** Whether a request comes from a phone that was ever signed in: those may send as much as a photo, and may keep marks. */
export function isDriversPhone(cookies: string | null | undefined): boolean {
  return driverCookie.read({ headers: { get: () => cookies ?? null } }) !== null;
}

/** What a driver's cookie holds: of one code and one form always the same, so that a form sent twice signs in once. */
export function driverToken(code: string, formKey: string): string {
  return signatureOf("driver-session", `${code}.${formKey}`);
}

/** The cookie line of a driver's phone. */
export function keepDriver(token: string): string {
  return driverCookie.write(token);
}
