import { and, asc, eq, isNull, lt, or } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import { MINUTES } from "#app/durations";
import { apiKeys } from "#db/schema/api-keys";
import { shopifyShops } from "#db/schema/shopify";
import type { Reader, Tx } from "#db/store.server";
import { limits } from "../limits/limits";
import { sha256 } from "../values/sha256.server";
import { isDueAgain } from "../values/stored-moment";

export type ApiKey = typeof apiKeys.$inferSelect;

const USED_EVERY_MS = 5 * MINUTES;
/** Letters and digits, so that a double click selects all of a key. 36 of them are 214 bits. */
const secretPart = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 36);
const SHOWN_OF_SECRET = 6;

/** By their prefix, programs that search for leaked secrets recognise our keys, and people the site that takes them. */
const prefixOf = (mode: string) => (mode === "live" ? "thuma_live_" : "thuma_test_");

export type MadeKey = { kind: "made"; key: string } | { kind: "full" } | { kind: "used" };

/**
 * Makes a key, which nobody can read again later. The same form sent twice makes one key: nobody may have seen the
 * first answer, so the second has another key in its place, unless the first is in use.
 * @param id made of the form and the name, so that the form sent again with another name makes another key
 */
export async function makeKey(
  tx: Tx,
  { id, uid, name, mode, termsVersion }: Pick<ApiKey, "id" | "uid" | "name" | "termsVersion"> & { mode: string },
  now: Date,
): Promise<MadeKey> {
  const key = prefixOf(mode) + secretPart();
  const start = key.slice(0, prefixOf(mode).length + SHOWN_OF_SECRET);
  const [known] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id));
  if (known && (known.uid !== uid || known.lastUsedAt || known.revokedAt)) return { kind: "used" };
  if (
    !known &&
    (await tx.$count(apiKeys, and(eq(apiKeys.uid, uid), isNull(apiKeys.revokedAt)))) >= limits.apiKeys.points
  )
    return { kind: "full" };
  const secret = { name, keyHash: sha256(key), start, termsVersion };
  await tx
    .insert(apiKeys)
    .values({ id, uid, ...secret, madeAt: now })
    .onConflictDoUpdate({ target: apiKeys.id, set: secret });
  return { kind: "made", key };
}

/** The key that a request carries; null if it is unknown, revoked, or of a site whose payments are of another kind. */
export async function keyCalled(store: Reader, key: string, mode: string): Promise<ApiKey | null> {
  if (!key.startsWith(prefixOf(mode))) return null;
  const [found] = await store
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, sha256(key)), isNull(apiKeys.revokedAt)));
  return found ?? null;
}

export function isDueToBeUsed({ lastUsedAt }: ApiKey, now: Date): boolean {
  return lastUsedAt === null || isDueAgain(USED_EVERY_MS, lastUsedAt, now);
}

export async function markUsed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
}

/** An account's keys, also those that were revoked, the oldest first. */
export async function keysOf(store: Reader, uid: string): Promise<ApiKey[]> {
  return store.select().from(apiKeys).where(eq(apiKeys.uid, uid)).orderBy(asc(apiKeys.madeAt), asc(apiKeys.id));
}

export async function renameKey(tx: Tx, uid: string, id: string, name: string): Promise<void> {
  await tx.update(apiKeys).set({ name }).where(ownKey(uid, id));
}

/** Revokes a key for good. Revoking it again changes nothing. */
export async function revokeKey(tx: Tx, uid: string, id: string, now: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: now, revokedBy: "owner" })
    .where(and(ownKey(uid, id), isNull(apiKeys.revokedAt)));
}

/**
 * Revokes a key for the office.
 * @param typed its id, or the key itself, as somebody found it
 * @returns null if there is no such key
 */
export async function blockKey(tx: Tx, typed: string, now: Date): Promise<{ key: ApiKey; isNews: boolean } | null> {
  const [key] = await tx
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.id, typed), eq(apiKeys.keyHash, sha256(typed))));
  if (!key) return null;
  const isNews = key.revokedAt === null;
  if (isNews) await tx.update(apiKeys).set({ revokedAt: now, revokedBy: "office" }).where(eq(apiKeys.id, key.id));
  return { key, isNews };
}

/** Whether the owner of some key, or of a shop on Shopify, has agreed only to terms of an earlier version. */
export async function hasOlderTerms(store: Reader, uid: string, version: string): Promise<boolean> {
  const isOlder = and(eq(apiKeys.uid, uid), isNull(apiKeys.revokedAt), lt(apiKeys.termsVersion, version));
  const isOlderShop = and(eq(shopifyShops.uid, uid), lt(shopifyShops.termsVersion, version));
  const found = await store
    .select({ uid: apiKeys.uid })
    .from(apiKeys)
    .where(isOlder)
    .unionAll(store.select({ uid: shopifyShops.uid }).from(shopifyShops).where(isOlderShop));
  return found.length > 0;
}

/** Records that the owner agrees to these terms for all keys, and for the shop on Shopify. */
export async function agreeToTerms(tx: Tx, uid: string, termsVersion: string): Promise<void> {
  await tx.update(apiKeys).set({ termsVersion }).where(eq(apiKeys.uid, uid));
  await tx.update(shopifyShops).set({ termsVersion }).where(eq(shopifyShops.uid, uid));
}

const ownKey = (uid: string, id: string) => and(eq(apiKeys.uid, uid), eq(apiKeys.id, id));
