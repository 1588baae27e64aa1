import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { DRIVER_SESSION_DAYS } from "#app/domain/accounts/sessions.server";
import { type Driver, driversAtWork } from "#app/domain/drivers/drivers.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { privately } from "#app/http/pages/private-page.server";
import { signatureOf } from "#app/signature.server";
import { type Door, formOf, whoIsAt } from "./guard.server";

const driverCookie = signedCookie<string>("driver", {
  path: "/",
  days: DRIVER_SESSION_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

export const driversDoor: Door<Driver> = { holders: driversAtWork, tokenIn: driverCookie.read };

/** The signed-in driver, and the token of their forms. */
export type DriverHere = { driver: Driver; sessionId: string; formToken: string };

/** The driver signed in on this phone; null for anybody else, and for a blocked driver. */
export async function driverHere(request: Request, context: AppLoadContext): Promise<DriverHere | null> {
  const here = await whoIsAt(driversDoor, request, context);
  return here && { driver: here.holder, sessionId: here.session.id, formToken: here.formToken };
}

/** The same for a page of a driver alone. Throws the refusal of anybody else. */
export async function requireDriver(request: Request, context: AppLoadContext): Promise<DriverHere> {
  const signedInDriver = await driverHere(request, context);
  if (signedInDriver) return signedInDriver;
  throw new Response("This phone isn't signed in.", { ...privately(403), statusText: "Forbidden" });
}

/** The same for an action, with the form that was sent. Throws the refusal of a form that another site sent. */
export async function requireDriverForm(
  request: Request,
  context: AppLoadContext,
): Promise<DriverHere & { form: FormData }> {
  const signedInDriver = await requireDriver(request, context);
  return { ...signedInDriver, form: await formOf(request, context.settings, signedInDriver.sessionId) };
}

/** Whether a driver was ever signed in on this phone. Such phones may upload photos and send stored marks. */
export function isDriversPhone(settings: Config, cookies: string | null | undefined): boolean {
  return driverCookie.read({ headers: { get: () => cookies ?? null } }, settings) !== null;
}

/** The value of a driver's cookie. The same code and form give the same value, so a form sent twice signs in once. */
export function driverToken(settings: Config, code: string, formKey: string): string {
  return signatureOf(settings, "driver-session", `${code}.${formKey}`);
}

/** The `Set-Cookie` line that signs a driver's phone in. */
export const keepDriver = driverCookie.write;
