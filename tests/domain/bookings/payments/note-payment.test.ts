import { beforeEach, describe, expect, test } from "vitest";
import { notePayment, type PaymentFound } from "#app/domain/bookings/payments/note-payment.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { officeForEachTest } from "../../../support/an-office";
import { inText } from "../../../support/in-text";

const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;

const office = officeForEachTest();
let booked: Quote;
let price: number;
beforeEach(async () => {
  booked = await office.booked();
  price = booked.grandTotalCents ?? 0;
});

test("a payment that staff found is settled like a notice: waybill, status, an email to sender and receiver", async () => {
  expect(await noted({})).toMatchObject({ ok: true, added: true, owedBack: 0 });
  expect(await books()).toEqual({
    status: "waybill_created",
    waybills: 1,
    emails: 2,
    paid: [["1089999", "complete", price, null]],
  });
});

test.each(["before", "after"])(
  "its notice comes %s: one payment, one waybill, one email, and the fee is known",
  async (when) => {
    const receive = () => office.tell(booked, { pfPaymentId: "1089999" });
    if (when === "before") await receive();
    expect(await noted({})).toMatchObject({ ok: true, added: when === "after" });
    if (when === "after") await receive();
    expect(await noted({})).toMatchObject({ ok: true, added: false });
    const fee = -Math.round(price * 0.035);
    expect(await books()).toEqual({
      status: "waybill_created",
      waybills: 1,
      emails: 2,
      paid: [["1089999", "complete", price, fee]],
    });
  },
);

test("a payment that PayFast only announced is settled", async () => {
  await office.tell(booked, { pfPaymentId: "1089999", status: "PENDING" });
  expect(await noted({})).toMatchObject({ ok: true, added: true, owedBack: 0 });
  expect(await noted({ amountCents: price + 1 })).toEqual({ ok: true, added: false, bookings: 1, owedBack: 0 });
});

test("a second payment that staff found is to be refunded, if they say that there really is one", async () => {
  await noted({ pfPaymentId: "1" });
  expect(await noted({ pfPaymentId: "2" })).toEqual({ ok: false, why: expect.stringContaining("--again") });
  expect(await noted({ pfPaymentId: "2", again: true })).toMatchObject({ ok: true, added: true, owedBack: 1 });
  expect(await noted({ pfPaymentId: "2" })).toMatchObject({ ok: true, added: false, owedBack: 1 });
  expect(office.staff("SELECT payfast_payment FROM staff_payments_to_refund")).toEqual([{ payfast_payment: "2" }]);
  expect(office.staff("SELECT 1 FROM waybills")).toHaveLength(1);
});

describe("it is refused, and nothing changes,", () => {
  test("for an amount that was not asked for", async () => {
    expect(await noted({ amountCents: price - 2 })).toMatchObject({
      ok: false,
      why: expect.stringContaining("It costs"),
    });
    expect((await books()).waybills).toBe(0);
  });

  test("for a quote that isn't booked, or doesn't exist", async () => {
    const { id } = await office.quote();
    expect(await noted({}, id)).toEqual({ ok: false, why: "It was never booked." });
    expect(await noted({}, "nobody's")).toEqual({ ok: false, why: "There is no such quote." });
  });

  test("for a payment of another booking", async () => {
    await noted({});
    const other = await office.booked();
    expect(await noted({}, other.id)).toEqual({
      ok: false,
      why: `This payment was made for another quote: ${booked.quoteNo}.`,
    });
  });

  test("for a payment that was settled with another amount", async () => {
    await noted({});
    expect(await noted({ amountCents: price + 500 })).toMatchObject({
      ok: false,
      why: expect.stringContaining("settled before"),
    });
  });
});

function noted(found: Partial<PaymentFound>, quoteId = booked.id) {
  const payment = { pfPaymentId: "1089999", amountCents: price, feeCents: null, ...found };
  return inText(office.store.tx((tx) => notePayment(tx, quoteId, payment, site, new Date())));
}

async function books() {
  const paid = office.staff<{ pf: string; state: string; cents: number; fee: number | null }>(
    "SELECT pf_payment_id AS pf, state, paid_cents AS cents, fee_cents AS fee FROM payments",
  );
  return {
    status: (await quoteById(office.store.read, booked.id))?.status,
    waybills: office.staff("SELECT 1 FROM waybills").length,
    emails: office.staff("SELECT 1 FROM outgoing_mails").length,
    paid: paid.map(({ pf, state, cents, fee }) => [pf, state, cents, fee]),
  };
}
