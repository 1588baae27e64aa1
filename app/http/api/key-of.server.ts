import type { AppLoadContext } from "@remix-run/node";
import { type ApiKey, isDueToBeUsed, keyCalled, markUsed } from "#app/domain/accounts/keys.server";
import { networkOf } from "#app/domain/values/network.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { allow } from "#app/http/limits/rate-limit.server";
import type { Services } from "#app/services.server";
import { ProblemError } from "./problem.server";

/** The key of a request, and whose it is. */
export type KeyHolder = { keyId: string; uid: string; name: string; termsVersion: string };

const WRONG_KEY = "Send the header Authorization: Bearer, with a key of this site.";

/**
 * Whose key a request carries. No cookie is read. Wrong keys are counted by network, and the answer is the same whether
 * a key was revoked or never existed.
 * @throws ProblemError: 401, or 429 after too many wrong keys
 */
export async function keyOf(request: Request, context: AppLoadContext, now: Date): Promise<KeyHolder> {
  const holder = await holderOf(request, context, now);
  if (holder) return holder;
  if (sentKey(request)) {
    const allowance = await allow(context, now, ["wrongApiKeys", networkOf(context.clientAddress)]);
    if (!allowance.ok) throw tooMany(allowance.why, allowance.waitMs);
  }
  throw new ProblemError({ refused: "wrong-key", detail: WRONG_KEY, headers: { "WWW-Authenticate": "Bearer" } });
}

/** Whose key a request carries, if it carries one of ours. An open call is counted by it. */
export async function holderOf(request: Request, context: AppLoadContext, now: Date): Promise<KeyHolder | null> {
  const sent = sentKey(request);
  if (!sent) return null;
  const { store } = context.services;
  const key = await keyCalled(store.read, sent, context.settings.payfast.mode);
  return key && inUse(context.services, key, now);
}

const sentKey = (request: Request) => /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];

export function tooMany(words: string, waitMs: number): ProblemError {
  const headers = { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) };
  return new ProblemError({ refused: "too-many-requests", detail: words, headers });
}

async function inUse({ store }: Services, key: ApiKey, now: Date): Promise<KeyHolder> {
  const { id, uid, name, termsVersion } = key;
  if (isDueToBeUsed(key, now)) {
    await ifWritable(() => store.tx((tx) => markUsed(tx, id, now), { waitMs: 0 }));
  }
  return { keyId: id, uid, name, termsVersion };
}
