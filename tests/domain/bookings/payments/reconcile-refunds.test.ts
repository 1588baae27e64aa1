import { beforeEach, describe, expect, test } from "vitest";
import { reconcileRefunds } from "#app/domain/bookings/payments/reconcile-refunds.server";
import { attemptsOf } from "#app/domain/money/attempts.server";
import { addRefund } from "#app/domain/money/refunds.server";
import type { Transaction } from "#app/domain/money/transaction-list";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { DAYS } from "#app/durations";
import { officeForEachTest } from "../../../support/an-office";

const from = new Date("2026-11-16T22:00:00Z");
const until = new Date(from.getTime() + 1 * DAYS);
const during = new Date(from.getTime() + 1);
const longBefore = new Date(from.getTime() - 9 * DAYS);

const office = officeForEachTest();
let quote: Quote;
beforeEach(async () => {
  quote = await office.booked({}, longBefore);
  await office.tell(quote, { pfPaymentId: "77" }, longBefore);
});

const note = async (reference: string, amountCents: number, notedAt: Date, kind?: "chargeback") => {
  const [payment] = await attemptsOf(office.store.read, quote.id);
  const paymentId = payment?.id ?? expect.fail("no payment");
  await office.store.tx((tx) => addRefund(tx, { reference, paymentId, amountCents, notedAt, kind }));
};
const line = (pfPaymentId: string, grossCents: number, orderId = ""): Transaction => ({
  ...{ kind: "refund", type: "Funds Received (Refund)", at: during, orderId, pfPaymentId, grossCents, feeCents: null },
});
const compared = (lines: Transaction[], mode: "sandbox" | "live" = "sandbox") =>
  reconcileRefunds(office.store.read, lines, mode, { from, until });

describe("a refund that we have noted, even long before, is in PayFast's list", () => {
  test.each([
    ["by its own number", () => line("r1", 5_00)],
    ["by its payment's number", () => line("77", 5_00)],
    ["by its order", () => line("another", 5_00, quote.id)],
  ])("%s", async (_, listed) => {
    await note("r1", 5_00, longBefore);
    expect(await compared([listed()])).toEqual({ matched: { count: 1, cents: 5_00 }, differences: [] });
  });

  test("once: of two lines about one refund the second is missing here", async () => {
    await note("r1", 5_00, during);
    expect(await compared([line("77", 5_00), line("77", 5_00)])).toMatchObject({
      matched: { count: 1 },
      differences: [{ kind: "refund_missing_here" }],
    });
  });

  test("by a number rather than by its order, so that each line finds its own", async () => {
    await note("r1", 5_00, during);
    await note("r2", 5_00, during);
    expect(await compared([line("r2", 5_00, quote.id), line("r1", 5_00)])).toEqual({
      matched: { count: 2, cents: 10_00 },
      differences: [],
    });
  });
});

test("a chargeback that was noted in parts is in the list as one line, or as several, and only in full", async () => {
  await note("c1", 5_00, during, "chargeback");
  await note("c2", 6_00, during, "chargeback");
  await note("r1", 1_00, during);
  const refund = line("r1", 1_00);
  for (const listed of [[line("77", 11_00)], [line("77", 5_00), line("77", 6_00)]])
    expect((await compared([refund, ...listed])).differences).toEqual([]);
  expect(await compared([refund, line("77", 7_00)])).toMatchObject({ differences: [{ kind: "refund_missing_here" }] });
});

test("a line that we have not noted, or with another amount, is missing here, with its order if it has one", async () => {
  await note("r1", 5_00, longBefore);
  const missing = {
    ...{ kind: "refund_missing_here", quoteNo: null, thereCents: 6_00, hereCents: null, feeCents: null, at: during },
  };
  expect(await compared([line("r1", 6_00, quote.id), line("r9", 6_00)])).toEqual({
    matched: { count: 0, cents: 0 },
    differences: [
      { ...missing, pfPaymentId: "r1", quoteId: quote.id },
      { ...missing, pfPaymentId: "r9", quoteId: null },
    ],
  });
});

test("a refund noted on the days of the list and not in it is missing there", async () => {
  await note("the first moment", 1_00, from);
  await note("the last moment", 2_00, new Date(until.getTime() - 1));
  await note("the next day", 3_00, until);
  await note("the day before", 4_00, new Date(from.getTime() - 1));
  const { differences } = await compared([line("77", 9_00)]);
  expect(differences.slice(1).toSorted((one, other) => Number(one.hereCents) - Number(other.hereCents))).toEqual([
    {
      ...{ kind: "refund_missing_there", pfPaymentId: "the first moment", quoteId: quote.id, quoteNo: null },
      ...{ thereCents: null, hereCents: 1_00, feeCents: null, at: from },
    },
    expect.objectContaining({ pfPaymentId: "the last moment", hereCents: 2_00 }),
  ]);
  expect(await compared([], "live")).toEqual({ matched: { count: 0, cents: 0 }, differences: [] });
});
