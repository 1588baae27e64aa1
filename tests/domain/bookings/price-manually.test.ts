import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { type SenderChecks, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById, setStatus } from "#app/domain/parcels/quotes/saved-quotes.server";
import { outgoingMails } from "#db/schema/mail";
import { payments } from "#db/schema/payments";
import { aDraft } from "../../../demo/a-draft";
import { aParcel } from "../../../demo/a-parcel";
import { aBooking, aQuote } from "../../support/a-booking";
import { storeForEachTest } from "../../support/a-store";
import { worldOf } from "../../support/a-world";
import { aNotice, sandboxAccount } from "../../support/payfast-stand-in";

const monday = new Date("2026-11-16T08:00:00Z");
const tuesday = new Date("2026-11-17T08:00:00Z");
const desk = { mode: "simulator", appUrl: "https://courier.example" } as const;

const store = storeForEachTest();

test("a price that staff set can be paid at once, and the customer gets the link", async () => {
  const asked = await aRequest();
  expect(await price(asked.id, 123_45)).toMatchObject({ ok: true });
  expect(await quoteById(store.read, asked.id)).toMatchObject({
    status: "pending_payment",
    grandTotalCents: 123_45,
    bookedAt: tuesday,
  });
  expect(await store.read.select().from(payments)).toMatchObject([{ quoteId: asked.id, amountCents: 123_45 }]);
  const emails = await priceEmails();
  expect(emails).toHaveLength(1);
  expect(emails[0]?.textBody).toContain("R\u00a0123,45");
  expect(emails[0]?.textBody).toContain(`https://courier.example/payfast/start/${asked.id}`);
});

test("what still waits for a price, to the customer and to ourselves, isn't sent once there is one", async () => {
  const asked = await aRequest();
  const waits = async () =>
    (await store.read.select().from(outgoingMails))
      .filter(({ state, quoteId }) => state === "queued" && quoteId === asked.id)
      .map(({ emailKey }) => emailKey.split(":")[0])
      .toSorted();
  expect(await waits()).toEqual(["manual-quote-received", "manual-quote-wanted"]);
  await price(asked.id, 123_45);
  expect(await waits()).toEqual(["manual-price-ready"]);
});

test("the same price set twice is one email; a new price is a new email", async () => {
  const asked = await aRequest();
  for (const cents of [123_45, 123_45, 99_00]) await price(asked.id, cents);
  expect(await priceEmails()).toHaveLength(2);
  expect((await quoteById(store.read, asked.id))?.grandTotalCents).toBe(99_00);
});

test("an earlier price set again is emailed again, so that the last email holds; staff see what it replaces", async () => {
  const asked = await aRequest();
  const minute = (minutes: number) => new Date(tuesday.getTime() + minutes * 60_000);
  expect(await price(asked.id, 350_00, minute(0))).toMatchObject({ added: true, beforeCents: null });
  expect(await price(asked.id, 350_00, minute(1))).toMatchObject({ added: false });
  expect(await price(asked.id, 360_00, minute(2))).toMatchObject({ added: true, beforeCents: 350_00 });
  expect(await price(asked.id, 350_00, minute(3))).toMatchObject({ added: true, beforeCents: 360_00 });
  expect(await priceEmails()).toHaveLength(3);
});

test("each email with a price says what it replaces, in its subject and in its text", async () => {
  const asked = await aRequest();
  for (const [cents, now] of [
    [350_00, tuesday],
    [360_00, new Date("2026-11-17T08:01:00Z")],
    [360_00, new Date("2026-12-29T08:00:00Z")],
  ] as const)
    await price(asked.id, cents, now);
  const emails = (await priceEmails()).toSorted((one, other) => one.queuedAt.getTime() - other.queuedAt.getTime());
  expect(emails.map(({ subject }) => subject)).toEqual([
    `Your price is ready: quote ${asked.quoteNo}`,
    `Your new price is R\u00a0360,00: quote ${asked.quoteNo}`,
    `Your price is held until 28 January 2027: quote ${asked.quoteNo}`,
  ]);
  expect(emails.map(({ textBody }) => textBody)).toEqual([
    expect.not.stringContaining("replaces"),
    expect.stringContaining("This email replaces the one before, which said R\u00a0350,00."),
    expect.stringContaining("This email replaces the one before."),
  ]);
});

test("an amount that no parcel costs is refused as a mistake", async () => {
  const asked = await aRequest();
  expect(await price(asked.id, 821_234_567_00)).toMatchObject({
    ok: false,
    why: expect.stringContaining("that much"),
  });
  expect(await priceEmails()).toEqual([]);
  expect(await price(asked.id, 100_000_00)).toMatchObject({ ok: true });
});

test.each([0, -1, 12.5, Number.NaN])("a price of %s is refused", async (cents) => {
  const asked = await aRequest();
  expect(await price(asked.id, cents)).toEqual({
    ok: false,
    why: "The price must be more than 0.",
  });
  expect((await quoteById(store.read, asked.id))?.grandTotalCents).toBeNull();
});

test("a quote without a request can't get a manual price", async () => {
  const quote = await aQuote(store, aDraft(unserved), monday);
  expect(await price(quote.id, 100_00)).toEqual({
    ok: false,
    why: "Nobody has asked for a manual price for this quote.",
  });
  const booked = await aBooking(store);
  expect(await price(booked.id, 100_00)).toEqual({
    ok: false,
    why: "It is booked at its instant price, which can't be changed.",
  });
  expect(await price("nothing", 100_00)).toEqual({
    ok: false,
    why: "There is no such quote.",
  });
});

test("a paid parcel keeps its price", async () => {
  const asked = await aRequest();
  await price(asked.id, 123_45);
  await store.tx((tx) => setStatus(tx, asked.id, "waybill_created", "paid", tuesday));
  expect(await price(asked.id, 1_00)).toEqual({
    ok: false,
    why: "It is already paid.",
  });
  expect((await quoteById(store.read, asked.id))?.grandTotalCents).toBe(123_45);
});

test("the amount paid at an older price, still open on the payment page, becomes the price", async () => {
  const asked = await aRequest();
  await price(asked.id, 350_00);
  await price(asked.id, 400_00);
  const senderChecks: SenderChecks = { isSender: () => true, confirm: async () => "valid" };
  const received = { body: aNotice({ ...asked, grandTotalCents: 350_00 }), clientAddress: "197.97.145.145" };
  await takeNotice(store, sandboxAccount, senderChecks, received, desk.appUrl, tuesday);
  expect(await quoteById(store.read, asked.id)).toMatchObject({ status: "waybill_created", grandTotalCents: 350_00 });
});

test("a price that expired after a try to pay is held again, and the customer is told again", async () => {
  const asked = await aRequest();
  await price(asked.id, 123_45);
  await store.tx((tx) => setStatus(tx, asked.id, "payfast_cancelled", "attempt reported", tuesday));
  const weeksLater = new Date("2026-12-29T08:00:00Z");
  expect(await price(asked.id, 123_45, weeksLater)).toMatchObject({ ok: true });
  expect(await quoteById(store.read, asked.id)).toMatchObject({ status: "pending_payment", pricedAt: weeksLater });
  expect(await priceEmails()).toHaveLength(2);
});

test("while a bank may still pay, no other price takes the place of its own, and nobody is asked again", async () => {
  const asked = await aRequest();
  await price(asked.id, 350_00);
  const senderChecks: SenderChecks = { isSender: () => true, confirm: async () => "valid" };
  const body = aNotice({ ...asked, grandTotalCents: 350_00 }, { payment_status: "PENDING" });
  await takeNotice(
    store,
    sandboxAccount,
    senderChecks,
    { body, clientAddress: "197.97.145.145" },
    desk.appUrl,
    tuesday,
  );
  expect(await price(asked.id, 400_00)).toEqual({
    ok: false,
    why: "PayFast is still working on a payment of the price before.",
  });
  expect(await price(asked.id, 350_00, new Date("2026-12-29T08:00:00Z"))).toMatchObject({ ok: true });
  expect(await priceEmails()).toHaveLength(1);
});

test("a cancelled request can't be priced", async () => {
  const asked = await aRequest();
  await store.tx((tx) => cancelBooking(tx, asked.id, "We don't serve it.", tuesday));
  expect(await price(asked.id, 123_45)).toEqual({ ok: false, why: "It was cancelled." });
});

function price(quoteId: string, cents: number, now = tuesday) {
  return store.tx((tx) => priceManually(tx, quoteId, cents, desk, now));
}

const unserved = { addresses: { fromPostal: "9100" } };

/** A customer without an instant price has asked for one. */
async function aRequest(): Promise<Quote> {
  return (await aParcel(unserved).unpaid().in(worldOf(store, "simulator"), monday)).quote;
}

async function priceEmails() {
  const emails = await store.read.select().from(outgoingMails);
  return emails.filter((email) => email.emailKey.startsWith("manual-price-ready:"));
}
