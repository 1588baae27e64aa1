import { describe, expect, test } from "vitest";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import type { CompleteDraft } from "#app/domain/form/draft";
import { formHash } from "#app/domain/parcels/quotes/fingerprint.server";
import { priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import { quoteOfDraft } from "#app/domain/parcels/quotes/saved-quotes.server";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { PricedAnswerSchema, type QuoteAnswer } from "#app/domain/prices/contract/quote-answer";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { DAYS } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { aDraft } from "../../../../demo/a-draft";
import { limitsAsked } from "../../../../demo/limits-asked";
import { storeForEachTest } from "../../../support/a-store";

const monday = new Date("2026-11-16T08:00:00Z");
const tuesday = new Date(monday.getTime() + DAYS);
const guest = { guestId: "a-guest", uid: null };

const store = storeForEachTest();

describe("a finished draft gets its price", () => {
  test("the saved total is the calculated one, in cents, held for seven days", async () => {
    const quote = await price(aDraft());
    const { cents } = PricedAnswerSchema.parse(quote.response);
    expect(quote).toMatchObject({ status: "quoted", type: "local", message: null, ...guest });
    expect(quote.grandTotalCents).toBe(cents.totals.grandTotal);
    expect(quote.grandTotalCents).toBeGreaterThan(0);
    expect(quote.expiresAt).toEqual(new Date(monday.getTime() + 7 * DAYS));
  });

  test("the answers are saved with it, and VAT is never left out", async () => {
    const draft = aDraft({ parcel: { quantity: 3 } });
    const quote = await price(draft);
    expect(quote.formSnapshot).toEqual({ addresses: draft.addresses, parcel: draft.parcel });
    expect(quote).toMatchObject({
      fromPostal: "1431",
      toPostal: "1804",
      quantity: 3,
      email: draft.addresses.fromEmail,
    });
    expect(quote.request).toEqual({
      endpoint: "/v1/quote/local",
      method: "POST",
      body: { fromPostal: "1431", toPostal: "1804", quantity: 3, selectedBoxId: "flyer-bag", applyVat: true },
    });
  });

  test("a receiver abroad makes it an international quote", async () => {
    const quote = await price(aDraft({ addresses: { toCountry: "Brazil", toPostal: "" } }));
    expect(quote).toMatchObject({ type: "international", toCountry: "Brazil", status: "quoted" });
  });
});

describe("one draft makes one quote", () => {
  test("asked five times at once, it is the same quote", async () => {
    const draft = aDraft();
    const made = await Promise.all(Array.from({ length: 5 }, () => price(draft)));
    expect(new Set(made.map((quote) => `${quote.id} ${quote.quoteNo}`)).size).toBe(1);
    expect(await store.read.$count(quotes)).toBe(1);
  });

  test("other answers give the same quote a new price, held for seven days from now", async () => {
    const draft = aDraft();
    const before = await price(draft);
    const changed = { ...draft, parcel: { ...draft.parcel, quantity: 2 } };
    const after = await price(
      changed,
      embeddedPricing(store, () => new Date()),
      tuesday,
    );
    expect(after).toMatchObject({ id: before.id, quoteNo: before.quoteNo, createdAt: monday, quantity: 2 });
    expect(after.grandTotalCents).toBeGreaterThan(before.grandTotalCents ?? 0);
    expect(after.formHash).toBe(formHash(changed));
    // The earlier price belonged to another form, so showing it would look like a rise.
    expect(after.previousTotalCents).toBeNull();
    expect(after.expiresAt).toEqual(new Date(tuesday.getTime() + 7 * DAYS));
  });

  test("the same form at another price shows the earlier one, until the form changes", async () => {
    const draft = aDraft();
    const before = await price(draft);
    const rise = (byCents: number) => {
      const { cents, ...rest } = PricedAnswerSchema.parse(before.response);
      const grandTotal = cents.totals.grandTotal + byCents;
      return answering({ ...rest, cents: { ...cents, totals: { ...cents.totals, grandTotal } } });
    };
    const dearer = await price(draft, rise(5_00), tuesday);
    expect(dearer).toMatchObject({
      grandTotalCents: (before.grandTotalCents ?? 0) + 500,
      previousTotalCents: before.grandTotalCents,
    });
    // Priced again at the same price, it still shows the change.
    expect(await price(draft, rise(5_00), tuesday)).toMatchObject({ previousTotalCents: before.grandTotalCents });
    const changed = { ...draft, parcel: { ...draft.parcel, quantity: 2 } };
    expect(await price(changed, rise(7_00), tuesday)).toMatchObject({ previousTotalCents: null });
  });

  test("another draft makes another quote", async () => {
    const [one, other] = [await price(aDraft()), await price(aDraft())];
    expect(one.id).not.toBe(other.id);
    expect(one.quoteNo).not.toBe(other.quoteNo);
  });

  test.each(["quoted", "manual"] as const)("once a %s quote was said yes to, no answer touches it", async (status) => {
    const draft = aDraft();
    const agreed = await price(
      draft,
      status === "quoted" ? embeddedPricing(store, () => new Date()) : answering(refusal),
    );
    await confirmBooking(store, limitsAsked, draft.id, agreed, "simulator", monday);
    const final = await quoteOfDraft(store.read, draft.id);
    const returned = await price(
      { ...draft, parcel: { ...draft.parcel, quantity: 50 } },
      embeddedPricing(store, () => new Date()),
      tuesday,
    );
    expect(returned).toEqual(final);
    expect(await quoteOfDraft(store.read, draft.id)).toEqual(final);
  });
});

describe("a missing price is never shown as free", () => {
  test("a route without a price gets a manual quote", async () => {
    const quote = await price(aDraft({ addresses: { toPostal: "9100" } }));
    expect(quote).toMatchObject({
      status: "manual",
      grandTotalCents: null,
      message: "We do not yet service the TO postal code.",
    });
  });

  test("a failing pricing service is an error for staff; the customer can go on", async () => {
    const quote = await price(aDraft(), {
      ...embeddedPricing(store, () => new Date()),
      quoteLocal: () => Promise.reject(new Error("connection reset")),
    });
    expect(quote).toMatchObject({ status: "error", grandTotalCents: null, message: "connection reset" });
  });

  test("a price of zero or less is a mistake", async () => {
    const honest = PricedAnswerSchema.parse((await price(aDraft())).response);
    for (const grandTotal of [0, -10_00]) {
      const { totals } = honest.cents;
      const wrong = { ...honest, cents: { ...honest.cents, totals: { ...totals, grandTotal } } };
      expect(await price(aDraft(), answering(wrong))).toMatchObject({ status: "manual", grandTotalCents: null });
    }
  });

  test("a route that has no price any more loses the old one too", async () => {
    const draft = aDraft();
    await price(draft);
    expect(await price(draft, answering(refusal))).toMatchObject({ status: "manual", grandTotalCents: null });
  });
});

const refusal: QuoteAnswer = { ok: false, error: "We do not have an instant price for this route." };

function price(draft: CompleteDraft, pricing: PricingService = embeddedPricing(store, () => new Date()), now = monday) {
  return priceDraft({ store, pricing }, limitsAsked, "publicQuote", draft, guest, now);
}

/** A remote pricing service with this answer. */
function answering(answer: QuoteAnswer): PricingService {
  return { ...embeddedPricing(store, () => new Date()), quoteLocal: () => Promise.resolve(answer) };
}
