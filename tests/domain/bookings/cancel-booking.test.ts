import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { collectedInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { attemptsOf } from "#app/domain/money/attempts.server";
import { historyOf, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { aParcel } from "../../../demo/a-parcel";
import { limitsAsked } from "../../../demo/limits-asked";
import { aBooking, aQuote } from "../../support/a-booking";
import { storeForEachTest } from "../../support/a-store";
import { worldOf } from "../../support/a-world";
import { inText } from "../../support/in-text";
import { type NoticeContent, noticeBody, sandboxAccount } from "../../support/payfast-stand-in";

const store = storeForEachTest();
let booking: Quote;
beforeEach(async () => {
  booking = await aBooking(store);
});

describe("a booking that staff cancel", () => {
  test("unpaid: nothing is owed, and the customer is told why", async () => {
    expect(await cancel("The road is flooded.")).toMatchObject({ ok: true, added: true, owedCents: 0 });
    expect(await quoteNow()).toMatchObject({ status: "cancelled", cancelledAt: expect.any(Date) });
    const [email] = await emails("booking-cancelled");
    expect(email?.toAddress).toBe("thandi@example.co.za");
    expect(email?.textBody).toContain("The road is flooded.");
    expect(email?.textBody).toContain("You have not been charged.");
  });

  test("paid: the money is owed to the customer, and the tracking page says that it is cancelled", async () => {
    await pay();
    expect(await cancel()).toMatchObject({ ok: true, added: true, owedCents: booking.grandTotalCents });
    expect(await attemptsOf(store.read, booking.id)).toMatchObject([{ state: "complete", paidCents: 80_62 }]);
    expect((await history()).map(({ kind }) => kind)).toEqual(["booked", "cancelled"]);
    expect((await emails("booking-cancelled"))[0]?.textBody).toMatch(/Refund: +R\u00a080,62/);
  });

  test("twice is once: one email, one row of history", async () => {
    await pay();
    await cancel();
    expect(await cancel()).toMatchObject({ ok: true, added: false, owedCents: 80_62 });
    expect(await emails("booking-cancelled")).toHaveLength(1);
    expect(await history()).toHaveLength(2);
  });

  test("a request for a manual price too", async () => {
    const asked = aParcel({ addresses: { fromPostal: "9100" } }).unpaid();
    booking = (await asked.in(worldOf(store))).quote;
    expect(await cancel()).toMatchObject({ ok: true, added: true, owedCents: 0 });
    expect((await emails("booking-cancelled"))[0]?.subject).toContain("Request cancelled");
  });
});

describe("a booking that its customer cancels", () => {
  const giveUp = (because: string) =>
    store.tx((tx) => cancelBooking(tx, booking.id, because, new Date(), { customer: limitsAsked }));

  test("paid: staff are told once to pay back what is owed, and the reason is kept", async () => {
    await pay();
    expect(await giveUp("Found another way")).toMatchObject({ ok: true, added: true, owedCents: 80_62 });
    expect(await giveUp("Found another way")).toMatchObject({ added: false });
    expect(await quoteNow()).toMatchObject({ cancelledBy: "customer", cancelReason: "Found another way" });
    expect(await emails("refund-wanted")).toMatchObject([{ textBody: expect.stringContaining("Found another way") }]);
  });

  test("unpaid, or without a reason: nobody has to pay anything back, and no reason is kept", async () => {
    await giveUp("");
    expect(await quoteNow()).toMatchObject({ cancelledBy: "customer", cancelReason: null });
    expect(await emails("refund-wanted")).toEqual([]);
  });

  test("staff aren't told of what they cancelled themselves, and their reason is only in the email", async () => {
    await pay();
    await cancel("The road is flooded.");
    expect(await quoteNow()).toMatchObject({ cancelledBy: "staff", cancelReason: null });
    expect(await emails("refund-wanted")).toEqual([]);
  });
});

test("details that nobody has booked can go into a new quote at any time, and the old one stays as it is", async () => {
  expect(await replaceBooking(store, "nobody's", new Date())).toBe(true);
  booking = await aQuote(store);
  expect(await replaceBooking(store, booking.draftId, new Date())).toBe(true);
  expect(await quoteNow()).toMatchObject({ status: "quoted" });
});

describe("nobody can cancel", () => {
  const refusals = {
    collected: "The parcel has been collected, so the booking can no longer be cancelled.",
    given_up: "The customer did not complete this booking.",
    unasked: "Nobody has booked this quote or asked for a price. It expires by itself.",
  };

  test("a parcel that was collected", async () => {
    await aParcel({ quote: booking, waybillNo: "" }).paid().collected().in(worldOf(store));
    expect(await cancel()).toEqual({ ok: false, why: refusals.collected });
    expect(await quoteNow()).toMatchObject({ status: "waybill_created", cancelledAt: null });
  });

  test("one that its customer has replaced", async () => {
    await replaceBooking(store, booking.draftId, new Date());
    expect(await cancel()).toEqual({ ok: false, why: refusals.given_up });
  });

  test("a price that wasn't confirmed", async () => {
    booking = await aQuote(store);
    expect(await cancel()).toEqual({ ok: false, why: refusals.unasked });
  });

  test("nor refund a quote that doesn't exist", async () => {
    booking = { ...booking, id: "nobody's" };
    expect(await cancel()).toEqual({ ok: false, why: "There is no such quote." });
    expect(await refund({})).toEqual({ ok: false, why: "There is no such quote." });
  });
});

describe("money that arrives for a cancelled booking", () => {
  test("is to be refunded, and no waybill is issued", async () => {
    await cancel();
    await pay();
    expect(await waybillOfQuote(store.read, booking.id)).toBeNull();
    expect(await quoteNow()).toMatchObject({ status: "cancelled" });
    expect((await attemptsOf(store.read, booking.id)).map(({ state }) => state)).toContain("duplicate");
  });

  test("a repeated notice of an earlier payment changes nothing", async () => {
    await pay();
    await cancel();
    await pay();
    expect(await quoteNow()).toMatchObject({ status: "cancelled" });
    expect(await attemptsOf(store.read, booking.id)).toMatchObject([{ state: "complete" }]);
  });

  test("money for a booking that its customer replaced is accepted, as before", async () => {
    await replaceBooking(store, booking.draftId, new Date());
    await pay();
    expect(await waybillOfQuote(store.read, booking.id)).not.toBeNull();
  });
});

describe("a refund that staff record", () => {
  test("the customer of a cancelled booking is told of the refund, and nothing is owed any more", async () => {
    await pay();
    await cancel();
    expect(await refund({})).toMatchObject({ ok: true, added: true, owedCents: 0 });
    const [email] = await emails("refund-paid");
    expect(email?.textBody).toMatch(/Refund: +R\u00a080,62/);
    expect(email?.textBody).toContain("2211334");
  });

  test("in two parts adds up", async () => {
    await pay();
    await cancel();
    expect(await refund({ amountCents: 30_00 })).toMatchObject({ owedCents: 50_62 });
    expect(await refund({ amountCents: 50_62, reference: "2211335" })).toMatchObject({ owedCents: 0 });
  });

  test("twice with one number is one refund and one email", async () => {
    await pay();
    await cancel();
    await refund({});
    expect(await refund({})).toMatchObject({ ok: true, added: false, owedCents: 0 });
    expect(await emails("refund-paid")).toHaveLength(1);
  });

  test("a refund of a duplicate is taken from the second payment, and the first stays", async () => {
    await pay();
    await pay({ pfPaymentId: "2" });
    expect(await refund({})).toMatchObject({ ok: true, owedCents: 0 });
    expect(await refund({ reference: "2211335" })).toMatchObject({ ok: false });
  });

  test.each([
    ["nothing", { amountCents: 0 }, "The amount must be more than 0."],
    ["half a cent", { amountCents: 0.5 }, "The amount must be more than 0."],
    ["more than came", { amountCents: 80_63 }, "That is more than is left to refund of any payment."],
  ])("of %s is refused", async (_, wrong, why) => {
    await pay();
    await cancel();
    expect(await refund(wrong)).toEqual({ ok: false, why });
    expect(await emails("refund-paid")).toEqual([]);
  });

  test("a refund when nothing is owed needs goodwill, so that a wrong number tells nobody of money", async () => {
    await pay();
    expect(await inText(refund({}))).toMatchObject({ ok: false, why: expect.stringContaining("--goodwill") });
    expect(await refund({ goodwill: true, amountCents: 10_00 })).toMatchObject({ ok: true, owedCents: 0 });
  });

  test("with a number that was recorded with another amount or for another booking is refused", async () => {
    const refused = { ok: false, why: expect.stringContaining("already noted") };
    await pay();
    await cancel();
    await refund({ amountCents: 30_00 });
    expect(await refund({ amountCents: 40_00 })).toEqual(refused);
    booking = await aBooking(store);
    await pay({ pfPaymentId: "2" });
    await cancel();
    expect(await refund({ amountCents: 30_00 })).toEqual(refused);
  });

  test("without any money is refused", async () => {
    expect(await refund({})).toEqual({ ok: false, why: "No payment was made for this booking." });
  });
});

test("of a parcel that we have, its customer reads from when the terms let them cancel, and whom to phone", async () => {
  const paidAt = new Date("2026-11-02T10:00:00Z");
  const { quote, waybillNo } = await aParcel().collected().in(worldOf(store, "sandbox"), paidAt);
  const read = async (days: number) => {
    const now = new Date(paidAt.getTime() + days * DAYS);
    return (
      await collectedInWords(store.read, quote, await historyOf(store.read, waybillNo), "011 555 0199", now)
    ).join(" ");
  };
  expect(await read(3)).toMatch(/If it has not arrived by .*2 December.*, 30 days after you paid, you may cancel/);
  expect(await read(31)).toMatch(/has not arrived in 30 days. So you may cancel.* Phone us at 011 555 0199\./);
});

const cancel = (because = "We can't come.") => store.tx((tx) => cancelBooking(tx, booking.id, because, new Date()));
const quoteNow = () => quoteById(store.read, booking.id);

function refund(changes: { reference?: string; amountCents?: number; goodwill?: boolean }) {
  const noted = { reference: "2211334", amountCents: 80_62, goodwill: false, ...changes };
  return store.tx((tx) => noteRefund(tx, booking.id, noted, new Date()));
}

function pay(changes: Partial<NoticeContent> = {}) {
  const body = noticeBody({ quoteId: booking.id, cents: booking.grandTotalCents ?? 0, ...changes });
  const senderChecks = { isSender: () => true, confirm: async () => "valid" as const };
  return takeNotice(store, sandboxAccount, senderChecks, { body, clientAddress: "127.0.0.1" }, "http://x", new Date());
}

async function history() {
  const waybill = await waybillOfQuote(store.read, booking.id);
  return historyOf(store.read, waybill?.waybillNo ?? "");
}

async function emails(kind: string) {
  const all = await store.read.select().from(outgoingMails);
  return all.filter(({ emailKey }) => emailKey.startsWith(kind));
}
