import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { type Confirmation, confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { storeSiteFacts } from "#db/site-facts.server";
import { aDraft } from "../../../demo/a-draft";
import { limitsAsked } from "../../../demo/limits-asked";
import { aBooking, aQuote } from "../../support/a-booking";
import { storeForEachTest } from "../../support/a-store";

const monday = new Date("2026-11-16T08:00:00Z");

const store = storeForEachTest();

describe("a yes to a price", () => {
  test("books it, to be paid at the saved price; no email is sent before it is paid", async () => {
    const quote = await aQuote(store, aDraft(), monday);
    expect((await confirm(quote)).kind).toBe("booked");
    expect(await quoteById(store.read, quote.id)).toMatchObject({ status: "pending_payment", bookedAt: monday });
    expect(await store.read.select().from(payments)).toMatchObject([
      { quoteId: quote.id, state: "started", amountCents: quote.grandTotalCents },
    ]);
    expect(await emails()).toEqual([]);
  });

  test("confirmed five times at once, and again a month later, it is one booking and one payment", async () => {
    const quote = await aQuote(store, aDraft(), monday);
    const confirmations = await Promise.all(Array.from({ length: 5 }, () => confirm(quote)));
    confirmations.push(await confirm(quote, new Date(monday.getTime() + 30 * DAYS)));
    expect(confirmations.map((confirmation) => confirmation.kind)).toEqual(Array(6).fill("booked"));
    expect(await store.read.$count(payments)).toBe(1);
    expect((await quoteById(store.read, quote.id))?.bookedAt).toEqual(monday);
  });

  test.each<[string, Partial<Quote>]>([
    ["the details have changed", { formHash: "other answers" }],
    ["the price was another", { grandTotalCents: 1 }],
    ["there was no price then", { grandTotalCents: null }],
  ])("doesn't apply to something else: %s", async (_, seen) => {
    const quote = await aQuote(store, aDraft(), monday);
    expect(await confirm({ ...quote, ...seen })).toEqual({ kind: "changed" });
    expect((await quoteById(store.read, quote.id))?.bookedAt).toBeNull();
    expect(await store.read.$count(payments)).toBe(0);
  });

  test("that nobody was counted for books nothing, but returns what is booked", async () => {
    const quote = await aQuote(store, aDraft(), monday);
    expect((await confirmBooking(store, null, quote.draftId, quote, "simulator", monday)).kind).toBe("changed");
    expect((await quoteById(store.read, quote.id))?.bookedAt).toBeNull();
    await confirm(quote);
    expect((await confirmBooking(store, null, quote.draftId, quote, "simulator", monday)).kind).toBe("booked");
  });

  test("is refused once the price is no longer held", async () => {
    const quote = await aQuote(store, aDraft(), monday);
    expect((await confirm(quote, quote.expiresAt)).kind).toBe("changed");
    expect((await confirm(quote, new Date(quote.expiresAt.getTime() - 1))).kind).toBe("booked");
  });

  test("of a draft that has no quote books nothing", async () => {
    const agreed = { formHash: "", grandTotalCents: null, uid: null };
    expect(await confirmBooking(store, limitsAsked, "no such draft", agreed, "simulator", monday)).toEqual({
      kind: "changed",
    });
  });
});

describe("a yes without a price", () => {
  test("asks for a manual price: one email to the customer, one to staff, nothing to pay", async () => {
    const quote = await unpriced();
    const confirmations = await Promise.all(Array.from({ length: 5 }, () => confirm(quote)));
    expect(confirmations.map((confirmation) => confirmation.kind)).toEqual(Array(5).fill("manual_requested"));
    expect(await quoteById(store.read, quote.id)).toMatchObject({
      status: "manual",
      manualRequestedAt: monday,
      bookedAt: null,
    });
    expect(await emails()).toEqual(["quotes@thuma.example", quote.email].sort());
    expect(await store.read.$count(payments)).toBe(0);
  });

  test("tells staff what they need and where, without names or addresses", async () => {
    await storeSiteFacts(store, { appUrl: "https://courier.example", paymentMode: "sandbox" }, monday);
    const quote = await unpriced();
    await confirm(quote);
    const mails = await store.read.select().from(outgoingMails);
    const wanted = mails.find((mail) => mail.toAddress === "quotes@thuma.example") ?? expect.fail("no email");
    for (const fact of [
      quote.quoteNo,
      "1431",
      "9100",
      "1 × Flyer bag",
      quote.email,
      "We do not yet service the TO postal code.",
      `https://courier.example/office/${quote.quoteNo}`,
    ])
      expect(wanted.textBody).toContain(fact);
    expect(`${wanted.textBody}${wanted.htmlBody}`).not.toMatch(/Nkosi|Dlamini|Mphuti|Ncome/);
    // The customer's own email names both people, but no street.
    for (const mail of mails) expect(`${mail.textBody}${mail.htmlBody}`).not.toMatch(/Mphuti|Ncome/);
  });
});

describe("changing a booking", () => {
  test("cancels it while it is unpaid", async () => {
    const quote = await aBooking(store, monday);
    expect(await replaceBooking(store, quote.draftId, monday)).toBe(true);
    expect((await quoteById(store.read, quote.id))?.status).toBe("cancelled");
  });

  test.each(["paid", "payfast_complete", "waybill_created"] as const)("is refused once it is %s", async (status) => {
    const quote = await aBooking(store, monday);
    await store.tx((tx) => tx.update(quotes).set({ status }).where(eq(quotes.id, quote.id)));
    expect(await replaceBooking(store, quote.draftId, monday)).toBe(false);
    expect((await quoteById(store.read, quote.id))?.status).toBe(status);
  });

  test("of a quote that was never booked leaves it as it is", async () => {
    const quote = await aQuote(store, aDraft(), monday);
    expect(await replaceBooking(store, quote.draftId, monday)).toBe(true);
    expect((await quoteById(store.read, quote.id))?.status).toBe("quoted");
  });
});

function confirm(quote: Quote, now = monday): Promise<Confirmation> {
  return confirmBooking(store, limitsAsked, quote.draftId, quote, "simulator", now);
}

/** A quote for a place that we don't serve. */
function unpriced(): Promise<Quote> {
  return aQuote(store, aDraft({ addresses: { toPostal: "9100" } }), monday);
}

async function emails(): Promise<string[]> {
  const mails = await store.read.select().from(outgoingMails);
  return mails.map((mail) => mail.toAddress).sort();
}
