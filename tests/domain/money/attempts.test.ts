import { beforeEach, describe, expect, test } from "vitest";
import {
  attemptsOf,
  isForAnotherQuote,
  keepNotice,
  noticesAbout,
  recordAttempt,
  startAttempt,
} from "#app/domain/money/attempts.server";
import { emptiedNotice, emptyNotices, forgetRefusedNotices } from "#app/domain/money/old-notices.server";
import {
  addRefund,
  moneyFor,
  owedBack,
  refundedElsewhereCents,
  refundsNumbered,
  sourceOf,
  totalLeftCents,
} from "#app/domain/money/refunds.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { DAYS } from "#app/durations";
import { paymentNotices } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { aQuote } from "../../support/a-booking";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-23T08:00:00Z");
const day = (days: number) => new Date(now.getTime() + days * DAYS);

const store = storeForEachTest();
let quote: Quote;
beforeEach(async () => {
  quote = await aQuote(store, undefined, now);
});

describe("a payment attempt", () => {
  test("is opened once for each price, with the later of the days until which it may be paid", async () => {
    await start(100_00, day(7));
    await start(100_00, day(6), day(1));
    expect(await attemptsOf(store.read, quote.id)).toMatchObject([
      { amountCents: 100_00, state: "started", startedAt: now, heldUntil: day(7), pfPaymentId: null },
    ]);
    await start(100_00, day(8), day(2));
    await start(90_00, day(8), day(3));
    expect((await attemptsOf(store.read, quote.id)).map((each) => [each.amountCents, each.heldUntil])).toEqual([
      [100_00, day(8)],
      [90_00, day(8)],
    ]);
  });

  test("is over once PayFast has named it: the same price then starts another attempt", async () => {
    await start(100_00, day(7));
    await tell("FAILED", "pf-1");
    await start(100_00, day(7), day(1));
    expect((await attemptsOf(store.read, quote.id)).map(({ pfPaymentId }) => pfPaymentId)).toEqual(["pf-1", null]);
  });

  test("of the same moment as another comes in the order of their numbers, on every database", async () => {
    await tell("FAILED", "pf-2");
    await tell("FAILED", "pf-1");
    expect((await attemptsOf(store.read, quote.id)).map(({ pfPaymentId }) => pfPaymentId)).toEqual(["pf-1", "pf-2"]);
  });

  test("is found by the notice's number, or else by its amount, to the cent that PayFast may round", async () => {
    await start(100_00, day(7));
    await start(90_00, day(7), day(1));
    await tell("COMPLETE", "pf-1", 90_01);
    const [dear, cheap] = await attemptsOf(store.read, quote.id);
    expect(dear).toMatchObject({ state: "started", paidCents: null, settledAt: null });
    expect(cheap).toMatchObject({
      ...{ state: "complete", pfPaymentId: "pf-1", paidCents: 90_01, feeCents: -2_00, mode: "live", settledAt: day(2) },
    });
    await tell("COMPLETE", "pf-2", 50_00);
    expect(await attemptsOf(store.read, quote.id)).toMatchObject([
      {},
      {},
      { pfPaymentId: "pf-2", amountCents: 50_00, startedAt: day(2) },
    ]);
  });

  test("keeps its amounts and time once it is paid, whatever is reported later", async () => {
    await start(100_00, day(7));
    const first = await tell("COMPLETE", "pf-1", 100_00);
    expect(await tell("FAILED", "pf-1", 1, day(3))).toBe(first);
    expect(await attemptsOf(store.read, quote.id)).toMatchObject([{ paidCents: 100_00, settledAt: day(2) }]);
  });

  test("has no amounts if it failed", async () => {
    await start(100_00, day(7));
    await tell("FAILED", "pf-1", 100_00);
    expect(await attemptsOf(store.read, quote.id)).toMatchObject([
      { state: "failed", paidCents: null, settledAt: null },
    ]);
    expect(await moneyFor(store.read, quote.id)).toEqual([]);
  });
});

test("a payment that was reported for another quote is recognised by its number", async () => {
  const other = await aQuote(store, undefined, now);
  await tell("COMPLETE", "pf-1", 100_00);
  const share = (quoteId: string, pfPaymentId = "pf-1") => ({ ...notice, quoteId, pfPaymentId });
  expect(await isForAnotherQuote(store.read, [share(other.id)])).toBe(true);
  expect(await isForAnotherQuote(store.read, [share(quote.id)])).toBe(false);
  expect(await isForAnotherQuote(store.read, [share(quote.id), share(other.id)])).toBe(false);
  expect(await isForAnotherQuote(store.read, [share(other.id, "pf-2")])).toBe(false);
});

describe("a refund", () => {
  test("reduces the payment that it refunds; what remains is known", async () => {
    await tell("COMPLETE", "pf-1", 100_00);
    await tell("COMPLETE", "pf-2", 60_00);
    const [first, second] = await attemptsOf(store.read, quote.id);
    await back("r1", first?.id ?? "", 20_00);
    await back("r2", first?.id ?? "", 10_00);
    const money = await moneyFor(store.read, quote.id);
    expect(money.map(({ paidCents, refundedCents }) => [paidCents, refundedCents])).toEqual([
      [100_00, 30_00],
      [60_00, 0],
    ]);
    expect(totalLeftCents(money)).toBe(130_00);
    // Both cover the first two amounts; one matches the third exactly.
    const sources = [60_00, 50_00, 70_00, 70_01].map((cents) => sourceOf(money, cents)?.payment.id);
    expect(sources).toEqual([second?.id, first?.id, first?.id, undefined]);
    expect(await refundsNumbered(store.read, "r1")).toMatchObject([{ amountCents: 20_00, notedAt: now }]);
    expect(await refundsNumbered(store.read, "r9")).toEqual([]);
  });

  test("is owed for a second payment, and for all payments of a cancelled booking, until nothing is left", async () => {
    await tell("COMPLETE", "pf-1", 100_00);
    await store.tx((tx) => recordAttempt(tx, reported("pf-2"), { kind: "duplicate", refund: true }, live, day(2)));
    const owed = async (isCancelled: boolean) =>
      owedBack(await moneyFor(store.read, quote.id), isCancelled ? "all of it" : quote, now).map(
        ({ payment }) => payment.pfPaymentId,
      );
    expect(await owed(false)).toEqual(["pf-2"]);
    expect((await owed(true)).toSorted()).toEqual(["pf-1", "pf-2"]);
    const twice = (await attemptsOf(store.read, quote.id)).find(({ pfPaymentId }) => pfPaymentId === "pf-2");
    await back("r1", twice?.id ?? "", 100_00);
    expect(await owed(false)).toEqual([]);
  });

  test("of a payment's other bookings is known", async () => {
    const other = await aQuote(store, undefined, now);
    await tell("COMPLETE", "pf-1", 100_00);
    await store.tx((tx) => recordAttempt(tx, { ...reported("pf-1"), quoteId: other.id }, settled, live, now));
    const [mine] = await attemptsOf(store.read, quote.id);
    const [theirs] = await attemptsOf(store.read, other.id);
    await back("r1", mine?.id ?? "", 5_00);
    await back("r2", theirs?.id ?? "", 20_00);
    expect(await refundedElsewhereCents(store.read, mine ?? expect.fail())).toBe(20_00);
    expect(await refundedElsewhereCents(store.read, { ...(mine ?? expect.fail()), pfPaymentId: null })).toBe(0);
  });
});

describe("stored notices", () => {
  const keep = (names: { quoteId: string } | null, outcome: string, at: Date, body = "m_payment_id=…") =>
    store.tx((tx) =>
      keepNotice(
        tx,
        { body, clientAddress: "197.97.145.145" },
        {
          ...{ names: names && { ...names, pfPaymentId: "pf-1", amount: "100.00" } },
          ...{ mode: "live", outcome, reason: null },
        },
        at,
      ),
    );

  test("are found by their booking, or by the order that pays for it, oldest first", async () => {
    await keep({ quoteId: "order-1" }, "settled", day(1));
    await keep({ quoteId: quote.id }, "refused", day(0));
    await keep({ quoteId: "another" }, "settled", day(0));
    await keep(null, "refused", day(0));
    const found = async (paymentOrderId: string | null) =>
      (await noticesAbout(store.read, { id: quote.id, paymentOrderId })).map((each) => [each.quoteId, each.isSigned]);
    expect(await found(null)).toEqual([[quote.id, true]]);
    expect(await found("order-1")).toEqual([
      [quote.id, true],
      ["order-1", true],
    ]);
    const all = await store.read.select().from(paymentNotices);
    expect(all.find(({ isSigned }) => !isSigned)).toMatchObject({ quoteId: null, pfPaymentId: null, amountTold: null });
    expect(all.find(({ isSigned }) => isSigned)).toMatchObject({ pfPaymentId: "pf-1", amountTold: "100.00" });
  });

  test("are deleted after their period if they were refused or couldn't be confirmed, a limited number at once", async () => {
    for (const outcome of ["refused", "ask_again", "settled", "refused"]) await keep({ quoteId: "x" }, outcome, day(0));
    await keep({ quoteId: "x" }, "refused", day(1));
    const forget = (atMost: number) => store.tx((tx) => forgetRefusedNotices(tx, day(1), atMost));
    expect([await forget(1), await forget(10), await forget(10)]).toEqual([1, 2, 0]);
    const left = await store.read.select().from(paymentNotices);
    expect(left.map(({ outcome }) => outcome).toSorted()).toEqual(["refused", "settled"]);
  });

  test("lose the details of an erased customer, also in notices about the booking's order", async () => {
    await store.tx((tx) => tx.update(quotes).set({ paymentOrderId: "order-1" }));
    const other = await aQuote(store, undefined, now);
    for (const quoteId of [quote.id, "order-1", other.id]) await keep({ quoteId }, "settled", now, "name_first=Thandi");
    await store.tx((tx) => emptyNotices(tx, [quote.id]));
    const bodies = new Map((await store.read.select().from(paymentNotices)).map((each) => [each.quoteId, each]));
    for (const quoteId of [quote.id, "order-1"]) expect(bodies.get(quoteId)).toMatchObject(emptiedNotice);
    expect(bodies.get(other.id)).toMatchObject({ body: "name_first=Thandi", clientAddress: "197.97.145.145" });
  });
});

const start = (amountCents: number, heldUntil: Date, at = now) =>
  store.tx((tx) => startAttempt(tx, { quoteId: quote.id, amountCents, mode: "sandbox", heldUntil }, at));

const live = { mode: "live", word: "payfast" } as const;
const settled = { kind: "settle", status: "payfast_complete", late: false } as const;
const notice = { status: "COMPLETE", amountGrossCents: 100_00, amountFeeCents: -2_00 } as const;
const reported = (pfPaymentId: string, amountGrossCents = 100_00) => ({
  ...{ ...notice, quoteId: quote.id, pfPaymentId, amountGrossCents },
});

const tell = (status: "COMPLETE" | "FAILED", pfPaymentId: string, cents?: number, at = day(2)) =>
  store.tx((tx: Tx) => recordAttempt(tx, { ...reported(pfPaymentId, cents), status }, settled, live, at));

const back = (reference: string, paymentId: string, amountCents: number) =>
  store.tx((tx) => addRefund(tx, { reference, paymentId, amountCents, notedAt: now }));
