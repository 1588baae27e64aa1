import { describe, expect, test } from "vitest";
import type { Draft } from "#app/domain/form/draft";
import { dropLastNote, forgetNotes, noteBooking, notesOf } from "#app/domain/parcels/quotes/booking-notes.server";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import { isUnpaid, openOrdersOf, quotesOfOrder } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import {
  markBooked,
  markCancelled,
  markManualRequested,
  quoteById,
  quoteByNumber,
  quoteOfDraft,
  setManualPrice,
  setPaidPrice,
  setStatus,
} from "#app/domain/parcels/quotes/saved-quotes.server";
import { DAYS, MINUTES } from "#app/durations";
import { stateOf } from "#app/http/wizard/next-page.server";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { aDraft } from "../../../../demo/a-draft";
import { aGuestsLeave, aQuote } from "../../../support/a-booking";
import { storeForEachTest } from "../../../support/a-store";

const now = new Date("2026-11-23T08:00:00Z");
const later = new Date(now.getTime() + MINUTES);

const store = storeForEachTest();

const change = (what: (tx: Tx) => Promise<unknown>) => store.tx(what);
const again = async ({ id }: Pick<Quote, "id">) =>
  (await quoteById(store.read, id)) ?? expect.fail("the quote is gone");

describe("a quote's status", () => {
  test("booking it twice keeps the first time and that day's terms", async () => {
    const [quote, other] = [await aQuote(store, aDraft(), now), await aQuote(store, aDraft(), now)];
    await change(async (tx) =>
      markBooked(tx, await aGuestsLeave(tx), quote.id, { mode: "live", termsVersion: "2026-01-01" }, now),
    );
    await change(async (tx) =>
      markBooked(tx, await aGuestsLeave(tx), quote.id, { mode: "sandbox", termsVersion: "2026-12-01" }, later),
    );
    expect(await again(quote)).toMatchObject({
      ...{ status: "pending_payment", bookedAt: now, mode: "live", termsVersion: "2026-01-01", updatedAt: now },
    });
    expect(await again(other)).toMatchObject({ status: "quoted", bookedAt: null, mode: null });
  });

  test("a manual price is asked for once", async () => {
    const quote = await aQuote(store, aDraft(), now);
    await change(async (tx) => markManualRequested(tx, await aGuestsLeave(tx), quote.id, "2026-01-01", now));
    await change(async (tx) => markManualRequested(tx, await aGuestsLeave(tx), quote.id, "2026-12-01", later));
    expect(await again(quote)).toMatchObject({ manualRequestedAt: now, termsVersion: "2026-01-01", updatedAt: now });
  });

  test("a manual price is held for 30 days, and doesn't change the day of the booking", async () => {
    const quote = await aQuote(store, aDraft(), now);
    const priced = await store.tx((tx) => setManualPrice(tx, quote, 900_00, "live", now));
    expect(priced).toMatchObject({ status: "pending_payment", grandTotalCents: 900_00, mode: "live", bookedAt: now });
    expect(priced.expiresAt).toEqual(new Date(now.getTime() + 30 * DAYS));
    const corrected = await store.tx((tx) => setManualPrice(tx, priced, 850_00, "live", later));
    expect(corrected).toMatchObject({ grandTotalCents: 850_00, bookedAt: now, pricedAt: later, updatedAt: later });
  });

  test("the amount paid becomes its price, with the payment's mode", async () => {
    const quote = await aQuote(store, aDraft(), now);
    await change((tx) => setPaidPrice(tx, quote.id, 12_34, "sandbox"));
    expect(await again(quote)).toMatchObject({ grandTotalCents: 12_34, mode: "sandbox" });
  });

  test("a cancelled quote has when, by whom and why", async () => {
    const quote = await aQuote(store, aDraft(), now);
    await change((tx) => markCancelled(tx, quote.id, { by: "customer", reason: "Sold it" }, later));
    expect(await again(quote)).toMatchObject({
      ...{
        status: "cancelled",
        cancelledAt: later,
        cancelledBy: "customer",
        cancelReason: "Sold it",
        updatedAt: later,
      },
    });
  });

  test("a status is saved with its time, for this quote only", async () => {
    const [quote, other] = [await aQuote(store, aDraft(), now), await aQuote(store, aDraft(), now)];
    await change((tx) => setStatus(tx, quote.id, "payfast_failed", "attempt reported", later));
    expect(await again(quote)).toMatchObject({ status: "payfast_failed", updatedAt: later });
    expect(await again(other)).toMatchObject({ status: "quoted" });
  });

  test("it is found by the number that people use on the phone; an unknown number is null", async () => {
    const quote = await aQuote(store, aDraft(), now);
    expect(await quoteByNumber(store.read, quote.quoteNo)).toMatchObject({ id: quote.id });
    expect(await quoteByNumber(store.read, "Q00000000")).toBeNull();
    expect(await quoteById(store.read, "nobody's")).toBeNull();
  });
});

describe("a draft's price", () => {
  const draft = aDraft();
  const stateAt = async (at: Date, of: Draft = draft) => stateOf(of, await quoteOfDraft(store.read, of.id), at);

  test("is current until it expires or the answers change, and there is none before it was asked for", async () => {
    expect(await quoteOfDraft(store.read, draft.id)).toBeNull();
    expect(await stateAt(now)).toBe("unpriced");
    await aQuote(store, draft, now);
    expect(await stateAt(new Date(now.getTime() + 7 * DAYS - 1))).toBe("priced");
    expect(await stateAt(new Date(now.getTime() + 7 * DAYS))).toBe("unpriced");
    expect(await stateAt(now, { ...draft, parcel: { ...draft.parcel, quantity: 2 } })).toBe("unpriced");
    expect(await stateAt(now, { id: draft.id })).toBe("nothing");
  });

  test("stays booked whatever happens to the draft", async () => {
    const quote = await aQuote(store, draft, now);
    await change(async (tx) =>
      markBooked(tx, await aGuestsLeave(tx), quote.id, { mode: "live", termsVersion: "x" }, now),
    );
    expect(await stateAt(new Date(now.getTime() + 90 * DAYS))).toBe("booked");
  });
});

describe("whether answers are the same", () => {
  test("neither the order of fields nor a blank one counts, at any depth", () => {
    expect(fingerprint({ a: 1, b: { c: "x", d: "" } })).toBe(
      fingerprint({ b: { d: null, c: "x" }, a: 1, e: undefined }),
    );
    expect(fingerprint([1, 2])).not.toBe(fingerprint([2, 1]));
    expect(fingerprint({ a: 0 })).not.toBe(fingerprint({}));
    expect(fingerprint({ a: "1" })).not.toBe(fingerprint({ a: 1 }));
    expect(fingerprint(undefined)).toHaveLength(16);
  });
});

describe("bookings that are paid together", () => {
  test("are unpaid until they are paid, cancelled or anonymised", async () => {
    const quote = await aQuote(store, aDraft(), now);
    for (const status of ["pending_payment", "payfast_failed", "payfast_cancelled"] as const)
      expect(isUnpaid({ ...quote, status })).toBe(true);
    for (const status of ["quoted", "paid", "waybill_created", "cancelled"] as const)
      expect(isUnpaid({ ...quote, status })).toBe(false);
    expect(isUnpaid({ ...quote, status: "pending_payment", grandTotalCents: null })).toBe(false);
    expect(isUnpaid({ ...quote, status: "pending_payment", email: "" })).toBe(false);
  });

  test("are one order of the account in the list's order; a single booking is an order of its own", async () => {
    const ofList = (at: number) => aQuote(store, { ...aDraft(), id: `order-1-${at}` });
    const [one, two, alone] = [await ofList(9), await ofList(10), await aQuote(store)];
    for (const { id } of [two, one])
      await change(async (tx) =>
        markBooked(tx, await aGuestsLeave(tx), id, { mode: "live", termsVersion: "x", paymentOrderId: "order-1" }, now),
      );
    await change(async (tx) =>
      markBooked(tx, await aGuestsLeave(tx), alone.id, { mode: "live", termsVersion: "x" }, now),
    );
    await change((tx) => tx.update(quotes).set({ uid: "thandi" }));
    const idsOf = async (order: string) => (await quotesOfOrder(store.read, order)).map(({ quoteNo }) => quoteNo);
    expect(await idsOf("order-1")).toEqual([one.quoteNo, two.quoteNo]);
    expect(await idsOf(alone.id)).toEqual([alone.quoteNo]);
    expect(await openOrdersOf(store.read, "thandi")).toEqual([{ orderId: "order-1", bookings: 2 }]);
    await change((tx) => setStatus(tx, one.id, "waybill_created", "paid", now));
    expect(await openOrdersOf(store.read, "thandi")).toEqual([{ orderId: "order-1", bookings: 1 }]);
    expect(await openOrdersOf(store.read, "sipho")).toEqual([]);
  });
});

describe("notes about a booking", () => {
  const note = (text: string, quoteId: string, at = now) =>
    store.tx((tx) => noteBooking(tx, { quoteId, who: "office", note: text }, at));

  test("are listed in order; repeating the last one adds nothing", async () => {
    const { id } = await aQuote(store);
    expect(await note("Ring first", id)).toEqual({ added: true });
    expect(await note("Ring first", id)).toEqual({ added: false });
    expect(await note("Fragile", id, later)).toEqual({ added: true });
    expect(await note("Ring first", id, new Date(later.getTime() + 1))).toEqual({ added: true });
    expect((await notesOf(store.read, id)).map((each) => each.note)).toEqual(["Ring first", "Fragile", "Ring first"]);
  });

  test("the last one can be removed, until none is left", async () => {
    const { id } = await aQuote(store);
    await note("Ring first", id);
    await note("Fragile", id, later);
    expect(await store.tx((tx) => dropLastNote(tx, id))).toMatchObject({ note: "Fragile" });
    expect((await notesOf(store.read, id)).map((each) => each.note)).toEqual(["Ring first"]);
    await store.tx((tx) => dropLastNote(tx, id));
    expect(await store.tx((tx) => dropLastNote(tx, id))).toBeNull();
  });

  test("are deleted when their booking is anonymised, and no other's", async () => {
    const [one, other] = [await aQuote(store), await aQuote(store)];
    for (const { id } of [one, other]) await note("Ring first", id);
    await change((tx) => forgetNotes(tx, [one.id]));
    expect(await notesOf(store.read, one.id)).toEqual([]);
    expect(await notesOf(store.read, other.id)).toHaveLength(1);
  });
});
