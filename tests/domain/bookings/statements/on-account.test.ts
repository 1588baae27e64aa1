import { asc, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { noteChargeback, undoChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { notePayment, type PaymentFound } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { payClaim } from "#app/domain/bookings/payments/pay-claim.server";
import { reconcile } from "#app/domain/bookings/payments/reconcile.server";
import { takeOffAccount } from "#app/domain/bookings/payments/take-off-account.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { statementOf } from "#app/domain/bookings/statements/statement.server";
import { statementShown } from "#app/domain/bookings/statements/statement-shown.server";
import { noteReturnToStatement } from "#app/domain/bookings/statements/statement-to-pay.server";
import { sendStatements } from "#app/domain/bookings/statements/tell-of-statement.server";
import { allAttemptsOf, ordersAbout } from "#app/domain/money/attempts.server";
import { chargesOf } from "#app/domain/money/charges.server";
import { closeNotices } from "#app/domain/money/close-notices.server";
import { owedOnAccount } from "#app/domain/money/credit.server";
import { invoiceShown } from "#app/domain/money/invoice-shown";
import { papersOf } from "#app/domain/money/invoices.server";
import { moneyFor, owedBack, totalLeftCents } from "#app/domain/money/refunds.server";
import { unsignedForOurs } from "#app/domain/money/unsigned-notices.server";
import { numberOf } from "#app/domain/money/ways";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { undoMark } from "#app/domain/parcels/mark-parcel.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { formatRand } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, HOURS } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { creditTerms } from "#db/schema/charges";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../../demo/a-parcel";
import { byAccount } from "../../../../demo/bookings";
import { anOffice, type Office } from "../../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");
const later = (hours: number) => new Date(noon.getTime() + hours * HOURS);
const december = (day: number) => new Date(`2026-12-0${day}T06:00:00Z`);
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;
const PRICE = 80_62;

let office: Office;
let uid: string;
beforeEach(async () => {
  office = await anOffice();
  await storeSiteFacts(office.store, { appUrl: site.appUrl, paymentMode: "sandbox" }, noon);
  await office.joined("shop@example.co.za", noon);
  const [account] = office.staff<{ uid: string }>("SELECT uid FROM users");
  uid = account?.uid ?? expect.fail("no account");
  const terms = { uid, limitCents: 5_000_00, days: 30, allowedAt: noon, allowedBy: "Zanele" };
  await office.store.tx((tx) => tx.insert(creditTerms).values({ ...terms, stoppedAt: null, stoppedBy: null }));
});

type Booked = { quote: Quote; waybillNo: string };

/** A booking of the account that needs no payment before its parcel is collected. */
async function onAccount(now = noon): Promise<Booked> {
  const { quote } = await aParcel().booked(byAccount(uid)).unpaid().in(office.world, now);
  const waybill = (await waybillOfQuote(office.store.read, quote.id)) ?? expect.fail("it waits to be paid");
  return { quote: await fresh(quote), waybillNo: waybill.waybillNo };
}

/** One that is collected: it has its invoice. */
async function collected(now = noon): Promise<Booked> {
  const booked = await onAccount(now);
  await aParcel(booked).collected().in(office.world, now);
  return booked;
}

const fresh = async ({ id }: { id: string }) => (await quoteById(office.store.read, id)) ?? expect.fail("no quote");
const papers = async ({ quote }: Booked) =>
  (await papersOf(office.store.read, quote.id)).map(({ kind, grossCents }) => [kind, grossCents]);
/** What each paper of a booking is called, why it is there, and what its total says. */
const shownPapers = async ({ quote }: Booked) => {
  const charges = await chargesOf(office.store.read, quote.id);
  return (await papersOf(office.store.read, quote.id)).map((paper) => {
    const of = charges.find(({ id }) => id === paper.chargeId) ?? null;
    const { title, paper: shown } = invoiceShown(paper, null, of);
    const label = paper.kind === "invoice" ? "Number" : "Why";
    const why = shown.facts.filter((fact) => fact.label === label || / reference$/.test(fact.label));
    return [title, ...why.map(({ value }) => value), shown.lines.map((line) => line.label), shown.total.label].flat();
  });
};
const charge = async ({ quote }: Booked) => (await chargesOf(office.store.read, quote.id))[0] ?? expect.fail("none");
const owed = async () => (await owedOnAccount(office.store.read, uid)).cents;
const owedBackCents = async ({ quote }: Booked, now = later(9)) =>
  totalLeftCents(owedBack(await moneyFor(office.store.read, quote.id), await fresh(quote), now));
const statement = (month = "2026-11", now = december(2)) =>
  statementOf(office.store.read, { uids: [uid], quoteIds: [] }, month, "sandbox", now);
const messages = async (kind: string) =>
  office.store.read
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.emailKey, `${kind}:%`))
    .orderBy(asc(outgoingMails.emailKey));
const order = () => `statement-2026-11-${uid}`;
const paid = (cents: number, pfPaymentId = "7001", now = december(2)) =>
  office.tell({ id: order(), grandTotalCents: cents }, { pfPaymentId }, now);
const noted = (orderId: string, found: Partial<PaymentFound> & { amountCents: number }, now = december(2)) =>
  office.store.tx((tx) =>
    notePayment(tx, orderId, { pfPaymentId: numberOf("bank", "ABSA 1"), feeCents: null, ...found }, site, now),
  );
const toRefund = () => office.staff("SELECT why, refund_rand, promised_by FROM staff_payments_to_refund");
const takenOff = ({ quote }: Booked, amountCents: number, now = later(5), again = false) =>
  office.store.tx((tx) => takeOffAccount(tx, quote, amountCents, now, again));

/** What the account owes, its charges and its statements say the same. */
async function expectToAgree(cents: number, toPay = cents) {
  const { totals, toPay: asked } = await statement();
  expect([await owed(), asked[0]?.openCents ?? 0]).toEqual([cents, toPay]);
  return totals;
}

describe("the tax invoice of what is on account", () => {
  test("is issued when its parcel is collected, once, and is due after the end of its month", async () => {
    const booked = await onAccount();
    expect(await papers(booked)).toEqual([]);
    expect(await charge(booked)).toMatchObject({ invoicedAt: null, payBy: "" });
    await aParcel(booked).collected().in(office.world, later(2));
    const [invoice] = await papersOf(office.store.read, booked.quote.id);
    const owes = await charge(booked);
    expect(invoice).toMatchObject({ kind: "invoice", grossCents: PRICE, chargeId: owes.id });
    expect(saDay(invoice?.issuedAt ?? new Date(0))).toBe("2026-11-23");
    expect(owes).toMatchObject({ state: "open", payBy: "2026-12-30" });
    await aParcel(booked).outForDelivery().after(HOURS).delivered().in(office.world, later(6));
    expect(await papers(booked)).toEqual([["invoice", PRICE]]);
  });

  test("is issued too where the first mark is that it was delivered", async () => {
    const booked = await onAccount();
    await aParcel(booked).delivered().in(office.world, later(2));
    expect(await papers(booked)).toEqual([["invoice", PRICE]]);
  });

  test("is credited when the collection is taken back, and issued anew", async () => {
    const booked = await collected();
    await aParcel(booked).undone().in(office.world, later(1));
    expect(await papers(booked)).toEqual([
      ["invoice", PRICE],
      ["credit_note", PRICE],
    ]);
    expect(await charge(booked)).toMatchObject({ state: "open", invoicedAt: null, payBy: "" });
    expect([await owed(), (await statement()).toPay]).toEqual([PRICE, []]);
    await aParcel(booked).collected().in(office.world, later(2));
    expect((await papers(booked)).at(-1)).toEqual(["invoice", PRICE]);
    await expectToAgree(PRICE);
  });

  test("isn't issued for what is cancelled before, and nothing is owed", async () => {
    const booked = await onAccount();
    await office.store.tx((tx) => cancelBooking(tx, booked.quote.id, "No driver.", later(1)));
    expect([await papers(booked), (await charge(booked)).state, await owed()]).toEqual([[], "withdrawn", 0]);
  });

  test("is credited when its booking is cancelled because it did not arrive in time", async () => {
    const booked = await collected();
    const after = new Date(noon.getTime() + 31 * DAYS);
    expect((await office.store.tx((tx) => cancelBooking(tx, booked.quote.id, "Late.", after))).ok).toBe(true);
    expect(await papers(booked)).toEqual([
      ["invoice", PRICE],
      ["credit_note", PRICE],
    ]);
    const told = office.staff<{ text: string }>(
      "SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'booking-cancelled:%'",
    );
    expect(told).toEqual([{ text: expect.stringMatching(/Credit Note CN-SANDBOX-000001:\nhttps:/) }]);
    await expectToAgree(0);
  });
});

describe("a paper of what is on account", () => {
  const noVat = () => {
    const registration = { vatNumber: "none", registrationNumber: null };
    return storeSiteFacts(office.store, { appUrl: site.appUrl, paymentMode: "sandbox", registration }, noon);
  };

  test("says until when it is to be paid, and that it is once it is; it is no receipt", async () => {
    await noVat();
    const booked = await collected();
    const { grossCents = 0 } = (await papersOf(office.store.read, booked.quote.id))[0] ?? {};
    expect(await shownPapers(booked)).toEqual([
      ["Invoice", "INV-SANDBOX-000001", "Courier service", "Total, on account, due Wednesday 30 December"],
    ]);
    await paid(grossCents);
    expect((await shownPapers(booked))[0]?.at(-1)).toBe("Total, paid");
  });

  test("that takes something off, or puts it back, says so without a reference of ours", async () => {
    const booked = await collected();
    await takenOff(booked, 20_00);
    await office.store.tx((tx) => undoNotedRefund(tx, booked.quote.id, undefined, later(6)));
    const vat = ["Subtotal excluding VAT", "VAT (15 %)"];
    expect((await shownPapers(booked)).slice(1)).toEqual([
      [
        ...["Credit Note", "Less is owed on your account. No money moved."],
        ...["Taken off INV-SANDBOX-000001", ...vat, "Taken off your account"],
      ],
      [
        ...["Debit Note", "We had taken it off your account by mistake."],
        ...["Takes back CN-SANDBOX-000001", ...vat, "Put back on your account"],
      ],
    ]);
    const [, , debitNote = expect.fail("no debit note")] = await papersOf(office.store.read, booked.quote.id);
    const { lines, total } = invoiceShown(debitNote, null, null).paper;
    expect(total.amount).toBe(formatRand(20_00));
    expect([...lines, total].filter(({ amount }) => /[-−]/.test(amount))).toEqual([]);
    expect(office.staff("SELECT paper, gross_rand FROM staff_invoices WHERE credits_invoice IS NOT NULL")).toEqual([
      { paper: "Debit note", gross_rand: 20 },
      { paper: "Credit note", gross_rand: -20 },
    ]);
  });

  test("that takes back its invoice says whether its collection was taken back, or nothing is owed", async () => {
    const booked = await collected();
    await aParcel(booked).undone().in(office.world, later(1));
    await aParcel(booked).collected().in(office.world, later(2));
    await office.store.tx((tx) => cancelBooking(tx, booked.quote.id, "Late.", new Date(+noon + 31 * DAYS)));
    const notes = (await shownPapers(booked)).filter(([title]) => title === "Credit Note");
    for (const note of notes) {
      expect(note).toContain("It is owed no more. No money moved.");
      expect(note.at(-1)).toBe("Taken off your account");
    }
    expect(notes.map((note) => note[2])).toEqual([
      "Takes back INV-SANDBOX-000001: its collection was taken back",
      "Takes back INV-SANDBOX-000002: nothing is owed for this booking",
    ]);
    expect((await shownPapers(booked))[0]?.at(-1)).toBe("Total");
  });

  test("of a refund names the bank's reference, and none of cash", async () => {
    const [invoice] = await papersOf(office.store.read, (await collected()).quote.id);
    const note = { ...(invoice ?? expect.fail("no invoice")), kind: "credit_note" } as const;
    const why = (refundReference: string) =>
      invoiceShown({ ...note, refundReference }, null, null).paper.facts.filter(
        ({ label, value }) => value && (label === "Why" || label.endsWith("reference")),
      );
    expect(why(numberOf("bank", "ABSA 9"))).toEqual([
      { label: "Why", value: "We refunded money." },
      { label: "Bank reference", value: "ABSA 9" },
    ]);
    expect(why(numberOf("cash", "wYV4"))).toEqual([{ label: "Why", value: "We refunded money in cash." }]);
  });
});

describe("a statement", () => {
  test("is paid as one, each booking with its share and PayFast's fee; no invoice is issued again, and one email goes", async () => {
    const all = [await collected(), await collected(later(1)), await onAccount(later(1))];
    await expectToAgree(3 * PRICE, 2 * PRICE);
    expect(await paid(2 * PRICE)).toEqual({ kind: "settled" });
    for (const booked of all.slice(0, 2)) {
      expect(await papers(booked)).toEqual([["invoice", PRICE]]);
      expect((await charge(booked)).state).toBe("paid");
    }
    await expectToAgree(PRICE, 0);
    expect((await messages("statement-paid")).map(({ toAddress, subject }) => [toAddress, subject])).toEqual([
      ["shop@example.co.za", expect.stringContaining("161,24")],
    ]);
    expect(await messages("amount-paid")).toEqual([]);
    expect(await messages("goes-on")).toEqual([]);
    const received = office.staff<{ paid_rand: number }>("SELECT paid_rand FROM staff_payments_received");
    expect(received.map(({ paid_rand }) => paid_rand)).toEqual([80.62, 80.62]);
  });

  test("paid twice is to be refunded the second time; the same notice again changes nothing", async () => {
    const all = [await collected(), await collected(later(1))];
    await paid(2 * PRICE);
    expect(await paid(2 * PRICE)).toEqual({ kind: "settled" });
    for (const booked of all) expect(await owedBackCents(booked)).toBe(0);
    expect(await paid(2 * PRICE, "7002", december(3))).toEqual({ kind: "settled" });
    for (const booked of all) expect(await owedBackCents(booked)).toBe(PRICE);
  });

  test("paid twice is refunded by its whole amount, with any of its bookings, once and in one email, and taken back so", async () => {
    const all = [await collected(), await collected(later(1))];
    const [one] = all;
    const id = one?.quote.id ?? expect.fail();
    await paid(2 * PRICE);
    await paid(2 * PRICE, "7002", december(3));
    const refund = (amountCents: number) =>
      office.store.tx((tx) => noteRefund(tx, id, { reference: "9001", amountCents, goodwill: false }, december(4)));
    expect(await refund(2 * PRICE + 1)).toMatchObject({ ok: false });
    expect(await refund(2 * PRICE)).toMatchObject({ ok: true, added: true, quotes: [{ id }, {}], owedCents: 0 });
    for (const booked of all) expect(await owedBackCents(booked)).toBe(0);
    expect(await refund(2 * PRICE)).toMatchObject({ ok: true, added: false });
    expect(await messages("refund-paid")).toHaveLength(1);
    await expectToAgree(0);
    await office.store.tx((tx) => undoNotedRefund(tx, id, "9001", december(5)));
    for (const booked of all) expect(await owedBackCents(booked)).toBe(PRICE);
  });

  test("paid twice is refunded so also where one of its bookings is cancelled since, and not what a bank took or went back", async () => {
    const all = [await collected(), await collected(later(1))];
    const [one, other] = all.map(({ quote }) => quote.id);
    const refund = (id = "", amountCents: number, reference: string) =>
      office.store.tx((tx) => noteRefund(tx, id, { reference, amountCents, goodwill: false }, december(5)));
    const back = async () => [await owedBackCents(all[0] as Booked), await owedBackCents(all[1] as Booked)];
    await paid(2 * PRICE);
    await paid(2 * PRICE, "7002", december(3));
    // What went back for one of them went back.
    expect(await refund(one, PRICE, "9000")).toMatchObject({ ok: true, owedCents: 0 });
    expect(await refund(other, 2 * PRICE, "9001")).toMatchObject({ ok: false });
    await office.store.tx((tx) => undoNotedRefund(tx, one ?? "", "9000", december(5)));
    // A bank took the second payment back.
    const chargeback = { amountCents: 2 * PRICE, by: "Thandi" };
    await office.store.tx((tx) => noteChargeback(tx, one ?? "", chargeback, december(4)));
    // The one too many: nothing is owed on either side.
    expect({ back: await back(), owes: await owed() }).toEqual({ back: [0, 0], owes: 0 });
    expect(await refund(one, 2 * PRICE, "9001")).toMatchObject({ ok: false });
    await office.store.tx((tx) => undoChargeback(tx, one ?? "", december(4)));
    expect({ back: await back(), owes: await owed() }).toEqual({ back: [PRICE, PRICE], owes: 0 });
    // One is cancelled: both its payments are owed, and the second of them together with the other's.
    await office.store.tx((tx) =>
      tx
        .update(quotes)
        .set({ cancelledAt: december(4) })
        .where(eq(quotes.id, one ?? "")),
    );
    expect(await back()).toEqual([2 * PRICE, PRICE]);
    expect(await refund(one, 2 * PRICE, "9002")).toMatchObject({ ok: true, added: true, owedCents: PRICE });
    expect(await refund(other, 2 * PRICE, "9002")).toMatchObject({ ok: true, added: false, owedCents: 0 });
    expect(await back()).toEqual([PRICE, 0]);
  });

  test("is refused another amount than was ever asked for", async () => {
    await collected();
    expect(await paid(12_34)).toMatchObject({ kind: "refused" });
    await expectToAgree(PRICE);
  });

  test("is still owed after a payment that failed, and is paid by the next", async () => {
    const booked = await collected();
    await office.tell({ id: order(), grandTotalCents: PRICE }, { pfPaymentId: "7001", status: "FAILED" }, december(2));
    await expectToAgree(PRICE);
    expect(await paid(PRICE, "7002")).toEqual({ kind: "settled" });
    expect((await charge(booked)).state).toBe("paid");
  });

  test("of which something was credited while it was being paid takes what is owed, and the rest goes back", async () => {
    const [one, other] = [await collected(), await collected(later(1))];
    await takenOff(one, 20_00);
    await takenOff(other, PRICE, later(6));
    expect(await paid(2 * PRICE)).toEqual({ kind: "settled" });
    expect([await owedBackCents(one), await owedBackCents(other)]).toEqual([20_00, PRICE]);
    expect([(await charge(one)).state, (await charge(other)).state]).toEqual(["paid", "withdrawn"]);
    await paid(2 * PRICE);
    expect([await owedBackCents(one), await owedBackCents(other)]).toEqual([20_00, PRICE]);
    expect(await owed()).toBe(0);
  });

  test("agrees with PayFast's list, and one that is missing here is settled with its order's id", async () => {
    const booked = await collected();
    const line = { type: "", orderId: order(), at: december(2), feeCents: null, kind: "payment" as const };
    const list = [{ ...line, pfPaymentId: "7001", grossCents: PRICE }];
    expect((await reconcile(office.store.read, list, "sandbox")).differences).toMatchObject([
      { kind: "missing_here", quoteId: order(), quoteNo: booked.quote.quoteNo },
    ]);
    expect(await noted(order(), { pfPaymentId: "7001", amountCents: PRICE, isListed: true })).toMatchObject({
      ok: true,
    });
    expect((await reconcile(office.store.read, list, "sandbox")).differences).toEqual([]);
    expect((await charge(booked)).state).toBe("paid");
  });

  test("says what is to be paid, until when and where; a later credit lowers it in its own month", async () => {
    const booked = await collected();
    await takenOff(booked, 20_00, december(2));
    const shown = statementShown(await statement("2026-11", december(3)));
    expect(shown.sentences).toContainEqual(expect.stringContaining("60,62 by"));
    expect(shown.pay).toEqual([{ words: "Pay R\u00a060,62", href: `/payfast/statement/${order()}` }]);
    expect((await statement("2026-11", december(3))).totals.openCents).toBe(60_62);
    expect((await statement("2026-12", december(3))).totals.openCents).toBe(0);
  });

  test("of somebody with two accounts says what each owes, and where it is paid", async () => {
    await collected();
    const first = uid;
    await office.joined("other@example.co.za", noon);
    [{ uid = "" } = {}] = office.staff<{ uid: string }>("SELECT uid FROM users WHERE email LIKE 'other%'");
    const terms = { uid, limitCents: 5_000_00, days: 30, allowedAt: noon, allowedBy: "Zanele" };
    await office.store.tx((tx) => tx.insert(creditTerms).values({ ...terms, stoppedAt: null, stoppedBy: null }));
    await collected();
    await collected();
    const whose = { uids: [first, uid], quoteIds: [] };
    const { sentences, pay } = statementShown(
      await statementOf(office.store.read, whose, "2026-11", "sandbox", december(3)),
    );
    expect(pay.map(({ words }) => words)).toEqual(["Pay R\u00a080,62", "Pay R\u00a0161,24"]);
    expect(pay.map(({ href }) => href)).toEqual(
      [first, uid].map((each) => `/payfast/statement/statement-2026-11-${each}`),
    );
    expect(sentences.filter((each) => each.startsWith("Please pay"))).toHaveLength(2);
  });

  test("asks for one sum, and says apart what we pay back", async () => {
    const [one] = [await collected(), await collected(later(1))];
    await takenOff(one, 20_00);
    await paid(2 * PRICE, "7001", later(6));
    await collected(later(7));
    const { sentences } = statementShown(await statement("2026-11", december(3)));
    const plain = sentences.map((sentence) => sentence.replaceAll("\u00a0", " "));
    expect(plain.filter((sentence) => /R \d/.test(sentence))).toEqual([
      expect.stringMatching(/^Please pay R 80,62 by/),
      "We will refund R 20,00.",
    ]);
  });

  test("is emailed once on the first days of the next month, if something is open", async () => {
    await sendStatements(office.store, december(1));
    expect(await messages("statement-ready")).toEqual([]);
    await collected();
    await sendStatements(office.store, later(1));
    expect(await messages("statement-ready")).toEqual([]);
    for (const day of [1, 1, 2]) await sendStatements(office.store, december(day));
    const [email, ...others] = await messages("statement-ready");
    expect(others).toEqual([]);
    expect(email?.toAddress).toBe("shop@example.co.za");
    expect(email?.textBody).toContain(`https://courier.example/payfast/statement/${order()}`);
    expect(email?.textBody).toContain("80,62");
  });
});

describe("the office", () => {
  test("notes a bank transfer for a whole statement, once, and takes it back", async () => {
    const all = [await collected(), await collected(later(1))];
    expect(await noted(order(), { amountCents: 2 * PRICE })).toMatchObject({ ok: true, added: true, bookings: 2 });
    await expectToAgree(0);
    expect(await noted(order(), { amountCents: 2 * PRICE })).toMatchObject({ ok: true, added: false });
    const undone = await office.store.tx((tx) =>
      undoNotedPayment(tx, all[1]?.quote.id ?? "", site.appUrl, december(3)),
    );
    expect(undone).toMatchObject({ ok: true, amountCents: 2 * PRICE });
    await expectToAgree(2 * PRICE);
    expect(await papers(all[0] ?? expect.fail())).toEqual([["invoice", PRICE]]);
    expect(await noted(order(), { amountCents: 2 * PRICE }, december(4))).toMatchObject({ ok: true, added: true });
    await expectToAgree(0);
  });

  test("notes a part of a statement: the oldest invoices that it pays whole, and says which amount does", async () => {
    const all = [await collected(), await collected(later(1)), await collected(later(2))];
    const note = (amountCents: number, reference: string, orderId = order()) =>
      noted(orderId, { amountCents, pfPaymentId: numberOf("bank", reference) });
    const whyNot = async (...of: Parameters<typeof note>) => {
      const noting = await note(...of);
      return noting.ok ? expect.fail("it is noted") : plainText(noting.why);
    };
    expect(await whyNot(2 * PRICE + 5_00, "ABSA 1")).toMatch(
      /pays the 2 oldest invoices, R.161,24: note that now\. Keep the rest, R.5,00,/,
    );
    expect(await whyNot(4 * PRICE, "ABSA 1")).toMatch(/pays the 3 oldest invoices, R.241,86/);
    expect(await whyNot(50_00, "ABSA 1")).toMatch(/no invoice whole: the oldest is R.80,62.*note payment/);
    expect(await whyNot(50_00, "ABSA 1", all[0]?.quote.id)).toMatch(/no invoice whole.*--to-refund/);
    expect(await note(PRICE, "ABSA 1")).toMatchObject({ ok: true, bookings: 1, quoteIds: [all[0]?.quote.id] });
    expect(await note(PRICE, "ABSA 2")).toMatchObject({ ok: true, bookings: 1, quoteIds: [all[1]?.quote.id] });
    await expectToAgree(PRICE);
    await office.store.tx((tx) => undoNotedPayment(tx, all[1]?.quote.id ?? "", site.appUrl, december(3)));
    await expectToAgree(2 * PRICE);
    expect((await charge(all[0] ?? expect.fail())).state).toBe("paid");
  });

  test("notes to be paid back what is too little for a booking on account", async () => {
    const booked = await collected();
    expect(await noted(booked.quote.id, { amountCents: 50_00, as: "refund" })).toMatchObject({ ok: true });
    expect([await owed(), await owedBackCents(booked)]).toEqual([PRICE, 50_00]);
    expect(toRefund()).toMatchObject([{ why: "Not the price" }]);
  });

  test("notes no part of what is on account, and says what notes it instead", async () => {
    const booked = await collected();
    const part = await noted(booked.quote.id, { amountCents: 50_00, as: "part" });
    expect(plainText(part.ok ? "" : part.why).replaceAll("\u00a0", " ")).toContain(
      "If R 50,00 came for the account, note statement shop@example.co.za --month 2026-11 notes which it pays.",
    );
    expect(await owed()).toBe(PRICE);
  });

  test("notes what came for one booking, and nothing before its parcel is collected", async () => {
    const [one, other] = [await collected(), await onAccount(later(1))];
    expect(await noted(one.quote.id, { amountCents: PRICE })).toMatchObject({ ok: true, added: true });
    await expectToAgree(PRICE, 0);
    expect(await noted(one.quote.id, { amountCents: PRICE })).toMatchObject({ ok: true, added: false });
    const early = await noted(other.quote.id, { amountCents: PRICE, pfPaymentId: numberOf("bank", "ABSA 2") });
    expect(early).toMatchObject({ ok: false });
    const again = await noted(one.quote.id, { amountCents: PRICE, pfPaymentId: numberOf("bank", "ABSA 3") });
    expect(again).toMatchObject({ ok: false });
  });

  test("takes something off the account with a credit note, moves no money, and puts it back", async () => {
    const booked = await collected();
    expect(await takenOff(booked, PRICE + 1)).toMatchObject({ ok: false });
    expect(await takenOff(booked, 20_00)).toEqual({ ok: true, leftCents: 60_62 });
    expect(await papers(booked)).toEqual([
      ["invoice", PRICE],
      ["credit_note", 20_00],
    ]);
    await expectToAgree(60_62);
    expect(await takenOff(booked, 20_00)).toMatchObject({ ok: false });
    expect((await moneyFor(office.store.read, booked.quote.id)).length).toBe(0);
    expect(await messages("taken-off")).toHaveLength(1);
    expect(office.staff("SELECT way, payfast_id FROM staff_invoices")).toEqual([
      { way: "On account", payfast_id: null },
      { way: "On account", payfast_id: null },
    ]);
    const back = await office.store.tx((tx) => undoNotedRefund(tx, booked.quote.id, undefined, later(7)));
    expect(back).toMatchObject({ ok: true, amountCents: 20_00 });
    await expectToAgree(PRICE);
  });

  test("takes all of it off: it is owed no more, until that is taken back", async () => {
    const booked = await collected();
    await takenOff(booked, PRICE);
    expect((await charge(booked)).state).toBe("withdrawn");
    await expectToAgree(0);
    await office.store.tx((tx) => undoNotedRefund(tx, booked.quote.id, undefined, later(7)));
    await expectToAgree(PRICE);
  });

  test("refunds what was paid of it as ever", async () => {
    const booked = await collected();
    expect(await takenOff({ ...booked, quote: booked.quote }, 1)).toMatchObject({ ok: true });
    await paid(PRICE - 1);
    expect(await takenOff(booked, 20_00, december(3))).toMatchObject({ ok: false });
    const refund = { reference: "9001", amountCents: 20_00, goodwill: true };
    expect(await office.store.tx((tx) => noteRefund(tx, booked.quote.id, refund, december(3)))).toMatchObject({
      ok: true,
    });
    expect((await papers(booked)).at(-1)).toEqual(["credit_note", 20_00]);
    await expectToAgree(0);
  });

  test("notes a chargeback, and it is owed again until the bank gives the money back", async () => {
    const booked = await collected();
    await paid(PRICE);
    const back = (amountCents: number) =>
      office.store.tx((tx) => noteChargeback(tx, booked.quote.id, { amountCents, by: "Zanele" }, december(4)));
    expect(await back(PRICE - 1)).toMatchObject({ ok: false });
    expect(await back(PRICE)).toMatchObject({ ok: true });
    await expectToAgree(PRICE);
    expect((await statement()).totals.openCents).toBe(PRICE);
    expect((await office.store.tx((tx) => undoChargeback(tx, booked.quote.id, december(5)))).ok).toBe(true);
    await expectToAgree(0);
    await back(PRICE);
    await paid(PRICE, "7002", december(6));
    await expectToAgree(0);
    await office.store.tx((tx) => undoChargeback(tx, booked.quote.id, december(7)));
    expect(await owedBackCents(booked, december(8))).toBe(PRICE);
  });

  test("takes back all that a statement's payment paid at once, and gives all of it back", async () => {
    const all = [await collected(), await collected(later(1)), await collected(later(2))];
    const [, second = expect.fail()] = all;
    await paid(3 * PRICE);
    const back = (amountCents: number) =>
      office.store.tx((tx) => noteChargeback(tx, second.quote.id, { amountCents, by: "Zanele" }, december(4)));
    expect(await back(2 * PRICE)).toMatchObject({ ok: false });
    expect(await back(3 * PRICE)).toMatchObject({ ok: true, quotes: { length: 3 }, amountCents: 3 * PRICE });
    await expectToAgree(3 * PRICE);
    const undo = () => office.store.tx((tx) => undoChargeback(tx, all[0]?.quote.id ?? "", december(5)));
    expect(await undo()).toMatchObject({ ok: true, quotes: { length: 3 }, amountCents: 3 * PRICE });
    await expectToAgree(0);
    expect(await undo()).toMatchObject({ ok: false });
  });

  test("has nothing too much when PayFast repeats the notice of a payment that its bank took, and less is owed since", async () => {
    const all = [await collected(), await collected(later(1))];
    const [one = expect.fail()] = all;
    await paid(2 * PRICE);
    const back = { amountCents: 2 * PRICE, by: "Zanele" };
    await office.store.tx((tx) => noteChargeback(tx, one.quote.id, back, december(4)));
    await takenOff(one, 1_00, december(4));
    await paid(2 * PRICE, "7001", december(5));
    for (const booked of all) expect(await owedBackCents(booked, december(6))).toBe(0);
    await expectToAgree(2 * PRICE - 1_00);
  });

  test("promises to pay back what a bank gives back of a parcel whose collection was taken back since", async () => {
    const booked = await collected();
    await paid(PRICE);
    const back = { amountCents: PRICE, by: "Zanele" };
    await office.store.tx((tx) => noteChargeback(tx, booked.quote.id, back, december(4)));
    await office.store.tx((tx) => undoMark(tx, booked.waybillNo, december(5)));
    await office.store.tx((tx) => undoChargeback(tx, booked.quote.id, december(6)));
    expect(await charge(booked)).toMatchObject({ state: "open", invoicedAt: null });
    expect(await owedBackCents(booked, december(7))).toBe(PRICE);
  });

  test("promises to pay back what a bank gives back of something that is owed no more, and tells", async () => {
    const booked = await collected();
    await paid(PRICE);
    const back = { amountCents: PRICE, by: "Zanele" };
    await office.store.tx((tx) => noteChargeback(tx, booked.quote.id, back, december(4)));
    await takenOff(booked, PRICE, december(5));
    await office.store.tx((tx) => undoChargeback(tx, booked.quote.id, december(6)));
    expect(toRefund()).toMatchObject([{ refund_rand: 80.62, promised_by: expect.stringMatching(/^2026-12-/) }]);
    const told = await messages("money-to-pay-back");
    expect(told.map(({ toAddress }) => toAddress)).toContain(booked.quote.email);
  });
});

test("a parcel that we lost has its claim paid, also before its account has paid for it", async () => {
  const booked = await collected();
  await aParcel(booked).ended("lost").in(office.world, later(2));
  const claim = { amountCents: 300_00, reference: "ABSA 77", by: "Zanele", mode: "sandbox" } as const;
  const pay = office.store.tx((tx) => payClaim(tx, booked.waybillNo, claim, later(3)));
  expect(await pay).toMatchObject({ ok: true, added: true, priceCents: 0, onAccountCents: PRICE });
});

test("the same amount is taken off twice only where it is meant, or after it was put back", async () => {
  const booked = await collected();
  await takenOff(booked, 10_00);
  expect(await takenOff(booked, 10_00)).toMatchObject({ ok: false });
  await expectToAgree(PRICE - 10_00);
  expect(await takenOff(booked, 10_00, later(6), true)).toMatchObject({ ok: true, leftCents: PRICE - 20_00 });
  const undo = () => office.store.tx((tx) => undoNotedRefund(tx, booked.quote.id, undefined, later(7)));
  expect([await undo(), await undo()]).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await takenOff(booked, 10_00, later(8))).toMatchObject({ ok: true });
});

test("the views of staff agree with the invoices to the cent", async () => {
  const now = new Date();
  const booked = await onAccount(now);
  await aParcel(booked).collected().in(office.world, now);
  const cents = (sql: string) => Math.round(Number(Object.values(office.staff(sql)[0] ?? {})[0] ?? 0) * 100);
  const view = () => ({
    invoiced: cents("SELECT sum(gross_rand) AS cents FROM staff_invoices"),
    vat: cents("SELECT sum(gross_rand - credited_gross_rand) AS cents FROM staff_vat"),
    revenue: cents("SELECT sum(received_rand - paid_back_rand) AS cents FROM staff_revenue"),
    received: cents("SELECT coalesce(sum(paid_rand), 0) AS cents FROM staff_payments_received"),
  });
  expect(view()).toEqual({ invoiced: PRICE, vat: PRICE, revenue: 0, received: 0 });
  await takenOff(booked, 20_00, new Date());
  expect(view()).toEqual({ invoiced: 60_62, vat: 60_62, revenue: 0, received: 0 });
  await noted(booked.quote.id, { amountCents: 60_62 }, new Date());
  expect(view()).toEqual({ invoiced: 60_62, vat: 60_62, revenue: 60_62, received: 60_62 });
});

test("a refused notice of a statement is known by its bookings, and one that nobody signed counts as ours", async () => {
  const [first, second] = [await collected(), await collected()];
  await office.tell({ id: order(), grandTotalCents: 2 * PRICE }, { pfPaymentId: "7001", cents: 50_00 }, december(2));
  const [quoteNo] = [first.quote.quoteNo, second.quote.quoteNo].toSorted();
  expect(office.staff("SELECT quote_no FROM staff_payments_refused")).toEqual([{ quote_no: quoteNo }]);
  const orderIds = await ordersAbout(office.store.read, second.quote);
  expect(await office.store.tx((tx) => closeNotices(tx, { orderIds }, december(2)))).toEqual({ closed: 1, known: 1 });
  await office.tell({ id: order(), grandTotalCents: 2 * PRICE }, { passphrase: "guessed" }, december(3));
  expect(await unsignedForOurs(office.store.read, saDay(december(3)))).toMatchObject({ notices: 1 });
});

test("what a bank takes back of several at once stands in the order of their numbers", async () => {
  const all: Booked[] = [];
  for (let at = 0; at < 6; at += 1) all.push(await collected());
  await paid(6 * PRICE);
  const back = { amountCents: 6 * PRICE, by: "Zanele" };
  const last = all.at(-1)?.quote.id ?? "";
  expect(await office.store.tx((tx) => noteChargeback(tx, last, back, december(3)))).toMatchObject({ ok: true });
  const { lines } = await statement("2026-12", december(4));
  const numbers = lines.filter(({ told }) => told.is === "chargeback").map(({ quoteNo }) => quoteNo);
  expect(numbers).toEqual(all.map(({ quote }) => quote.quoteNo).toSorted());
});

test("who comes back from paying a statement is noted once, and looking again writes nothing", async () => {
  const [first, second] = [await collected(), await collected()];
  let transactions = 0;
  const tx: Office["store"]["tx"] = (work, how) => {
    transactions += 1;
    return office.store.tx(work, how);
  };
  const come = (now: Date) => noteReturnToStatement({ ...office.store, tx }, { uid, month: "2026-11" }, now);
  await come(december(2));
  await come(december(3));
  expect(transactions).toBe(1);
  for (const { quote } of [first, second])
    expect(await allAttemptsOf(office.store.read, quote.id)).toMatchObject([{ atPayfastAt: december(2) }]);
});

test("what is on account is taken off too once a bank has given a payment back that is not needed for it any more", async () => {
  const booked = await collected();
  await paid(PRICE);
  const back = { amountCents: PRICE, by: "Zanele" };
  await office.store.tx((tx) => noteChargeback(tx, booked.quote.id, back, december(2)));
  expect(await takenOff(booked, 10_00, december(3))).toMatchObject({ ok: true });
  await office.store.tx((tx) => undoChargeback(tx, booked.quote.id, december(4)));
  expect(await owed()).toBe(PRICE - 10_00);
  expect(await takenOff(booked, 5_00, december(5))).toMatchObject({ ok: true });
  expect(await owed()).toBe(PRICE - 15_00);
});
