import { type AppLoadContext, redirect } from "@remix-run/node";
import * as z from "zod";
import type { Config } from "#app/config.server";
import type { OfficePerson, Right } from "#app/domain/office/people.server";
import { officeStaff } from "#app/domain/office/sessions.server";
import { type SignedIn, type Usable, usableBy } from "#app/domain/office/usable.server";
import { isListed } from "#app/domain/values/address-list.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { privately } from "#app/http/pages/private-page.server";
import { type Door, formOf, whoIsAt } from "#app/http/sign-in/guard.server";
import { officePaths } from "#app/paths";
import { askedBy } from "#db/waited-for.server";

/** So long a browser whose session ended is led to sign in again, rather than told that there is nothing here. */
const DAYS_REMEMBERED = 30;

const Stored = z.tuple([z.string(), z.string()]);

/** Its own cookie, which only the office's addresses get. */
const officeCookie = signedCookie<[token: string, personId: string]>("office", {
  path: "/office",
  days: DAYS_REMEMBERED,
  accept: (stored) => Stored.safeParse(stored).data ?? null,
});

export const officeDoor: Door<OfficePerson> = {
  holders: officeStaff,
  tokenIn: (request, settings) => officeCookie.read(request, settings)?.[0] || null,
};

/** The person who is signed in, and what their forms need. */
export type OfficeHere = SignedIn & { sessionId: string; formToken: string };

/**
 * The person signed in to the office on this browser. Every loader and action of an office page asks.
 * @throws the plain 404 for a browser that was never signed in, as if there were no office; when its session has ended, a
 * redirect to the sign-in, which takes along what was typed
 */
export async function requireOffice(request: Request, context: AppLoadContext): Promise<OfficeHere> {
  requireOfficeNetwork(context);
  if (!officeDoor.tokenIn(request, context.settings)) throw notFound();
  const here = await whoIsAt(officeDoor, request, context);
  if (!here) throw toSignIn(request);
  askedBy(here.holder.id);
  const { session, holder, formToken } = here;
  return { ...holder, sessionId: session.id, codeAt: session.codeAt ?? session.createdAt, formToken };
}

/** The same for an action, with the form that was sent. Throws the refusal of a form that another site sent. */
export async function requireOfficeForm(
  request: Request,
  context: AppLoadContext,
): Promise<{ person: OfficeHere; form: FormData }> {
  const person = await requireOffice(request, context);
  return { person, form: await formOf(request, context.settings, person.sessionId) };
}

/**
 * What the person wants to use, such as a command. Every page of it asks, opened or sent, before it shows anything.
 * @throws the plain 404 for what isn't there or isn't theirs; a redirect to the page that asks for a code, where it needs
 * one and none was typed lately
 */
export function requireUsable<Something extends { right: Right }>(
  request: Request,
  person: OfficeHere,
  wanted: Something | undefined,
  now: Date,
): Usable<Something> {
  const usable = wanted ? usableBy(person, wanted, now) : "not theirs";
  if (usable === "not theirs") throw notFound();
  if (usable === "asks for a code") throw toSignIn(request);
  return usable;
}

/** Throws the plain 404 for an address that the office is closed to. */
export function requireOfficeNetwork({ clientAddress = "", settings }: AppLoadContext): void {
  const { officeNetworks } = settings;
  if (officeNetworks && !isListed(clientAddress, officeNetworks)) throw notFound();
}

/** What this browser's cookie says: whose session it is or was, even if it has ended. */
export function officeCookieOf(request: { headers: Pick<Headers, "get"> }, settings: Config) {
  const [token = "", personId = ""] = officeCookie.read(request, settings) ?? [];
  return token ? { token, personId, sessionId: sessionIdOf(token) } : null;
}

/** The `Set-Cookie` line of a new session. */
export function keepOffice(settings: Config, token: string, personId: string): string {
  return officeCookie.write(settings, [token, personId]);
}

/** The same as for any address that doesn't exist. */
export function notFound(): Response {
  return new Response("Not Found", { status: 404 });
}

/** A longer form with a file isn't sent on: a file of that length is no list that was typed, and is chosen again. */
const LONGEST_SENT_ON_BYTES = 48 * 1024;

/** A form is sent on to the sign-in page by the browser itself (307), which keeps what was typed. */
function toSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  if (request.method === "GET") return redirect(officePaths.signIn({ to: pathname + search }), privately(302));
  const isWithFile = /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
  const isSentOn = !isWithFile || Number(request.headers.get("Content-Length")) <= LONGEST_SENT_ON_BYTES;
  if (isSentOn) return redirect(officePaths.signIn({ to: pathname + search, typed: "1" }), privately(307));
  return redirect(officePaths.signIn({ to: pathname + search }), privately(303));
}
