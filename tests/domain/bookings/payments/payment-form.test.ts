import { beforeEach, describe, expect, test } from "vitest";
import { orderPaymentForm, type PaymentForm, paymentForm } from "#app/domain/bookings/payments/payment-form.server";
import { answeredAttempts, noteReturn, pendingPayment } from "#app/domain/bookings/payments/return-from-payment.server";
import { attemptsOf } from "#app/domain/money/attempts.server";
import { signRequest } from "#app/domain/money/payfast-signature.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { officeForEachTest } from "../../../support/an-office";
import { sandboxAccount } from "../../../support/payfast-stand-in";

const HOME = "https://thuma.example";
const now = new Date("2026-11-20T08:00:00Z");

const office = officeForEachTest();
let quote: Quote;
beforeEach(async () => {
  const { id } = await office.booked({}, now);
  quote = (await quoteById(office.store.read, id)) ?? expect.fail("no quote");
});

function fieldsOf(form: PaymentForm): Record<string, string> {
  return form.ok ? Object.fromEntries(form.fields) : expect.fail(form.why);
}

describe("the form for the payment page", () => {
  test("has everything that PayFast asks for, signed, and goes to PayFast", () => {
    const form = paymentForm(quote, 8062, sandboxAccount, HOME, { email: "thandi@example.co.za" }, 0);
    expect(form).toMatchObject({ ok: true, action: "https://sandbox.payfast.co.za/eng/process" });
    const { signature, ...fields } = fieldsOf(form);
    expect(fields).toEqual({
      merchant_id: "10000100",
      merchant_key: "46f0cd694581a",
      return_url: `${HOME}/payfast/return?quoteId=${quote.id}`,
      cancel_url: `${HOME}/payfast/start/${quote.id}?cancelled=1`,
      notify_url: `${HOME}/payfast/notify`,
      email_address: "thandi@example.co.za",
      m_payment_id: quote.id,
      amount: "80.62",
      item_name: "Thuma Shipment",
      item_description: "Courier booking",
      custom_str1: quote.id,
    });
    expect(signature).toBe(signRequest(Object.entries(fields), sandboxAccount.passphrase));
  });

  test("a second attempt's return link says how many were reported before", () => {
    const { return_url } = fieldsOf(paymentForm(quote, 8062, sandboxAccount, HOME, { email: undefined }, 2));
    expect(return_url).toBe(`${HOME}/payfast/return?quoteId=${quote.id}&answered=2`);
  });

  test("names no email that this browser may not know", () => {
    expect(fieldsOf(paymentForm(quote, 8062, sandboxAccount, HOME, { email: undefined }, 0))).not.toHaveProperty(
      "email_address",
    );
  });

  test("a customer who is signed in comes back to the dashboard, and reads where the parcel goes", () => {
    const abroad: Quote = {
      ...quote,
      journey: "international",
      type: "international",
      toCountry: "Botswana",
    };
    const local: Quote = { ...abroad, type: "local" };
    const read = (of: Quote) => fieldsOf(paymentForm(of, 8062, sandboxAccount, HOME, { email: undefined }, 0));
    expect(read(abroad)).toMatchObject({ cancel_url: `${HOME}/dashboard`, item_description: "To Botswana" });
    expect(read(local)).toMatchObject({ item_description: "Local courier booking" });
  });

  test("of an order asks for its sum, and comes back to the order", () => {
    const order = { orderId: "o1", amountCents: 24186, bookings: 3, answered: 1 };
    const { signature, ...fields } = fieldsOf(orderPaymentForm(order, sandboxAccount, HOME, { email: undefined }));
    expect(fields).toMatchObject({
      return_url: `${HOME}/payfast/order/o1?answered=1`,
      cancel_url: `${HOME}/payfast/order/o1?cancelled=1`,
      m_payment_id: "o1",
      custom_str1: "o1",
      amount: "241.86",
      item_description: "3 local courier bookings",
    });
    expect(signature).toHaveLength(32);
  });

  test("is refused in words below PayFast's smallest payment, and without credentials", () => {
    expect(paymentForm(quote, 499, sandboxAccount, HOME, { email: undefined }, 0)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^PayFast takes no payments under R\s5,00\.$/),
    });
    expect(paymentForm(quote, 500, sandboxAccount, HOME, { email: undefined }, 0)).toMatchObject({ ok: true });
    expect(paymentForm(quote, 8062, null, HOME, { email: undefined }, 0)).toEqual({
      ok: false,
      why: "Missing PayFast merchant credentials",
    });
  });
});

describe("coming back from the payment page", () => {
  const status = async () => (await quoteById(office.store.read, quote.id))?.status;
  const attempts = async () => (await attemptsOf(office.store.read, quote.id)).map(({ state }) => state);
  const back = (answered: number) => noteReturn(office.store, quote.id, answered, "sandbox", now);

  test.each(["FAILED", "CANCELLED"] as const)(
    "after a payment that %s, a new attempt makes it wait again",
    async (result) => {
      await office.tell(quote, { pfPaymentId: "1", status: result }, now);
      expect(await answeredAttempts(office.store, quote.id)).toBe(1);
      const failed = await status();
      await back(0);
      expect(await status()).toBe(failed);
      await back(1);
      expect(await status()).toBe("pending_payment");
      expect((await attempts()).toSorted()).toEqual([result.toLowerCase(), "started"]);
    },
  );

  test("changes nothing while no attempt has failed, nor once it is paid, nor for an unknown quote", async () => {
    const before = await status();
    await back(0);
    expect(await status()).toBe(before);
    await office.tell(quote, { pfPaymentId: "1", status: "FAILED" }, now);
    await office.tell(quote, { pfPaymentId: "2" }, now);
    await back(2);
    expect(await status()).toBe("waybill_created");
    await noteReturn(office.store, "nobody's", 0, "sandbox", now);
    expect((await attempts()).toSorted()).toEqual(["complete", "failed"]);
  });

  test("counts only attempts that PayFast has told of", async () => {
    await office.tell(quote, { pfPaymentId: "1", status: "FAILED" }, now);
    await back(1);
    expect(await answeredAttempts(office.store, quote.id)).toBe(1);
  });

  test("finds the payment that is pending", async () => {
    expect(await pendingPayment(office.store.read, quote.id)).toBeNull();
    await office.tell(quote, { pfPaymentId: "1", status: "PENDING" }, now);
    expect(await pendingPayment(office.store.read, quote.id)).toMatchObject({ pfPaymentId: "1", state: "pending" });
  });
});
