import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Attempt,
  type AttemptState,
  attemptAfter,
  isFailed,
  isPaid,
  type NoticeStatus,
  noticeStatuses,
  type QuoteStatus,
  settlementOf,
  statusInWords,
} from "#app/domain/money/payment-state";
import { paymentStates } from "#db/schema/payments";
import { quoteStatuses } from "#db/schema/quotes";
import { rounds } from "../../support/rounds";

const paid: QuoteStatus[] = ["paid", "payfast_complete", "waybill_created"];
const failed: QuoteStatus[] = ["payfast_failed", "payfast_cancelled", "cancelled", "failed", "error"];
const unpaid = quoteStatuses.filter((status) => !paid.includes(status));

describe("money arrives", () => {
  test.each(unpaid)("COMPLETE settles a booking that was %s", (status) => {
    expect(settlementOf({ status, attempts: [] }, aNotice("COMPLETE"))).toEqual({
      kind: "settle",
      status: "payfast_complete",
      late: failed.includes(status),
    });
  });

  test.each(["started", "pending", "cancelled", "failed"] as const)(
    "COMPLETE is honoured for an attempt that was %s",
    (state) => {
      expect(
        settlementOf({ status: "payfast_cancelled", attempts: [attempt("pf-1", state)] }, aNotice("COMPLETE")).kind,
      ).toBe("settle");
    },
  );

  test.each(paid)("a second payment for a %s booking is a duplicate, to be refunded", (status) => {
    const booking = { status, attempts: [attempt("pf-1", "complete")] };
    expect(settlementOf(booking, aNotice("COMPLETE", "pf-2"))).toEqual({ kind: "duplicate", refund: true });
  });

  test("an attempt that failed and then paid, after another had paid, is a duplicate too", () => {
    const booking = {
      status: "waybill_created",
      attempts: [attempt("pf-1", "complete"), attempt("pf-2", "failed")],
    } as const;
    expect(settlementOf(booking, aNotice("COMPLETE", "pf-2"))).toEqual({ kind: "duplicate", refund: true });
  });

  test.each(paid)("the same payment repeated for a %s booking changes nothing", (status) => {
    const booking = { status, attempts: [attempt("pf-1", "complete")] };
    expect(settlementOf(booking, aNotice("COMPLETE"))).toEqual({ kind: "repeat" });
  });

  test("a repeated duplicate isn't refunded again", () => {
    const booking = {
      status: "waybill_created",
      attempts: [attempt("pf-1", "complete"), attempt("pf-2", "duplicate")],
    } as const;
    expect(settlementOf(booking, aNotice("COMPLETE", "pf-2"))).toEqual({ kind: "repeat" });
  });
});

describe("no money arrives", () => {
  test.each(unpaid.filter((status) => status !== "cancelled"))(
    "CANCELLED and FAILED say so on a booking that was %s",
    (status) => {
      expect(settlementOf({ status, attempts: [] }, aNotice("CANCELLED"))).toEqual({
        kind: "unpaid",
        status: "payfast_cancelled",
      });
      expect(settlementOf({ status, attempts: [] }, aNotice("FAILED"))).toEqual({
        kind: "unpaid",
        status: "payfast_failed",
      });
    },
  );

  test("a failed payment doesn't make a booking payable again that its customer cancelled", () => {
    for (const word of ["CANCELLED", "FAILED"] as const)
      expect(settlementOf({ status: "cancelled", attempts: [] }, aNotice(word))).toEqual({ kind: "unchanged" });
  });

  const ended = ["payfast_failed", "payfast_cancelled"] as const;
  const waits = { kind: "unpaid", status: "pending_payment" };

  test.each(quoteStatuses.filter((status) => !ended.some((each) => each === status)))(
    "PENDING leaves a booking that was %s as it is",
    (status) => {
      expect(settlementOf({ status, attempts: [] }, aNotice("PENDING"))).toEqual({ kind: "unchanged" });
    },
  );

  test.each(ended)("a second attempt that is PENDING makes a booking wait that was %s", (status) => {
    const booking = { status, attempts: [attempt("pf-1", "failed")] };
    expect(settlementOf(booking, aNotice("PENDING", "pf-2"))).toEqual(waits);
  });

  test.each(["CANCELLED", "FAILED"] as const)("%s fails no booking that a bank may still pay", (word) => {
    const attempts = [attempt("pf-1", "pending")];
    expect(settlementOf({ status: "pending_payment", attempts }, aNotice(word, "pf-2"))).toEqual({ kind: "unchanged" });
    // As an earlier release stored it.
    expect(settlementOf({ status: "payfast_failed", attempts }, aNotice(word, "pf-2"))).toEqual(waits);
    expect(settlementOf({ status: "pending_payment", attempts }, aNotice(word, "pf-1"))).toMatchObject({
      kind: "unpaid",
      status: `payfast_${word.toLowerCase()}`,
    });
  });

  test("a repeated old cancellation doesn't cancel the present attempt", () => {
    const booking = {
      status: "pending_payment",
      attempts: [attempt("pf-1", "cancelled"), attempt(null, "started")],
    } as const;
    expect(settlementOf(booking, aNotice("CANCELLED", "pf-1"))).toEqual({ kind: "repeat" });
  });
});

describe("paid is final", () => {
  test.each(paid)("nothing takes a payment back from a %s booking, whichever attempt the notice is about", (status) => {
    const booking = { status, attempts: [attempt("pf-1", "complete")] };
    for (const word of ["CANCELLED", "FAILED", "PENDING"] as const) {
      expect(settlementOf(booking, aNotice(word, "pf-1"))).toEqual({ kind: "unchanged" });
      expect(settlementOf(booking, aNotice(word, "pf-2"))).toEqual({ kind: "unchanged" });
    }
  });

  test.each(["complete", "duplicate"] as const)(
    "an attempt that is %s keeps saying so when a FAILED notice limps in",
    (state) => {
      expect(attemptAfter(state, "FAILED", { kind: "unchanged" })).toBe(state);
    },
  );

  test("whatever notices come, in any order: one waybill if any paid, and every other payment refunded once", () => {
    const notice = fc.record({
      pfPaymentId: fc.constantFrom("pf-1", "pf-2", "pf-3"),
      status: fc.constantFrom(...noticeStatuses),
    });
    fc.assert(
      fc.property(fc.array(notice, { maxLength: 20 }), fc.constantFrom(...unpaid), (notices, start) => {
        const till = aTill(start);
        for (const each of notices) till.receive(each);

        const payers = new Set(notices.filter((each) => each.status === "COMPLETE").map((each) => each.pfPaymentId));
        expect(till.waybills).toBe(Math.min(payers.size, 1));
        expect(till.refunds).toBe(Math.max(payers.size - 1, 0));
        expect(isPaid(till.status)).toBe(payers.size > 0);
        const states = [...till.attempts.values()];
        expect(states.filter((state) => state === "complete")).toHaveLength(till.waybills);
        expect(states.filter((state) => state === "duplicate")).toHaveLength(till.refunds);
      }),
      { numRuns: rounds(5_000, 50_000) },
    );
  });
});

test("the paid set and the failed set are the specification's", () => {
  expect(quoteStatuses.filter(isPaid)).toEqual(paid);
  expect(new Set(quoteStatuses.filter(isFailed))).toEqual(new Set(failed));
});

test("stored values are the specification's words", () => {
  expect(quoteStatuses).toHaveLength(11);
  expect(new Set<string>(quoteStatuses)).toEqual(
    new Set(["quoted", "manual", "error", "pending_payment", ...paid, ...failed]),
  );
  const states: readonly AttemptState[] = paymentStates;
  const ofPayfast = ["started", "pending", "complete", "cancelled", "failed", "duplicate"];
  expect(new Set(states)).toEqual(new Set([...ofPayfast, "part", "undone", "replaced"]));
});

test("the customer sees the specification's words for every status", () => {
  expect(statusInWords("waybill_created")).toBe("Waybill created — you're all set!");
  expect(statusInWords("paid")).toBe("Payment received — generating waybill…");
  expect(statusInWords("payfast_complete")).toBe("Payment received — generating waybill…");
  for (const status of failed) expect(statusInWords(status)).toBe("Payment failed or was cancelled.");
  expect(statusInWords("pending_payment")).toBe("Status: pending payment…");
  expect(statusInWords("quoted")).toBe("Status: quoted…");
});

function aNotice(status: NoticeStatus, pfPaymentId = "pf-1") {
  return { pfPaymentId, status };
}

function attempt(pfPaymentId: string | null, state: AttemptState): Attempt {
  return { pfPaymentId, state };
}

/** A booking's rows as settling keeps them, and a count of what was sent. */
function aTill(status: QuoteStatus) {
  return {
    status,
    attempts: new Map<string, AttemptState>(),
    waybills: 0,
    refunds: 0,
    receive(notice: { pfPaymentId: string; status: NoticeStatus }) {
      const attempts = [...this.attempts].map(([pfPaymentId, state]) => ({ pfPaymentId, state }));
      const settlement = settlementOf({ status: this.status, attempts }, notice);
      const before = this.attempts.get(notice.pfPaymentId) ?? "started";
      this.attempts.set(notice.pfPaymentId, attemptAfter(before, notice.status, settlement));
      if (settlement.kind === "settle") this.waybills += 1;
      if (settlement.kind === "duplicate") this.refunds += 1;
      if (settlement.kind === "settle" || settlement.kind === "unpaid") this.status = settlement.status;
    },
  };
}
