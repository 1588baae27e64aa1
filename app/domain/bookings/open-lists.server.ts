import { and, asc, eq, gt, inArray, isNotNull, lt, min, notExists, sql } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, say } from "#app/language/say";
import { paths } from "#app/paths";
import { everyDay } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader, Store } from "#db/store.server";
import { accountById } from "../accounts/accounts.server";
import { isNotAtBank } from "../money/attempts.server";
import { unpaidStatuses } from "../money/payment-state";
import { recordAction } from "../office/staff-actions.server";
import { shopsOrder } from "../parcels/quotes/quote";
import { compose, type Fact } from "../post/compose";
import { salutation, signature, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { queueEmail } from "../post/outbox.server";
import { saDay } from "../values/sa-time";
import { cancelBooking } from "./cancel-booking.server";

/** How long an unpaid booking by key stays after its price ran out. */
const KEPT_AFTER_PRICE_MS = 14 * DAYS;
/** In the afternoon, when a shop's orders of the day are in. Repeated, in case the site was down. */
const AFTERNOONS = "0 15-18 * * *";
/** As many orders as the email names. */
const MOST_NAMED = 10;
const NOT_PAID = "It was not paid within 14 days after its price ran out.";

const isByKey = and(isNotNull(quotes.apiKeyId), inArray(quotes.status, unpaidStatuses));

/** Emails each account whose programs have booked what nobody has paid while its price holds: once a day at most. */
export async function tellOfOpenLists(store: Store, now: Date): Promise<void> {
  const appUrl = (await readSiteFacts(store.read))?.appUrl;
  if (!appUrl) return;
  await oneByOne(await waitingLists(store.read, now), ({ uid }) =>
    store.tx(async (tx) => {
      // Some may have been paid meanwhile.
      const [list] = await waitingLists(tx, now, uid);
      const account = list && (await accountById(tx, uid));
      if (!account) return;
      const orders = await waitingOrders(tx, now, uid);
      const email = openListWaits(account, { ...list, heldUntil: list.heldUntil ?? now, orders }, appUrl, now);
      await queueEmail(tx, "its own account", email, now);
    }),
  );
}

/** What waits to be paid and isn't at the bank, by account; of one account, if one is named. */
async function waitingLists(store: Reader, now: Date, account?: string) {
  const lists = await store
    .select({
      uid: quotes.uid,
      bookings: sql<number>`count(*)`,
      totalCents: sql<number>`sum(${quotes.grandTotalCents})`,
      heldUntil: min(quotes.expiresAt),
    })
    .from(quotes)
    .where(and(waits(store, now), account ? eq(quotes.uid, account) : isNotNull(quotes.uid)))
    .groupBy(quotes.uid);
  return lists.flatMap(({ uid, ...list }) => (uid ? [{ uid, ...list }] : []));
}

/** The first of an account's orders that wait to be paid, as the shop numbers them. */
async function waitingOrders(store: Reader, now: Date, uid: string): Promise<string[]> {
  const first = await store
    .select({ reference: quotes.reference })
    .from(quotes)
    .where(and(waits(store, now), eq(quotes.uid, uid)))
    .orderBy(asc(quotes.bookedAt), asc(quotes.id))
    .limit(MOST_NAMED);
  return first.flatMap((quote) => shopsOrder(quote) ?? []);
}

const waits = (store: Reader, now: Date) => and(isByKey, gt(quotes.expiresAt, now), isNotAtBank(store));

/** Cancels bookings by key that nobody paid within 14 days after their price ran out. One under way at PayFast stays. */
export async function cancelAbandoned(store: Store, now: Date): Promise<void> {
  await oneByOne(await abandoned(store.read, now), ({ id }) =>
    store.tx(async (tx) => {
      // Somebody may pay while others are cancelled.
      if ((await abandoned(tx, now, id)).length === 0) return;
      const cancelled = await cancelBooking(tx, id, NOT_PAID, now, "the site");
      if (!cancelled.ok || !cancelled.added) return;
      const action = { action: "cancelled booking", subject: cancelled.quote.quoteNo, details: NOT_PAID };
      await recordAction(tx, "the site", action, now);
    }),
  );
}

/** Those, or the one of this id if it is one of them. */
async function abandoned(store: Reader, now: Date, id?: string): Promise<{ id: string }[]> {
  const mayCome = and(eq(payments.quoteId, quotes.id), inArray(payments.state, ["pending", "part"]));
  return store
    .select({ id: quotes.id })
    .from(quotes)
    .where(
      and(
        isByKey,
        id === undefined ? undefined : eq(quotes.id, id),
        lt(quotes.expiresAt, new Date(now.getTime() - KEPT_AFTER_PRICE_MS)),
        notExists(store.select({ id: payments.id }).from(payments).where(mayCome)),
      ),
    )
    .orderBy(asc(quotes.bookedAt));
}

/** Does both every afternoon while the process runs. Safe to repeat and to interrupt. */
export function startOpenLists(store: Store, clock: () => Date, report: { failed(error: unknown): void }) {
  const both = () => cancelAbandoned(store, clock()).then(() => tellOfOpenLists(store, clock()));
  return everyDay(AFTERNOONS, both, report.failed);
}

type OpenList = {
  bookings: number;
  totalCents: number;
  heldUntil: Date;
  /** The first of them, as the shop numbers them. */
  orders: readonly string[];
};

/** To the account. It leads to the dashboard: a program that opens links would put the list into an order too early. */
export function openListWaits(
  { uid, name, email }: { uid: string; name: string; email: string },
  { bookings, totalCents, heldUntil, orders }: OpenList,
  appUrl: string,
  now: Date,
): Email {
  const words = messagesCatalogue().bookings.openList(bookings);
  const { facts } = messagesCatalogue().emails;
  return {
    key: `open-list:${uid}:${saDay(now)}`,
    to: email,
    ...compose({
      ...words,
      greeting: salutation(name),
      facts: [
        ...orderNames(orders, bookings),
        [facts.toPay, say`${amount(totalCents)}`],
        [facts.firstPriceHeldUntil, say`${date(heldUntil)}`],
      ],
      action: { label: words.pay, url: appUrl + paths.dashboard },
      signature: signature(),
    }),
  };
}

function orderNames(orders: readonly string[], bookings: number): Fact[] {
  const { emails, bookings: words } = messagesCatalogue();
  const named = orders.map(withoutLinks).join(", ");
  return orders.length === 0 ? [] : [[emails.facts.bookings, words.openListOrders(named, bookings - orders.length)]];
}
