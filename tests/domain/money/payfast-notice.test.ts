import fc from "fast-check";
import { expect, test } from "vitest";
import { payfastFields } from "#app/domain/money/payfast-fields.server";
import { checkNotice, isAmountOf, namesIn, readNotice } from "#app/domain/money/payfast-notice.server";
import { signRequest, verifyNotice, writeNotice } from "#app/domain/money/payfast-signature.server";
import { anOrder, noticeFields, passphrase } from "./an-order";

const ours = { merchantId: "10000100", order: { quoteId: "8f14e45fceea167a", amountCents: 171_35 } };

test("a notice is read into cents and names", () => {
  expect(readNotice(writeNotice(noticeFields(), passphrase))).toEqual({
    ok: true,
    notice: {
      quoteId: "8f14e45fceea167a",
      quoteIdAgain: "8f14e45fceea167a",
      pfPaymentId: "1089250",
      status: "COMPLETE",
      amountGrossCents: 171_35,
      amountFeeCents: -8_61,
      amountNetCents: 162_74,
      merchantId: "10000100",
    },
  });
});

test.each([
  ["171.35", "is believed"],
  ["171.34", "is believed"],
  ["171.36", "is believed"],
  ["171.33", "The amount is not the one that was asked for."],
  ["171.37", "The amount is not the one that was asked for."],
  ["-171.35", "The amount is not the one that was asked for."],
  ["0", "The amount is not the one that was asked for."],
  ["171,35", "amount_gross is not an amount."],
  ["1e9", "amount_gross is not an amount."],
  ["171.350", "amount_gross is not an amount."],
  ["NaN", "amount_gross is not an amount."],
  ["", "amount_gross is not an amount."],
])("for an order of R171.35 an amount of %j: %s", (amount_gross, verdict) => {
  expect(verdictOn(writeNotice(noticeFields({ amount_gross }), passphrase))).toBe(verdict);
});

test.each([
  [{ merchant_id: "10000101" }, "The notice is for another merchant."],
  [{ merchant_id: "" }, "The notice names no merchant (merchant_id)."],
  [{ m_payment_id: "another" }, "The notice is for another quote."],
  [{ custom_str1: "another" }, "The notice is for another quote."],
  [{ m_payment_id: "" }, "The notice names no order (m_payment_id)."],
  [{ pf_payment_id: "" }, "The notice names no payment (pf_payment_id)."],
  [{ payment_status: "complete" }, "payment_status is not one that we know."],
  [{ payment_status: "" }, "payment_status is not one that we know."],
])("a signed notice that says %j is refused: %s", (changes, verdict) => {
  expect(verdictOn(writeNotice(noticeFields(changes), passphrase))).toBe(verdict);
});

test("a field given twice is refused", () => {
  const twice = [...noticeFields(), ["amount_gross", "1.00"] as const];
  expect(verdictOn(writeNotice(twice, passphrase))).toBe("A field is given twice.");
});

test("an incomplete percent escape in a value is read without an exception", () => {
  const body = `${writeNotice(noticeFields(), passphrase).replace("name_first=Thandi", "name_first=%E0%zz%")}`;
  expect(readNotice(body).ok).toBe(true);
});

test("our own signed form, posted back as a notice, isn't a payment", () => {
  const answer = payfastFields(anOrder());
  const fields = answer.ok ? answer.fields : [];
  const body = `${new URLSearchParams(fields.map(([name, value]) => [name, value]))}&signature=${signRequest(fields, passphrase)}`;
  expect(verifyNotice(body, passphrase).ok).toBe(true);
  expect(verdictOn(body)).not.toBe("is believed");
});

test("of 10,000 forged notices none is accepted", () => {
  const genuine = writeNotice(noticeFields({ item_description: "O'Brien & sons, 2 × 5 kg (fragile!)" }), passphrase);
  expect(verdictOn(genuine)).toBe("is believed");
  fc.assert(
    fc.property(fc.oneof(bentBytes(genuine), bentFields(genuine), otherSignatures(genuine)), (forged) => {
      if (forged !== genuine) expect(verdictOn(forged)).not.toBe("is believed");
    }),
    { numRuns: 10_000 },
  );
});

/** All checks that need only the body, in the site's order. */
function verdictOn(body: string): string {
  const signed = verifyNotice(body, passphrase);
  if (!signed.ok) return signed.why;
  const reading = readNotice(body);
  if (!reading.ok) return reading.why;
  const check = checkNotice(reading.notice, ours);
  return check.ok ? "is believed" : check.why;
}

/** The genuine body with a few bytes changed, removed or added, or its end cut off. */
function bentBytes(genuine: string) {
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const bend = fc.record({
    at: fc.nat({ max: genuine.length - 1 }),
    how: fc.constantFrom("change", "remove", "insert", "cut", "case"),
    byte,
  });
  return fc.array(bend, { minLength: 1, maxLength: 4 }).map((bends) =>
    bends.reduce((body, { at, how, byte }) => {
      const before = body.slice(0, at);
      if (how === "change") return before + byte + body.slice(at + 1);
      if (how === "remove") return before + body.slice(at + 1);
      if (how === "insert") return before + byte + body.slice(at);
      if (how === "case") return before + body.slice(at).toUpperCase();
      return before;
    }, genuine),
  );
}

/** The genuine body with a field replaced, removed, doubled, moved or added, and its old signature. */
function bentFields(genuine: string) {
  const parts = genuine.split("&");
  const field = fc.oneof(
    fc.constantFrom(
      "amount_gross=171.35",
      "payment_status=COMPLETE",
      "m_payment_id=victim",
      "passphrase=",
      "merchant_id=1",
      "signature=",
      "",
    ),
    fc.tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 })).map(([name, value]) => `${name}=${value}`),
  );
  return fc
    .record({
      at: fc.nat({ max: parts.length - 1 }),
      to: fc.nat({ max: parts.length }),
      how: fc.constantFrom("replace", "drop", "double", "move", "add"),
      field,
    })
    .map(({ at, to, how, field }) => {
      const kept = how === "double" || how === "add" ? parts : parts.filter((_, index) => index !== at);
      if (how === "drop") return kept.join("&");
      const part = how === "double" || how === "move" ? (parts[at] ?? "") : field;
      return kept.toSpliced(how === "replace" ? at : to, 0, part).join("&");
    });
}

/** Any notice, with a guessed signature, one without a passphrase, or none. */
function otherSignatures(genuine: string) {
  const guess = fc.string({ maxLength: 16 }).filter((text) => text.trim() !== passphrase);
  const changes = fc.record({
    amount_gross: fc.constantFrom("171.35", "0.01"),
    payment_status: fc.constantFrom("COMPLETE", "FAILED"),
    name_first: fc.string({ maxLength: 9 }),
  });
  const hex = fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 0, maxLength: 40 })
    .map((digits) => digits.join(""));
  return fc.oneof(
    fc.tuple(changes, guess).map(([fields, secret]) => writeNotice(noticeFields(fields), secret)),
    hex.map((signature) => `${genuine.split("&signature=")[0]}&signature=${signature}`),
  );
}

test("a refused notice's details are stored for staff, as far as it has any", () => {
  expect(namesIn("m_payment_id=+8f14+&pf_payment_id=1089250&amount_gross=100.00")).toEqual({
    ...{ quoteId: "8f14", pfPaymentId: "1089250", amount: "100.00" },
  });
  expect(namesIn(`m_payment_id=${"x".repeat(101)}&pf_payment_id=&amount_gross=${"1".repeat(21)}`)).toEqual({
    ...{ quoteId: "x".repeat(100), pfPaymentId: null, amount: "1".repeat(20) },
  });
});

test.each([
  [17_134, true],
  [17_136, true],
  [17_133, false],
  [17_137, false],
])("for an order of 171.35, %i cents are its amount: %s", (amountGrossCents, isIts) => {
  expect(isAmountOf({ ...expected, amountGrossCents }, { amountCents: 171_35 })).toBe(isIts);
});

const expected = { quoteId: "q", pfPaymentId: "1", status: "COMPLETE", amountFeeCents: null } as const;
