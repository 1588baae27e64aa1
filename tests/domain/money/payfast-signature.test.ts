import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type PayfastField, payfastFields } from "#app/domain/money/payfast-fields.server";
import { signRequest, verifyNotice, writeNotice } from "#app/domain/money/payfast-signature.server";
import { rounds } from "../../support/rounds";
import { anOrder, noticeFields, passphrase } from "./an-order";

/**
 * Every class of characters: UTF-16 units (half surrogates too), any code point, and characters that encoders treat
 * differently.
 */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xff_ff }).map((unit) => String.fromCharCode(unit)),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom(..." !\"'()*~+%&=-_.,;:/?#[]@$\\`^|<>{}0\t\n\r\0\v\f\u00a0\u2028\ufeff"),
      fc.constantFrom("%20", "%2B", "&amp;", "O'Brien", "é", "e\u0301", "漢", "😀", "👩‍👩‍👧", "\u202e"),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(""));
const plainPassphrase = fc.stringMatching(/^[A-Za-z0-9._-]{0,32}$/);

test("10,000 random orders are signed like an independent implementation of PayFast's rule", () => {
  const order = fc.record({
    returnUrl: anyText,
    cancelUrl: anyText,
    notifyUrl: anyText,
    nameFirst: anyText,
    buyerEmail: anyText,
    quoteId: anyText.map((text) => `q${text}`),
    itemName: anyText,
    itemDescription: anyText,
    amountCents: fc.integer({ min: 1, max: 1_000_000_00 }),
  });
  fc.assert(
    fc.property(order, plainPassphrase, (random, secret) => {
      const answer = payfastFields(anOrder(random));
      if (!answer.ok) throw new Error(answer.why);
      expect(signRequest(answer.fields, secret)).toBe(secondSignature(answer.fields, secret));
    }),
    { numRuns: rounds(1_000, 10_000) },
  );
});

test("untidied fields are signed by the same rule", () => {
  const untidied = fc.array(fc.tuple(fc.constantFrom("item_name", "custom_str1", "name_first"), anyText), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(untidied, plainPassphrase, (random, secret) => {
      const fields = [["merchant_id", "10000100"] as const, ...random];
      expect(signRequest(fields, secret)).toBe(secondSignature(fields, secret));
    }),
    { numRuns: rounds(500, 3_000) },
  );
});

test("what is signed is what PayFast receives after the browser has posted the form", () => {
  fc.assert(
    fc.property(anyText, (itemName) => {
      const answer = payfastFields(anOrder({ itemName, itemDescription: itemName, nameFirst: itemName }));
      if (!answer.ok) throw new Error(answer.why);
      const posted = answer.fields.map(([name, value]) => [name, asABrowserPosts(value)] as const);
      expect(posted).toEqual(answer.fields);
      expect(signRequest(posted, passphrase)).toBe(signRequest(answer.fields, passphrase));
    }),
    { numRuns: rounds(500, 2_000) },
  );
});

test("a notice is accepted however strange its texts are", () => {
  fc.assert(
    fc.property(anyText, anyText, plainPassphrase, (name, item, secret) => {
      const body = writeNotice(noticeFields({ name_first: name, item_name: item }), secret);
      expect(verifyNotice(body, secret).ok).toBe(true);
    }),
    { numRuns: rounds(500, 2_000) },
  );
});

test("a notice without a signature, or with two, is refused", () => {
  const body = writeNotice(noticeFields(), passphrase);
  const [signedPart = "", signature = ""] = body.split("&signature=");
  expect(refusal(signedPart)).toMatch(/no signature/);
  expect(refusal("")).toMatch(/no signature/);
  expect(refusal(`&signature=${signature}`)).toMatch(/no signature/);
  expect(refusal(`signature=${signature}`)).toMatch(/no signature/);
  expect(refusal(`${body}&signature=${signature}`)).toMatch(/more than one/);
  expect(refusal(`%73ignature=${signature}&${body}`)).toMatch(/more than one/);
});

test("nothing may follow the signature, because it wouldn't be signed", () => {
  const body = writeNotice(noticeFields(), passphrase);
  for (const tail of ["&amount_gross=1.00", "\n", "0", "&"]) expect(refusal(body + tail)).toMatch(/at the end/);
});

test("the notice's fields are never sorted: another order is another notice", () => {
  const [first, second, ...rest] = noticeFields();
  if (!first || !second) throw new Error("a notice has more than two fields");
  const body = writeNotice(noticeFields(), passphrase);
  const signature = body.slice(body.indexOf("&signature="));
  const swapped = writeNotice([second, first, ...rest], passphrase).split("&signature=")[0];
  expect(refusal(`${swapped}${signature}`)).toMatch(/does not match/);
});

test("an incomplete percent escape in a notice is refused without an exception", () => {
  for (const broken of ["%", "%zz", "%E0%A4", "\ud83d"]) {
    expect(refusal(`m_payment_id=${broken}&signature=${"0".repeat(32)}`)).toMatch(/does not match/);
  }
});

function refusal(body: string): string {
  const answer = verifyNotice(body, passphrase);
  return answer.ok ? "believed" : answer.why;
}

/** A hidden field's value after an HTML page and a form post: NUL is replaced and line ends become CRLF. */
function asABrowserPosts(value: string): string {
  const inThePage = value.replaceAll("\0", "\ufffd").replace(/\r\n?|\n/g, "\r\n");
  return new URLSearchParams([["value", inThePage]]).get("value") ?? "";
}

/**
 * PayFast's rule, written a second time from its documentation and PHP's manual, byte by byte, without code from the
 * site: `urlencode` keeps A-Z a-z 0-9 - _ . , makes a space `+`, and escapes every other byte.
 */
function secondSignature(fields: readonly PayfastField[], secret: string): string {
  const parts: string[] = [];
  for (const [name, value] of fields) {
    const bytes = [...Buffer.from(value, "utf8")];
    while (isPhpSpace(bytes.at(0))) bytes.shift();
    while (isPhpSpace(bytes.at(-1))) bytes.pop();
    if (bytes.length > 0) parts.push(`${name}=${bytes.map(urlencodedByte).join("")}`);
  }
  if (secret) parts.push(`passphrase=${[...Buffer.from(secret, "utf8")].map(urlencodedByte).join("")}`);
  return createHash("md5")
    .update(Buffer.from(parts.join("&"), "latin1"))
    .digest("hex");
}

function isPhpSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x00 || byte === 0x0b;
}

function urlencodedByte(byte: number): string {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  if (isDigit || isLetter || byte === 0x2d || byte === 0x2e || byte === 0x5f) return String.fromCharCode(byte);
  if (byte === 0x20) return "+";
  return `%${byte < 16 ? "0" : ""}${byte.toString(16).toUpperCase()}`;
}
