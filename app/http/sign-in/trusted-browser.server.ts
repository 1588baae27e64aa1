import { createHash } from "node:crypto";
import { z } from "zod";
import { newId } from "#app/domain/values/ids.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";

const MOST_ACCOUNTS = 5;

const Stored = z.array(z.tuple([z.string(), z.string()]));

/** Which accounts were signed in on this browser, and a random name for it at each. Says nothing about being signed in now. */
const trustedBrowser = signedCookie<[account: string, browser: string][]>("known", {
  path: "/",
  days: 365,
  accept: (stored) => Stored.safeParse(stored).data ?? null,
});

/** This browser's name at an account that was signed in on it; undefined if none was. */
export function trustedBrowserOf(request: Request, email: string): string | undefined {
  return trustedBrowser.read(request)?.find(([account]) => account === hashOf(email))?.[1];
}

/** The cookie line by which this browser is known to the account from now on. */
export function trustBrowser(request: Request, email: string): string {
  const before = trustedBrowser.read(request) ?? [];
  const others = before.filter(([account]) => account !== hashOf(email));
  const name = trustedBrowserOf(request, email) ?? newId();
  return trustedBrowser.write([...others, [hashOf(email), name] as [string, string]].slice(-MOST_ACCOUNTS));
}

/** The cookie line by which it is known to none. */
export function forgetKnown(): string {
  return trustedBrowser.clear();
}

function hashOf(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
