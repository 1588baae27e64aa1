import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { askCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { noteChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { statementOf } from "#app/domain/bookings/statements/statement.server";
import { statementPdf } from "#app/domain/bookings/statements/statement-pdf.server";
import { statementRows, statementShown } from "#app/domain/bookings/statements/statement-shown.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { monthAfter } from "#app/domain/values/calendar-month";
import { newId } from "#app/domain/values/ids.server";
import { DAYS, MINUTES } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { invoices } from "#db/schema/invoices";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../../demo/a-parcel";
import { byAccount } from "../../../../demo/bookings";
import { pricesAt } from "../../../../demo/world";
import { aDesk } from "../../../support/a-desk";
import { pagesOf, textsIn } from "../../../support/a-pdf";
import { type Office, officeForEachTest } from "../../../support/an-office";

const office = officeForEachTest();
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;
/** The last minute of October in South Africa, and the first of November. */
const october = new Date("2026-10-31T21:59:00Z");
const november = new Date("2026-10-31T22:00:00Z");
const later = (days: number) => new Date(november.getTime() + days * DAYS);

const bookedBy = (uid: string) => ({ uids: [uid], quoteIds: [] });
const of = (uid: string, month: string, now = later(200)) =>
  statementOf(office.store.read, bookedBy(uid), month, "sandbox", now);
const paidBy = (uid: string, at: Date, quantity = 1) =>
  aParcel({ parcel: { quantity } }).booked(byAccount(uid)).paid().in(office.world, at);
const refund = (quote: Quote, amountCents: number, at: Date, { reference = newId(), goodwill = true } = {}) =>
  office.store.tx((tx) => noteRefund(tx, quote.id, { reference, amountCents, goodwill }, at));

describe("a customer's month", () => {
  test("has its invoices and credit notes by the South African clock, and nobody else's", async () => {
    await paidBy("nomsa", october);
    const { quote, waybillNo } = await paidBy("nomsa", november);
    await paidBy("thandi", november);
    await refund(quote, 23_00, later(2));
    const statement = await of("nomsa", "2026-11");
    expect(statementRows(statement)).toEqual([
      {
        ...{ date: "2026-11-01", number: waybillNo, order: null, to: "Soweto", paper: "Receipt" },
        ...{ paper_no: "INV-SANDBOX-000002", credits_invoice: null },
        ...{ net_rand: 70.1, vat_rand: 10.52, gross_rand: 80.62, paid_rand: 80.62, open_rand: 0 },
      },
      {
        ...{ date: "2026-11-03", number: waybillNo, order: null, to: "Soweto", paper: "Credit Note" },
        ...{ paper_no: "CN-SANDBOX-000001", credits_invoice: "INV-SANDBOX-000002" },
        ...{ net_rand: -20, vat_rand: -3, gross_rand: -23, paid_rand: -23, open_rand: 0 },
      },
    ]);
    expect(statement.totals).toEqual({
      netCents: 50_10,
      vatCents: 7_52,
      grossCents: 57_62,
      paidCents: 57_62,
      openCents: 0,
    });
    expect((await of("nomsa", "2026-10")).lines).toHaveLength(1);
    expect((await of("nomsa", "2026-12")).lines).toEqual([]);
  });

  test("has only the papers and the money of the site's payment mode", async () => {
    await paidBy("nomsa", november);
    expect((await statementOf(office.store.read, bookedBy("nomsa"), "2026-11", "live", later(9))).lines).toEqual([]);
  });

  test("tells of money that no invoice is about, and of what we still pay back", async () => {
    const { quote } = await paidBy("nomsa", november);
    await office.tell(quote, { pfPaymentId: "again" }, later(1));
    const statement = await of("nomsa", "2026-11");
    expect(statementRows(statement).at(-1)).toMatchObject({
      ...{ paper: "Payment to refund", paper_no: null, gross_rand: 0, paid_rand: 80.62, open_rand: -80.62 },
    });
    expect(statementShown(statement).sentences).toEqual(["We will refund R\u00a080,62."]);
    await refund(quote, 80_62, later(40), { goodwill: false });
    expect((await of("nomsa", "2026-11")).owedCents).toBe(0);
    expect(statementRows(await of("nomsa", "2026-12"))).toMatchObject([{ paper: "Refund", paid_rand: -80.62 }]);
  });

  test("of a cancelled booking says what we still pay back, though its papers and its money agree", async () => {
    const { quote } = await paidBy("nomsa", november);
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "flooded", later(1)));
    const statement = await of("nomsa", "2026-11");
    expect([statement.totals.openCents, statement.owedCents]).toEqual([0, 80_62]);
    expect(statementShown(statement).sentences).toEqual(["Nothing is open.", "We will refund R\u00a080,62."]);
  });

  test("has what the customer's bank took back as open again, in a line of its own", async () => {
    const { quote } = await paidBy("nomsa", november);
    const back = { amountCents: 80_62, by: "Zanele" };
    await office.store.tx((tx) => noteChargeback(tx, quote.id, back, later(1)));
    const statement = await of("nomsa", "2026-11");
    expect(statementRows(statement)).toMatchObject([
      { paper: "Receipt", gross_rand: 80.62, paid_rand: 80.62, open_rand: 0 },
      { paper: "Taken back by your bank", paper_no: null, gross_rand: 0, paid_rand: -80.62, open_rand: 80.62 },
    ]);
    expect(statementShown(statement).sentences).toEqual(["R\u00a080,62 is still to be paid."]);
  });

  test("counts what more was paid than a price with the invoice of it", async () => {
    const { quote } = await paidBy("nomsa", november);
    const how = { pricing: pricesAt(office, later(1)), mode: "sandbox" } as const;
    const more = { pfPaymentId: "cash:1", amountCents: 20_00, feeCents: null };
    await office.store.tx(async (tx) => {
      const booked = (await quoteById(tx, quote.id)) ?? quote;
      await askCharge(tx, booked, { amountCents: 20_00 }, { because: "Longer.", agreed: "Nomsa" }, how, later(1));
      await notePayment(tx, quote.id, more, site, later(2));
    });
    expect(statementRows(await of("nomsa", "2026-11"))).toMatchObject([
      { gross_rand: 80.62, paid_rand: 80.62, open_rand: 0 },
      { gross_rand: 20, paid_rand: 20, open_rand: 0 },
    ]);
  });

  test("counts a part of a price with the invoice that it became a part of", async () => {
    const { quote } = await aParcel().booked(byAccount("nomsa")).unpaid().in(office.world, november);
    const part = { pfPaymentId: "1", amountCents: 30_00, feeCents: null, as: "part" as const };
    await office.store.tx((tx) => notePayment(tx, quote.id, part, site, later(1)));
    expect(statementRows(await of("nomsa", "2026-11"))).toMatchObject([{ paper: "Part of the price", open_rand: -30 }]);
    const rest = { pfPaymentId: "2", amountCents: 50_62, feeCents: null };
    await office.store.tx((tx) => notePayment(tx, quote.id, rest, site, later(35)));
    expect((await of("nomsa", "2026-11")).lines).toEqual([]);
    expect(statementRows(await of("nomsa", "2026-12"))).toMatchObject([{ gross_rand: 80.62, paid_rand: 80.62 }]);
  });

  test("of a company that charges no VAT doesn't name it", async () => {
    const registration = { vatNumber: "none", registrationNumber: null };
    await storeSiteFacts(office.store, { appUrl: "http://x", paymentMode: "sandbox", registration }, november);
    await paidBy("nomsa", november);
    const shown = statementShown(await of("nomsa", "2026-11"));
    expect(shown.columns.map(({ label }) => label)).toEqual([
      ...["Date", "Parcel", "Your order", "To", "Paper", "Amount", "Paid", "Open"],
    ]);
    expect(shown.totals).toEqual(["Total", "", "", "", "", "R\u00a080,62", "R\u00a080,62", "R\u00a00,00"]);
  });
});

describe("on paper", () => {
  test("it has who we are, whose it is, each line, and the sums; its numbers lead to the invoices", async () => {
    const { waybillNo } = await paidBy("nomsa", november);
    const registration = { vatNumber: "4123456789", registrationNumber: null };
    await storeSiteFacts(office.store, { appUrl: "http://x", paymentMode: "sandbox", registration }, november);
    const customer = { name: "Nomsa Dlamini", email: "nomsa@example.com" };
    const pdf = await statementPdf(await of("nomsa", "2026-11", later(3)), {
      customer,
      appUrl: "https://courier.example",
    });
    const texts = textsIn(pdf).map(({ words }) => words.replaceAll("\u00a0", " "));
    for (const words of [
      ...["Statement for November 2026", "Nomsa Dlamini", "nomsa@example.com", "VAT number: 4123456789"],
      ...["1 November 2026", "Soweto", "R 70,10", "R 10,52", "R 80,62", "R 0,00", "Total", "Nothing is open."],
      "This month isn't over: it has what there was on 4 November 2026.",
    ])
      expect(texts, words).toContain(words);
    expect(texts.join(" ").replaceAll(" ", "")).toContain(waybillNo);
    expect(pdf.toString("latin1")).toContain("(https://courier.example/invoice/INV-SANDBOX-000001)");
  });

  test("a long month goes on, with its headings, on pages that are numbered", async () => {
    const { quote } = await paidBy("nomsa", november);
    const one = await of("nomsa", "2026-11");
    const long = { ...one, lines: Array.from({ length: 100 }, () => one.lines).flat() };
    const pdf = await statementPdf(long, { customer: { name: "", email: quote.email }, appUrl: null });
    const texts = textsIn(pdf).map(({ words }) => words);
    expect(pagesOf(pdf)).toBeGreaterThan(2);
    expect(texts.filter((words) => words === "Without VAT")).toHaveLength(pagesOf(pdf));
    expect(texts.filter((words) => words.replace(/\s/g, "") === "R70,10")).toHaveLength(101);
    expect(texts).toContain(`Page 2 of ${pagesOf(pdf)}`);
  });

  test("where it is paid stands on one page, below the sum to pay", async () => {
    const { quote } = await paidBy("nomsa", november);
    const one = await of("nomsa", "2026-11");
    const toPay = [{ uid: "u", month: "2026-11", openCents: 80_62, payBy: "2026-12-30" }];
    const given = { customer: { name: "", email: quote.email }, appUrl: "https://courier.example" };
    for (let lines = 15; lines < 32; lines += 1) {
      const long = { ...one, toPay, lines: Array.from({ length: lines }, () => one.lines).flat() };
      const texts = textsIn(await statementPdf(long, given));
      const address = texts.find(({ words }) => words.startsWith("https://courier.example/payfast"));
      const pay = texts.find(({ words }) => /^Pay R/.test(words));
      expect((address?.y ?? 0) - (pay?.y ?? Number.NaN), `${lines} lines`).toBeGreaterThan(0);
    }
  });
});

describe("in the office", () => {
  test("it is of an account and of what its person booked without it, by email or phone", async () => {
    await paidBy("nobody", november);
    const { quote } = await office.paid(
      { addresses: { fromEmail: "nomsa@example.com", fromPhone: "0821112222" } },
      november,
    );
    const desk = aDesk(office, { now: later(40) });
    for (const person of ["nomsa@example.com", "082 111 2222"]) {
      const answer = await desk.ask("statement", person, "--month", "2026-11");
      expect(answer).toMatchObject({ kind: "list", rows: [{ paper_no: "INV-SANDBOX-000002", gross_rand: 80.62 }] });
      const paper = answer.kind === "list" ? await answer.paper?.() : undefined;
      const texts = textsIn(paper ?? Buffer.alloc(0)).map(({ words }) => words);
      expect(texts).toContain(quote.formSnapshot.addresses.fromName);
    }
    expect(await desk.ask("statement", "nobody@example.com")).toMatchObject({ kind: "refused" });
    desk.leave();
  });

  test("its paper is made when the database is closed, as a terminal does", async () => {
    await office.paid({ addresses: { fromEmail: "nomsa@example.com" } }, november);
    const desk = aDesk(office, { now: later(40) });
    const answer = await desk.ask("statement", "nomsa@example.com", "--month", "2026-11");
    desk.leave();
    const closed = { get: () => expect.fail("the database is closed") };
    Object.defineProperty(office.store, "read", closed);
    const paper = answer.kind === "list" ? await answer.paper?.() : undefined;
    expect(textsIn(paper ?? Buffer.alloc(0)).map(({ words }) => words)).toContain("nomsa@example.com");
  });

  test.each([
    ["2026-11", "2026-11"],
    ["11/2026", "2026-11"],
    ["November 2026", "2026-11"],
    ["nov", "2026-11"],
  ])("a month typed as %j is %s", async (typed, month) => {
    await office.paid({ addresses: { fromEmail: "nomsa@example.com" } }, november);
    const desk = aDesk(office, { now: later(5) });
    const answer = await desk.ask("statement", "nomsa@example.com", "--month", typed);
    expect(answer).toMatchObject({ rows: [{ date: `${month}-01` }] });
    await expect(desk.ask("statement", "nomsa@example.com", "--month", "2026-12")).rejects.toThrow("hasn't begun");
    await expect(desk.ask("statement", "nomsa@example.com", "--month", "2026-13")).rejects.toThrow("isn't a month");
    desk.leave();
  });
});

/** What happens to one of a customer's bookings, some days later. */
type Act = { days: number; booking: number; what: (typeof deeds)[number]; cents: number };
const deeds = [
  "pay",
  "pay",
  "pay twice",
  "note part",
  "note rest",
  "cancel",
  "refund",
  "refund",
  "undo payment",
  "undo refund",
  "lose papers",
] as const;
const act = fc.record<Act>({
  days: fc.nat({ max: 25 }),
  booking: fc.nat({ max: 2 }),
  what: fc.constantFrom(...deeds),
  cents: fc.constantFrom(80_62, 40_31, 30_00, 12_34, 1),
});

test("the sums of all months are those of the books to the cent, whatever becomes of a customer's bookings", async () => {
  let customers = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
      customers += 1;
      const uid = `customer-${customers}`;
      const email = `${uid}@example.com`;
      const booked: Quote[] = [];
      for (let at = 0; at < 3; at += 1) {
        const history = aParcel({ addresses: { fromEmail: email } })
          .booked(byAccount(uid))
          .unpaid();
        booked.push((await history.in(office.world, new Date(november.getTime() + at * MINUTES))).quote);
      }
      let now = november;
      for (const [at, each] of acts.entries()) {
        now = new Date(now.getTime() + each.days * DAYS + 1 * MINUTES);
        const quote = booked[each.booking];
        if (quote) await happen(office, quote, each, `${uid}-${at}`, now);
      }
      await expectToBeTheBooks(uid, email, now);
    }),
    { numRuns: isPostgres ? 8 : 25 },
  );
});

async function happen({ store, tell }: Office, quote: Quote, { what, cents }: Act, no: string, now: Date) {
  const note = (as?: "part") => {
    const found = { pfPaymentId: no, amountCents: cents, feeCents: null, again: true, ...(as ? { as } : {}) };
    return store.tx((tx) => notePayment(tx, quote.id, found, site, now));
  };
  if (what === "pay" || what === "pay twice") await tell(quote, { pfPaymentId: no }, now);
  if (what === "pay twice") await tell(quote, { pfPaymentId: `${no}-2` }, new Date(now.getTime() + 1));
  if (what === "note part") await note("part");
  if (what === "note rest") await note();
  if (what === "cancel") await store.tx((tx) => cancelBooking(tx, quote.id, "flooded", now));
  if (what === "refund") await refund(quote, cents, now, { reference: no });
  if (what === "undo payment") await store.tx((tx) => undoNotedPayment(tx, quote.id, site.appUrl, now));
  if (what === "undo refund") await store.tx((tx) => undoNotedRefund(tx, quote.id, undefined, now));
  // As before the site issued invoices.
  if (what === "lose papers") await store.tx((tx) => tx.delete(invoices).where(eq(invoices.quoteId, quote.id)));
}

async function expectToBeTheBooks(uid: string, email: string, now: Date) {
  const cents = (query: string) => Math.round(Number(office.staff<{ sum: number }>(query)[0]?.sum ?? 0) * 100);
  let paidCents = 0;
  for (let month = "2026-11"; month <= monthAfter(now.toISOString().slice(0, 7), 1); month = monthAfter(month, 1)) {
    const { totals } = await of(uid, month, now);
    const ofMonth = `customer_email = '${email}' AND issued_at LIKE '${month}%'`;
    const before = (column: string) => `SELECT sum((payments - refunds) * ${column}) / 100.0 AS sum FROM each_uninvoiced
      JOIN quotes ON quotes.id = each_uninvoiced.quote_id WHERE quotes.email = '${email}' AND clock LIKE '${month}%'`;
    const inBooks = (column: string) => cents(`SELECT sum(${column}) AS sum FROM staff_invoices WHERE ${ofMonth}`);
    expect([month, totals.grossCents]).toEqual([month, inBooks("gross_rand") + cents(before("cents"))]);
    expect([month, totals.vatCents]).toEqual([month, inBooks("vat_rand") + cents(before("vat_cents"))]);
    expect(totals.netCents + totals.vatCents).toBe(totals.grossCents);
    expect(totals.openCents).toBe(totals.grossCents - totals.paidCents);
    paidCents += totals.paidCents;
  }
  const received = `SELECT sum(paid_rand) - coalesce(sum(paid_back_rand), 0) AS sum FROM staff_payments_received`;
  expect(paidCents).toBe(cents(`${received} WHERE customer_email = '${email}'`));
}
