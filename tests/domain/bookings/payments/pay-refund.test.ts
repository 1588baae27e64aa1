import { beforeEach, describe, expect, test } from "vitest";
import { payBack } from "#app/domain/bookings/payments/pay-refund.server";
import type { MoneyIn } from "#app/domain/money/refunds.server";
import { merchantApiStub } from "../../../support/a-merchant-api";

const now = new Date("2026-11-20T08:00:00Z");

let payfast: Awaited<ReturnType<typeof merchantApiStub>>;
beforeEach(async () => {
  payfast = await merchantApiStub();
});

/** Refunds what is left of R 80, of which our books may say that a part is paid back already. */
const pay = (refundedCents = 0, elsewhereCents = 0, pfPaymentId: string | null = "77") =>
  payBack(
    payfast.api,
    { payment: { pfPaymentId, way: "payfast" }, paidCents: 80_00, refundedCents, chargedBackCents: 0 } as MoneyIn,
    elsewhereCents,
    "Quote",
    now,
  );
const asked = () => payfast.asked.filter(({ call }) => call.startsWith("POST")).map(({ json }) => json?.amount);

test("what is left is paid back once; its reference has the payment's number and all that was paid back of it", async () => {
  payfast.refunds.set("77", [10_00, 20_00]);
  expect(await pay(20_00, 10_00)).toEqual({
    ...{ ok: true, reference: "77-9000", amountCents: 60_00, wasPaidBefore: false },
  });
  expect(asked()).toEqual(["6000"]);
});

test("what PayFast has paid back and our books don't have isn't paid again", async () => {
  payfast.refunds.set("77", [10_00, 30_00]);
  expect(await pay(20_00, 10_00)).toEqual({
    ...{ ok: true, reference: "77-4000", amountCents: 10_00, wasPaidBefore: true },
  });
  expect(asked()).toEqual([]);
});

describe("nothing is paid back", () => {
  test("of a payment without a number", async () => {
    expect(await pay(0, 0, null)).toEqual({
      ok: false,
      wasAsked: false,
      why: "This payment has no number of PayFast's. Pay it back by hand.",
    });
    expect(payfast.asked).toEqual([]);
  });

  test("while PayFast can't be asked", async () => {
    payfast.api.passphrase = "another";
    expect(await pay()).toEqual({
      ok: false,
      wasAsked: false,
      why: "PayFast can't be asked right now. Nothing was paid back. Try again.",
    });
    expect(asked()).toEqual([]);
  });

  test.each([
    ["our books have more than PayFast", [29_99], "Our books say that more was paid back than PayFast does."],
    ["PayFast has paid back more than came", [90_01], "PayFast paid back more than came for this booking."],
  ])("when %s", async (_, made, why) => {
    payfast.refunds.set("77", made);
    expect(await pay(20_00, 10_00)).toEqual({ ok: false, wasAsked: false, why: expect.stringContaining(why) });
    expect(asked()).toEqual([]);
  });

  test("when PayFast refuses, with its reason", async () => {
    payfast.refundAnswer = "refused";
    expect(await pay()).toEqual({
      ok: false,
      wasAsked: true,
      why: "PayFast refused: Insufficient funds. Pay it back by hand.",
    });
  });
});

describe("when no answer comes", () => {
  test("PayFast is asked what it has paid back", async () => {
    payfast.refunds.set("77", [10_00]);
    payfast.refundAnswer = "cut off after paying";
    expect(await pay(0, 10_00)).toEqual({
      ...{ ok: true, reference: "77-9000", amountCents: 80_00, wasPaidBefore: false },
    });
  });

  test("and nothing was paid back, nothing is noted", async () => {
    payfast.refunds.set("77", [10_00]);
    payfast.refundAnswer = "cut off before paying";
    expect(await pay(0, 10_00)).toMatchObject({
      ok: false,
      why: expect.stringContaining("PayFast has not said whether it paid. Nothing is noted."),
    });
  });
});
