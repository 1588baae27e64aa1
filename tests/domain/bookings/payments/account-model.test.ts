import fc from "fast-check";
import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { noteChargeback, undoChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { reconcile } from "#app/domain/bookings/payments/reconcile.server";
import { takeOffAccount } from "#app/domain/bookings/payments/take-off-account.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { statementOf } from "#app/domain/bookings/statements/statement.server";
import { startCharge } from "#app/domain/money/attempts.server";
import { addCharge, type Charge, chargesOf } from "#app/domain/money/charges.server";
import { chargesOfMonth, leftToPay, owedOnAccount, statementOrder } from "#app/domain/money/credit.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { moneyFor, owedBack, totalLeftCents } from "#app/domain/money/refunds.server";
import type { Transaction } from "#app/domain/money/transaction-list";
import { numberOf, wayOf } from "#app/domain/money/ways";
import { accountFollows, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { markParcel, undoMark } from "#app/domain/parcels/mark-parcel.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { momentsOfMonth, monthAfter, saMonth } from "#app/domain/values/calendar-month";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { creditTerms } from "#db/schema/charges";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../../demo/a-parcel";
import { byAccount } from "../../../../demo/bookings";
import { anOffice, type Office } from "../../../support/an-office";

/** `MODEL_SEQUENCES=2000 npm test -- tests/domain/bookings/payments/account-model.test.ts` runs 2,000; an ordinary run only a few. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? (isPostgres ? 3 : 12));
/** A time limit for hangs only, long enough for a busy machine. */
const PATIENCE_MS = 15 * MINUTES + SEQUENCES * 10 * SECONDS;
const BOOKINGS = 3;
const PRICE = 80_62;
const MORE = 20_00;
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;

const kinds = [
  ...(["book", "book", "collect", "collect", "collect", "take back", "cancel", "charge"] as const),
  ...(["pay", "pay", "pay late", "pay twice", "fail", "note", "note one", "undo payment"] as const),
  ...(["take off", "take off", "undo refund", "refund", "charge back", "bank gives back", "days pass"] as const),
];
/** What many sequences begin with, so that much happens to what is invoiced and paid. */
const beginnings: (typeof kinds)[number][][] = [
  ...[[], ["book", "collect"], ["book", "collect", "pay"], ["book", "charge", "collect", "pay late"]],
  ...[
    ["book", "collect", "pay", "charge back"],
    ["book", "charge", "collect", "note"],
    ["book", "collect", "take off"],
  ],
  ["book", "collect", "pay late", "take off", "pay late"],
] as (typeof kinds)[number][][];
type Event = { kind: (typeof kinds)[number]; booking: number; cents: number };
const more = fc.array(
  fc.record<Event>({
    kind: fc.constantFrom(...kinds),
    booking: fc.nat({ max: BOOKINGS - 1 }),
    cents: fc.constantFrom(PRICE, MORE, 1_00),
  }),
  { maxLength: 14 },
);
const beginning = fc
  .tuple(fc.constantFrom(...beginnings), fc.constantFrom(MORE, 1_00))
  .map(([all, cents]) => all.flatMap((kind) => [0, 1].map((booking): Event => ({ kind, booking, cents }))));
const events = fc.tuple(beginning, more).map(([begun, then]) => [...begun, ...then]);

/** What one account owes and pays, played on a database. */
type Play = {
  office: Office;
  uid: string;
  now: Date;
  bookings: ({ quote: Quote; waybillNo: string } | null)[];
  /** What the statement of a month asked for when its page was opened. */
  seen: { month: string; cents: number } | null;
  payments: number;
  /** What PayFast's list would have. */
  listed: Transaction[];
  lastPaid: { month: string; cents: number; pf: string } | null;
};

test(
  `${SEQUENCES} sequences of bookings on account, collections, statements paid, credits and chargebacks: what the charges, the statements, the views and PayFast's list say is one`,
  async () => {
    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const play = await begin();
        for (const event of all) {
          play.now = new Date(play.now.getTime() + MINUTES);
          await happens(play, event);
          await expectToAgree(play);
        }
        await expectViewsToAgree(play);
      }),
      { numRuns: SEQUENCES, seed: Number(process.env.MODEL_SEED) || undefined },
    );
  },
  PATIENCE_MS,
);

async function begin(): Promise<Play> {
  const office = await anOffice();
  // The views of revenue begin with last month.
  const now = new Date(momentsOfMonth(monthAfter(saMonth(new Date()), -1)).from.getTime() + 20 * DAYS);
  await storeSiteFacts(office.store, { appUrl: site.appUrl, paymentMode: "sandbox" }, now);
  await office.joined("shop@example.co.za", now);
  const [account] = office.staff<{ uid: string }>("SELECT uid FROM users");
  const uid = account?.uid ?? "";
  const terms = { uid, limitCents: 5_000_00, days: 30, allowedAt: now, allowedBy: "Zanele" };
  await office.store.tx((tx) => tx.insert(creditTerms).values({ ...terms, stoppedAt: null, stoppedBy: null }));
  const bookings = Array.from({ length: BOOKINGS }, () => null);
  return { office, uid, now, bookings, seen: null, payments: 0, listed: [], lastPaid: null };
}

async function happens(play: Play, { kind, booking: of, cents }: Event): Promise<unknown> {
  const { office, uid, now } = play;
  const { store } = office;
  const booked = play.bookings[of] ?? null;
  if (kind === "days pass") {
    play.now = new Date(now.getTime() + 6 * DAYS);
    return;
  }
  if (kind === "book") {
    if (booked) return;
    const { quote } = await aParcel().booked(byAccount(uid)).unpaid().in(office.world, now);
    // Once something is overdue, it waits to be paid.
    const waybill = await waybillOfQuote(store.read, quote.id);
    if (waybill) play.bookings[of] = { quote, waybillNo: waybill.waybillNo };
    return;
  }
  const month = await anyMonth(play);
  const openCents = month ? await openOf(play, month) : 0;
  if (kind === "pay" && month && openCents > 0) return pay(play, month, openCents);
  if (kind === "pay late") {
    const { seen } = play;
    play.seen = month && openCents > 0 ? { month, cents: openCents } : null;
    return seen && pay(play, seen.month, seen.cents);
  }
  if (kind === "pay twice") {
    const { lastPaid } = play;
    if (!lastPaid) return;
    // The same notice again, and then another payment of the same amount.
    await told(play, lastPaid.month, lastPaid.cents, lastPaid.pf);
    return pay(play, lastPaid.month, lastPaid.cents);
  }
  if (kind === "fail" && month && openCents > 0) {
    play.payments += 1;
    return told(play, month, openCents, `${play.payments}`, "FAILED");
  }
  const bank = () => {
    play.payments += 1;
    return { pfPaymentId: numberOf("bank", `ABSA ${play.payments}`), feeCents: null, by: "Zanele" };
  };
  if (kind === "note" && month && openCents > 0)
    return store.tx((tx) =>
      notePayment(tx, statementOrder({ uid, month }), { ...bank(), amountCents: openCents }, site, now),
    );
  if (!booked) return;
  const { quote, waybillNo } = booked;
  switch (kind) {
    case "collect":
      return store.tx((tx) => markParcel(tx, waybillNo, { kind: "collected", happenedAt: now, place: null }, now));
    case "take back":
      return store.tx((tx) => undoMark(tx, waybillNo, now));
    case "cancel":
      return store.tx((tx) => cancelBooking(tx, quote.id, "No driver.", now));
    case "charge":
      return store.tx(async (tx) => {
        const [price, ...others] = await chargesOf(tx, quote.id);
        if (price?.state !== "open" || others.length > 0) return;
        const words = { because: "Heavier.", agreed: "Nomsa, 14:20", payBy: "" };
        const asked = { quoteId: quote.id, reason: "other", found: {}, amountCents: MORE, accountUid: uid } as const;
        await startCharge(tx, await addCharge(tx, { ...asked, ...words }, now), "sandbox", now);
        await accountFollows(tx, { waybillNo, quoteId: quote.id }, now);
      });
    case "note one":
      return store.tx(async (tx) => {
        const open = (await chargesOf(tx, quote.id)).filter(({ state, invoicedAt }) => state === "open" && invoicedAt);
        const amountCents = open.reduce((sum, charge) => sum + leftToPay(charge), 0);
        if (amountCents > 0) await notePayment(tx, quote.id, { ...bank(), amountCents }, site, now);
      });
    case "undo payment":
      return store.tx((tx) => undoNotedPayment(tx, quote.id, site.appUrl, now));
    case "take off":
      return store.tx((tx) => takeOffAccount(tx, quote, cents, now, true));
    case "undo refund":
      return undone(play, quote);
    case "refund":
      return refunded(play, quote, cents);
    case "charge back":
      return store.tx(async (tx) => {
        const [source] = (await moneyFor(tx, quote.id)).filter(
          (each) => each.payment.way === "payfast" && totalLeftCents([each]) > 0,
        );
        if (source) await noteChargeback(tx, quote.id, { amountCents: totalLeftCents([source]), by: "Zanele" }, now);
      });
    case "bank gives back":
      return store.tx((tx) => undoChargeback(tx, quote.id, now));
    default:
      return;
  }
}

async function undone(play: Play, quote: Quote): Promise<void> {
  const back = await play.office.store.tx((tx) => undoNotedRefund(tx, quote.id, undefined, play.now));
  if (back.ok) play.listed = play.listed.filter(({ pfPaymentId }) => pfPaymentId !== back.number);
}

/** As a cashier does: what is owed, or as goodwill, the way that it came. */
async function refunded(play: Play, quote: Quote, cents: number): Promise<void> {
  play.payments += 1;
  const reference = `9${play.payments}`;
  const noted = await play.office.store.tx((tx) =>
    noteRefund(tx, quote.id, { reference, amountCents: cents, goodwill: true }, play.now),
  );
  const line = { type: "", orderId: quote.id, at: play.now, feeCents: null };
  if (noted.ok) play.listed.push({ ...line, kind: "refund", pfPaymentId: reference, grossCents: cents });
}

/** The first month of which something was ever invoiced. */
async function anyMonth({ office, uid }: Play): Promise<string | null> {
  const rows = office.staff<{ at: string }>(
    `SELECT min(invoiced_at) AS at FROM charges WHERE account_uid = '${uid}' AND state = 'open' AND invoiced_at IS NOT NULL`,
  );
  return rows[0]?.at ? saMonth(new Date(rows[0].at)) : null;
}

async function openOf({ office, uid }: Play, month: string): Promise<number> {
  const open = (await chargesOfMonth(office.store.read, { uid, month })).filter(({ state }) => state === "open");
  return open.reduce((sum, charge) => sum + leftToPay(charge), 0);
}

async function pay(play: Play, month: string, cents: number): Promise<void> {
  play.payments += 1;
  const pf = `${play.payments}`;
  await told(play, month, cents, pf);
  play.lastPaid = { month, cents, pf };
}

async function told({ office, uid, now, listed }: Play, month: string, cents: number, pf: string, status = "COMPLETE") {
  const order = statementOrder({ uid, month });
  const answer = await office.tell(
    { id: order, grandTotalCents: cents },
    { pfPaymentId: pf, status: status as "COMPLETE" },
    now,
  );
  const isNew = !listed.some(({ pfPaymentId }) => pfPaymentId === pf);
  if (answer.kind !== "settled" || status !== "COMPLETE" || !isNew) return;
  listed.push({
    type: "",
    orderId: order,
    at: now,
    feeCents: null,
    kind: "payment",
    pfPaymentId: pf,
    grossCents: cents,
  });
}

/** Every charge has the invoice that it should; statements ask for what is open, and their lines say the same. */
async function expectToAgree(play: Play): Promise<void> {
  const { office, uid, now } = play;
  const { read } = office.store;
  const all: Charge[] = [];
  let [owedBackCents, moneyCents, tooManyBackCents] = [0, 0, 0];
  for (const booked of play.bookings) {
    if (!booked) continue;
    const its = await chargesOf(read, booked.quote.id);
    const papers = await papersOf(read, booked.quote.id);
    const money = await moneyFor(read, booked.quote.id);
    const quote = (await quoteById(read, booked.quote.id)) ?? expect.fail("no quote");
    owedBackCents += totalLeftCents(owedBack(money, quote, now));
    moneyCents += totalLeftCents(money);
    const tooMany = money.filter(({ payment }) => payment.state === "duplicate");
    tooManyBackCents += sumOf(tooMany.map(({ chargedBackCents }) => chargedBackCents));
    for (const charge of its) {
      const ofIt = papers.filter(({ chargeId }) => chargeId === charge.id);
      const invoicedCents = sumOf(ofIt.map(({ kind, grossCents }) => (kind === "invoice" ? grossCents : -grossCents)));
      const keptCents = totalLeftCents(
        money.filter(({ payment }) => payment.chargeId === charge.id && payment.state === "complete"),
      );
      const openCents = charge.state === "open" ? leftToPay(charge) : 0;
      const isInvoiced = charge.state === "open" ? charge.invoicedAt !== null : true;
      expect([charge.reason, invoicedCents]).toEqual([charge.reason, isInvoiced ? openCents + keptCents : 0]);
    }
    all.push(...its);
  }
  const open = all.filter(({ state }) => state === "open");
  const invoicedCents = sumOf(open.filter(({ invoicedAt }) => invoicedAt).map(leftToPay));
  expect((await owedOnAccount(read, uid)).cents).toBe(sumOf(open.map(leftToPay)));

  let [statedCents, toPayCents, statedMoney] = [0, 0, 0];
  for (const month of monthsUntil(now)) {
    const { lines, totals, toPay } = await statementOf(read, { uids: [uid], quoteIds: [] }, month, "sandbox", now);
    const ofPapers = lines.filter(({ told: { is } }) => is === "paper" || is === "chargeback");
    statedCents += sumOf(ofPapers.map(({ openCents }) => openCents));
    statedMoney += totals.paidCents;
    toPayCents += toPay[0]?.openCents ?? 0;
    const asked = ofPapers.filter(({ told }) => told.is === "paper" && told.paper.kind === "invoice");
    expect([month, sumOf(asked.map(({ openCents }) => openCents))]).toEqual([month, toPay[0]?.openCents ?? 0]);
  }
  expect({ statedCents, toPayCents, statedMoney }).toEqual({
    // A payment too many has a line of its own, which what its bank took of it makes up for.
    statedCents: invoicedCents + tooManyBackCents,
    toPayCents: invoicedCents,
    statedMoney: moneyCents,
  });
  expect(owedBackCents).toBeGreaterThanOrEqual(0);
}

async function expectViewsToAgree(play: Play): Promise<void> {
  const { office } = play;
  const { read } = office.store;
  const inCents = (sql: string) => Math.round(Number(Object.values(office.staff(sql)[0] ?? {})[0] ?? 0) * 100);
  let [invoiced, kept, charged, back] = [0, 0, 0, 0];
  for (const booked of play.bookings) {
    if (!booked) continue;
    const money = await moneyFor(read, booked.quote.id);
    const papers = await papersOf(read, booked.quote.id);
    const quote = (await quoteById(read, booked.quote.id)) ?? expect.fail("no quote");
    invoiced += sumOf(papers.map(({ kind, grossCents }) => (kind === "invoice" ? grossCents : -grossCents)));
    const complete = money.filter(({ payment }) => payment.state === "complete");
    kept += sumOf(complete.map(({ paidCents, refundedCents }) => paidCents - refundedCents));
    charged += sumOf(money.map(({ chargedBackCents }) => chargedBackCents));
    back += totalLeftCents(owedBack(money, quote, play.now));
  }
  expect({
    invoiced: inCents("SELECT sum(gross_rand) AS it FROM staff_invoices"),
    vat: inCents("SELECT sum(gross_rand) - sum(credited_gross_rand) AS it FROM staff_vat"),
    revenue: inCents("SELECT sum(received_rand) - sum(paid_back_rand) AS it FROM staff_revenue"),
    charged: inCents("SELECT sum(charged_back_rand) AS it FROM staff_revenue"),
    back: inCents("SELECT sum(refund_rand) AS it FROM staff_payments_to_refund"),
    owes: inCents("SELECT sum(owes_rand) AS it FROM staff_accounts"),
  }).toEqual({
    invoiced,
    vat: invoiced,
    revenue: kept,
    charged,
    back,
    owes: (await owedOnAccount(read, play.uid)).cents,
  });
  const lines = play.listed.filter(({ pfPaymentId }) => wayOf(pfPaymentId) === "payfast");
  if (lines.length > 0) expect((await reconcile(read, lines, "sandbox")).differences).toEqual([]);
}

function monthsUntil(now: Date): string[] {
  const months = new Set<string>();
  for (let days = 0; days < 200; days += 7) months.add(saMonth(new Date(now.getTime() - days * DAYS)));
  return [...months];
}

const sumOf = (cents: number[]) => cents.reduce((total, each) => total + each, 0);
