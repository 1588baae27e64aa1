import { beforeEach, expect, test } from "vitest";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { findInvoice, papersOf } from "#app/domain/money/invoices.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { deleteAccount } from "#app/domain/people/account-data.server";
import { eraseDeletedAccounts } from "#app/domain/people/deleted-accounts.server";
import { booksKeptSince } from "#app/domain/people/keeping-times";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import { invoices } from "#db/schema/invoices";
import { storeSiteFacts } from "#db/site-facts.server";
import { aFolder } from "../../../support/a-store";
import { type Office, officeForEachTest } from "../../../support/an-office";
import { noticeBody, sandboxAccount } from "../../../support/payfast-stand-in";

const now = new Date("2026-11-21T10:00:00Z");
const registration = { vatNumber: "4123456789", registrationNumber: "2026/123456/07" };

const office = officeForEachTest();
beforeEach(async () => {
  const facts = { appUrl: "https://thuma.example", paymentMode: "sandbox", registration };
  await storeSiteFacts(office.store, facts, now);
});

test("a paid booking has one invoice of the amount paid, with that day's company and VAT, however often PayFast repeats it", async () => {
  const { quote } = await office.paid({}, now);
  await office.tell(quote, { pfPaymentId: "again" });
  expect(await papersOf(office.store.read, quote.id)).toMatchObject([
    {
      ...{
        invoiceNo: "INV-SANDBOX-000001",
        kind: "invoice",
        mode: "sandbox",
        issuedAt: now,
        quantity: 1,
        customer: null,
      },
      ...{ netCents: 70_10, vatCents: 10_52, grossCents: 80_62, vatBasisPoints: 1500 },
      supplier: { name: "Thuma Couriers", ...registration },
      description: "Parcel (Flyer bag), collected in Katlehong 1431 and delivered in Soweto 1804",
    },
  ]);
});

test("numbers have no gaps, even after a rolled-back settlement", async () => {
  for (let at = 0; at < 3; at += 1) await office.paid({}, now);
  const quote = await office.booked({}, now);
  const undone = { ...office.store, tx: undoneAfter(office) };
  await expect(tell(undone, quote)).rejects.toThrow("the plug is out");
  await Promise.all([office.paid({}, now), office.paid({}, now)]);
  await tell(office.store, quote);
  const numbers = office.staff<{ invoice_no: string }>("SELECT invoice_no FROM invoices ORDER BY number");
  expect(numbers.map(({ invoice_no }) => invoice_no)).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `INV-SANDBOX-00000${number}`),
  );
});

test("each payment mode has its own series", async () => {
  await office.paid({}, now);
  const quote = await office.booked({}, now);
  await tell(office.store, quote, "live");
  expect(await findInvoice(office.store.read, "INV-000001")).toMatchObject({ quoteId: quote.id });
});

test("the database itself refuses a duplicate number and a second invoice of a booking", async () => {
  const { quote } = await office.paid({}, now);
  const [invoice] = await papersOf(office.store.read, quote.id);
  const second = (other: object) =>
    office.store.tx((tx) => tx.insert(invoices).values({ ...(invoice ?? expect.fail("none")), ...other }));
  await expect(second({ invoiceNo: "X", kind: "credit_note" })).resolves.toBeDefined();
  await expect(second({ invoiceNo: "Y", kind: "credit_note" })).rejects.toThrow();
  await expect(second({ invoiceNo: "Z", number: 2 })).rejects.toThrow();
});

test("each refund of an invoiced payment has its credit note; together they reverse its VAT", async () => {
  const { quote } = await office.paid({}, now);
  for (const [reference, amountCents] of [
    ["r1", 30_01],
    ["r2", 50_61],
    ["r2", 50_61],
  ] as const)
    await refund(quote, reference, amountCents);
  const [invoice, ...notes] = await papersOf(office.store.read, quote.id);
  expect(notes).toMatchObject([
    { invoiceNo: "CN-SANDBOX-000001", refundReference: "r1", creditedInvoiceNo: invoice?.invoiceNo, grossCents: 30_01 },
    { invoiceNo: "CN-SANDBOX-000002", refundReference: "r2", grossCents: 50_61 },
  ]);
  expect(notes.reduce((total, { vatCents }) => total + vatCents, 0)).toBe(invoice?.vatCents);
  expect(await textOf("refund-paid:r2")).toContain("Credit Note CN-SANDBOX-000002:\nhttps://thuma.example/invoice/CN-");
});

test("a second payment was never invoiced, and refunding it reduces no VAT", async () => {
  const { quote } = await office.paid({}, now);
  await office.tell(quote, { pfPaymentId: "twice" });
  await refund(quote, "back", 80_62, false);
  expect((await papersOf(office.store.read, quote.id)).map(({ kind }) => kind)).toEqual(["invoice"]);
});

test("a booking's email links its invoice", async () => {
  const { quote } = await office.paid({}, now);
  const text = await textOf(`booking-confirmed:${quote.id}`);
  expect(text).toContain("Tax Invoice INV-SANDBOX-000001:\nhttp://x/invoice/INV-SANDBOX-000001?signed\n");
});

test("a company that isn't a VAT vendor charges none", async () => {
  const none = { vatNumber: "none", registrationNumber: null };
  await storeSiteFacts(office.store, { appUrl: "http://x", paymentMode: "sandbox", registration: none }, now);
  const { quote } = await office.paid({}, now);
  expect(await papersOf(office.store.read, quote.id)).toMatchObject([
    { vatBasisPoints: 0, vatCents: 0, grossCents: 80_62, netCents: 80_62, supplier: { vatNumber: null } },
  ]);
});

test("above R 5 000 an invoice names its customer, for five tax years, even after the account is deleted", async () => {
  const quote = await dear(now);
  const customer = { name: "Thandi Nkosi", address: ["Stand 1423, Mphuti Street", "Katlehong", "Germiston 1431"] };
  const named = async () => (await papersOf(office.store.read, quote.id))[0]?.customer;
  expect(await named()).toEqual(customer);
  const { account } = await office.joined("mine@example.co.za");
  await office.store.tx(async (tx) => {
    await giveGuestQuotes(tx, "a-guest", account.uid, now);
    await deleteAccount(tx, account, now);
  });
  await eraseDeletedAccounts(office.store, now);
  expect((await quoteById(office.store.read, quote.id))?.formSnapshot.addresses.fromName).toBe("");
  const end = new Date("2032-03-01T00:00:00+02:00");
  expect(booksKeptSince(end) > now).toBe(true);
  await tidy(office.store, aFolder(), new Date(end.getTime() - DAYS));
  expect(await named()).toEqual(customer);
  expect(await tidy(office.store, aFolder(), end)).toMatchObject({ invoiceCustomers: 1 });
  expect(await named()).toBeNull();
});

const refund = ({ id }: Quote, reference: string, amountCents: number, goodwill = true) =>
  office.store.tx((tx) => noteRefund(tx, id, { reference, amountCents, goodwill }, now));

function tell(store: Office["store"], quote: Quote, mode: "sandbox" | "live" = "sandbox") {
  const body = noticeBody({ quoteId: quote.id, cents: quote.grandTotalCents ?? 0, pfPaymentId: quote.quoteNo });
  const senderChecks = { isSender: () => true, confirm: async () => "valid" as const };
  return takeNotice(
    store,
    { ...sandboxAccount, mode },
    senderChecks,
    { body, clientAddress: "127.0.0.1" },
    "http://x",
    now,
  );
}

/** A crash at the last moment: everything has been written and nothing is committed. */
function undoneAfter({ store }: Office): Office["store"]["tx"] {
  return (fn) =>
    store.tx(async (tx) => {
      await fn(tx);
      throw new Error("the plug is out");
    });
}

/** A paid booking of some R 8 000. */
async function dear(at: Date): Promise<Quote> {
  const { quote } = await office.paid({ parcel: { quantity: 99 } }, at);
  expect(quote.grandTotalCents).toBeGreaterThan(5_000_00);
  return quote;
}

async function textOf(key: string): Promise<string> {
  const [found] = office.staff<{ text_body: string }>(
    `SELECT text_body FROM outgoing_mails WHERE letter_key = '${key}'`,
  );
  return found?.text_body ?? expect.fail(`no email ${key}`);
}
