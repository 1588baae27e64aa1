import { createHash } from "node:crypto";
import { z } from "zod";
import { newId } from "#app/domain/values/ids.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";

const MOST_ACCOUNTS = 5;

const Stored = z.array(z.tuple([z.string(), z.string()]));

/**
 * The accounts that have signed in on this browser, with a random name of the browser for each. Doesn't mean that they
 * are signed in now.
 */
const trustedBrowser = signedCookie<[account: string, browser: string][]>("known", {
  path: "/",
  days: 365,
  accept: (stored) => Stored.safeParse(stored).data ?? null,
});

/** This browser's name for an account that has signed in on it; undefined if none has. */
export function trustedBrowserOf(request: Request, email: string): string | undefined {
  return trustedBrowser.read(request)?.find(([account]) => account === hashOf(email))?.[1];
}

/** The `Set-Cookie` line that marks this browser as trusted by an account. */
export function trustBrowser(request: Request, email: string): string {
  const before = trustedBrowser.read(request) ?? [];
  const others = before.filter(([account]) => account !== hashOf(email));
  const name = trustedBrowserOf(request, email) ?? newId();
  return trustedBrowser.write([...others, [hashOf(email), name] as [string, string]].slice(-MOST_ACCOUNTS));
}

/** The `Set-Cookie` line that deletes all of them. */
export function forgetTrustedBrowsers(): string {
  return trustedBrowser.clear();
}

function hashOf(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
