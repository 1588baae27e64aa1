import { expect, test } from "vitest";
import { readNotice } from "#app/domain/money/payfast-notice.server";
import { signRequest, verifyNotice, writeNotice } from "#app/domain/money/payfast-signature.server";
import recorded from "./payfast-vectors.json";

type Vector = {
  id: string;
  kind: string;
  fields: string[][];
  passphrase: string;
  signature: string;
  param_string: string;
  raw_body?: string;
};

const vectors: Vector[] = recorded;
const requests = vectors.filter((vector) => vector.kind === "request");
const notices = vectors.filter((vector) => vector.kind === "itn");

test("all of PayFast's vectors are here", () => {
  expect([requests.length, notices.length]).toEqual([7, 7]);
});

test.each(requests)("our form is signed as PayFast's own library signs it: $id", (vector) => {
  expect(signRequest(pairs(vector), vector.passphrase)).toBe(vector.signature);
});

test.each(notices)("PayFast's own notice is accepted: $id", (vector) => {
  expect(verifyNotice(vector.raw_body ?? "", vector.passphrase)).toEqual({
    ok: true,
    signedPart: vector.param_string,
    signature: vector.signature,
  });
});

test.each(notices)("PayFast's own notice is refused with another passphrase: $id", (vector) => {
  expect(verifyNotice(vector.raw_body ?? "", `${vector.passphrase}x`).ok).toBe(false);
});

test.each(notices)("a notice of ours is written byte for byte like PayFast's: $id", (vector) => {
  expect(writeNotice(pairs(vector), vector.passphrase)).toBe(vector.raw_body);
});

test.each(notices)("a notice is read unless it names no order: $id", (vector) => {
  const named = pairs(vector).some(([name, value]) => name === "m_payment_id" && value !== "");
  expect(readNotice(vector.raw_body ?? "").ok).toBe(named);
});

function pairs(vector: Vector): [string, string][] {
  return vector.fields
    .map(([name = "", value = ""]): [string, string] => [name, value])
    .filter(([name]) => name !== "signature");
}
