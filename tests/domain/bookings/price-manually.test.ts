import { beforeEach, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import type { Quote } from "#app/domain/quotes/quote";
import { quoteById, setStatus } from "#app/domain/quotes/saved-quotes.server";
import { outgoingMails } from "#db/schema/mail";
import { payments } from "#db/schema/payments";
import type { Store } from "#db/store.server";
import { aDraft, aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

const monday = new Date("2026-11-16T08:00:00Z");
const tuesday = new Date("2026-11-17T08:00:00Z");
const desk = { mode: "simulator", appUrl: "https://courier.example" } as const;

let store: Store;
beforeEach(async () => {
  store = await aStore();
});

test("a price that staff set can be paid at once, and the customer is told where", async () => {
  const asked = await aRequest();
  expect(await price(asked.id, 123_45)).toMatchObject({ ok: true });
  expect(await quoteById(store.read, asked.id)).toMatchObject({
    status: "pending_payment",
    grandTotalCents: 123_45,
    bookedAt: tuesday,
  });
  expect(await store.read.select().from(payments)).toMatchObject([{ quoteId: asked.id, amountCents: 123_45 }]);
  const letters = await priceLetters();
  expect(letters).toHaveLength(1);
  expect(letters[0]?.textBody).toContain("R\u00a0123,45");
  expect(letters[0]?.textBody).toContain(`https://courier.example/payfast/start/${asked.id}`);
});

test("the same price set twice is one letter; a new price is a new letter", async () => {
  const asked = await aRequest();
  for (const cents of [123_45, 123_45, 99_00]) await price(asked.id, cents);
  expect(await priceLetters()).toHaveLength(2);
  expect((await quoteById(store.read, asked.id))?.grandTotalCents).toBe(99_00);
});

test.each([0, -1, 12.5, Number.NaN])("a price of %s is none", async (cents) => {
  const asked = await aRequest();
  expect(await price(asked.id, cents)).toEqual({
    ok: false,
    refusal: "The price must be more than nothing.",
  });
  expect((await quoteById(store.read, asked.id))?.grandTotalCents).toBeNull();
});

test("a quote that nobody asked for is not priced by hand", async () => {
  const quote = await aQuote(store, unserved(), monday);
  expect(await price(quote.id, 100_00)).toEqual({
    ok: false,
    refusal: "Nobody has asked for this quote.",
  });
  expect(await price("nothing", 100_00)).toEqual({
    ok: false,
    refusal: "There is no such quote.",
  });
});

test("a paid parcel keeps its price", async () => {
  const asked = await aRequest();
  await price(asked.id, 123_45);
  await store.tx((tx) => setStatus(tx, asked.id, "waybill_created", tuesday));
  expect(await price(asked.id, 1_00)).toEqual({
    ok: false,
    refusal: "It is paid already.",
  });
  expect((await quoteById(store.read, asked.id))?.grandTotalCents).toBe(123_45);
});

test("a price that ran out after a try to pay is held anew, and the customer hears of it again", async () => {
  const asked = await aRequest();
  await price(asked.id, 123_45);
  await store.tx((tx) => setStatus(tx, asked.id, "payfast_cancelled", tuesday));
  const weeksLater = new Date("2026-12-29T08:00:00Z");
  expect(await price(asked.id, 123_45, weeksLater)).toMatchObject({ ok: true });
  expect(await quoteById(store.read, asked.id)).toMatchObject({ status: "pending_payment", pricedAt: weeksLater });
  expect(await priceLetters()).toHaveLength(2);
});

test("a cancelled request is not priced", async () => {
  const asked = await aRequest();
  await store.tx((tx) => cancelBooking(tx, asked.id, "We don't go there.", tuesday));
  expect(await price(asked.id, 123_45)).toEqual({ ok: false, refusal: "It was cancelled." });
});

function price(quoteId: string, cents: number, now = tuesday) {
  return store.tx((tx) => priceManually(tx, quoteId, cents, desk, now));
}

const unserved = () => aDraft({ addresses: { fromPostal: "9100" } });

/** Somebody without an instant price has asked for one. */
async function aRequest(): Promise<Quote> {
  const draft = unserved();
  const quote = await aQuote(store, draft, monday);
  await confirmBooking(store, draft.id, quote, "simulator", monday);
  return quote;
}

async function priceLetters() {
  const letters = await store.read.select().from(outgoingMails);
  return letters.filter((letter) => letter.letterKey.startsWith("manual-price-ready:"));
}
