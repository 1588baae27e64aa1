import { isLongUndelivered } from "#app/domain/bookings/cancel-booking.server";
import { whatIsClaimed } from "#app/domain/bookings/payments/pay-claim.server";
import { pendingPayment } from "#app/domain/bookings/payments/return-from-payment.server";
import { lastTakenOff } from "#app/domain/bookings/payments/take-off-account.server";
import { reportedOf } from "#app/domain/drivers/reported-marks.server";
import { asLandmark, drawnAt } from "#app/domain/form/address-lines";
import { type Party, parcelFieldNames, parcelFields } from "#app/domain/form/fields";
import { addressToday } from "#app/domain/messages/addresses.server";
import { noticesAbout } from "#app/domain/money/attempts.server";
import { amountsDue, type Charge, chargesOf, onAccountOf } from "#app/domain/money/charges.server";
import { claimFor } from "#app/domain/money/claims.server";
import { type Invoice, titleOf } from "#app/domain/money/invoice";
import { papersOf } from "#app/domain/money/invoices.server";
import { isPaid } from "#app/domain/money/payment-state";
import { cameBy, chargebacksOf, type MoneyIn, moneyFor, owedBack, refundsOf } from "#app/domain/money/refunds.server";
import { inOfficesWords } from "#app/domain/money/ways";
import { agreedVisits, heldByChargeback, visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { casesAbout } from "#app/domain/parcels/cases.server";
import { photosOf, reportedPhotosOf } from "#app/domain/parcels/delivery-proof.server";
import { historyOf, type TrackingEvent, type Waybill, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { notesOf } from "#app/domain/parcels/quotes/booking-notes.server";
import { isUnpaid } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { boxNameOf } from "#app/domain/parcels/quotes/quote";
import { wasCollected } from "#app/domain/parcels/visits";
import { quoteOccasions } from "#app/domain/people/quote-emails.server";
import { saysHowItStands } from "#app/domain/post/message-kinds";
import { isNoLongerTrue, type StoredEmail, whyNotAgain } from "#app/domain/post/resend-email.server";
import { emailsAbout } from "#app/domain/post/stored-emails.server";
import { answersInWords } from "#app/domain/prices/parcel-in-words";
import { formatRand, randFromCents } from "#app/domain/values/money";
import { saClock } from "#app/domain/values/sa-time";
import { plainText } from "#app/language/plain-text";
import type { OnePage } from "#app/ui/office/one-page";
import type { Row } from "../answer";
import { commandsFor } from "../commands/all";
import { resend } from "../commands/emails.server";
import { history } from "../commands/history.server";
import { proof } from "../commands/proof.server";
import type { Desk } from "../desk.server";
import type { FactsForCommands } from "../parcel-facts";
import { officeReads } from "../told.server";
import { dialled } from "./as-people-say";
import { actionsFor, rowsOf, usableOf } from "./office-actions.server";
import { usableOn } from "./office-desk.server";
import { parcelLead } from "./parcel-lead.server";
import { leadingFirst, type Stand } from "./parcel-verbs";
import { promisedToPeople } from "./promised-to-people.server";
import { factsOf, MESSAGE_WORDS, tableOf } from "./shown";

/** One page for a parcel or a quote: what it is, its people, money, messages, notes, proof and history. */
export async function parcelPage(quote: Quote, desk: Desk): Promise<OnePage> {
  const { read } = desk.store;
  const waybill = await waybillOfQuote(read, quote.id);
  const waybillNo = waybill?.waybillNo;
  const events = waybillNo ? await historyOf(read, waybillNo) : [];
  const number = waybillNo ?? quote.quoteNo;
  const { addresses } = quote.formSnapshot;
  const isParcel = waybillNo !== undefined && !quote.cancelledAt && isPaid(quote.status);
  const state = isParcel ? await parcelStateOf(read, { quote, waybillNo }, events, desk.now) : null;
  const visits = waybillNo ? await agreedVisits(read, waybillNo) : [];
  const came = await moneyFor(read, quote.id);
  const attempts = came.map(({ payment }) => payment);
  const money = {
    came,
    refunds: await refundsOf(read, attempts),
    chargebacks: await chargebacksOf(read, attempts),
    claim: waybillNo ? await claimFor(read, waybillNo) : null,
    isAtBank: (await pendingPayment(read, quote.id)) !== null,
    charges: await chargesOf(read, quote.id),
  };
  const about: Row = {
    quote_no: quote.quoteNo,
    waybill_no: waybillNo ?? null,
    ...parcelFacts(quote),
    agreed: visits.map((visit) => `${visit.stop} on ${visitInWords(visit)}`).join("; "),
    price: quote.grandTotalCents === null ? null : formatRand(quote.grandTotalCents),
    price_held_until: isPaid(quote.status) || quote.cancelledAt ? null : saClock(quote.expiresAt),
    customer_email: quote.email,
    mode: quote.mode === desk.site.mode ? null : quote.mode,
  };
  // Not for everybody who may look at the rest.
  const provable = usableOn(desk, proof) ? waybillNo : undefined;
  const cases = waybillNo ? await casesAbout(read, waybillNo) : [];
  const notes = await notesOf(read, quote.id);
  const openCase = cases.find(({ closedAt }) => closedAt === null)?.caseNo;
  const papers = await papersOf(read, quote.id);
  const facts = await factsAbout(desk, { quote, waybill, openCase, events, came, papers });
  const promised = await promisedToPeople(
    read,
    { quote, waybill, state, visits, cases, isOwed: facts.isOwed },
    desk.now,
  );
  const lead = await parcelLead(desk, { quote, waybill, state, events, money, promised, facts });
  const listed = (title: string, rows: Row[]): Section => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== MESSAGE_WORDS);
    return { title, table: tableOf(columns, rows, desk.now) };
  };
  const sections: OnePage["sections"] = [
    { title: "What it is", facts: factsOf(about, desk.now) },
    personSection("From", "from", addresses),
    personSection("To", "to", addresses),
    listed("Money", moneyRows(came)),
    listed("Invoices", paperRows(papers)),
    listed(
      "Notes",
      notes.map(({ notedAt, who, note }) => ({ at: saClock(notedAt), who, note })),
    ),
    listed(
      "Cases",
      cases.map(({ caseNo, openedAt, kind, words, closedAt }) => ({
        case: caseNo,
        opened: saClock(openedAt),
        kind: kind.replaceAll("_", " "),
        words,
        closed: closedAt && saClock(closedAt),
      })),
    ),
    withSeen(listed("Messages", await messageRows(desk, quote)), lead.seenBy),
    listed("Proof", provable ? await rowsOf(proof, { waybill: provable }, desk) : []),
    listed("History", await rowsOf(history, { number }, desk)),
  ];
  const { leading, rest } = leadingFirst(
    commandsFor(facts).map(({ name }) => name),
    standOf(quote, state, waybill?.nextVisit === "collection" && (await heldByChargeback(read, [waybill])).size > 0),
  );
  const numbers = { quote: quote.quoteNo, number, waybill: waybillNo, case: openCase };
  return {
    title: lead.number,
    number,
    state: "",
    lead: { ...lead, verbs: actionsFor(desk, leading, numbers) },
    sections: sections.filter(({ facts, table }) => (facts?.length ?? table?.rows.length ?? 0) > 0),
    actions: actionsFor(desk, rest, numbers),
    photo: provable && (await hasPhoto(desk, provable)) ? provable : null,
  };
}

type Section = OnePage["sections"][number];

/** Where nothing else says how it stands, what leads to the page that does. */
function withSeen(section: Section, seenBy: string | null): Section {
  const rows = section.table?.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => (cell.text === SEEN && seenBy ? { ...cell, href: seenBy } : cell)),
  }));
  return section.table && rows ? { ...section, table: { ...section.table, rows } } : section;
}

/** What the customer saw on the review, with the quantity and box as they are now. */
function parcelFacts(quote: Quote): Row {
  const { quantity, formSnapshot } = quote;
  const answers = {
    ...answersInWords(formSnapshot.parcel),
    quantity: String(quantity),
    selectedBoxId: boxNameOf(quote),
  };
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
    contact: (lines) => ({ ...fact("Contact")(lines), said: dialled(lines.join(", ")) }),
  });
  return { title, facts: Object.values(facts).filter(({ text }) => text !== "") };
}

function moneyRows(came: readonly MoneyIn[]): Row[] {
  return came.map(({ payment, paidCents, refundedCents, chargedBackCents }) => ({
    payment: inOfficesWords(payment.pfPaymentId),
    at: payment.settledAt && saClock(payment.settledAt),
    paid: formatRand(paidCents),
    paid_back: refundedCents > 0 ? formatRand(refundedCents) : null,
    charged_back: chargedBackCents > 0 ? formatRand(chargedBackCents) : null,
    noted_by: payment.notedBy,
    state: payment.state,
  }));
}

/** Each number leads to the paper. */
function paperRows(papers: readonly Invoice[]): Row[] {
  return papers.map((paper) => ({
    paper: plainText(titleOf(paper)),
    invoice_no: paper.invoiceNo,
    issued: saClock(paper.issuedAt),
    credits_invoice: paper.creditedInvoiceNo,
    amount_rand: randFromCents(paper.kind === "invoice" ? paper.grossCents : -paper.grossCents),
  }));
}

/**
 * The messages of a booking, with what leads to sending each again, to where its person is reached today. Where one isn't
 * true any more: what says it today.
 */
async function messageRows(desk: Desk, quote: Quote): Promise<Row[]> {
  const { store, now } = desk;
  const { read } = store;
  const canSendAgain = usableOf(desk, [resend.name]).length > 0;
  const emails = await emailsAbout(read, await quoteOccasions(read, quote.id));
  return Promise.all(
    emails.map(async (email, at) => {
      const today = await addressToday(read, email);
      return {
        at: saClock(email.queuedAt),
        to: sentTo(email, today),
        subject: email.subject,
        [MESSAGE_WORDS]: await officeReads(read, email),
        channel: email.channel === "sms" ? "text" : "email",
        state: { queued: "queued", sent: "sent", dead: "given up", skipped: `not sent: ${email.lastError}` }[
          email.state
        ],
        send_again: !canSendAgain || today === null || whyNotAgain(email, now) ? null : email.id,
        says_it_today: isNoLongerTrue(email, now) ? saysItNow(email, emails.slice(at + 1), now) : null,
      };
    }),
  );
}

function sentTo({ toAddress }: StoredEmail, today: string | null): string {
  if (today === null) return `${toAddress} (not where they are reached today)`;
  return today === toAddress ? today : `${today} (it went to ${toAddress})`;
}

/** Where nothing else says how it stands. */
const SEEN = "What the customer sees";

/** The first message since to the same person that says how it stands and is still true, or tracking. To staff: nothing. */
function saysItNow({ person }: StoredEmail, later: readonly StoredEmail[], now: Date): string | null {
  if (!person) return null;
  const current = later.find(
    (each) => each.person === person && saysHowItStands(each.emailKey) && !isNoLongerTrue(each, now),
  );
  return current ? `“${current.subject}”, ${saClock(current.queuedAt)}` : SEEN;
}

function standOf(quote: Quote, state: ParcelState | null, isChargedBack: boolean): Stand {
  if (state?.due) return state.due.isRefused ? "refused to pay" : "more to pay";
  if (state && isChargedBack) return "charged back";
  if (state) return state.state === "collected" && state.rest ? "partly collected" : state.state;
  if (quote.cancelledAt || quote.status === "cancelled") return "cancelled";
  return quote.manualRequestedAt && quote.grandTotalCents === null ? "waits for a price" : "not paid";
}

type About = {
  quote: Quote;
  waybill: Waybill | null;
  openCase: string | undefined;
  events: readonly TrackingEvent[];
  came: readonly MoneyIn[];
  papers: readonly Invoice[];
};

async function factsAbout(
  { store: { read }, now, merchantApi }: Desk,
  { quote, waybill, openCase, events, came, papers }: About,
): Promise<FactsForCommands> {
  const waybillNo = waybill?.waybillNo;
  const due = (await amountsDue(read, [quote.id])).get(quote.id);
  return {
    isPaid: isPaid(quote.status) && waybillNo !== undefined,
    isCancelled: quote.cancelledAt !== null,
    waitsForPrice: quote.manualRequestedAt !== null,
    hasPrice: quote.bookedAt !== null && isUnpaid(quote),
    hasCharge: due !== undefined,
    isRefused: due?.isRefused === true && quote.cancelledAt === null,
    isReturning: waybill?.nextVisit === "return",
    hasMoreOnAccount: (await chargesOf(read, quote.id)).some(isMoreOnAccount),
    isCollected: wasCollected(events),
    isLongUndelivered: waybillNo !== undefined && (await isLongUndelivered(read, waybillNo, events, now)),
    hasArrived: waybill?.nextVisit === null,
    isDelivered: waybill?.lastEvent === "delivered",
    hasMark: events.length > 1,
    isOwed: owedBack(came, quote, now).length > 0,
    refundsByApi: merchantApi !== null,
    hasRefund: came.some(({ refundedCents }) => refundedCents > 0) || (await lastTakenOff(read, quote.id)) !== null,
    isOnAccount: (await onAccountOf(read, quote.id)).length > 0,
    hasNoted: came.some(({ payment }) => payment.notedAt !== null && payment.state !== "undone"),
    cameByCard: cameBy(came, "payfast").some((each) => each.paidCents > each.chargedBackCents),
    hasChargeback: came.some(({ chargedBackCents }) => chargedBackCents > 0),
    isClaimable: waybillNo !== undefined && (await whatIsClaimed(read, waybillNo)) !== null,
    hasClaim: waybillNo !== undefined && (await claimFor(read, waybillNo)) !== null,
    hasRefused: (await noticesAbout(read, quote)).some(({ outcome }) => ["refused", "ask_again"].includes(outcome)),
    hasInvoice: papers.length > 0,
    hasReport: waybillNo !== undefined && (await reportedOf(read, waybillNo)).length > 0,
    openCase,
  };
}

/** The same, of what nothing else is known yet. */
export async function factsOfQuote(quote: Quote, desk: Desk): Promise<FactsForCommands> {
  const { read } = desk.store;
  const waybill = await waybillOfQuote(read, quote.id);
  const events = waybill ? await historyOf(read, waybill.waybillNo) : [];
  const cases = waybill ? await casesAbout(read, waybill.waybillNo) : [];
  const openCase = cases.find(({ closedAt }) => closedAt === null)?.caseNo;
  const [came, papers] = [await moneyFor(read, quote.id), await papersOf(read, quote.id)];
  return factsAbout(desk, { quote, waybill, openCase, events, came, papers });
}

const isMoreOnAccount = ({ accountUid, reason, state, invoicedAt }: Charge) =>
  accountUid !== null && reason !== "price" && state === "open" && invoicedAt === null;

async function hasPhoto({ store: { read } }: Desk, waybillNo: string): Promise<boolean> {
  return (await photosOf(read, waybillNo)).length + (await reportedPhotosOf(read, waybillNo)).length > 0;
}
