import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { quotesFound } from "#app/domain/parcels/quotes/found-quotes.server";
import {
  bookmarkOf,
  bookmarkWord,
  everyQuoteOf,
  forgetQuotes,
  giveGuestQuotes,
  ownedQuote,
  quotesOf,
  releaseQuotes,
  someQuotesOf,
} from "#app/domain/parcels/quotes/owned-quotes.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { MINUTES } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { wholeList } from "../../../support/a-whole-document";
import { officeForEachTest } from "../../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const THANDI = "thandi";

const office = officeForEachTest();

describe("a customer's list", () => {
  test("shows the newest 30, and continues after them without gaps or duplicates", async () => {
    const ids = await manyOf(THANDI, 32, () => now);
    const first = await quotesOf(office.store.read, THANDI);
    expect(first.list).toHaveLength(30);
    const then = await quotesOf(office.store.read, THANDI, bookmarkOf(bookmarkWord(first.older ?? expect.fail())));
    expect(then.older).toBeNull();
    const shown = [...first.list, ...then.list].map(({ quote }) => quote.id);
    expect(shown.toSorted()).toEqual(ids.toSorted());
  });

  test("ends with the thirtieth if there are no more", async () => {
    await manyOf(THANDI, 30, (at) => new Date(now.getTime() + at * MINUTES));
    const { list, older } = await quotesOf(office.store.read, THANDI);
    expect(list).toHaveLength(30);
    expect(older).toBeNull();
    const moments = list.map(({ quote }) => quote.createdAt.getTime());
    expect(moments).toEqual(moments.toSorted((one, other) => other - one));
  });

  test("shows bookings with their waybill, and nothing of other accounts", async () => {
    const { quote, waybillNo } = await office.paid({}, now);
    await give(quote.id, THANDI);
    const other = await office.quote({}, now);
    await give(other.id, "sipho");
    const expected = [{ quote: { id: quote.id }, waybillNo }];
    expect((await quotesOf(office.store.read, THANDI)).list).toMatchObject(expected);
    expect(await wholeList(everyQuoteOf(office.store.read, THANDI))).toMatchObject(expected);
    expect(await ownedQuote(office.store.read, THANDI, other.id)).toBeNull();
    expect(await ownedQuote(office.store.read, "sipho", other.id)).toMatchObject({ id: other.id });
  });

  test.each([null, "", "nonsense", "_an-id"])("starts at the top if the address has %j", (word) => {
    expect(bookmarkOf(word)).toBeUndefined();
  });

  test("continues after a bookmark whose id contains the separator", () => {
    const bookmark = { createdAt: now, id: "a_b_c" };
    expect(bookmarkOf(bookmarkWord(bookmark))).toEqual(bookmark);
  });
});

describe("what was typed into the search", () => {
  test("finds the account's own quotes by number, name or place, and nobody else's", async () => {
    const { quote, waybillNo } = await office.paid({}, now);
    await give(quote.id, THANDI);
    const another = await office.quote({}, now);
    await give(another.id, THANDI);
    const found = async (typed: string, uid = THANDI) =>
      (await quotesFound(office.store.read, uid, typed)).map((each) => [each.quote.id, each.waybillNo]);
    expect(await found(quote.quoteNo.toLowerCase())).toEqual([[quote.id, waybillNo]]);
    expect(await found(waybillNo)).toEqual([[quote.id, waybillNo]]);
    expect(await found(another.quoteNo)).toEqual([[another.id, null]]);
    expect(await found(quote.quoteNo, "sipho")).toEqual([]);
    expect(await found("Thandi")).toEqual([]);
    expect(await found("dlamini SOWETO")).toHaveLength(2);
    expect(await found("dlamini soweto", "sipho")).toEqual([]);
    expect(await found("dlamini gqeberha")).toEqual([]);
    expect(await found(waybillNo.slice(-5))).toEqual([[quote.id, waybillNo]]);
    expect(await found("%")).toEqual([]);
  });

  test.each([..."'‘`´ʼ＇′ʻ"])("finds a receiver with the apostrophe %s, typed with any or none", async (sign) => {
    const { id } = await office.quote(
      { addresses: { toName: `Mary O${sign}Hara`, toCity: `Jeffrey${sign}s Bay` } },
      now,
    );
    await give(id, THANDI);
    for (const typed of ["ohara", "o'hara", "O’Hara", "oʼhara", "jeffreys bay", "jeffrey´s bay"])
      expect(await quotesFound(office.store.read, THANDI, typed), typed).toHaveLength(1);
  });
});

describe("a browser's quotes", () => {
  test("move to the account that signs in, once: the browser alone can't open them any more", async () => {
    const { id } = await office.quote({}, now);
    const later = new Date(now.getTime() + MINUTES);
    await office.store.tx((tx) => giveGuestQuotes(tx, "a-guest", THANDI, later));
    expect(await quoteById(office.store.read, id)).toMatchObject({ uid: THANDI, guestId: null, updatedAt: later });
    await office.store.tx((tx) => giveGuestQuotes(tx, "a-guest", "sipho", later));
    expect(await quoteById(office.store.read, id)).toMatchObject({ uid: THANDI });
  });

  test("made by another account on the same phone stay with it", async () => {
    const { id } = await office.quote({}, now);
    await office.store.tx((tx) => tx.update(quotes).set({ uid: THANDI }));
    await office.store.tx((tx) => giveGuestQuotes(tx, "a-guest", "sipho", now));
    expect(await quoteById(office.store.read, id)).toMatchObject({ uid: THANDI, guestId: "a-guest" });
  });

  test("return to the browser when an account is deleted that never verified its email", async () => {
    const [hers, his] = [await office.quote({}, now), await office.quote({}, now)];
    await give(hers.id, THANDI, "a-guest");
    await give(his.id, "sipho", "a-guest");
    await office.store.tx((tx) => releaseQuotes(tx, THANDI));
    expect(await quoteById(office.store.read, hers.id)).toMatchObject({ uid: null, guestId: "a-guest" });
    expect(await quoteById(office.store.read, his.id)).toMatchObject({ uid: "sipho" });
  });
});

test("deleting an account leaves no quotes, and bookings without names", async () => {
  const [open, booked] = [await office.quote({}, now), await office.booked({}, now)];
  const his = await office.quote({}, now);
  await give(his.id, "sipho");
  for (const { id } of [open, booked]) await give(id, THANDI, "a-guest");
  const later = new Date(now.getTime() + MINUTES);
  await office.store.tx(async (tx) => forgetQuotes(tx, await someQuotesOf(tx, THANDI, 9), later));
  expect(await quoteById(office.store.read, open.id)).toBeNull();
  const kept = await quoteById(office.store.read, booked.id);
  expect(kept).toMatchObject({ uid: null, guestId: null, email: "", cancelReason: null, updatedAt: later });
  // The parcel may still be under way, so its street is kept.
  expect(kept?.formSnapshot.addresses).toMatchObject({ fromName: "", fromAddressLine: "Stand 1423, Mphuti Street" });
  expect(await quoteById(office.store.read, his.id)).toMatchObject({ email: "thandi@example.co.za" });
});

const give = (id: string, uid: string, guestId: string | null = null) =>
  office.store.tx((tx) => tx.update(quotes).set({ uid, guestId }).where(eq(quotes.id, id)));

/** Copies of one quote, made at those moments. */
async function manyOf(uid: string, count: number, at: (index: number) => Date): Promise<string[]> {
  const { quoteNo: _, ...quote } = await office.quote({}, now);
  const copies = Array.from({ length: count }, (_, index) => ({
    ...quote,
    ...{ id: `id-${index}`, quoteNo: `Q${index}`, draftId: `draft-${index}`, uid, createdAt: at(index) },
  }));
  await office.store.tx((tx) => tx.insert(quotes).values(copies));
  return copies.map(({ id }) => id);
}
