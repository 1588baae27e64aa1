import { expect, test } from "vitest";
import { type PayfastOrder, payfastFields, tooLittleToPay } from "#app/domain/money/payfast-fields.server";
import { payfastHosts } from "#app/domain/money/payfast-hosts.server";
import { anOrder } from "./an-order";

test("the form's fields are in the order in which PayFast signs them", () => {
  expect(sent(anOrder()).map(([name]) => name)).toEqual([
    "merchant_id",
    "merchant_key",
    "return_url",
    "cancel_url",
    "notify_url",
    "name_first",
    "email_address",
    "m_payment_id",
    "amount",
    "item_name",
    "item_description",
    "custom_str1",
  ]);
});

test("the quote is sent twice, so that a notice names it even if one field is lost", () => {
  expect(value("m_payment_id")).toBe("8f14e45fceea167a");
  expect(value("custom_str1")).toBe("8f14e45fceea167a");
});

test.each([
  [1, "0.01"],
  [500, "5.00"],
  [171_35, "171.35"],
  [1_000_000_09, "1000000.09"],
])("an amount of %i cents is sent as %s", (amountCents, text) => {
  expect(value("amount", { amountCents })).toBe(text);
});

test.each([
  [{ merchantId: "" }, "Missing PayFast merchant credentials"],
  [{ merchantKey: " " }, "Missing PayFast merchant credentials"],
  [{ quoteId: " \n" }, "Missing quoteId for PayFast m_payment_id/custom_str1."],
  [{ amountCents: 0 }, "Amount must be > 0."],
  [{ amountCents: -1 }, "Amount must be > 0."],
  [{ amountCents: 0.5 }, "Amount must be > 0."],
  [{ amountCents: Number.NaN }, "Amount must be > 0."],
  [{ amountCents: Number.POSITIVE_INFINITY }, "Amount must be > 0."],
])("an order that can't be paid is refused in the words of the specification: %j", (wrong, why) => {
  expect(payfastFields(anOrder(wrong))).toEqual({ ok: false, why });
});

test("PayFast accepts five rand, and nothing less", () => {
  expect(tooLittleToPay(5_00)).toBeNull();
  expect(tooLittleToPay(4_99)).toMatch(/no payments under R.5/);
});

test.each(["", "   ", "0", " 0 ", "\0\n", undefined])(
  "an optional field of %j is left out, as PayFast's libraries disagree on it",
  (nothing) => {
    const names = sent(anOrder({ nameFirst: nothing, buyerEmail: nothing, itemDescription: nothing ?? "" })).map(
      ([name]) => name,
    );
    expect(names).not.toContain("name_first");
    expect(names).not.toContain("email_address");
    expect(names).not.toContain("item_description");
  },
);

test("a text too long for PayFast is cut by whole characters", () => {
  expect(value("item_name", { itemName: "😀".repeat(101) })).toBe("😀".repeat(100));
  expect(value("item_description", { itemDescription: "é".repeat(300) })).toBe("é".repeat(255));
  expect(value("name_first", { nameFirst: `${"a".repeat(99)} ${"b".repeat(9)}` })).toBe("a".repeat(99));
});

test("an email too long for PayFast isn't sent: half an address is somebody else's", () => {
  expect(value("email_address", { buyerEmail: `${"a".repeat(100)}@example.co.za` })).toBeUndefined();
});

test("what a browser would change is changed before it is signed", () => {
  expect(value("item_name", { itemName: "Fragile\r\nglass\0\t!" })).toBe("Fragile glass !");
  expect(value("item_name", { itemName: "half \ud83d a face" })).toBe("half \ufffd a face");
});

test("sandbox means the sandbox page and live the production page, not the other way round", () => {
  expect(payfastHosts.sandbox.processUrl).toBe("https://sandbox.payfast.co.za/eng/process");
  expect(payfastHosts.sandbox.validateUrl).toBe("https://sandbox.payfast.co.za/eng/query/validate");
  expect(payfastHosts.live.processUrl).toBe("https://www.payfast.co.za/eng/process");
  expect(payfastHosts.live.validateUrl).toBe("https://www.payfast.co.za/eng/query/validate");
});

function sent(order: PayfastOrder) {
  const answer = payfastFields(order);
  return answer.ok ? answer.fields : [];
}

function value(name: string, order: Partial<PayfastOrder> = {}): string | undefined {
  return sent(anOrder(order)).find(([field]) => field === name)?.[1];
}
