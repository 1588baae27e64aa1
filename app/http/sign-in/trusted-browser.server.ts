import { createHash } from "node:crypto";
import * as z from "zod";
import type { Config } from "#app/config.server";
import { newId } from "#app/domain/values/ids.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";

const MOST_ACCOUNTS = 5;

const Stored = z.array(z.tuple([z.string(), z.string()]));

/**
 * The accounts that have signed in on a browser, with a random name of the browser for each. Doesn't mean that they are
 * signed in now.
 */
export function trustedBrowsers(cookie: string, path: string) {
  const stored = signedCookie<[account: string, browser: string][]>(cookie, {
    path,
    days: 365,
    accept: (stored) => Stored.safeParse(stored).data ?? null,
  });

  /** This browser's name for an account that has signed in on it; undefined if none has. */
  function nameFor(request: Request, settings: Config, email: string): string | undefined {
    return stored.read(request, settings)?.find(([account]) => account === hashOf(email))?.[1];
  }

  /** The `Set-Cookie` line that marks this browser as trusted by an account. */
  function trust(request: Request, settings: Config, email: string): string {
    const others = (stored.read(request, settings) ?? []).filter(([account]) => account !== hashOf(email));
    const name = nameFor(request, settings, email) ?? newId();
    return stored.write(settings, [...others, [hashOf(email), name] as [string, string]].slice(-MOST_ACCOUNTS));
  }

  return { nameFor, trust, forget: stored.clear };
}

/** Those of customers: the name for an account, and the `Set-Cookie` lines that add one and that delete all. */
export const {
  nameFor: trustedBrowserOf,
  trust: trustBrowser,
  forget: forgetTrustedBrowsers,
} = trustedBrowsers("known", "/");

function hashOf(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
