import { asc, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { askCharge, refuseCharge, undoCharge, type WhatIsOwed } from "#app/domain/bookings/charges/ask-charge.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { undoNotedPayment } from "#app/domain/bookings/payments/undo-payment.server";
import { sendLinkToPay } from "#app/domain/bookings/send-link-to-pay.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { chargesOf } from "#app/domain/money/charges.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { moneyFor, owedBack, totalLeftCents } from "#app/domain/money/refunds.server";
import { agreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { historyOf, piecesOf, setPieces, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { undoMark } from "#app/domain/parcels/mark-parcel.server";
import { headlineOf, nextInWords, rowInWords } from "#app/domain/parcels/parcel-state-in-words";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { formatRand } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, HOURS } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { outgoingMails } from "#db/schema/mail";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../../demo/a-parcel";
import { pricesAt } from "../../../../demo/world";
import { anOffice, type Office } from "../../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");
const later = (hours: number) => new Date(noon.getTime() + hours * HOURS);
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;
const why = { because: "It weighs 12 kg.", agreed: "Nomsa, by phone, 14:20" };

let office: Office;
beforeEach(async () => {
  office = await anOffice();
  await storeSiteFacts(office.store, { appUrl: site.appUrl, paymentMode: "sandbox" }, noon);
});

const fresh = async ({ id }: { id: string }) => (await quoteById(office.store.read, id)) ?? expect.fail("no quote");

async function ask(quote: Quote, asked: WhatIsOwed, now = later(2)) {
  const paid = await fresh(quote);
  const how = { pricing: pricesAt(office, paid.pricedAt), mode: "sandbox" } as const;
  return office.store.tx((of) => askCharge(of, paid, asked, why, how, now));
}

async function asked(quote: Quote, what: WhatIsOwed, now?: Date) {
  const charging = await ask(quote, what, now);
  return charging.ok ? charging.charge : expect.fail(charging.why);
}

const collected = async () =>
  (await aParcel().collected().in(office.world, noon)) as { quote: Quote; waybillNo: string };
const stateOf = async ({ quote, waybillNo }: { quote: Quote; waybillNo: string }, now: Date) =>
  parcelStateOf(office.store.read, { quote, waybillNo }, await historyOf(office.store.read, waybillNo), now);
const messages = async (kind: string) =>
  office.store.read
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.emailKey, `${kind}:%`))
    .orderBy(asc(outgoingMails.emailKey));
const owedCents = async (quote: Quote) =>
  totalLeftCents(owedBack(await moneyFor(office.store.read, quote.id), await fresh(quote), later(9)));

describe("what more is owed", () => {
  test("is the price of the parcel as it is less the price that was paid, by the list of that day", async () => {
    const { quote } = await collected();
    const prices = pricesAt(office, noon);
    const local = { fromPostal: quote.fromPostal, toPostal: quote.toPostal, quantity: 1, applyVat: true };
    const dearer = await prices.quoteLocal({ ...local, selectedBoxId: "stock-5" });
    const cents = dearer.ok ? dearer.cents.totals.grandTotal : 0;
    const charge = await asked(quote, { found: { boxId: "stock-5" } });
    expect(charge).toMatchObject({ reason: "box", amountCents: cents - 80_62, payBy: "2026-11-30", state: "open" });
  });

  test("for a weight is that of the cheapest box that takes it, and nothing while the booked one does", async () => {
    const { quote } = await collected();
    expect(await ask(quote, { found: { weightKg: 0.5 } })).toMatchObject({
      ok: false,
      why: "it costs no more than was paid",
    });
    const charge = await asked(quote, { found: { weightKg: 12 } });
    expect(charge.found.weightKg).toBe(12);
    const box = (await pricesAt(office, noon).boxes()).find(({ id }) => id === charge.found.boxId);
    expect(box?.maxWeightKg).toBeGreaterThanOrEqual(12);
  });

  test("for another town is asked for once, also after the address was changed, and beside another reason", async () => {
    const { quote } = await collected();
    const town = await asked(quote, { found: { toPostal: "8001" } });
    expect(town).toMatchObject({ reason: "town", found: { toPostal: "8001" } });
    expect(await ask(quote, { found: { toPostal: "7784" } })).toMatchObject({
      ok: false,
      why: expect.stringContaining("asked for already"),
    });
    const pieces = await asked(quote, { found: { pieces: 2 } });
    // A second piece of a parcel that goes there.
    expect(pieces.amountCents).toBeGreaterThan(80_62);
    expect(await ask(quote, { found: { pieces: 1 } })).toMatchObject({ ok: false });
  });

  test("by hand is at most what the dearest box would add, and at least what PayFast takes", async () => {
    const { quote } = await collected();
    expect(await ask(quote, { amountCents: 5_000_00 })).toMatchObject({
      ok: false,
      why: expect.stringContaining("at most"),
    });
    expect(await ask(quote, { amountCents: 1_00 })).toMatchObject({ ok: false, why: expect.stringContaining("under") });
    expect(await asked(quote, { amountCents: 10_00 })).toMatchObject({ reason: "other", found: {} });
  });

  test("is asked for of a paid booking alone, and of no parcel that goes back or has arrived", async () => {
    const unpaid = await office.booked({}, noon);
    expect(await ask(unpaid, { amountCents: 10_00 })).toMatchObject({
      ok: false,
      why: expect.stringContaining("isn't paid"),
    });
    const { quote } = await aParcel().collected().delivered().in(office.world, noon);
    expect(await ask(quote, { amountCents: 10_00 })).toMatchObject({
      ok: false,
      why: expect.stringContaining("way is over"),
    });
    await office.store.tx((of) => addDriver(of, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
    const back = await aParcel().collected().given("Sipho Nkosi", "return").in(office.world, noon);
    expect(await ask(back.quote, { amountCents: 10_00 })).toMatchObject({
      ok: false,
      why: expect.stringContaining("way back"),
    });
  });
});

describe("while it is open", () => {
  test("its customer has a link by email, and a text without link and amount; the receiver hears that it waits", async () => {
    const { quote } = await collected();
    const { amountCents } = await asked(quote, { found: { weightKg: 12 } });
    const rand = `${Math.floor(amountCents / 100)},${String(amountCents % 100).padStart(2, "0")}`;
    const told = await messages("amount-due");
    const of = (person: string, channel: string) =>
      told
        .filter((each) => each.person === person && each.channel === channel)
        .map(({ textBody }) => textBody)
        .join();
    expect(of("sender", "email")).toContain(rand);
    expect(of("sender", "email")).toContain("/charge/charge-");
    expect(of("sender", "email")).toContain("Nomsa, by phone, 14:20");
    expect(of("sender", "email")).toContain("17:00 on Monday 30 November");
    for (const words of [of("sender", "sms"), of("receiver", "email"), of("receiver", "sms")]) {
      expect(words).not.toBe("");
      expect(words).not.toContain(rand);
      expect(words).not.toContain("/charge/");
      expect(words).not.toContain("12 kg");
    }
    expect(of("receiver", "email")).toContain("goes back to the sender");
  });

  test("the parcel waits, is never late, goes to no driver but back, and is told as such", async () => {
    const { quote, waybillNo } = await collected();
    await asked(quote, { found: { weightKg: 12 } });
    const { driver } = await office.store.tx((of) => addDriver(of, { name: "Anna", phone: "+27820001000" }, noon));
    const give = (visit: "delivery" | "return") =>
      office.store.tx((of) => assignStop(of, { waybillNo, driver, day: saDay(later(3)), visit }, later(3)));
    expect(await give("delivery")).toMatchObject({ ok: false, why: expect.stringContaining("asked to pay more") });
    expect(await waybillOfQuote(office.store.read, quote.id)).toMatchObject({
      officeMust: "Keep it at the depot: its sender has been asked to pay more",
    });
    for (const [at, says] of [
      [later(3), "If we have none by 17:00 on Monday 30 November, it waits at our depot or goes back to the sender."],
      [later(24 * 30), "We have asked the sender something, and have no answer yet."],
    ] as const) {
      const state = await stateOf({ quote, waybillNo }, at);
      expect(state).toMatchObject({ state: "collected", due: { by: "2026-11-30", isRefused: false } });
      expect(plainText(headlineOf(state, at))).toBe("This parcel waits for its sender");
      expect(plainText(nextInWords(state, null, at))).toContain(says);
      expect(rowInWords(state, at)).toContain("until you have paid more");
    }
    expect(await give("return")).toMatchObject({ ok: true });
    expect((await stateOf({ quote, waybillNo }, later(4))).state).toBe("returning");
  });

  test("it is paid once, with an invoice of its own; all other money for it goes back", async () => {
    const parcel = await collected();
    const charge = await asked(parcel.quote, { found: { weightKg: 12 } });
    const pay = (pfPaymentId: string, cents = charge.amountCents) =>
      office.tell({ id: charge.id, grandTotalCents: cents }, { pfPaymentId }, later(4));
    expect(await pay("500", charge.amountCents - 5_00)).toMatchObject({ kind: "refused" });
    expect(await pay("501")).toEqual({ kind: "settled" });
    expect(await pay("501")).toEqual({ kind: "settled" });
    expect(await chargesOf(office.store.read, parcel.quote.id)).toMatchObject([{ state: "paid" }]);
    const papers = await papersOf(office.store.read, parcel.quote.id);
    expect(papers).toMatchObject([
      { grossCents: 80_62, chargeId: null },
      {
        grossCents: charge.amountCents,
        chargeId: charge.id,
        issuedAt: later(4),
        description: expect.stringContaining("heavier"),
      },
    ]);
    expect((await messages("amount-paid")).map(({ textBody }) => textBody).join()).toContain(papers[1]?.invoiceNo);
    expect(await messages("goes-on")).toHaveLength(1);
    expect((await stateOf(parcel, later(5))).due).toBeUndefined();
    // Its days count from the payment: it isn't late at once.
    expect((await stateOf(parcel, new Date(later(4).getTime() + 1 * DAYS))).state).toBe("collected");
    expect(await owedCents(parcel.quote)).toBe(0);
    expect(await pay("502")).toEqual({ kind: "settled" });
    expect(await owedCents(parcel.quote)).toBe(charge.amountCents);
    expect((await messages("money-to-pay-back")).map(({ textBody }) => textBody).join()).toContain(
      "a payment that we were not waiting for",
    );
  });

  test("its refund has a credit note of its own invoice", async () => {
    const { quote } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    await office.tell({ id: charge.id, grandTotalCents: charge.amountCents }, { pfPaymentId: "501" }, later(4));
    const refund = { reference: "r1", amountCents: charge.amountCents, goodwill: true };
    expect(await office.store.tx((of) => noteRefund(of, quote.id, refund, later(5)))).toMatchObject({ ok: true });
    const papers = await papersOf(office.store.read, quote.id);
    expect(papers[2]).toMatchObject({
      kind: "credit_note",
      chargeId: charge.id,
      creditedInvoiceNo: papers[1]?.invoiceNo,
    });
  });

  test("a payment that the office found is its, and taken back it waits again", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    const found = { pfPaymentId: "777", amountCents: charge.amountCents, feeCents: null };
    const note = () => office.store.tx((of) => notePayment(of, quote.id, found, site, later(4)));
    expect(await note()).toMatchObject({ ok: true, added: true, owedBack: 0 });
    expect(await note()).toMatchObject({ ok: true, added: false });
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "paid" }]);
    expect(await office.store.tx((of) => undoNotedPayment(of, quote.id, site.appUrl, later(30)))).toMatchObject({
      ok: true,
    });
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "open", payBy: "2026-12-01" }]);
    expect((await stateOf({ quote, waybillNo }, later(31))).due).toMatchObject({ by: "2026-12-01", isRefused: false });
    expect((await messages("amount-due")).map(({ textBody }) => textBody).join()).toContain("by mistake");
    const invoiced = (await papersOf(office.store.read, quote.id)).filter(({ chargeId }) => chargeId === charge.id);
    expect(invoiced.map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
  });

  test("taken back after the parcel was delivered, it is asked for again, and nothing is said to wait", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    await aParcel(waybillNo).outForDelivery().delivered().in(office.world, later(3));
    const found = { pfPaymentId: "777", amountCents: charge.amountCents, feeCents: null };
    await office.store.tx((of) => notePayment(of, quote.id, found, site, later(4)));
    const paid = (await messages("amount-paid")).map(({ textBody }) => textBody).join();
    expect(paid).toContain("Nothing more is to be paid for this parcel.");
    expect(paid).not.toMatch(/goes on|waits no longer/);
    const before = (await messages("amount-due")).map(({ emailKey }) => emailKey);
    await office.store.tx((of) => undoNotedPayment(of, quote.id, site.appUrl, later(30)));
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "open" }]);
    const told = (await messages("amount-due")).filter(({ emailKey }) => !before.includes(emailKey));
    expect(told.map(({ person, channel }) => [person, channel])).toEqual([["sender", "email"]]);
    const [{ textBody } = { textBody: "" }] = told;
    expect(textBody).toContain("The parcel is delivered, and this is not paid yet.");
    expect(textBody).not.toMatch(/It waits|bring the parcel back|We wait until/);
  });

  test("while the parcel goes back it is paid no more: what comes is owed back, and no link is sent", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    const { driver } = await office.store.tx((of) => addDriver(of, { name: "Anna", phone: "+27820001000" }, noon));
    const back = { waybillNo, driver, day: saDay(later(3)), visit: "return" } as const;
    await office.store.tx((of) => assignStop(of, back, later(3)));
    expect(await office.store.tx((of) => refuseCharge(of, charge, later(4)))).toMatchObject({
      ok: false,
      why: "The parcel goes back already.",
    });
    await office.tell({ id: charge.id, grandTotalCents: charge.amountCents }, { pfPaymentId: "501" }, later(4));
    expect(await owedCents(quote)).toBe(charge.amountCents);
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "open" }]);
    expect(await messages("amount-paid")).toEqual([]);
    expect(await messages("money-to-pay-back")).not.toEqual([]);
    const link = { appUrl: site.appUrl, now: later(5) };
    expect(await office.store.tx(async (of) => sendLinkToPay(of, await fresh(quote), "email", link))).toMatchObject({
      ok: false,
      why: expect.stringContaining("on its way back"),
    });
  });

  test("for another town, paid: the receiver's wish for a day ends, and both hear that nobody comes on it", async () => {
    const { quote, waybillNo } = await collected();
    const { read, tx } = office.store;
    const wish = { kind: "day", day: "2026-11-25", part: null } as const;
    expect(await tx(async (of) => takeWish(of, await fresh(quote), wish, later(1)))).toMatchObject({ ok: true });
    const charge = await asked(quote, { found: { toPostal: "8001" } });
    const found = { pfPaymentId: "777", amountCents: charge.amountCents, feeCents: null };
    await tx((of) => notePayment(of, quote.id, found, site, later(4)));
    expect(await agreedVisit(read, waybillNo, "delivery")).toBeNull();
    expect(office.staff("SELECT ended_by FROM receiver_wishes")).toEqual([{ ended_by: "the office" }]);
    const told = (await messages("visit-agreed")).filter(({ textBody }) => textBody?.includes("is cancelled"));
    expect(told.map(({ person }) => person)).toEqual(expect.arrayContaining(["receiver", "sender"]));
  });

  test("a piece more: the parcel has it once it is paid, and no longer when that payment is taken back", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { pieces: 3 } });
    const { read, tx } = office.store;
    const pieces = async () => ({ ...(await piecesOf(read, waybillNo)), ...(await waybillOfQuote(read, quote.id)) });
    const asBooked = { of: 1, booked: 1, nextVisit: "delivery", lastEvent: "collected" };
    expect(await pieces()).toMatchObject(asBooked);
    const found = { pfPaymentId: "777", amountCents: charge.amountCents, feeCents: null };
    await tx((of) => notePayment(of, quote.id, found, site, later(4)));
    // They were found in the parcel that we have: nobody is sent for them.
    expect(await pieces()).toMatchObject({ of: 3, booked: 3, nextVisit: "delivery", lastEvent: "collected" });
    expect((await messages("amount-paid")).map(({ textBody }) => textBody).join()).toContain("3 × ");
    await asked(quote, { amountCents: 10_00 }, later(5));
    await tx((of) => setPieces(of, waybillNo, 2));
    const other = { pfPaymentId: "778", amountCents: 10_00, feeCents: null };
    await tx((of) => notePayment(of, quote.id, other, site, later(6)));
    expect(await pieces()).toMatchObject({ of: 2, booked: 3 });
    await tx((of) => undoNotedPayment(of, quote.id, site.appUrl, later(7)));
    await tx((of) => undoNotedPayment(of, quote.id, site.appUrl, later(8)));
    expect(await pieces()).toMatchObject(asBooked);
  });

  test("a piece more, paid after the delivery: nothing is still to come", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { pieces: 2 } });
    await aParcel(waybillNo).outForDelivery().delivered().in(office.world, later(3));
    const found = { pfPaymentId: "777", amountCents: charge.amountCents, feeCents: null };
    await office.store.tx((of) => notePayment(of, quote.id, found, site, later(4)));
    expect(await waybillOfQuote(office.store.read, quote.id)).toMatchObject({ pieces: 2, nextVisit: null });
  });

  test.each(["refused", "unanswered"])(
    "%s, it goes back: its sender hears that it wasn't paid, and its receiver nothing of money",
    async (answer) => {
      const { quote, waybillNo } = await collected();
      const charge = await asked(quote, { found: { weightKg: 12 } });
      if (answer === "refused") await office.store.tx((of) => refuseCharge(of, charge, later(3)));
      const { driver } = await office.store.tx((of) => addDriver(of, { name: "Anna", phone: "+27820001000" }, noon));
      const at = (hours: number) => later(answer === "refused" ? hours : 8 * 24 + hours);
      const back = { waybillNo, driver, day: saDay(at(4)), visit: "return" } as const;
      await office.store.tx((of) => assignStop(of, back, at(4)));
      await aParcel(waybillNo).returned().in(office.world, at(5));
      const told = [...(await messages("returning")), ...(await messages("returned"))];
      const to = (who: string) => told.flatMap(({ person, textBody }) => (person === who ? [textBody ?? ""] : []));
      expect(to("sender")).toEqual([
        expect.stringMatching(/you have not\s+paid it\. Our driver brings the parcel back/),
        expect.stringContaining("comes back to you, because you have not paid more"),
        expect.stringContaining("You have not paid the amount"),
      ]);
      expect(to("receiver")).toHaveLength(4);
      for (const words of to("receiver")) expect(words).not.toMatch(/\bpay|\bpaid|Still want it|phone us at once/);
      for (const { textBody } of told) expect(textBody).not.toContain("could not deliver");
    },
  );

  test("unanswered, its return is marked by mistake: it still goes back because it wasn't paid, and is asked for", async () => {
    const { quote, waybillNo } = await collected();
    await asked(quote, { found: { weightKg: 12 } });
    const { driver } = await office.store.tx((of) => addDriver(of, { name: "Anna", phone: "+27820001000" }, noon));
    const at = (hours: number) => later(8 * 24 + hours);
    const back = { waybillNo, driver, day: saDay(at(4)), visit: "return" } as const;
    await office.store.tx((of) => assignStop(of, back, at(4)));
    await aParcel(waybillNo).returned().in(office.world, at(5));
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "withdrawn" }]);
    await office.store.tx((of) => undoMark(of, waybillNo, at(6)));
    expect(await stateOf({ quote, waybillNo }, at(6))).toMatchObject({ state: "returning", why: "unpaid" });
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "open", endedAt: null }]);
  });

  test("while its sender may still pay, the office sends it back for another reason: nobody hears that it wasn't paid", async () => {
    const { quote, waybillNo } = await collected();
    await asked(quote, { found: { weightKg: 12 } });
    const { driver } = await office.store.tx((of) => addDriver(of, { name: "Anna", phone: "+27820001000" }, noon));
    const back = { waybillNo, driver, day: saDay(later(4)), visit: "return" } as const;
    await office.store.tx((of) => assignStop(of, back, later(4)));
    expect(await stateOf({ quote, waybillNo }, later(5))).toMatchObject({ state: "returning", why: null });
    await aParcel(waybillNo).returned().in(office.world, later(5));
    const told = [...(await messages("returning")), ...(await messages("returned"))];
    for (const { person, textBody } of told) if (person === "sender") expect(textBody).not.toMatch(/not\s+paid/);
  });

  test("its payment taken back while the parcel goes back, it is asked for no more", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    const found = { pfPaymentId: "777", amountCents: charge.amountCents, feeCents: null };
    await office.store.tx((of) => notePayment(of, quote.id, found, site, later(3)));
    const { driver } = await office.store.tx((of) => addDriver(of, { name: "Anna", phone: "+27820001000" }, noon));
    const back = { waybillNo, driver, day: saDay(later(4)), visit: "return" } as const;
    await office.store.tx((of) => assignStop(of, back, later(4)));
    await office.store.tx((of) => undoNotedPayment(of, quote.id, site.appUrl, later(5)));
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "withdrawn" }]);
  });

  test("the office asks for it no more", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    expect(await office.store.tx(async (of) => undoCharge(of, await fresh(quote), later(3)))).toMatchObject({
      ok: true,
    });
    expect((await stateOf({ quote, waybillNo }, later(4))).due).toBeUndefined();
    expect(await messages("amount-withdrawn")).not.toEqual([]);
    // Nobody reads that it waits.
    expect((await messages("amount-due")).map(({ state }) => state)).not.toContain("queued");
    await office.tell({ id: charge.id, grandTotalCents: charge.amountCents }, { pfPaymentId: "501" }, later(5));
    expect(await owedCents(quote)).toBe(charge.amountCents);
    expect(await asked(quote, { found: { weightKg: 12 } }, later(6))).toMatchObject({ state: "open" });
  });

  test("beside another, each is paid by itself: what is told as due is the sum of what is left", async () => {
    const parcel = await collected();
    const heavier = await asked(parcel.quote, { found: { weightKg: 12 } });
    const byHand = await asked(parcel.quote, { amountCents: 10_00 }, later(26));
    const dueOf = async (at: Date) => (await stateOf(parcel, at)).due;
    const sumCents = heavier.amountCents + 10_00;
    // All wait for the same day, which is what was told last.
    expect(await dueOf(later(27))).toMatchObject({ id: heavier.id, amountCents: sumCents, by: "2026-12-01" });
    const last = (await messages("amount-due")).findLast(({ person, channel, queuedAt }) =>
      [person, channel, queuedAt.getTime()].every((is, at) => is === ["sender", "email", later(26).getTime()][at]),
    );
    for (const cents of [sumCents, heavier.amountCents, 10_00])
      expect(last?.textBody.replaceAll("\u00a0", " ")).toContain(formatRand(cents).replaceAll("\u00a0", " "));
    const parts = [heavier.amountCents, 10_00].map(formatRand).join(" + ").replaceAll("\u00a0", " ");
    expect(last?.textBody.replaceAll("\u00a0", " ")).toContain(`It is made up of ${parts}, and`);

    await office.tell({ id: heavier.id, grandTotalCents: heavier.amountCents }, { pfPaymentId: "501" }, later(28));
    expect(await dueOf(later(29))).toMatchObject({ id: byHand.id, amountCents: 10_00, isRefused: false });
    const paid = (await messages("amount-paid")).map(({ textBody }) => textBody).join();
    expect(paid).toContain("10,00 more is still to be paid. The parcel waits until then.");
    expect(paid).toContain(`/charge/${byHand.id}`);
    expect(paid).not.toMatch(/goes on|waits no longer/);
    // Its receiver hears nothing new, and still reads that it waits.
    expect(await messages("goes-on")).toEqual([]);
    const waits = (await messages("amount-due")).filter(({ person }) => person === "receiver");
    expect(waits.some(({ withdrawnAt }) => withdrawnAt === null)).toBe(true);

    await office.tell({ id: byHand.id, grandTotalCents: 10_00 }, { pfPaymentId: "502" }, later(30));
    expect(await dueOf(later(31))).toBeUndefined();
    expect(await messages("goes-on")).toHaveLength(1);
  });

  test("beside another, it is asked for no more: the parcel waits for the other", async () => {
    const parcel = await collected();
    await asked(parcel.quote, { found: { weightKg: 12 } });
    await asked(parcel.quote, { amountCents: 10_00 }, later(3));
    const undone = await office.store.tx(async (of) => undoCharge(of, await fresh(parcel.quote), later(4)));
    expect(undone).toMatchObject({ ok: true, amountCents: 10_00, leftCents: 8_51 });
    const told = (await messages("amount-withdrawn")).map(({ textBody }) => textBody).join();
    expect(told).toContain("8,51 more is still to be paid. The parcel waits until then.");
    expect(told).not.toContain("goes on");
    expect(await messages("goes-on")).toEqual([]);
  });

  test("of a parcel that is cancelled or has ended nothing is asked for", async () => {
    const { quote } = await aParcel().in(office.world, noon);
    await asked(quote, { found: { weightKg: 12 } });
    await aParcel({ quote: await fresh(quote), waybillNo: "" })
      .cancelled()
      .in(office.world, later(3));
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "withdrawn" }]);
  });
});

describe("refused", () => {
  test("a parcel that isn't collected is cancelled, and all is refunded", async () => {
    const { quote } = await aParcel().in(office.world, noon);
    const charge = await asked(quote, { found: { weightKg: 12 } });
    expect(await office.store.tx((of) => refuseCharge(of, charge, later(3)))).toEqual({ ok: true, isCancelled: true });
    expect(await fresh(quote)).toMatchObject({ status: "cancelled", cancelledBy: "customer" });
    expect(await owedCents(quote)).toBe(80_62);
  });

  test("a parcel that is collected goes back, and all is refunded", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    const refuse = () =>
      office.store.tx(async (of) => refuseCharge(of, (await chargesOf(of, quote.id))[0] ?? charge, later(3)));
    expect(await refuse()).toEqual({ ok: true, isCancelled: false });
    expect(await refuse()).toEqual({ ok: true, isCancelled: false });
    expect(await owedCents(quote)).toBe(80_62);
    expect((await messages("amount-refused")).map(({ textBody }) => textBody).join()).toContain("80,62");
    expect(await waybillOfQuote(office.store.read, quote.id)).toMatchObject({
      officeMust: "Bring it back to the sender, who doesn't want to pay more",
    });
    const state = await stateOf({ quote, waybillNo }, later(4));
    expect(plainText(headlineOf(state, later(4)))).toBe("This parcel goes back to its sender");
    const refund = { reference: "r1", amountCents: 80_62, goodwill: false };
    expect(await office.store.tx((of) => noteRefund(of, quote.id, refund, later(5)))).toMatchObject({
      ok: true,
      owedCents: 0,
    });
    await office.tell({ id: charge.id, grandTotalCents: charge.amountCents }, { pfPaymentId: "501" }, later(6));
    expect(await owedCents(quote)).toBe(charge.amountCents);
  });

  test("a parcel that was delivered all the same can't go back, so nothing is refunded", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    await aParcel(waybillNo).outForDelivery().delivered().in(office.world, later(3));
    expect(await office.store.tx((of) => refuseCharge(of, charge, later(4)))).toMatchObject({
      ok: false,
      why: expect.stringContaining("has been delivered"),
    });
    expect(await owedCents(quote)).toBe(0);
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "open" }]);
  });

  test("with another, both are: nothing else is asked for, and taken back both are", async () => {
    const { quote, waybillNo } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    await asked(quote, { amountCents: 10_00 });
    await office.store.tx((of) => refuseCharge(of, charge, later(3)));
    expect((await messages("amount-refused")).map(({ textBody }) => textBody).join()).toContain("18,51");
    expect(await ask(quote, { found: { pieces: 2 } })).toMatchObject({
      ok: false,
      why: expect.stringContaining("goes back"),
    });
    expect((await stateOf({ quote, waybillNo }, later(4))).due).toMatchObject({ amountCents: 18_51, isRefused: true });
    const undone = await office.store.tx(async (of) => undoCharge(of, await fresh(quote), later(5)));
    expect(undone).toMatchObject({ ok: true, amountCents: 18_51, leftCents: 0 });
    expect((await stateOf({ quote, waybillNo }, later(6))).due).toBeUndefined();
    expect(await owedCents(quote)).toBe(0);
  });

  test("by mistake, it is taken back: the money is owed no more", async () => {
    const { quote } = await collected();
    const charge = await asked(quote, { found: { weightKg: 12 } });
    await office.store.tx((of) => refuseCharge(of, charge, later(3)));
    await office.store.tx(async (of) => undoCharge(of, await fresh(quote), later(4)));
    expect(await owedCents(quote)).toBe(0);
    expect(await fresh(quote)).toMatchObject({ priceBackAt: null });
  });
});
