import type { Config } from "#app/config.server";
import type { BookingOnTheWire } from "#app/domain/bookings/booking-on-the-wire";
import { receiverCanBeTold } from "#app/domain/form/contacts.server";
import { parties } from "#app/domain/form/fields";
import { missingInLatinWords } from "#app/domain/form/in-latin";
import { quotesAtBank } from "#app/domain/money/attempts.server";
import { type PriceOnAccount, pricesOnAccount } from "#app/domain/money/credit.server";
import { isPaid } from "#app/domain/money/payment-state";
import { paymentTold } from "#app/domain/money/payment-told";
import { type Waybill, waybillOfQuote, waybillsOfQuotes } from "#app/domain/parcels/issue-waybill.server";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { delayedInWords } from "#app/domain/parcels/parcel-state-in-words";
import { parcelStates } from "#app/domain/parcels/parcel-states.server";
import { isUnpaid } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { emailedTrackingAddress } from "#app/domain/parcels/tracking-address";
import { keptPrice, quoteResponse } from "#app/domain/prices/contract/quote-response";
import type { Warnings } from "#app/domain/prices/contract/wire";
import { delaysOnWay } from "#app/domain/prices/delayed-price.server";
import { randFromCents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { siteAddress } from "#app/http/pages/site-address.server";
import { keyTo } from "#app/http/sign-in/allowed-by-link.server";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import type { Reader } from "#db/store.server";

/** A booking as a shop's program sees it. Its links open in a person's browser without the key. */
export async function bookingAnswer(
  read: Reader,
  quote: Quote,
  request: Request,
  settings: Config,
): Promise<BookingOnTheWire> {
  const [answer] = await answersWith(
    read,
    [{ quote, waybill: await waybillOfQuote(read, quote.id) }],
    request,
    settings,
  );
  if (!answer) throw new Error("a booking has no answer");
  return answer;
}

/** Several bookings, whose waybills are read together: a page of a hundred is one query instead of two hundred. */
export async function bookingAnswers(
  read: Reader,
  quotes: Quote[],
  request: Request,
  settings: Config,
): Promise<BookingOnTheWire[]> {
  const ids = quotes.map(({ id }) => id);
  const waybills = new Map((await waybillsOfQuotes(read, ids)).map((waybill) => [waybill.quoteId, waybill]));
  const booked = quotes.map((quote) => ({ quote, waybill: waybills.get(quote.id) ?? null }));
  return answersWith(read, booked, request, settings);
}

type Booked = { quote: Quote; waybill: Waybill | null };

async function answersWith(
  read: Reader,
  booked: Booked[],
  request: Request,
  settings: Config,
): Promise<BookingOnTheWire[]> {
  const parcels = booked.flatMap(({ quote, waybill }) => (waybill ? [{ quote, waybillNo: waybill.waybillNo }] : []));
  const now = new Date();
  const states = await parcelStates(read, parcels, now);
  const delays = await delaysOnWay(read, now);
  const ids = booked.map(({ quote }) => quote.id);
  const atBank = await quotesAtBank(read, ids);
  const onAccount = await pricesOnAccount(read, ids);
  return booked.map((each) => {
    const state = states.get(each.waybill?.waybillNo ?? "") ?? null;
    const { id } = each.quote;
    const payment = { isPending: atBank.has(id), onAccount: onAccount.get(id) };
    return { ...answerOf(each, state, payment, request, settings), ...delaysOf(each.quote, state, delays, now) };
  });
}

/** While it is to be paid or collected its whole way counts, afterwards what keeps us from its next visit. */
function delaysOf(
  quote: Quote,
  parcel: ParcelState | null,
  delays: Awaited<ReturnType<typeof delaysOnWay>>,
  now: Date,
): Pick<BookingOnTheWire, "deliveryDays" | "warnings"> {
  const days = keptPrice(quote.response)?.meta.deliveryDays ?? null;
  const isToCome = parcel ? parcel.state === "booked" : isUnpaid(quote);
  const way = { from: quote.fromPostal, to: quote.type === "local" ? quote.toPostal : "" };
  const ofVisit = parcel?.delayed && [
    { code: "delayed", message: plainText(delayedInWords(parcel.delayed, saDay(now))) },
  ];
  const warnings = isToCome
    ? inAll([...(delays.warnings(way) ?? []), ...notInLatin(quote), ...notReachable(quote)])
    : ofVisit;
  return { deliveryDays: days && isToCome ? delays.days(days, way) : days, ...(warnings && { warnings }) };
}

const inAll = (warnings: Warnings) => (warnings.length > 0 ? warnings : undefined);

/** A shop can have its customer's name in Latin letters added until the parcel is collected. */
function notInLatin({ formSnapshot }: Quote): Warnings {
  const words = parties.flatMap((party) => missingInLatinWords(formSnapshot.addresses, party));
  return words.map((message) => ({ code: "not_in_latin_letters", message }));
}

const NOT_REACHABLE =
  "The receiver has no email, and no South African cell phone: no message of ours reaches them, nor the PIN of the delivery. Add a cell phone, or tell them yourself when it comes.";

/** As long as the parcel isn't collected, a shop can have its customer's cell phone added. */
function notReachable({ formSnapshot }: Quote): Warnings {
  return receiverCanBeTold(formSnapshot.addresses) ? [] : [{ code: "receiver_not_reachable", message: NOT_REACHABLE }];
}

function answerOf(
  { quote, waybill }: Booked,
  parcel: ParcelState | null,
  { isPending, onAccount }: { isPending: boolean; onAccount: PriceOnAccount | undefined },
  request: Request,
  settings: Config,
): Omit<BookingOnTheWire, "deliveryDays"> {
  const origin = siteAddress(request, settings);
  const price = keptPrice(quote.response);
  const response = price && quoteResponse(price);
  const waybillNo = waybill?.waybillNo ?? null;
  const pieces = waybill ? (waybill.pieces ?? quote.quantity) : 0;
  // An answer that is kept (`once`) has no key: a booking is paid after it was booked, and never when it was cancelled.
  const due = parcel?.due && !parcel.due.isRefused ? parcel.due : null;
  const payPath = isUnpaid(quote) ? paths.payfastStart(quote.id) : due && paths.charge(due.id);
  const key = waybillNo && isPaid(quote.status) ? keyTo(settings, paths.waybill(waybillNo), quote, "account") : null;
  return {
    id: quote.id,
    quoteNo: quote.quoteNo,
    reference: quote.reference,
    status: quote.status,
    paymentStatus: paymentTold(quote.status, isPending, onAccount),
    state: parcel?.state ?? null,
    price: response?.ok ? response : null,
    heldUntil: onAccount ? null : quote.expiresAt.toISOString(),
    paymentUrl: payPath === null ? null : origin + payPath,
    ...(due && { amountDue: randFromCents(due.amountCents) }),
    waybillNo,
    pieces: Array.from({ length: pieces }, (_, at) => ({
      piece: at + 1,
      trackingUrl: origin + paths.piece(waybillNo ?? "", at + 1),
    })),
    labelUrl: waybillNo && key ? origin + paths.waybillPdf(waybillNo, { key }) : null,
    trackingUrl: waybillNo && new URL(emailedTrackingAddress(settings.trackingUrl, waybillNo), origin).href,
  };
}
