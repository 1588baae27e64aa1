import { describe, expect, test } from "vitest";
import { credited, invoiceNumber, invoiceNumberIn, isFull, takenApart, titleOf } from "#app/domain/money/invoice";
import { plainText } from "#app/language/plain-text";

const VAT = 15_00;
const lines = [
  { label: "Transport", amountCents: 60_00 },
  { label: "Fuel", amountCents: 6_00 },
  { label: "Packaging", amountCents: 4_10 },
];

describe("the amount paid, split", () => {
  test("follows the price's lines if they add up to it", () => {
    expect(takenApart(80_62, VAT, lines)).toEqual({
      ...{ lines, netCents: 70_10, vatCents: 10_52, grossCents: 80_62, vatBasisPoints: VAT },
    });
  });

  test.each([
    ["a price by hand has no lines", 1_150_00, [], 150_00],
    ["a cent less came than was asked for", 80_61, lines, 10_51],
    ["the lines are those of another price", 115_00, lines, 15_00],
  ])("is the tax fraction where %s", (_, grossCents, given, vatCents) => {
    const taken = takenApart(grossCents, VAT, given);
    expect(taken).toMatchObject({ grossCents, vatCents, netCents: grossCents - vatCents });
    expect(taken.lines).toEqual([{ label: "Courier service", amountCents: grossCents - vatCents }]);
  });

  test("has no VAT where none is charged", () => {
    expect(takenApart(70_10, 0, lines)).toMatchObject({ netCents: 70_10, vatCents: 0, lines });
  });
});

test("partial refunds reverse exactly the invoice's VAT", () => {
  const invoice = takenApart(80_62, VAT, lines);
  const before = { grossCents: 0, vatCents: 0 };
  for (const refundCents of [1, 27_33, 9_99, 43_29]) {
    const note = credited(invoice, before, refundCents);
    expect(note.netCents + note.vatCents).toBe(refundCents);
    before.grossCents += note.grossCents;
    before.vatCents += note.vatCents;
  }
  expect(before).toEqual({ grossCents: 80_62, vatCents: 10_52 });
});

test("test modes have their own numbers, and so have credit notes", () => {
  expect(invoiceNumber({ kind: "invoice", mode: "live", number: 42 })).toBe("INV-000042");
  expect(invoiceNumber({ kind: "invoice", mode: "simulator", number: 42 })).toBe("INV-TEST-000042");
  expect(invoiceNumber({ kind: "credit_note", mode: "sandbox", number: 7 })).toBe("CN-SANDBOX-000007");
});

test.each([
  ["INV-TEST-000001", "INV-TEST-000001"],
  ["INV – TEST – 000001", "INV-TEST-000001"],
  ["INV_TEST_000001", "INV-TEST-000001"],
  ["INV/TEST/000001", "INV-TEST-000001"],
  ["inv.test.1", "INV-TEST-000001"],
  ["INV: 42", "INV-000042"],
  ["CN #OOO007", "CN-000007"],
  ["my invoice inv — 42, please", "INV-000042"],
  ["INVERNESS 42", null],
  ["MINV-42", null],
  ["INV ---- 42", null],
])("%s is the number %s", (typed, no) => {
  expect(invoiceNumberIn(typed)).toBe(no);
});

test("only a VAT vendor issues tax invoices", () => {
  const supplier = { name: "Thuma Couriers", address: [], vatNumber: "4123456789", registrationNumber: null };
  const noVendor = { ...supplier, vatNumber: null };
  expect(plainText(titleOf({ kind: "invoice", supplier, isOnAccount: true }))).toBe("Tax Invoice");
  expect(plainText(titleOf({ kind: "invoice", supplier: noVendor, isOnAccount: false }))).toBe("Receipt");
  expect(plainText(titleOf({ kind: "invoice", supplier: noVendor, isOnAccount: true }))).toBe("Invoice");
  expect(plainText(titleOf({ kind: "credit_note", supplier, isOnAccount: false }))).toBe("Credit Note");
});

test("an invoice above R 5 000 is a full one", () => {
  expect([5_000_00, 5_000_01].map(isFull)).toEqual([false, true]);
});

test("a refund reverses at most what was invoiced, and later what is left", () => {
  const invoice = takenApart(115_00, VAT, []);
  expect(credited(invoice, { grossCents: 0, vatCents: 0 }, 200_00)).toEqual({
    ...{ grossCents: 115_00, vatCents: 15_00, netCents: 100_00, vatBasisPoints: VAT },
  });
  expect(credited(invoice, { grossCents: 100_00, vatCents: 13_04 }, 50_00)).toMatchObject({
    ...{ grossCents: 15_00, vatCents: 1_96, netCents: 13_04 },
  });
});
