import { pendingPayment } from "#app/domain/bookings/payments/return-from-payment.server";
import { reportedOf } from "#app/domain/drivers/reported-marks.server";
import { asLandmark, drawnAt } from "#app/domain/form/address-lines";
import { type Party, parcelFieldNames, parcelFields } from "#app/domain/form/fields";
import { noticesAbout } from "#app/domain/money/attempts.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { isPaid } from "#app/domain/money/payment-state";
import { officeStatus } from "#app/domain/money/payment-told";
import { moneyFor, owedBack } from "#app/domain/money/refunds.server";
import { agreedVisits, visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { casesAbout } from "#app/domain/parcels/cases.server";
import { photosOf, reportedPhotosOf } from "#app/domain/parcels/delivery-proof.server";
import type { Happening } from "#app/domain/parcels/happening";
import { historyOf, type Waybill, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { officeInWords } from "#app/domain/parcels/parcel-state-in-words";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { notesOf } from "#app/domain/parcels/quotes/booking-notes.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { wasCollected } from "#app/domain/parcels/visits";
import { quoteOccasions } from "#app/domain/people/quote-emails.server";
import { whyNotAgain } from "#app/domain/post/resend-email.server";
import { emailsAbout } from "#app/domain/post/stored-emails.server";
import { answersInWords } from "#app/domain/prices/parcel-in-words";
import { formatRand } from "#app/domain/values/money";
import { saClock } from "#app/domain/values/sa-time";
import type { OnePage } from "#app/ui/office/one-page";
import type { Row } from "../answer";
import { commandsFor } from "../commands/all";
import { history } from "../commands/history.server";
import { proof } from "../commands/proof.server";
import type { Desk } from "../desk.server";
import type { FactsForCommands } from "../parcel-facts";
import { actionsFor, rowsOf } from "./office-actions.server";
import { usableOn } from "./office-desk.server";
import { factsOf, tableOf } from "./shown";

/** One page for a parcel or a quote: what it is, its people, money, messages, notes, proof and history. */
export async function parcelPage(quote: Quote, desk: Desk): Promise<OnePage> {
  const { read } = desk.store;
  const waybill = await waybillOfQuote(read, quote.id);
  const waybillNo = waybill?.waybillNo;
  const events = waybillNo ? await historyOf(read, waybillNo) : [];
  const number = waybillNo ?? quote.quoteNo;
  const { addresses } = quote.formSnapshot;
  const state =
    waybillNo && !quote.cancelledAt
      ? officeInWords(await parcelStateOf(read, { quote, waybillNo }, events, desk.now), desk.now)
      : officeStatus(quote.status, (await pendingPayment(read, quote.id)) !== null);
  const visits = waybillNo ? await agreedVisits(read, waybillNo) : [];
  const about: Row = {
    quote_no: quote.quoteNo,
    waybill_no: waybillNo ?? null,
    what_to_do: quote.cancelledAt ? null : (waybill?.officeMust ?? null),
    ...parcelFacts(quote),
    agreed: visits.map((visit) => `${visit.stop} on ${visitInWords(visit)}`).join("; "),
    price: quote.grandTotalCents === null ? null : formatRand(quote.grandTotalCents),
    price_held_until: isPaid(quote.status) ? null : saClock(quote.expiresAt),
    customer_email: quote.email,
    mode: quote.mode === desk.site.mode ? null : quote.mode,
  };
  // Not for everybody who may look at the rest.
  const provable = usableOn(desk, proof) ? waybillNo : undefined;
  const cases = waybillNo ? await casesAbout(read, waybillNo) : [];
  const notes = await notesOf(read, quote.id);
  const sections: OnePage["sections"] = [
    { title: "What it is", facts: factsOf(about) },
    personSection("From", "from", addresses),
    personSection("To", "to", addresses),
    listSection("Money", await moneyRows(desk, quote)),
    listSection(
      "Notes",
      notes.map(({ notedAt, who, note }) => ({ at: saClock(notedAt), who, note })),
    ),
    listSection(
      "Cases",
      cases.map(({ caseNo, openedAt, kind, words, closedAt }) => ({
        case: caseNo,
        opened: saClock(openedAt),
        kind: kind.replaceAll("_", " "),
        words,
        closed: closedAt && saClock(closedAt),
      })),
    ),
    listSection("Messages", await messageRows(desk, quote)),
    listSection("Proof", provable ? await rowsOf(proof, { waybill: provable }, desk) : []),
    listSection("History", await rowsOf(history, { number }, desk)),
  ];
  const openCase = cases.find(({ closedAt }) => closedAt === null)?.caseNo;
  return {
    title: number,
    state,
    sections: sections.filter(({ facts, table }) => (facts?.length ?? table?.rows.length ?? 0) > 0),
    actions: await actionsOn(desk, quote, waybill, openCase, events),
    photo: provable && (await hasPhoto(desk, provable)) ? provable : null,
  };
}

/** What the customer saw on the review, with the quantity and box as they are now. */
function parcelFacts({ quantity, boxId, formSnapshot }: Quote): Row {
  const answers = { ...answersInWords(formSnapshot.parcel), quantity: String(quantity), selectedBoxId: boxId };
  return Object.fromEntries(
    parcelFieldNames.flatMap((name) => {
      const { onReview } = parcelFields[name];
      return onReview ? [[onReview, answers[name]]] : [];
    }),
  );
}

function personSection(title: string, party: Party, addresses: Quote["formSnapshot"]["addresses"]) {
  const fact = (label: string) => (lines: string[]) => ({ label, text: lines.join(", ") });
  const facts = drawnAt("office", addresses, party, {
    name: fact("Name"),
    place: fact("Address"),
    landmark: (lines) => {
      const { plusCode, words } = asLandmark(lines);
      return fact("How to find it")([plusCode ?? "", words].filter(Boolean));
    },
    contact: fact("Contact"),
  });
  return { title, facts: Object.values(facts).filter(({ text }) => text !== "") };
}

function listSection(title: string, rows: Row[]) {
  return { title, table: tableOf(Object.keys(rows[0] ?? {}), rows) };
}

async function moneyRows({ store }: Desk, quote: Quote): Promise<Row[]> {
  return (await moneyFor(store.read, quote.id)).map(({ payment, paidCents, refundedCents }) => ({
    payfast_payment: payment.pfPaymentId,
    at: payment.settledAt && saClock(payment.settledAt),
    paid: formatRand(paidCents),
    paid_back: refundedCents > 0 ? formatRand(refundedCents) : null,
    state: payment.state,
  }));
}

/** The messages of a booking, with what leads to sending each again. */
async function messageRows({ store, now }: Desk, quote: Quote): Promise<Row[]> {
  const emails = await emailsAbout(store.read, await quoteOccasions(store.read, quote.id));
  return emails.map((email) => ({
    at: saClock(email.queuedAt),
    to: email.toAddress,
    subject: email.subject,
    channel: email.channel === "sms" ? "text" : "email",
    state: { queued: "queued", sent: "sent", dead: "given up", skipped: `not sent: ${email.lastError}` }[email.state],
    send_again: whyNotAgain(email, now) ? null : email.id,
  }));
}

async function actionsOn(
  desk: Desk,
  quote: Quote,
  waybill: Waybill | null,
  openCase: string | undefined,
  events: readonly Happening[],
): Promise<OnePage["actions"]> {
  const { read } = desk.store;
  const waybillNo = waybill?.waybillNo;
  const money = await moneyFor(read, quote.id);
  const facts: FactsForCommands = {
    isPaid: isPaid(quote.status) && waybillNo !== undefined,
    isCancelled: quote.cancelledAt !== null,
    waitsForPrice: quote.manualRequestedAt !== null,
    isCollected: wasCollected(events),
    hasArrived: waybill?.nextVisit === null,
    isDelivered: waybill?.lastEvent === "delivered",
    hasMark: events.length > 1,
    isOwed: owedBack(money, quote.cancelledAt !== null, desk.now).length > 0,
    hasRefund: money.some(({ refundedCents }) => refundedCents > 0),
    hasNoted: money.some(({ payment }) => payment.notedAt !== null && payment.state !== "undone"),
    hasRefused: (await noticesAbout(read, quote)).some(({ outcome }) => ["refused", "ask_again"].includes(outcome)),
    hasInvoice: (await papersOf(read, quote.id)).length > 0,
    hasReport: waybillNo !== undefined && (await reportedOf(read, waybillNo)).length > 0,
    openCase,
  };
  const numbers = { quote: quote.quoteNo, number: waybillNo ?? quote.quoteNo, waybill: waybillNo, case: openCase };
  const names = commandsFor(facts).map(({ name }) => name);
  return actionsFor(desk, names, numbers);
}

async function hasPhoto({ store: { read } }: Desk, waybillNo: string): Promise<boolean> {
  return (await photosOf(read, waybillNo)).length + (await reportedPhotosOf(read, waybillNo)).length > 0;
}
