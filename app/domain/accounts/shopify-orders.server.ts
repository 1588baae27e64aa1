import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import { shopifyOrders } from "#db/schema/shopify";
import type { Reader, Tx } from "#db/store.server";

export type StoredShopOrder = typeof shopifyOrders.$inferSelect;

/** An order by Shopify's id; null if it wasn't stored. */
export async function shopOrder(store: Reader, uid: string, orderId: string): Promise<StoredShopOrder | null> {
  const [found] = await store.select().from(shopifyOrders).where(isOrder({ uid, orderId }));
  return found ?? null;
}

export async function changeShopOrder(
  tx: Tx,
  order: StoredShopOrder,
  changed: Partial<StoredShopOrder>,
): Promise<void> {
  await tx.update(shopifyOrders).set(changed).where(isOrder(order));
}

/** All of an account's orders as they are stored, for its owner's copy. */
export async function shopOrdersOf(store: Reader, uid: string): Promise<StoredShopOrder[]> {
  return store
    .select()
    .from(shopifyOrders)
    .where(eq(shopifyOrders.uid, uid))
    .orderBy(asc(shopifyOrders.receivedAt), asc(shopifyOrders.orderId));
}

/** Takes somebody out of orders that aren't settled, by a whole value: not Bob out of Jimbob's. Their shops' owners see that there was one. */
export async function forgetShopOrdersOf(tx: Tx, contact: string): Promise<void> {
  // An address may hold signs that mean any other sign to LIKE.
  const value = `%"${contact.toLowerCase().replace(/[!%_]/g, "!$&")}"%`;
  await tx
    .update(shopifyOrders)
    .set({ booking: null, state: "open", why: "Its receiver asked us to forget them, so nothing was booked." })
    .where(sql`lower(cast(${shopifyOrders.booking} as text)) LIKE ${value} ESCAPE '!'`);
}

/** Deletes orders of which we were told before a moment; returns how many, at most `atMost`. */
export async function forgetShopOrders(tx: Tx, before: Date, atMost: number): Promise<number> {
  const isOld = lt(shopifyOrders.receivedAt, before);
  const some = await tx.select({ orderId: shopifyOrders.orderId }).from(shopifyOrders).where(isOld).limit(atMost);
  const ids = some.map(({ orderId }) => orderId);
  await tx.delete(shopifyOrders).where(and(inArray(shopifyOrders.orderId, ids), isOld));
  return ids.length;
}

const isOrder = ({ uid, orderId }: Pick<StoredShopOrder, "uid" | "orderId">) =>
  and(eq(shopifyOrders.uid, uid), eq(shopifyOrders.orderId, orderId));
