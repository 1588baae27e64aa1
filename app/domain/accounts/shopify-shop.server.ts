import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { MINUTES } from "#app/durations";
import { shopifyShops } from "#db/schema/shopify";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { isDueAgain } from "../values/stored-moment";

export type ShopifyShop = typeof shopifyShops.$inferSelect;

const CALLS_NOTED_EVERY_MS = 5 * MINUTES;

/** An account's shop; null if it has none. */
export async function shopifyShopOf(store: Reader, uid: string): Promise<ShopifyShop | null> {
  const [found] = await store.select().from(shopifyShops).where(eq(shopifyShops.uid, uid));
  return found ?? null;
}

/** The shop with this number in its addresses; null if it is unknown, or was renewed. */
export async function shopByNumber(store: Reader, number: string): Promise<ShopifyShop | null> {
  const [found] = await store.select().from(shopifyShops).where(eq(shopifyShops.number, number));
  return found ?? null;
}

export type ShopSettings = Pick<ShopifyShop, "signingSecret" | "smallestBox" | "termsVersion">;

/**
 * Makes an account's shop, or changes its settings. Its number, and the terms that were agreed to, stay. A blank secret
 * leaves the one before.
 */
export async function saveShop(tx: Tx, uid: string, typed: ShopSettings, now: Date): Promise<void> {
  const { signingSecret, smallestBox } = typed;
  const changed =
    signingSecret === "" ? { smallestBox } : { smallestBox, signingSecret, signedAt: null, unsignedAt: null };
  await tx
    .insert(shopifyShops)
    .values({ ...typed, uid, number: newId(), madeAt: now })
    .onConflictDoUpdate({ target: shopifyShops.uid, set: changed });
}

/** Gives a shop another number. Its former addresses end at once. */
export async function renewNumber(tx: Tx, uid: string): Promise<void> {
  await tx.update(shopifyShops).set({ number: newId() }).where(eq(shopifyShops.uid, uid));
}

/** Ends a shop's addresses and forgets its secret. What it has booked stays. */
export async function endShop(tx: Tx, uid: string): Promise<void> {
  await tx.delete(shopifyShops).where(eq(shopifyShops.uid, uid));
}

type Heard = "signedAt" | "unsignedAt";

/** Whether it is to be noted that such a call came: each time would be a write for each forged call. */
export function isNoteDue(shop: ShopifyShop, heard: Heard, now: Date): boolean {
  const last = shop[heard];
  return last === null || isDueAgain(CALLS_NOTED_EVERY_MS, last, now) || (heard === "signedAt" && isRefusedLast(shop));
}

/** Whether the last call that was noted wasn't signed by the shop's secret. */
export function isRefusedLast({ signedAt, unsignedAt }: Pick<ShopifyShop, Heard>): boolean {
  return unsignedAt !== null && (signedAt === null || signedAt < unsignedAt);
}

/** Notes for the shop's owner that a call came. */
export async function noteCall(tx: Tx, uid: string, heard: Heard, now: Date): Promise<void> {
  await tx
    .update(shopifyShops)
    .set({ [heard]: now })
    .where(eq(shopifyShops.uid, uid));
}

/**
 * Whether a call is Shopify's: HMAC-SHA256 of the body as it came, by the shop's secret, in base64. Without a secret
 * nothing is.
 */
export function isSignedByShopify(body: Buffer, signature: string | null, secret: string): boolean {
  if (secret === "" || signature === null) return false;
  const right = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === right.length && timingSafeEqual(given, right);
}
