import { beforeEach, expect, test } from "vitest";
import { agreeToPrice, priceToday } from "#app/domain/bookings/payments/renew-price.server";
import { attemptsOf } from "#app/domain/money/attempts.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { DAYS } from "#app/durations";
import { officeForEachTest } from "../../../support/an-office";

const booked = new Date("2026-11-20T08:00:00Z");
const month = new Date(booked.getTime() + 30 * DAYS);

const office = officeForEachTest();
let quote: Quote;
beforeEach(async () => {
  quote = await latest((await office.booked({}, booked)).id);
});
const latest = async (id = quote.id) => (await quoteById(office.store.read, id)) ?? expect.fail("no quote");
const attempts = () => attemptsOf(office.store.read, quote.id);

const tools = () =>
  ({ store: office.store, pricing: embeddedPricing(office.store, () => month), mode: "sandbox" }) as const;

test("a price holds until it expires, and a month later if it is the same: then it is held again", async () => {
  expect(await priceToday(tools(), quote, booked)).toEqual({ kind: "holds" });
  expect((await latest()).expiresAt).toEqual(quote.expiresAt);
  expect(await priceToday(tools(), quote, month)).toEqual({ kind: "holds" });
  expect((await latest()).expiresAt.getTime()).toBeGreaterThan(month.getTime());
  expect(await attempts()).toMatchObject([{ amountCents: 8062, heldUntil: (await latest()).expiresAt }]);
});

test("without a pricing service nobody knows", async () => {
  const unreachable = async () => Promise.resolve({ ok: false, error: "unreachable" } as never);
  const pricing = { ...tools().pricing, quoteLocal: unreachable, quoteInternational: unreachable };
  expect(await priceToday({ ...tools(), pricing }, quote, month)).toEqual({ kind: "unknown" });
});

test("at the very moment of its end a price has expired", async () => {
  await priceToday(tools(), quote, quote.expiresAt);
  expect((await latest()).expiresAt.getTime()).toBeGreaterThan(quote.expiresAt.getTime());
});

test("a price that staff worked out can't be renewed by the customer", async () => {
  expect(await priceToday(tools(), { ...quote, manualRequestedAt: booked }, month)).toEqual({ kind: "by_hand" });
});

test("a price that is different today asks, and nothing changes until somebody agrees to what it is today", async () => {
  const older = { ...quote, grandTotalCents: 7000 };
  expect(await priceToday(tools(), older, month)).toEqual({ kind: "changed", todayCents: 8062 });
  expect(await latest()).toEqual(quote);
  await agreeToPrice(tools(), quote, 7000, month);
  expect(await latest()).toEqual(quote);
  await agreeToPrice(tools(), quote, 8062, month);
  expect((await latest()).expiresAt.getTime()).toBeGreaterThan(month.getTime());
});

test("agreeing does nothing while the old price is held, or for a booking that is paid or was given up", async () => {
  await agreeToPrice(tools(), quote, 8062, booked);
  expect(await latest()).toEqual(quote);
  await office.giveUp(quote, booked);
  const givenUp = await latest();
  await agreeToPrice(tools(), quote, 8062, month);
  expect(await latest()).toEqual(givenUp);
  const paid = await office.paid({}, booked);
  const before = await latest(paid.quote.id);
  await agreeToPrice(tools(), before, 8062, month);
  expect(await latest(paid.quote.id)).toEqual(before);
});
