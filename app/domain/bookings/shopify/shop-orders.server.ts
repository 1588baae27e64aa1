import { and, asc, desc, eq, gte, inArray, lt } from "drizzle-orm";
import { DAYS, SECONDS } from "#app/durations";
import { every } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { shopifyOrders } from "#db/schema/shopify";
import type { Reader, Store, Tx } from "#db/store.server";
import type { ProblemAnswer } from "../../accounts/problems";
import { changeShopOrder, type StoredShopOrder, shopOrder } from "../../accounts/shopify-orders.server";
import { shopifyShopOf } from "../../accounts/shopify-shop.server";
import { Asked } from "../../limits/cause";
import { limits } from "../../limits/limits";
import type { Gateway } from "../../money/gateway.server";
import type { PricingService } from "../../prices/contract/pricing-service";
import type { Places } from "../../prices/places.server";
import { type Cents, centsFromRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { bookByKey } from "../book-by-key.server";
import { cancelBooking } from "../cancel-booking.server";
import { readBooking } from "../read-booking.server";
import type { ShopOrder } from "./shop-order";
import { tellOrderOpen } from "./tell-order-open.server";

/** Of what Shopify calls us; a shop needs the first and the last. */
export const orderTopics = ["orders/paid", "orders/updated", "orders/cancelled"] as const;
export type OrderTopic = (typeof orderTopics)[number];

/** In place of a key's id, in bookings that a shop on Shopify has made. */
export const BY_SHOPIFY = "shopify";

const TEST_ORDER = "It is a test order, so nothing was booked.";
const SHOP_ENDED = "The addresses for Shopify were ended before it was booked.";
const TERMS_CHANGED = "Our terms have changed. Agree to them on your dashboard, then try again.";

/**
 * Stores what a signed call says of an order, so that nothing is lost once Shopify has our 200. Calls may come twice, late
 * and in the wrong order: an order that was cancelled or booked isn't booked again. Orders without our price aren't
 * stored. Returns what is to be done next.
 */
export async function receiveOrder(
  tx: Tx,
  uid: string,
  topic: OrderTopic,
  order: ShopOrder,
  site: { mode: Gateway["mode"] },
  now: Date,
): Promise<"book" | "nothing" | "too many"> {
  const { orderId, name, booking, stands, isTest } = order;
  const known = await shopOrder(tx, uid, orderId);
  if (stands === "cancelled" && known) await cancelOrder(tx, known, now);
  if (!booking || stands === "unpaid" || (stands === "cancelled" && known)) return "nothing";
  if (known?.state === "open" && known.booking && topic === "orders/updated") {
    await changeShopOrder(tx, known, { booking, name, state: "waiting", why: "", priceCents: null });
    return "book";
  }
  if (known) return known.state === "waiting" ? "book" : "nothing";
  // What is updated may have been paid a year ago.
  if (topic === "orders/updated") return "nothing";
  const today = and(eq(shopifyOrders.uid, uid), gte(shopifyOrders.receivedAt, new Date(now.getTime() - DAYS)));
  if ((await tx.$count(shopifyOrders, today)) >= limits.shopifyOrders.points) return "too many";
  const isRefused = isTest && site.mode === "live";
  const state = stands === "cancelled" ? "cancelled" : isRefused ? "open" : "waiting";
  const kept = { booking: state === "waiting" ? booking : null, why: state === "open" ? TEST_ORDER : "" };
  await tx.insert(shopifyOrders).values({ uid, orderId, name, state, ...kept, receivedAt: now });
  return state === "waiting" ? "book" : "nothing";
}

async function cancelOrder(tx: Tx, order: StoredShopOrder, now: Date): Promise<void> {
  if (order.state === "closed" || order.state === "cancelled") return;
  const cancelled = order.quoteId === null ? null : await cancelBooking(tx, order.quoteId, "", now, "a program");
  const why = cancelled && !cancelled.ok ? `It was cancelled in Shopify. ${cancelled.why}` : "";
  const state = why === "" ? "cancelled" : "open";
  await changeShopOrder(tx, order, { state, why, booking: null, priceCents: null });
  if (state === "open") await tellOrderOpen(tx, order, why, now);
}

type Sources = { store: Store; pricing: PricingService; places: Places };
type Site = { mode: Gateway["mode"]; origin: string };
type Failures = { failed(error: unknown): void };

/**
 * Books an order that waits, as `POST /v1/bookings` would. What can't be booked is open until its owner does something.
 * Does nothing if the order is settled; without prices it goes on waiting. Safe to repeat and to interrupt.
 */
export async function bookOrder(sources: Sources, site: Site, uid: string, orderId: string, now: Date): Promise<void> {
  const { store } = sources;
  const order = await shopOrder(store.read, uid, orderId);
  if (order?.state !== "waiting") return;
  const shop = await shopifyShopOf(store.read, uid);
  const booker = shop && { uid, keyId: BY_SHOPIFY, termsVersion: shop.termsVersion };
  const read = booker && (await readBooking(sources, booker, order.booking, now));
  if (read && "refused" in read && read.refused === "unavailable") return;
  await store.tx(async (tx) => {
    // Another call may have been quicker.
    const waiting = await shopOrder(tx, uid, orderId);
    if (waiting?.state !== "waiting") return;
    if (!read) return leaveOpen(tx, waiting, SHOP_ENDED, null, now);
    const outcome = "refused" in read ? read : await bookByKey(tx, Asked.after("shopifyOrders"), read, site, now);
    if ("refused" in outcome) return leaveOpen(tx, waiting, wordsOf(outcome), priceToday(outcome), now);
    await changeShopOrder(tx, waiting, {
      state: "booked",
      quoteId: outcome.booked.id,
      booking: null,
      why: "",
      priceCents: null,
    });
  });
}

/** Leaves an order to its owner, who is told. */
async function leaveOpen(
  tx: Tx,
  order: StoredShopOrder,
  why: string,
  priceCents: Cents | null,
  now: Date,
): Promise<void> {
  await changeShopOrder(tx, order, { state: "open", why, priceCents });
  await tellOrderOpen(tx, order, why, now);
}

const WAITS_MS = 30 * SECONDS;
const AT_A_TIME = 100;

/**
 * Books what an earlier call left waiting: prices were away, or the process ended. One order that can't be booked keeps no
 * other waiting.
 */
export async function bookWaitingOrders(sources: Sources, site: Site, now: Date, { failed }: Failures): Promise<void> {
  const { state, receivedAt, orderId, uid } = shopifyOrders;
  const some = await sources.store.read
    .select({ uid, orderId })
    .from(shopifyOrders)
    .where(and(eq(state, "waiting"), lt(receivedAt, new Date(now.getTime() - WAITS_MS))))
    .orderBy(asc(receivedAt), asc(orderId))
    .limit(AT_A_TIME);
  await oneByOne(some, (order) => bookOrder(sources, site, order.uid, order.orderId, now).catch(failed));
}

/** Does so every half minute while the process runs. */
export function startBookingShopOrders(sources: Sources, site: Site, clock: () => Date, report: Failures) {
  return every(WAITS_MS, () => bookWaitingOrders(sources, site, clock(), report), report.failed);
}

/** A refusal in words for the shop's owner: each wrong field, or what is wrong in general. */
function wordsOf({ refused: name, detail, errors = [] }: ProblemAnswer): string {
  if (name === "terms-changed") return TERMS_CHANGED;
  const details = errors.length > 0 ? errors.map((error) => error.detail) : [detail];
  return [...new Set(details)].map((words) => words.replace(/\.?$/, ".")).join(" ");
}

function priceToday({ refused: name, more }: ProblemAnswer): Cents | null {
  const total = name === "price-changed" ? more?.total : null;
  return typeof total === "number" ? centsFromRand(total) : null;
}

/** An order of a page: what its owner has to do something about, or what we are still trying. */
export type OpenOrder = Pick<StoredShopOrder, "orderId" | "name" | "state" | "why" | "priceCents"> & {
  mayBook: boolean;
};

/** An account's orders that aren't settled, the newest first, and when Shopify told of one last. */
export async function openOrders(
  store: Reader,
  uid: string,
  most: number,
): Promise<{ orders: OpenOrder[]; more: number; lastAt: Date | null }> {
  const own = eq(shopifyOrders.uid, uid);
  const isOpen = and(own, inArray(shopifyOrders.state, ["open", "waiting"]));
  const newest = [desc(shopifyOrders.receivedAt), desc(shopifyOrders.orderId)];
  const rows = await store
    .select()
    .from(shopifyOrders)
    .where(isOpen)
    .orderBy(...newest)
    .limit(most);
  const [last] = await store
    .select()
    .from(shopifyOrders)
    .where(own)
    .orderBy(...newest)
    .limit(1);
  const orders = rows.map(({ orderId, name, state, why, priceCents, booking }) => ({
    ...{ orderId, name, state, why, priceCents },
    mayBook: state === "open" && booking !== null,
  }));
  return { orders, more: (await store.$count(shopifyOrders, isOpen)) - rows.length, lastAt: last?.receivedAt ?? null };
}

const SETTLED = "This order is settled already. Reload the page.";
const OTHER_PRICE = "The price has changed once more. Look at it again.";

/**
 * Lets an open order be tried again, for its owner. `agreedCents`: today's price, as they have seen it; null for the one that
 * the buyer saw.
 */
export async function tryOrderAgain(tx: Tx, uid: string, orderId: string, agreedCents: Cents | null): Promise<DoneOr> {
  const order = await shopOrder(tx, uid, orderId);
  if (order?.state !== "open" || !order.booking) return refused(SETTLED);
  if (order.priceCents !== agreedCents) return refused(OTHER_PRICE);
  const booking = agreedCents === null ? order.booking : { ...order.booking, agreedTotal: agreedCents / 100 };
  await changeShopOrder(tx, order, { state: "waiting", booking, why: "", priceCents: null });
  return { ok: true };
}

/** Takes an open order off its owner's list: they have done what was to be done, or it isn't sent with us. */
export async function closeOrder(tx: Tx, uid: string, orderId: string): Promise<DoneOr> {
  const order = await shopOrder(tx, uid, orderId);
  if (order?.state !== "open") return refused(SETTLED);
  await changeShopOrder(tx, order, { state: "closed", booking: null, priceCents: null });
  return { ok: true };
}
