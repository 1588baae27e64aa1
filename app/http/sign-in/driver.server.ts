import { DRIVER_SESSION_DAYS, findDriver } from "#app/domain/drivers/driver-sessions.server";
import type { Driver } from "#app/domain/drivers/drivers.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { formTokenOf, refuseForeignForm } from "#app/http/forms/same-site.server";
import { privately } from "#app/http/pages/private-page.server";
import { services } from "#app/services.server";
import { signatureOf } from "#app/signature.server";

const driverCookie = signedCookie<string>("driver", {
  path: "/",
  days: DRIVER_SESSION_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** The signed-in driver, and the token of their forms. */
export type DriverHere = { driver: Driver; sessionId: string; formToken: string };

/** The driver signed in on this phone; null for anybody else, and for a blocked driver. */
export async function driverHere(request: Request): Promise<DriverHere | null> {
  const token = driverCookie.read(request);
  if (!token) return null;
  const { store } = await services();
  const found = await findDriver(store.read, token, new Date());
  return found && { ...found, formToken: formTokenOf(found.sessionId) };
}

/** The same for a page of a driver alone. Throws the refusal of anybody else. */
export async function requireDriver(request: Request): Promise<DriverHere> {
  const signedInDriver = await driverHere(request);
  if (signedInDriver) return signedInDriver;
  throw new Response("This phone isn't signed in.", { ...privately(403), statusText: "Forbidden" });
}

/** The same for an action, with the form that was sent. Throws the refusal of a form that another site sent. */
export async function requireDriverForm(request: Request): Promise<DriverHere & { form: FormData }> {
  const signedInDriver = await requireDriver(request);
  const form = await request.formData();
  refuseForeignForm(request, form, signedInDriver.sessionId);
  return { ...signedInDriver, form };
}

/** The id of the session in the cookie, whether it still exists or not; null without one. */
export function driverSessionNamed(request: { headers: Pick<Headers, "get"> }): string | null {
  const token = driverCookie.read(request);
  return token && sessionIdOf(token);
}

/** Whether a driver was ever signed in on this phone. Such phones may upload photos and send stored marks. */
export function isDriversPhone(cookies: string | null | undefined): boolean {
  return driverCookie.read({ headers: { get: () => cookies ?? null } }) !== null;
}

/** The value of a driver's cookie. The same code and form give the same value, so a form sent twice signs in once. */
export function driverToken(code: string, formKey: string): string {
  return signatureOf("driver-session", `${code}.${formKey}`);
}

/** The `Set-Cookie` line that signs a driver's phone in. */
export const keepDriver = driverCookie.write;
