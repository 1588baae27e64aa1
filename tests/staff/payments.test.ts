import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { amountFromCents } from "#app/domain/values/money";
import type { Answer } from "#app/staff/answer";
import { deskForEachTest } from "../support/a-desk";
import { type Line, transactionCsv } from "../support/a-transaction-list";
import { officeForEachTest } from "../support/an-office";
import { layouts, writings } from "../support/corpus/files";

const office = officeForEachTest();
const desk = deskForEachTest(office);

test("a payment that was found is settled once, with the name of the person who found it", async () => {
  const booked = await office.booked();
  const note = () =>
    desk.ask("note", "payment", booked.quoteNo, "--payfast", "1089999", "--amount", rand(booked).replace(".", ","));
  expect(await note()).toMatchObject({
    kind: "done",
    output: [expect.stringContaining("It is booked and has its waybill."), expect.anything()],
  });
  expect(await note()).toEqual({
    kind: "done",
    output: [`${booked.quoteNo}: this payment was settled before.`],
    fields: undefined,
    isUnchanged: true,
  });
  expect(await desk.ask("note", "payment", booked.quoteNo, "--payfast", "1089999", "--amount", "1.00")).toMatchObject({
    kind: "refused",
  });
  expect(office.staff("SELECT who, action, subject FROM staff_history")).toEqual([
    { who: "Zanele", action: "noted payment", subject: booked.quoteNo },
  ]);
  expect(office.staff("SELECT status FROM staff_bookings")).toEqual([{ status: "Paid, to be collected" }]);
});

test.each([
  [["--amount", "80,62"], "Give PayFast's number"],
  [["--payfast", "1"], "How much?"],
  [["--payfast", "1", "--amount", "1,234"], "could be more than one amount"],
  [["80,62", "--payfast", "1", "--amount", "80,62"], "is not expected here"],
])("note payment with %j says what is missing", async (args, words) => {
  await expect(desk.ask("note", "payment", "Q48210934", ...args)).rejects.toThrow(words);
});

test("a list is compared, and settled on request: a dry run changes nothing, and a second time nothing is left", async () => {
  const [paid, missing, other] = [await office.booked(), await office.booked(), await office.booked()];
  await office.tell(paid, { pfPaymentId: "1" });
  list([line(paid, "1"), line(missing, "2"), { ...line(other, "3"), orderId: "not-ours" }]);

  const compared = await desk.ask("reconcile", "payments.csv");
  expect(compared).toMatchObject({ kind: "done", fields: { matched: 1, missing_here: 2, missing_there: 0 } });
  expect(outputOf(compared)).toMatch(new RegExp(`missing here: 2 \\(${missing.quoteNo}, `));

  expect(outputOf(await desk.ask("reconcile", "payments.csv", "--settle", "--dry-run"))).toContain("Settled: 1");
  expect(office.staff("SELECT 1 FROM waybills")).toHaveLength(1);

  const settled = outputOf(await desk.ask("reconcile", "payments.csv", "--settle"));
  expect(settled).toContain("Settled: 1");
  expect(settled).toContain("3: it names no order of ours.");
  expect(office.staff("SELECT quote_no FROM staff_bookings ORDER BY paid_at")).toHaveLength(2);
  expect(outputOf(await desk.ask("reconcile", "payments.csv", "--settle"))).toContain("Settled: 0");
  expect(office.staff("SELECT action, subject FROM staff_history ORDER BY action")).toEqual([
    { action: "found at PayFast", subject: "PayFast's list" },
    { action: "noted payment", subject: missing.quoteNo },
  ]);
});

test("a payment that was noted is confirmed by the list that has it, but not by a dry run", async () => {
  const booked = await office.booked();
  await desk.ask("note", "payment", booked.quoteNo, "--payfast", "1089999", "--amount", rand(booked).replace(".", ","));
  list([line(booked, "1089999")]);
  const confirmed = () => office.staff("SELECT 1 FROM payments WHERE confirmed_at IS NOT NULL").length;
  await desk.ask("reconcile", "payments.csv", "--dry-run");
  expect(confirmed()).toBe(0);
  await desk.ask("reconcile", "payments.csv");
  expect(confirmed()).toBe(1);
});

test("a missing or invalid file changes nothing and says so", async () => {
  await expect(desk.ask("reconcile", "none.csv", "--settle")).rejects.toThrow("There is no file none.csv");
  await expect(desk.ask("reconcile")).rejects.toThrow("Which file?");
  writeFileSync(path.join(desk.desk.folder, "payments.csv"), "name,phone\nThandi,082 123 4567\n");
  expect(await desk.ask("reconcile", "payments.csv")).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining('no column "Gross"')],
  });
});

function list(lines: Line[]) {
  writeFileSync(path.join(desk.desk.folder, "payments.csv"), transactionCsv(lines));
}

function line(quote: Quote, pfPaymentId: string): Line {
  const grossCents = quote.grandTotalCents ?? 0;
  const feeCents = -Math.round(grossCents * 0.035);
  return { at: new Date(), grossCents, feeCents, orderId: quote.id, pfPaymentId };
}

const rand = ({ grandTotalCents }: Quote) => amountFromCents(grandTotalCents ?? 0);
const outputOf = (answer: Answer) => (answer.kind === "done" ? answer.output.join("\n") : "");

describe.each(writings)("PayFast's list in $kind", ({ bytes }) => {
  test.each(layouts)("$kind", async ({ text }) => {
    const row = ["2026/11/21 14:05", "FUNDS_RECEIVED", "Zoë Müller", "R1,234.50", "order-1", "77"];
    const table = text([["Date", "Type", "Name", "Gross", "M Payment ID", "PF Payment ID"], row]);
    writeFileSync(path.join(desk.desk.folder, "payments.csv"), bytes(table));
    const answer = await desk.ask("reconcile", "payments.csv");
    expect(answer).toMatchObject({ kind: "done", fields: { missing_here: 1 } });
    expect(outputOf(answer)).toContain("R\u00a01\u00a0234,50");
  });
});

test("a price above R 10 000 must be confirmed, and one below PayFast's minimum or above R 100 000 is refused", async () => {
  const wanted = await office.booked({ addresses: { fromPostal: "9100" } });
  const price = (...args: string[]) => desk.ask("price", "quote", wanted.quoteNo, ...args);
  expect(await price("4,99")).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining("PayFast takes no payment")],
  });
  expect(await price("10000,01")).toMatchObject({ kind: "refused", why: [expect.stringContaining("--yes")] });
  expect(office.staff("SELECT 1 FROM outgoing_mails WHERE letter_key LIKE 'manual-price-ready%'")).toEqual([]);
  expect(await price("100000,01", "--yes")).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining("No parcel costs that much")],
  });
  expect(await price("10000,01", "--yes")).toMatchObject({ kind: "done" });
});

test("cancelling only suggests refunds that `note refund` accepts: one for each payment", async () => {
  const { quote } = await office.paid();
  await office.tell(quote, { pfPaymentId: "second" });
  const suggested = [
    ...outputOf(await desk.ask("cancel", "booking", quote.quoteNo, "--because", "Flooded.")).matchAll(
      /note refund (\S+) (\S+) --reference/g,
    ),
  ];
  expect(suggested).toHaveLength(2);
  for (const [index, [, quoteNo = "", amount = ""]] of suggested.entries()) {
    expect(await desk.ask("note", "refund", quoteNo, amount, "--reference", `221133${index}`)).toMatchObject({
      kind: "done",
    });
  }
  expect(office.staff("SELECT 1 FROM staff_payments_to_refund")).toEqual([]);
});
