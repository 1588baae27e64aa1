import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { agreeToOrderPrice, orderPriceToday, orderToPay } from "#app/domain/bookings/payments/order-to-pay.server";
import { payBack } from "#app/domain/bookings/payments/pay-refund.server";
import { reconcile } from "#app/domain/bookings/payments/reconcile.server";
import { type SenderChecks, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { undoNotedPayment } from "#app/domain/bookings/payments/undo-payment.server";
import { addRefund, moneyFor, refundedElsewhereCents } from "#app/domain/money/refunds.server";
import { readTransactionList } from "#app/domain/money/transaction-list";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { amountFromCents, formatRand } from "#app/domain/values/money";
import { DAYS, HOURS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Store } from "#db/store.server";
import { limitsAsked } from "../../../../demo/limits-asked";
import { bookedTogether, sumOf } from "../../../support/a-list";
import { merchantApiStub } from "../../../support/a-merchant-api";
import { anOffice, type Office } from "../../../support/an-office";
import { inText } from "../../../support/in-text";
import { aNotice, sandboxAccount } from "../../../support/payfast-stand-in";

/** Three bookings of one list: one link, one payment, one notice. */
const monday = new Date("2026-11-16T08:00:00Z");
const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;

let office: Office;
let orderId: string;
let booked: Quote[];
beforeEach(async () => {
  office = await anOffice();
  ({ orderId, booked } = await bookedTogether(office, "nomsa@example.com", monday, [
    "flyer-bag",
    "stock-2",
    "flyer-bag",
  ]));
});

const each = (price: number) => ({ state: "complete", price });

test("one notice settles all: each gets a waybill and an invoice, all are told of in one email, and PayFast's fee is shared to the cent", async () => {
  await receive();
  expect(await books()).toEqual({
    waybills: 3,
    invoices: 3,
    confirmed: 1,
    money: booked.map(({ grandTotalCents }) => each(grandTotalCents ?? 0)),
    toRefund: [],
    refused: [],
  });
  expect(office.staff("SELECT sum(fee_cents) AS fee, count(DISTINCT pf_payment_id) AS numbers FROM payments")).toEqual([
    { fee: -500, numbers: 1 },
  ]);
  expect(await orderToPay(office.store, orderId)).toMatchObject({ openCents: 0, answered: 1 });
});

test("received twelve times at once, 45 days late, and after a failed try: nothing happens twice", async () => {
  await receive({ payment_status: "FAILED", pf_payment_id: "1" });
  expect((await books()).waybills).toBe(0);
  await Promise.all(Array.from({ length: 12 }, () => receive({ pf_payment_id: "2" })));
  await receive({ pf_payment_id: "2" }, new Date(monday.getTime() + 45 * DAYS));
  await receive({ pf_payment_id: "2", payment_status: "FAILED" });
  expect(await books()).toMatchObject({ waybills: 3, invoices: 3, confirmed: 1, toRefund: [] });
});

test("interrupted in the middle, nothing of it is saved; repeated, all of it is", async () => {
  await expect(receive({}, monday, cutAtThirdWaybill(office.store))).rejects.toThrow("cut off");
  expect(await books()).toMatchObject({ waybills: 0, invoices: 0, confirmed: 0, money: [] });
  expect(office.staff("SELECT DISTINCT status FROM quotes")).toEqual([{ status: "pending_payment" }]);
  await receive();
  expect(await books()).toMatchObject({ waybills: 3, invoices: 3, confirmed: 1 });
});

test("each address gets one email, with the parcels that concern it", async () => {
  office = await anOffice();
  const receivers = ["z@example.com", "Z@example.com", "zola@example.com", "nomsa@example.com"];
  ({ orderId, booked } = await bookedTogether(
    office,
    "nomsa@example.com",
    monday,
    Array(30).fill("flyer-bag"),
    receivers,
  ));
  await receive();
  await receive();
  const emails = office.staff<{ to_address: string; subject: string; text_body: string }>(
    "SELECT to_address, subject, text_body FROM outgoing_mails WHERE letter_key NOT LIKE 'bookings-imported:%' ORDER BY to_address",
  );
  expect(emails.map(({ to_address, subject }) => [to_address, subject.replace(/[\d ]{10,}/, " …")])).toEqual([
    ["nomsa@example.com", "Booking confirmed: 30 parcels"],
    ["z@example.com", "Thandi Nkosi is sending you 28 parcels"],
    ["zola@example.com", "Thandi Nkosi is sending you a parcel: waybill TH …"],
  ]);
  const numbers = office.staff<{ waybill_no: string }>("SELECT waybill_no FROM waybills");
  for (const { waybill_no } of numbers) expect(emails[0]?.text_body).toContain(spokenWaybillNumber(waybill_no));
  expect(emails[0]?.text_body).toMatch(/Zodwa A, Soweto: 2 × Flyer bag, R\s161,23/);
  expect(office.staff("SELECT max(length(html_body)) AS size FROM outgoing_mails")).toMatchObject([
    { size: expect.toSatisfy((size) => size < 24_000) },
  ]);
});

test("a payment noted by mistake takes the list's emails back; cancelled later, its receiver is told", async () => {
  const emails = (to: string) =>
    office
      .staff<{ subject: string }>(
        `SELECT subject FROM outgoing_mails WHERE to_address = '${to}' AND subject LIKE '%parcel%' AND subject NOT LIKE '%ready to pay' ORDER BY queued_at, subject`,
      )
      .map(({ subject }) => subject.replace(/: waybill.*/, ""));
  const note = (pfPaymentId: string) =>
    office.store.tx((tx) =>
      notePayment(tx, booked[0]?.id ?? "", { pfPaymentId, amountCents: sumOf(booked), feeCents: null }, site, monday),
    );
  await note("1");
  expect(emails("nomsa@example.com")).toEqual(["Booking confirmed: 3 parcels"]);
  await office.store.tx((tx) => undoNotedPayment(tx, booked[0]?.id ?? "", site.appUrl, monday));
  expect(emails("nomsa@example.com")).toEqual([]);
  expect(emails("z@example.com")).toEqual([]);
  await note("2");
  expect(emails("nomsa@example.com")).toEqual(["Booking confirmed: 3 parcels"]);
  await office.store.tx((tx) => tx.update(outgoingMails).set({ state: "sent", attempts: 1 }));
  await office.store.tx((tx) => cancelBooking(tx, booked[1]?.id ?? "", "", monday, { customer: limitsAsked }));
  expect(emails("z@example.com")).toEqual([
    "Thandi Nkosi is sending you 3 parcels",
    "The parcel for you was cancelled",
  ]);
});

describe("another amount is refused and reported to staff,", () => {
  test.each([-2, 2])("off by %i cents", async (cents) => {
    expect(await receive({ amount_gross: amountFromCents(sumOf(booked) + cents) })).toMatchObject({ kind: "refused" });
    expect(await books()).toMatchObject({
      waybills: 0,
      refused: [{ reason: "The amount is not the one that was asked for." }],
    });
    expect(booked.map(({ quoteNo }) => quoteNo)).toContain((await books()).refused[0]?.quote_no);
  });

  test("one booking's own amount; and a cent of rounding is allowed", async () => {
    await receive({ amount_gross: amountFromCents(booked[0]?.grandTotalCents ?? 0) });
    expect((await books()).waybills).toBe(0);
    await receive({ amount_gross: amountFromCents(sumOf(booked) - 1) });
    expect(await books()).toMatchObject({ waybills: 3 });
    expect(office.staff("SELECT sum(paid_cents) AS cents FROM payments")).toEqual([{ cents: sumOf(booked) - 1 }]);
  });
});

describe("one of them is cancelled", () => {
  const [, second] = [0, 1];
  const cancel = () =>
    office.store.tx((tx) => cancelBooking(tx, booked[second]?.id ?? "", "", monday, { customer: limitsAsked }));
  const others = () => booked.filter((_, at) => at !== second);

  test("before the payment: the others are asked for and settled, and nothing is owed", async () => {
    await cancel();
    expect(await orderToPay(office.store, orderId)).toMatchObject({ openCents: sumOf(others()) });
    await receive({ amount_gross: amountFromCents(sumOf(others())) });
    expect(await books()).toMatchObject({ waybills: 2, toRefund: [], refused: [] });
  });

  test("while the page with the old sum was open: its share is refunded, the others are settled", async () => {
    await cancel();
    await receive();
    const rand = (booked[second]?.grandTotalCents ?? 0) / 100;
    expect(await books()).toMatchObject({ waybills: 2, toRefund: [{ refund_rand: rand }], refused: [] });
  });

  test("after another, while a page with the sum after the first was open", async () => {
    const [first, second, third] = booked.map(({ id }) => id);
    const at = (hours: number) => new Date(monday.getTime() + hours * HOURS);
    const cancelAt = (id: string | undefined, hours: number) =>
      office.store.tx((tx) => cancelBooking(tx, id ?? "", "", at(hours), { customer: limitsAsked }));
    await cancelAt(first, 1);
    await cancelAt(second, 2);
    // Staff correct a name in a booking that was cancelled: it didn't leave the order then.
    await office.store.tx((tx) =>
      tx
        .update(quotes)
        .set({ updatedAt: at(3) })
        .where(eq(quotes.id, first ?? "")),
    );
    await receive({ amount_gross: amountFromCents(sumOf(booked.slice(1))) });
    expect(await books()).toMatchObject({ waybills: 1, toRefund: [{ why: "Booking cancelled" }], refused: [] });
    expect(office.staff("SELECT quote_id FROM waybills")).toEqual([{ quote_id: third }]);
  });

  test("after one was paid alone, while a page with all was open: what was paid already comes back", async () => {
    const [first] = booked;
    const own = {
      m_payment_id: first?.id ?? "",
      custom_str1: first?.id ?? "",
      amount_gross: amountFromCents(first?.grandTotalCents ?? 0),
    };
    await receive({ ...own, pf_payment_id: "1" });
    expect(await books()).toMatchObject({ waybills: 1, toRefund: [] });
    await cancel();
    await receive({ pf_payment_id: "2" });
    expect(await books()).toMatchObject({ waybills: 2, toRefund: [{}, {}], refused: [] });
  });

  test("after one was paid alone at the second try, while a page with the sum after that was open", async () => {
    const [first, second, third] = booked;
    const at = (hours: number) => new Date(monday.getTime() + hours * HOURS);
    const own = { m_payment_id: first?.id ?? "", custom_str1: first?.id ?? "" };
    const alone = { ...own, amount_gross: amountFromCents(first?.grandTotalCents ?? 0) };
    await receive({ ...alone, pf_payment_id: "1", payment_status: "FAILED" });
    await receive({ ...alone, pf_payment_id: "2" }, at(1));
    await office.store.tx((tx) => cancelBooking(tx, second?.id ?? "", "", at(2), { customer: limitsAsked }));
    await office.store.tx((tx) =>
      tx
        .update(quotes)
        .set({ updatedAt: at(3) })
        .where(eq(quotes.id, first?.id ?? "")),
    );
    await receive({ amount_gross: amountFromCents(sumOf(booked.slice(1))), pf_payment_id: "3" }, at(4));
    expect(await books()).toMatchObject({ waybills: 2, toRefund: [{ why: "Booking cancelled" }], refused: [] });
    expect(office.staff("SELECT quote_id FROM waybills ORDER BY issued_at")).toEqual([
      ...[{ quote_id: first?.id }, { quote_id: third?.id }],
    ]);
  });

  test("after a pending notice its amounts count, whatever a booking costs meanwhile", async () => {
    await receive({ payment_status: "PENDING" });
    await office.store.tx((tx) => tx.update(quotes).set({ grandTotalCents: sql`${quotes.grandTotalCents} + 500` }));
    await receive();
    expect(await books()).toMatchObject({ waybills: 3, toRefund: [], refused: [] });
  });

  test("after a pending notice: the money is shared as announced", async () => {
    await receive({ payment_status: "PENDING" });
    await cancel();
    expect(await receive({ amount_gross: amountFromCents(sumOf(others())) })).toMatchObject({ kind: "refused" });
    await receive();
    expect(await books()).toMatchObject({ waybills: 2, toRefund: [{ why: "Booking cancelled" }] });
  });
});

test("paid twice: every share of the second payment is to be refunded", async () => {
  await receive({ pf_payment_id: "1" });
  await receive({ pf_payment_id: "2" });
  expect(await books()).toMatchObject({
    waybills: 3,
    toRefund: [{ why: "Paid twice" }, { why: "Paid twice" }, { why: "Paid twice" }],
  });
});

test("refunds of one payment for several bookings are told apart, also through PayFast's API", async () => {
  const payfast = await merchantApiStub();
  await receive({ pf_payment_id: "77" });
  const [first, second] = booked;
  payfast.refunds.set("77", [first?.grandTotalCents ?? 0]);
  const [refunded] = await moneyFor(office.store.read, first?.id ?? "");
  const refund = { reference: "77-1", paymentId: refunded?.payment.id ?? "", amountCents: refunded?.paidCents ?? 0 };
  await office.store.tx((tx) => addRefund(tx, { ...refund, notedAt: monday }));
  const [money] = await moneyFor(office.store.read, second?.id ?? "");
  if (!money) throw new Error("the second booking has no money");
  const elsewhereCents = await refundedElsewhereCents(office.store.read, money.payment);
  expect(elsewhereCents).toBe(first?.grandTotalCents);
  expect(await payBack(payfast.api, money, elsewhereCents, "Quote", monday)).toEqual({
    ...{ ok: true, wasPaidBefore: false, amountCents: second?.grandTotalCents },
    reference: `77-${(first?.grandTotalCents ?? 0) + (second?.grandTotalCents ?? 0)}`,
  });
});

describe("an order", () => {
  const find = async () => (await orderToPay(office.store, orderId)) ?? expect.fail("no order");
  const states = async () => (await find()).bookings.map(({ state, waybillNo }) => [state, waybillNo !== null]);
  const tools = (pricing = embeddedPricing(office.store, () => monday)) => ({
    ...{ store: office.store, pricing, mode: "sandbox" as const },
  });

  test("says what is open, and which payments PayFast has told of", async () => {
    expect(await find()).toMatchObject({ openCents: sumOf(booked), answered: 0, isPending: false });
    await receive({ payment_status: "PENDING", pf_payment_id: "1" });
    expect(await find()).toMatchObject({ openCents: sumOf(booked), answered: 1, isPending: true });
    await receive({ payment_status: "FAILED", pf_payment_id: "2" });
    expect(await find()).toMatchObject({ answered: 2, isPending: true });
    await office.store.tx((tx) => cancelBooking(tx, booked[0]?.id ?? "", "", monday));
    expect((await states()).toSorted()).toEqual([
      ["cancelled", false],
      ["unpaid", false],
      ["unpaid", false],
    ]);
    await receive({ pf_payment_id: "1" });
    expect(await find()).toMatchObject({ openCents: 0, isPending: false });
    expect((await states()).toSorted()).toEqual([
      ["cancelled", false],
      ["paid", true],
      ["paid", true],
    ]);
  });

  test("is no single quote, and nothing that doesn't exist", async () => {
    expect(await orderToPay(office.store, booked[0]?.id ?? "")).toBeNull();
    expect(await orderToPay(office.store, "nobody's")).toBeNull();
  });

  test("has no price today where one of its prices isn't known, or only staff can renew it", async () => {
    const later = new Date(monday.getTime() + 8 * DAYS);
    const unreachable = async () => Promise.resolve({ ok: false, error: "unreachable" } as never);
    const none = { ...tools().pricing, quoteLocal: unreachable, quoteInternational: unreachable };
    expect(await orderPriceToday(tools(none), await find(), monday)).toEqual({ kind: "holds" });
    expect(await orderPriceToday(tools(none), await find(), later)).toEqual({ kind: "unknown" });
    await office.store.tx((tx) => tx.update(quotes).set({ manualRequestedAt: monday }));
    expect(await orderPriceToday(tools(), await find(), later)).toEqual({ kind: "unknown" });
  });

  test("with one changed price is asked for with it and the others; those that are open now are renewed", async () => {
    const later = new Date(monday.getTime() + 8 * DAYS);
    const [first] = booked;
    const isFirst = eq(quotes.id, first?.id ?? "");
    await office.store.tx((tx) => tx.update(quotes).set({ grandTotalCents: 100 }).where(isFirst));
    const before = await find();
    expect(await orderPriceToday(tools(), before, later)).toEqual({ kind: "changed", todayCents: sumOf(booked) });
    await agreeToOrderPrice(tools(), before, before.openCents, later);
    expect(await find()).toMatchObject({ openCents: before.openCents });
    await agreeToOrderPrice(tools(), before, sumOf(booked), later);
    expect(await find()).toMatchObject({ openCents: sumOf(booked) });
  });
});

test("an expired price is asked for again, for all together", async () => {
  const later = new Date(monday.getTime() + 8 * DAYS);
  const pricing = embeddedPricing(office.store, () => later);
  const tools = { store: office.store, pricing, mode: "sandbox" as const };
  const order = () => orderToPay(office.store, orderId).then((found) => found ?? expect.fail("no order"));
  expect(await orderPriceToday(tools, await order(), later)).toEqual({ kind: "holds" });

  const evenLater = new Date(later.getTime() + 8 * DAYS);
  await office.store.tx((tx) => tx.update(quotes).set({ grandTotalCents: sql`${quotes.grandTotalCents} - 500` }));
  const today = { kind: "changed", todayCents: sumOf(booked) };
  expect(await orderPriceToday(tools, await order(), evenLater)).toEqual(today);
  await agreeToOrderPrice(tools, await order(), sumOf(booked) - 1, evenLater);
  expect((await order()).openCents).toBe(sumOf(booked) - 1500);
  await agreeToOrderPrice(tools, await order(), sumOf(booked), evenLater);
  expect((await order()).openCents).toBe(sumOf(booked));
  await receive({}, evenLater);
  expect(await books()).toMatchObject({ waybills: 3 });
});

test("staff record a payment of one of its quotes alone for that one", async () => {
  const [first] = booked;
  const found = { pfPaymentId: "1", amountCents: first?.grandTotalCents ?? 0, feeCents: null };
  const note = (cents: number) =>
    inText(office.store.tx((tx) => notePayment(tx, first?.id ?? "", { ...found, amountCents: cents }, site, monday)));
  expect(await note(found.amountCents + 2)).toEqual({
    ok: false,
    why: expect.stringContaining(`It costs ${formatRand(sumOf(booked))}.`),
  });
  expect(await note(found.amountCents)).toMatchObject({ ok: true, added: true, bookings: 1, owedBack: 0 });
});

test("staff record the payment with any of its quotes; PayFast's list then agrees with our records", async () => {
  const found = { pfPaymentId: "1089250", amountCents: sumOf(booked), feeCents: -500 };
  const note = () => office.store.tx((tx) => notePayment(tx, booked[1]?.id ?? "", found, site, monday));
  const listed = () => {
    const rows = [`2026-11-16 10:05,Funds Received,Credit,${amountFromCents(sumOf(booked))},-5.00,${orderId},1089250`];
    const list = readTransactionList(
      ["Date,Type,Sign,Gross,Fee,M Payment ID,PF Payment ID", ...rows].join("\n"),
      monday,
    );
    return reconcile(office.store.read, list.ok ? list.transactions : [], "sandbox");
  };
  expect((await listed()).differences).toMatchObject([
    { kind: "missing_here", quoteId: orderId, quoteNo: expect.any(String) },
  ]);
  expect(await note()).toMatchObject({ ok: true, added: true, bookings: 3, owedBack: 0 });
  expect(await note()).toMatchObject({ ok: true, added: false });
  expect(await listed()).toMatchObject({ matched: 1, differences: [] });
  await receive();
  expect(await books()).toMatchObject({ waybills: 3, confirmed: 1 });
});

/** A database whose connection breaks after a transaction has written two waybills. */
function cutAtThirdWaybill(store: Store): Store {
  let written = 0;
  const tx: Store["tx"] = (work) =>
    store.tx((open) =>
      work(
        new Proxy(open, {
          get(target, name) {
            if (name !== "insert") return Reflect.get(target, name);
            return (into: Parameters<typeof open.insert>[0]) => {
              if (into === waybills && ++written === 3) throw new Error("cut off");
              return target.insert(into);
            };
          },
        }),
      ),
    );
  return { ...store, tx };
}

function receive(fields: Record<string, string> = {}, at = monday, store = office.store) {
  const trusting: SenderChecks = { isSender: () => true, confirm: async () => "valid" };
  const body = aNotice({ id: orderId, grandTotalCents: sumOf(booked) }, fields);
  const received = { body, clientAddress: "197.97.145.145", network: "a network" };
  return takeNotice(store, sandboxAccount, trusting, received, "http://thuma.example", at);
}

async function books() {
  const count = (query: string) => office.staff(query).length;
  const money = office.staff<{ quote_id: string; state: string; price: number }>(
    "SELECT quote_id, state, paid_cents AS price FROM payments WHERE settled_at IS NOT NULL",
  );
  return {
    waybills: count("SELECT 1 FROM waybills"),
    invoices: count("SELECT 1 FROM invoices"),
    confirmed: count("SELECT 1 FROM outgoing_mails WHERE letter_key LIKE 'list-confirmed:%'"),
    money: booked.flatMap(({ id }) =>
      money.filter(({ quote_id }) => quote_id === id).map(({ state, price }) => ({ state, price })),
    ),
    toRefund: office.staff("SELECT why, refund_rand FROM staff_payments_to_refund"),
    refused: office.staff<{ quote_no: string }>("SELECT quote_no, reason FROM staff_payments_refused"),
  };
}
