import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import { accountById } from "../../accounts/accounts.server";
import { linksOf } from "../../messages/message-links.server";
import { notifyTogether, type Wordings } from "../../messages/notify.server";
import { stoppedSince } from "../../messages/opt-out.server";
import type { ParcelEmailData } from "../../messages/parcel-email";
import { parcelAnnounced, parcelCancelled } from "../../messages/receiver-emails";
import { creditOf } from "../../money/credit.server";
import type { Invoice } from "../../money/invoice";
import type { EventKind } from "../../parcels/happening";
import { historyOf, waybillOfQuote } from "../../parcels/issue-waybill.server";
import { arrivalOfParcel } from "../../parcels/parcel-states.server";
import { arrivalOfQuote } from "../../parcels/quotes/delivery-of-quote.server";
import { quotesOfOrder } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import type { Email } from "../../post/email";
import { signedLink, waybillLink } from "../../post/emailed-link.server";
import { messageKinds } from "../../post/message-kinds";
import {
  mayHaveReached,
  queueEmail,
  takeBackEmail,
  undoOccasion,
  withdrawMessages,
  withdrawUntried,
} from "../../post/outbox.server";
import { withdrawOvertaken } from "../../post/overtaken.server";
import type { StoredEmail } from "../../post/resend-email.server";
import { grouped } from "../../values/in-parts";
import type { Cents } from "../../values/money";
import type { OnAccount } from "../charges/put-on-account.server";
import { linkTo } from "./invoice-of-booking.server";
import {
  bookingConfirmed,
  bookingsConfirmed,
  confirmedTogether,
  type MoneyOf,
  parcelsAnnounced,
} from "./list-confirmed-emails";

/** A booking that was just paid. */
export type Booked = { quote: Quote; waybillNo: string; invoice: Invoice; paidCents: Cents };

/**
 * Tells the payers that their parcels are booked, and the receivers that a parcel is coming. Of bookings paid together
 * each address gets one email, and of those that went on account together.
 */
export async function notifyOfBookings(
  tx: Tx,
  booked: readonly (Booked | OnAccount)[],
  appUrl: string,
  now: Date,
): Promise<void> {
  const trackingUrl = (await readSiteFacts(tx))?.trackingUrl;
  const all = [];
  for (const each of booked) {
    const { quote, waybillNo } = each;
    await withdrawOvertaken(tx, quote.id, { by: "paid" }, now);
    const links = [
      await waybillLink(tx, waybillNo, appUrl),
      "invoice" in each ? await linkTo(tx, each.invoice, appUrl) : null,
      await signedLink(tx, messagesCatalogue().emails.links.change, paths.changeBooking(quote.id), appUrl),
      await signedLink(tx, messagesCatalogue().emails.links.cancel, paths.cancelBooking(quote.id), appUrl),
    ];
    const arrival = await arrivalOfQuote(tx, quote, { since: now }, now);
    const data = await emailData(tx, quote, waybillNo, now, appUrl);
    const told = { quote, waybillNo, money: await moneyOf(tx, each) };
    all.push({ ...told, data: { ...data, arrival }, receipt: { ...told, links, arrival, trackingUrl } });
  }
  type Told = (typeof all)[number];
  await notifyTogether<Told>(
    tx,
    booked.some((each) => "charge" in each) ? "booked on account" : "a payment",
    "booked",
    all,
    {
      async payer(person, to, [first, ...others]) {
        const { uid } = first.quote;
        const account = person === "account" && uid ? await accountById(tx, uid) : null;
        const payer = { person, accountName: account?.name };
        if (others.length > 0) {
          const { id, paymentOrderId } = first.quote;
          const path = paths.waybillsPdf(person === "account" ? (paymentOrderId ?? id) : id);
          const pdf = await signedLink(tx, messagesCatalogue().emails.links.allWaybills, path, appUrl);
          return bookingsConfirmed({ ...payer, to, pdf, trackingUrl }, [first, ...others], appUrl, now);
        }
        const email = bookingConfirmed(first.quote, { ...first.receipt, ...payer }, appUrl, now);
        return person === "account" ? { ...email, key: `${email.key}:account`, to } : { ...email, to };
      },
      receiver: async (to, about) => announcement(to, about),
    },
    now,
  );
}

async function moneyOf(tx: Tx, booked: Booked | OnAccount): Promise<MoneyOf> {
  if (!("charge" in booked)) return { is: "paid", cents: booked.paidCents };
  const { amountCents, accountUid } = booked.charge;
  const credit = await creditOf(tx, accountUid ?? "");
  if (!credit) throw new Error(`account ${accountUid} has no credit`);
  return { is: "on account", cents: amountCents, days: credit.days };
}

type Announced = { data: Omit<ParcelEmailData, "person" | "to" | "occasion"> };

/** To a receiver: what is sent to them. */
function announcement(to: string, [first, ...others]: readonly [Announced, ...Announced[]]): Email {
  const { quote } = first.data;
  const occasion = others.length > 0 ? togetherOccasion(quote) : bookedOccasion(quote);
  const told = { ...first.data, person: "receiver" as const, to, occasion };
  return others.length > 0
    ? parcelsAnnounced(told, [first.data, ...others.map(({ data }) => data)])
    : parcelAnnounced(told);
}

/**
 * Something happened to one of the parcels of an order before its receiver was told of them: they are told of those that
 * are still to come, each at its receiver's email of today. Does nothing with other messages.
 */
export async function announceAgain(tx: Tx, { emailKey, textBody }: StoredEmail, now: Date): Promise<void> {
  const [kind, orderId = ""] = emailKey.split(":");
  if (kind !== TOGETHER) return;
  await takeBackEmail(tx, emailKey);
  const all: (Announced & { to: string })[] = [];
  for (const quote of await quotesOfOrder(tx, orderId)) {
    const waybill = await waybillOfQuote(tx, quote.id);
    const to = quote.formSnapshot.addresses.toEmail;
    if (!waybill || quote.cancelledAt || to === "" || !textBody.includes(spokenWaybillNumber(waybill.waybillNo)))
      continue;
    const { waybillNo } = waybill;
    const history = await historyOf(tx, waybillNo);
    if (waybill.nextVisit === "return" || history.some((event) => isNoNews(event.kind))) continue;
    const arrival = await arrivalOfParcel(tx, { quote, waybillNo }, history, now);
    all.push({ to, data: { ...(await emailData(tx, quote, waybillNo, now)), arrival } });
  }
  for (const [first, ...others] of grouped(all, ({ to }) => to.toLowerCase()).values()) {
    if (await stoppedSince(tx, "email", first.to)) continue;
    const quoteId = others.length > 0 ? undefined : first.data.quote.id;
    const email = { ...announcement(first.to, [first, ...others]), quoteId, person: "receiver" as const };
    await queueEmail(tx, "a payment", email, now);
  }
}

const isNoNews = (kind: EventKind) => messageKinds.booked.endedBy.some((each) => each === kind);

/**
 * The message to the receiver of a booking whose waybill is cancelled or withdrawn; none if the email about the booking was
 * withdrawn in time.
 */
export async function receiverOfCancelled(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  now: Date,
  email = parcelCancelled,
): Promise<Wordings["receiver"]> {
  const wasNotified =
    (await withdrawMessages(tx, bookedOccasion(quote), now)).length > 0 ||
    (await mayHaveReached(tx, ordersOccasion(quote), quote.formSnapshot.addresses.toEmail));
  if (!wasNotified) return undefined;
  const data = await emailData(tx, quote, waybillNo, now);
  return (person, to) => email({ ...data, person, to, occasion: `cancelled:${quote.id}` });
}

/** The booking was paid by mistake: its messages are withdrawn, so that they can be sent again. */
export async function undoBooked(tx: Tx, quote: Quote, now: Date): Promise<void> {
  await undoConfirmed(tx, quote, now);
  for (const occasion of [bookedOccasion(quote), `cancelled:${quote.id}`]) await undoOccasion(tx, occasion, now);
}

/** The same of one that was cancelled meanwhile: it stays so, and its receiver has been told. */
export async function undoConfirmed(tx: Tx, quote: Quote, now: Date): Promise<void> {
  await undoOccasion(tx, `booking-confirmed:${quote.id}`, now);
}

/** The same for what told of several bookings at once: first what nobody has got yet, then, once all are undone, the rest. */
export async function undoBookedTogether(tx: Tx, all: readonly Quote[], what: "unsent" | "rest", now: Date) {
  for (const occasion of all.flatMap((quote) => [confirmedTogether(quote), togetherOccasion(quote)]))
    await (what === "unsent" ? withdrawUntried(tx, occasion) : undoOccasion(tx, occasion, now));
}

const bookedOccasion = ({ id }: Quote) => `booked:${id}`;
const TOGETHER = "list-announced";
const ordersOccasion = ({ paymentOrderId }: Quote) => `${TOGETHER}:${paymentOrderId}`;
/** Of several bookings, by the first that an address is told of. */
const togetherOccasion = (quote: Quote) => `${ordersOccasion(quote)}:${quote.id}`;

async function emailData(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  now: Date,
  appUrl?: string,
): Promise<Omit<ParcelEmailData, "person" | "to" | "occasion">> {
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo }, appUrl);
  return { quote, waybillNo, links, arrival: null, happenedAt: now, now };
}
