import { readSiteFacts } from "#db/site-facts.server";
import type { Reader, Tx } from "#db/store.server";
import type { Payment } from "../../money/attempts.server";
import { moneyFor, partsIn } from "../../money/refunds.server";
import { isUnpaid } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import type { Cents } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { notifyOfBookings } from "../payments/notify-of-booking.server";
import { pendingPayment } from "../payments/return-from-payment.server";
import { type OnAccount, putOnAccount } from "./put-on-account.server";
import { type OnAccountOrNot, roomOnAccount } from "./room-on-account.server";

type Site = { mode: Payment["mode"] };

/**
 * Puts bookings on their account, and tells their people. The caller has asked, in the same transaction, whether there is
 * room for all of them.
 */
export async function bookOnAccount(
  tx: Tx,
  uid: string,
  booked: readonly Quote[],
  { mode }: Site,
  now: Date,
): Promise<OnAccount[]> {
  const all: OnAccount[] = [];
  for (const quote of booked)
    all.push(await putOnAccount(tx, quote, { uid, priceCents: quote.grandTotalCents ?? 0, mode }, now));
  // Until a site has started there is no address to link to.
  const appUrl = (await readSiteFacts(tx))?.appUrl;
  if (appUrl) await notifyOfBookings(tx, all, appUrl, now);
  return all;
}

/** Those of some bookings that their account has room for; or why it takes none of them. */
type Fitting = { asked: OnAccountOrNot; fitting: readonly Quote[] };

/**
 * Asks for bookings that wait to be paid together. A list goes on the account whole. What a shop's program booked one by one
 * is together only where it is paid: of that, the oldest that there is room for.
 */
export async function fittingOnAccount(
  store: Reader,
  uid: string,
  unpaid: readonly Quote[],
  now: Date,
): Promise<Fitting> {
  const all = await roomOnAccount(store, { uid, quotes: unpaid, cents: sumOf(unpaid) }, now);
  if (all && "room" in all) return { asked: all, fitting: unpaid };
  const none = { asked: all, fitting: [] };
  if (!all || unpaid.some(({ apiKeyId }) => apiKeyId === null)) return none;
  const asked = await roomOnAccount(store, { uid, quotes: unpaid, cents: 0 }, now);
  if (!asked || !("room" in asked)) return none;
  const fitting: Quote[] = [];
  for (const quote of unpaid)
    if (asked.room.owedCents + sumOf([...fitting, quote]) <= asked.room.credit.limitCents) fitting.push(quote);
  return fitting.length > 0 ? { asked, fitting } : none;
}

/** `why`: in the customer's words. */
export type PutLater = DoneOr<{ onAccount: OnAccount[] }>;

/**
 * Puts bookings that wait to be paid on their account: the account has room now, or nobody had agreed to their price before.
 * All or none of them, or those that fit, as `fittingOnAccount` has it.
 */
export async function putLaterOnAccount(
  tx: Tx,
  uid: string,
  quoteIds: readonly string[],
  site: Site,
  now: Date,
): Promise<PutLater> {
  const unpaid: Quote[] = [];
  for (const id of quoteIds) {
    const quote = await quoteById(tx, id);
    if (quote?.uid === uid && isUnpaid(quote)) unpaid.push(quote);
  }
  if (unpaid.length === 0) return { ok: true, onAccount: [] };
  const { asked, fitting } = await fittingOnAccount(tx, uid, unpaid, now);
  if (!asked || "waits" in asked) return refused(asked?.waits ?? "The account does not pay by month.");
  for (const quote of fitting) {
    const why = await whyToBePaid(tx, quote, now);
    if (why) return refused(why);
  }
  return { ok: true, onAccount: await bookOnAccount(tx, uid, fitting, site, now) };
}

/** Why a booking is paid, and not put on an account. */
async function whyToBePaid(tx: Tx, quote: Quote, now: Date): Promise<string | null> {
  if (quote.expiresAt <= now || quote.termsVersion === null) return "Please look at the price once more first.";
  if (await pendingPayment(tx, quote.id)) return "PayFast is still working on a payment for it.";
  return partsIn(await moneyFor(tx, quote.id)).length > 0 ? "A part of its price is paid already." : null;
}

export function sumOf(quotes: readonly Pick<Quote, "grandTotalCents">[]): Cents {
  return quotes.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
}
