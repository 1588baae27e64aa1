import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { reconcile } from "#app/domain/bookings/payments/reconcile.server";
import { readTransactionList } from "#app/domain/money/transaction-list";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { aBooking } from "../../../support/a-booking";
import { type Line, transactionCsv } from "../../../support/a-transaction-list";
import { officeForEachTest } from "../../../support/an-office";

const monday = new Date("2026-11-16T06:00:00Z");
const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;

const office = officeForEachTest();
let template: Quote;
beforeEach(async () => {
  template = await aBooking(office.store, monday);
});

const PAYMENTS = 1000;
/** Every kind of difference that may occur in a month, 50 in all. */
const planted = {
  missing_here: 12,
  missing_there: 8,
  amount: 9,
  fee: 8,
  order: 3,
  listed_twice: 2,
  refund_missing_here: 5,
  refund_missing_there: 3,
};

test("of 1,000 payments with 50 planted differences all are found, and no others", async () => {
  const { lines, expected } = await aMonth();
  expect(expected).toHaveLength(50);
  const reconciled = await compared(lines);
  const found = reconciled.differences.map(({ kind, pfPaymentId }) => `${kind} ${pfPaymentId}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
  const differing = planted.missing_here + planted.amount + planted.fee + planted.order + planted.missing_there;
  expect(reconciled).toMatchObject({
    matched: PAYMENTS - differing,
    payouts: { count: 20 },
    refunds: { count: 10 },
    others: 4,
  });
});

test("what is missing here can be settled, once, and is not in the next comparison", async () => {
  const { lines } = await aMonth();
  const missing = (await compared(lines)).differences.filter(({ kind }) => kind === "missing_here");
  for (const _ of [1, 2]) {
    for (const { quoteId, pfPaymentId, thereCents, feeCents } of missing) {
      const found = { pfPaymentId, amountCents: thereCents ?? 0, feeCents };
      const noted = await office.store.tx((tx) =>
        notePayment(tx, quoteId ?? "", found, site, new Date(monday.getTime() + DAYS)),
      );
      expect(noted).toMatchObject({ ok: true, added: _ === 1, owedBack: 0 });
    }
  }
  expect(await office.store.read.$count(payments)).toBe(PAYMENTS + 1);
  const after = await compared(lines);
  expect(after.differences.filter(({ kind }) => kind === "missing_here")).toEqual([]);
  expect(after.differences).toHaveLength(50 - planted.missing_here);
});

describe("a list of one day", () => {
  const midnight = new Date("2026-11-17T22:00:00Z");
  const paidAt = (ms: number) => new Date(midnight.getTime() + ms);

  test.each([
    ["right after midnight, and booked the day before", paidAt(10 * MINUTES), []],
    ["an hour after midnight", paidAt(1 * HOURS), ["missing_there 1"]],
    ["in the morning", paidAt(8 * HOURS), ["missing_there 1"]],
    ["on another day", paidAt(30 * HOURS), []],
  ])("misses no payment that settled %s", async (_, settledAt, expected) => {
    await paid(1, { settledAt, startedAt: monday });
    await paid(2, { settledAt: paidAt(12 * HOURS) });
    const reconciled = await compared([line(2, { at: paidAt(12 * HOURS) })]);
    expect(reconciled.differences.map(({ kind, pfPaymentId }) => `${kind} ${pfPaymentId}`)).toEqual(expected);
  });

  test("misses one that was begun and settled right after midnight", async () => {
    await paid(1, { settledAt: paidAt(10 * MINUTES), startedAt: midnight });
    const reconciled = await compared([line(2, { at: paidAt(12 * HOURS) })]);
    expect(reconciled.differences.map(({ kind }) => kind)).toEqual(["missing_here", "missing_there"]);
  });

  test("finds a payment on any day, but never one of another mode", async () => {
    await paid(1, { settledAt: paidAt(30 * HOURS) });
    await paid(2, { settledAt: paidAt(HOURS * 2), mode: "simulator" });
    const reconciled = await compared([line(1, { at: paidAt(12 * HOURS) })]);
    expect(reconciled).toMatchObject({ matched: 1, differences: [] });
  });
});

describe("a difference has both sides", () => {
  const at = new Date(monday.getTime() + HOURS + 7 * SECONDS);
  const onlyDifference = async (lines: Line[]) => {
    const [difference, ...others] = (await compared(lines)).differences;
    expect(others).toEqual([]);
    return difference;
  };
  const known = { pfPaymentId: "1", quoteId: "q1", quoteNo: "q1", at };
  const fee = Math.abs(feeOf(1));

  test.each<[string, Partial<Line>, object]>([
    ["amount", { grossCents: 1 }, { thereCents: 1, hereCents: centsOf(1), feeCents: fee }],
    ["fee", { feeCents: -1 }, { thereCents: 1, hereCents: fee, feeCents: 1 }],
    ["order", { orderId: "q2" }, { thereCents: centsOf(1), hereCents: centsOf(1), feeCents: fee }],
  ])("%s", async (kind, changes, sides) => {
    await paid(1, { settledAt: at });
    expect(await onlyDifference([{ ...line(1, { at }), ...changes }])).toEqual({ kind, ...known, ...sides });
  });

  test("missing here: its order is looked up; another's order is none of ours", async () => {
    const missing = { kind: "missing_here", pfPaymentId: "7", hereCents: null, feeCents: 1, at, thereCents: 5_00 };
    const listed = { at, grossCents: 5_00, feeCents: -1, pfPaymentId: "7" };
    expect(await onlyDifference([{ ...listed, orderId: template.id }])).toEqual({
      ...{ ...missing, quoteId: template.id, quoteNo: template.quoteNo },
    });
    expect(await onlyDifference([{ ...listed, orderId: "theirs" }])).toEqual({
      ...{ ...missing, quoteId: "theirs", quoteNo: null },
    });
    expect(await onlyDifference([{ ...listed, orderId: "" }])).toEqual({ ...missing, quoteId: null, quoteNo: null });
  });

  test("missing at PayFast", async () => {
    await paid(1, { settledAt: at });
    await paid(2, { settledAt: at });
    const sides = { thereCents: null, hereCents: centsOf(1), feeCents: feeOf(1) };
    expect(await onlyDifference([line(2, { at })])).toEqual({ kind: "missing_there", ...known, ...sides });
  });

  test("a payment that staff noted has no fee, and no order in the list is none of a difference", async () => {
    await paid(1, { settledAt: at });
    await office.store.tx((tx) => tx.update(payments).set({ feeCents: null }));
    expect(await compared([{ ...line(1, { at }), orderId: "" }])).toMatchObject({ matched: 1, differences: [] });
  });

  test("a list without fees has none that differ", async () => {
    await paid(1, { settledAt: at });
    const kind = { kind: "payment", type: "FUNDS_RECEIVED" } as const;
    const listed = { ...kind, at, orderId: "q1", pfPaymentId: "1", grossCents: centsOf(1), feeCents: null };
    expect(await reconcile(office.store.read, [listed], "sandbox")).toMatchObject({ matched: 1, differences: [] });
  });

  test("a payment that is only announced is missing here, also a list's", async () => {
    for (const n of [1, 2]) await paid(n, { settledAt: at });
    const shared = { pfPaymentId: "1", paidCents: null, settledAt: null, state: "pending" } as const;
    await office.store.tx(async (tx) => {
      await tx
        .update(payments)
        .set(shared)
        .where(inArray(payments.quoteId, ["q1", "q2"]));
      await tx
        .update(quotes)
        .set({ paymentOrderId: "list-1" })
        .where(inArray(quotes.id, ["q1", "q2"]));
    });
    expect(await onlyDifference([{ ...line(1, { at }), orderId: "list-1" }])).toMatchObject({
      ...{ kind: "missing_here", hereCents: null },
    });
    for (const share of ["q2", "q1"]) {
      await office.store.tx(async (tx) => {
        await tx.update(payments).set({ paidCents: null });
        await tx.update(payments).set({ paidCents: 5_00 }).where(eq(payments.quoteId, share));
      });
      expect(await onlyDifference([line(1, { at })])).toMatchObject({ kind: "missing_here" });
    }
    await office.store.tx((tx) => tx.update(payments).set({ paidCents: 6_00 }).where(eq(payments.quoteId, "q2")));
    const fees = Math.abs(feeOf(1) + feeOf(2));
    const sum = { ...line(1, { at }), grossCents: 11_00, feeCents: -fees };
    for (const orderId of ["q1", "q2", "list-1"])
      expect(await compared([{ ...sum, orderId }])).toMatchObject({ matched: 1, differences: [] });
  });

  test("one of two days is compared with both, to the last moment", async () => {
    const midnight = new Date("2026-11-17T22:00:00Z");
    await paid(1, { settledAt: new Date(midnight.getTime() - 1) });
    await paid(2, { settledAt: midnight });
    const missing = (await compared([line(3, { at })])).differences.filter(({ kind }) => kind === "missing_there");
    expect(missing).toEqual([]);
    const both = await compared([line(3, { at }), line(4, { at: new Date(midnight.getTime() - 1) })]);
    expect(both.differences.map(({ kind, pfPaymentId }) => `${kind} ${pfPaymentId}`)).toEqual([
      ...["missing_here 3", "missing_here 4", "missing_there 1"],
    ]);
    expect(both.period).toEqual({ from: new Date("2026-11-15T22:00:00Z"), until: midnight });
  });
});

/** A thousand recorded payments, and PayFast's list of them with the planted differences. */
async function aMonth(): Promise<{ lines: Line[]; expected: string[] }> {
  const lines: Line[] = [];
  const expected: string[] = [];
  const left = { ...planted };
  const plant = (kind: keyof typeof planted, pfPaymentId: string) => {
    if (left[kind] === 0) return false;
    left[kind] -= 1;
    expected.push(`${kind} ${pfPaymentId}`);
    return true;
  };
  const rows: ReturnType<typeof row>[] = [];
  for (let n = 1; n <= PAYMENTS; n += 1) {
    const pf = `${n}`;
    const at = new Date(monday.getTime() + n * 20 * MINUTES);
    const listed = line(n, { at });
    // About every 25th has a difference.
    const kind =
      n % 9 === 4
        ? (["missing_here", "missing_there", "amount", "fee", "order", "listed_twice"] as const)[((n / 9) % 6) | 0]
        : undefined;
    const isPlanted = kind !== undefined && plant(kind, pf);
    rows.push(
      kind === "missing_here" && isPlanted
        ? row(n, { startedAt: at }, false)
        : row(n, { settledAt: at, startedAt: at }),
    );
    if (!isPlanted || kind === "missing_here" || kind === "listed_twice") lines.push(listed);
    if (isPlanted && kind === "listed_twice") lines.push(listed);
    if (isPlanted && kind === "amount")
      lines.push({ ...listed, grossCents: listed.grossCents + (n % 2 ? 1 : -100_00) });
    if (isPlanted && kind === "fee") lines.push({ ...listed, feeCents: (listed.feeCents ?? 0) - 1 });
    if (isPlanted && kind === "order") lines.push({ ...listed, orderId: `q${n + 1}` });
  }
  await office.store.tx(async (tx) => {
    for (const { quote, payment } of rows) {
      await tx.insert(quotes).values(quote);
      await tx.insert(payments).values(payment);
    }
  });
  for (let n = 1; n <= 18; n += 1) {
    const [reference, of] = [`r${n}`, n * 9];
    const at = new Date(monday.getTime() + 9 * DAYS + n * MINUTES);
    const back: Line = {
      at,
      type: "Funds Received (Refund)",
      sign: "DEBIT",
      grossCents: -5_00,
      orderId: `q${of}`,
      pfPaymentId: reference,
    };
    if (n > 13 && plant("refund_missing_here", reference)) lines.push(back);
    else {
      const refund = { reference, amountCents: 5_00, goodwill: true };
      await office.store.tx((tx) => noteRefund(tx, `q${of}`, refund, at));
      if (n > 10) plant("refund_missing_there", reference);
      // PayFast may give its own number, the payment's, or only our order.
      else lines.push([back, { ...back, pfPaymentId: String(of) }, { ...back, pfPaymentId: "other" }][n % 3] ?? back);
    }
  }
  const at = new Date(monday.getTime() + 2 * DAYS);
  for (let n = 0; n < 20; n += 1)
    lines.push({ at, type: "PAYOUT", sign: "DEBIT", grossCents: -1_000_00, pfPaymentId: `p${n}` });
  for (let n = 0; n < 4; n += 1)
    lines.push({ at, type: "MONTHLY_FEE", sign: "DEBIT", grossCents: -50_00, pfPaymentId: "" });
  return { lines, expected };
}

const centsOf = (n: number) => 80_62 + n * 1_37;
const feeOf = (n: number) => -Math.round(centsOf(n) * 0.035);

function line(n: number, also: { at: Date }): Line {
  return { grossCents: centsOf(n), feeCents: feeOf(n), orderId: `q${n}`, pfPaymentId: `${n}`, ...also };
}

/** A booking like the template, and its payment. */
function row(n: number, also: { settledAt?: Date; startedAt?: Date; mode?: "sandbox" | "simulator" }, isPaid = true) {
  const { settledAt = null, startedAt = settledAt ?? monday, mode = "sandbox" } = also;
  const quoteId = `q${n}`;
  const status = isPaid ? ("waybill_created" as const) : ("pending_payment" as const);
  const quote = { ...template, id: quoteId, quoteNo: quoteId, draftId: quoteId, grandTotalCents: centsOf(n), status };
  const money = { pfPaymentId: `${n}`, paidCents: centsOf(n), feeCents: feeOf(n), settledAt };
  const attempt = { id: quoteId, quoteId, mode, amountCents: centsOf(n), startedAt, heldUntil: null };
  return {
    quote: { ...quote, bookedAt: startedAt },
    payment: isPaid ? { ...attempt, ...money, state: "complete" as const } : { ...attempt, state: "started" as const },
  };
}

function paid(n: number, also: Parameters<typeof row>[1]) {
  const { quote, payment } = row(n, also);
  return office.store.tx(async (tx) => {
    await tx.insert(quotes).values(quote);
    await tx.insert(payments).values(payment);
  });
}

/** As staff compare it: from PayFast's CSV, in any order. */
function compared(lines: readonly Line[]) {
  const shuffled = lines.toSorted((one, other) => one.pfPaymentId.localeCompare(other.pfPaymentId));
  const list = readTransactionList(transactionCsv(shuffled), monday);
  if (!list.ok) throw new Error(list.why);
  return reconcile(office.store.read, list.transactions, "sandbox");
}
