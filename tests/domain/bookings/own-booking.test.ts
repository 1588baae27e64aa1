import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { changeableFields, changeOwnBooking, isChangeable } from "#app/domain/bookings/change-own-booking.server";
import { cancellationInWords, secondPaymentInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { saveReceiversPlace } from "#app/domain/bookings/receivers-place.server";
import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { actionsOn } from "#app/domain/office/staff-actions.server";
import { historyOfQuote, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { undeliveredWaybill } from "#app/domain/parcels/undelivered.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../demo/a-parcel";
import { limitsAsked } from "../../../demo/limits-asked";
import { officeForEachTest } from "../../support/an-office";

const booked = new Date("2026-11-20T08:00:00Z");
const now = new Date("2026-11-21T08:00:00Z");

const office = officeForEachTest();
let quote: Quote;
let waybillNo: string;
beforeEach(async () => {
  ({ quote, waybillNo } = await office.paid({ parcel: { quantity: 2, specialInstructions: "Ring twice" } }, booked));
  quote = await latest();
});
const latest = async () => (await quoteById(office.store.read, quote.id)) ?? expect.fail("no quote");
const pricing = () => embeddedPricing(office.store, () => now);

describe("the receiver's answer to how the driver finds the place", () => {
  const save = (landmark: string) => office.store.tx((tx) => saveReceiversPlace(tx, quote.id, landmark, now));

  test("is on the booking, and in its history without its words; the same answer again adds nothing", async () => {
    expect(await save("Green door")).toBe(true);
    expect((await latest()).formSnapshot.addresses).toMatchObject({ toLandmark: "Green door", toCity: "Soweto" });
    expect(await save("Green door")).toBe(true);
    expect(await actionsOn(office.store.read, waybillNo)).toMatchObject([
      { who: "the receiver", action: "said how to be found", details: "" },
    ]);
  });

  test.each([
    ["delivered", ["collected", "delivered"]],
    ["returned", ["collected", "returned"]],
    ["cancelled", ["cancelled"]],
  ] as const)("comes too late once it was %s", async (_, history) => {
    for (const happens of history) {
      expect(await undeliveredWaybill(office.store.read, quote)).toBe(waybillNo);
      await aParcel(waybillNo)[happens]().in(office.world, now);
    }
    expect(await undeliveredWaybill(office.store.read, quote)).toBeNull();
    expect(await save("Green door")).toBe(false);
    expect((await latest()).formSnapshot.addresses.toLandmark).toBe("");
  });

  test("isn't asked for without a waybill, or once the booking is anonymised", async () => {
    expect(await undeliveredWaybill(office.store.read, { ...quote, email: "" })).toBeNull();
    expect(await undeliveredWaybill(office.store.read, await office.booked({}, booked))).toBeNull();
  });
});

describe("a change by the customer", () => {
  const change = (changes: object, asked: typeof limitsAsked | null = limitsAsked) =>
    changeOwnBooking(asked, { store: office.store, pricing: pricing() }, quote.id, changes, "http://x", now);

  test("is saved and logged once; the same change again does nothing", async () => {
    expect(await change({ toName: "Lerato Mokoena", toLandmark: "Green door" })).toEqual({
      ok: true,
      changed: ["toName", "toLandmark"],
    });
    expect(await change({ toName: "Lerato Mokoena", toLandmark: "Green door" })).toEqual({ ok: true, changed: [] });
    expect((await latest()).formSnapshot.addresses).toMatchObject({
      toName: "Lerato Mokoena",
      toLandmark: "Green door",
    });
    expect(await actionsOn(office.store.read, waybillNo)).toMatchObject([
      { who: "customer", action: "changed booking" },
    ]);
  });

  test("of an unpaid booking is logged under its quote number, and of a paid one leads to its new waybill", async () => {
    const { store } = office;
    await storeSiteFacts(store, { appUrl: "http://x", paymentMode: "sandbox" }, now);
    await change({ toName: "Lerato Mokoena" });
    quote = (await quoteById(store.read, (await office.booked({}, booked)).id)) ?? expect.fail("no quote");
    await change({ fromName: "Zola Khumalo", toName: "Lerato Mokoena" });
    expect(await actionsOn(store.read, quote.quoteNo)).toMatchObject([
      { who: "customer", action: "changed booking", details: "Sender full name, Receiver full name" },
    ]);
    const told = await store.read.select().from(outgoingMails).where(like(outgoingMails.emailKey, "booking-changed:%"));
    expect(told.filter(({ textBody }) => textBody.includes(`http://x/waybill/${waybillNo}?signed`))).toHaveLength(1);
    expect(told).toHaveLength(4);
  });

  test("that nobody was counted for, because the booking changed meanwhile, changes nothing and tells nobody", async () => {
    const { store } = office;
    const told = await store.read.$count(outgoingMails);
    const refusal = { ok: false, errors: { "": [expect.stringMatching(/^The booking was changed meanwhile/)] } };
    expect(await change({ toName: "Lerato Mokoena" }, null)).toEqual(refusal);
    expect((await latest()).formSnapshot.addresses.toName).toBe("Sipho Dlamini");
    expect(await store.read.$count(outgoingMails)).toBe(told);
    expect(await change({}, null)).toEqual({ ok: true, changed: [] });
  });

  test("of a booking that doesn't exist is refused", async () => {
    quote = { ...quote, id: "nobody's" };
    expect(await change({ toName: "Lerato Mokoena" })).toMatchObject({ ok: false });
  });

  test("that is wrong says what, and changes nothing", async () => {
    expect(await change({ toName: "" })).toEqual({ ok: false, errors: { toName: [expect.stringContaining("name")] } });
    expect((await latest()).formSnapshot.addresses.toName).toBe("Sipho Dlamini");
  });

  test("is one of names, phones and places, on either side: of nothing that the price depends on", () => {
    const fields = ["Name", "LatinName", "Phone", "AddressLine", "LatinStreet", "Suburb", "Landmark"];
    expect(changeableFields).toEqual(["from", "to"].flatMap((party) => fields.map((field) => party + field)));
  });

  test("is possible until the parcel is collected", async () => {
    const isOpen = async (of: Quote) => isChangeable(of, await historyOfQuote(office.store.read, of.id));
    expect(await isOpen(quote)).toBe(true);
    expect(await isOpen({ ...quote, status: "cancelled" })).toBe(false);
    expect(await isOpen({ ...quote, bookedAt: null })).toBe(false);
    const unpaid = await quoteById(office.store.read, (await office.booked({}, booked)).id);
    expect(unpaid && (await isOpen(unpaid))).toBe(true);
    await aParcel(waybillNo).collected().in(office.world, now);
    expect(await isOpen(quote)).toBe(false);
    expect(await change({ toName: "Lerato Mokoena" })).toEqual({
      ok: false,
      errors: { "": ["The parcel has been collected meanwhile. Nothing was changed."] },
    });
  });
});

describe("a booking's slips", () => {
  test("are one for each piece, with what the driver needs first", async () => {
    const waybill = (await waybillOfQuote(office.store.read, quote.id)) ?? expect.fail("no waybill");
    const slips = await slipsOfBooking(pricing(), waybill, quote, "http://x");
    expect(slips.map(({ piece, of, trackingUrl }) => [piece, of, trackingUrl])).toEqual([
      [1, 2, `http://x/tracking?no=${waybillNo}&piece=1`],
      [2, 2, `http://x/tracking?no=${waybillNo}&piece=2`],
    ]);
    const [slip] = slips;
    expect([slip?.from.name, slip?.to.name]).toEqual(["Thandi Nkosi", "Sipho Dlamini"]);
    expect(slip?.facts).toEqual([
      { label: "Instructions", value: "Ring twice" },
      { label: "What is inside", value: "School shoes" },
      { label: "Box", value: "Flyer bag" },
      { label: "Booked", value: "20 November 2026, 10:00" },
      { label: "Track it at", value: `x/t/${waybillNo}` },
    ]);
    expect(slip?.to.lines.join("; ")).toContain("073 555 0101");
    expect(slip).toMatchObject({ waybillNo, writtenNo: expect.stringContaining("1") });
  });

  test("have the weight and the wish for the collection, and an unknown box by its id", async () => {
    const waybill = (await waybillOfQuote(office.store.read, quote.id)) ?? expect.fail("no waybill");
    const { formSnapshot } = quote;
    const wish = { collectionDay: "2026-11-23", collectionTime: "morning" } as const;
    const parcel = { ...formSnapshot.parcel, ...wish, weight: 2.5, selectedBoxId: "old-box", specialInstructions: "" };
    const [slip] = await slipsOfBooking(
      pricing(),
      waybill,
      { ...quote, formSnapshot: { ...formSnapshot, parcel } },
      "http://x",
    );
    expect(slip?.facts.slice(0, 4)).toEqual([
      { label: "Wish for the collection", value: "Monday 23 November, in the morning" },
      { label: "What is inside", value: "School shoes" },
      { label: "Box", value: "old-box" },
      { label: "Weight", value: "2,5 kg" },
    ]);
  });
});

describe("in words", () => {
  const words = async () => ({
    cancelled: await cancellationInWords(office.store.read, await latest(), new Date()),
    twice: (await secondPaymentInWords(office.store.read, await latest(), new Date()))?.sentences ?? null,
  });
  const cancel = (id: string, by: "staff" | "customer") =>
    office.store.tx((tx) => cancelBooking(tx, id, "because", now, by === "staff" ? by : { customer: limitsAsked }));

  test("a booking that is paid once has nothing to say", async () => {
    expect(await words()).toEqual({ cancelled: null, twice: null });
  });

  test("a cancelled one says who cancelled it, and what is refunded", async () => {
    await cancel(quote.id, "customer");
    const money = expect.stringMatching(/^We will refund R\s[\d,\s]+, and email you when it is done\.$/);
    expect(await words()).toEqual({
      cancelled: ["This booking has been cancelled, on 21 November 2026. Nobody will collect the parcel.", money],
      twice: null,
    });
  });

  test("one that was cancelled unpaid says that nothing was charged", async () => {
    const unpaid = await office.booked({}, booked);
    await cancel(unpaid.id, "staff");
    const read = await quoteById(office.store.read, unpaid.id);
    const charged = [
      "We had to cancel this on 21 November 2026. Nobody will collect the parcel.",
      "You have not been charged.",
    ];
    expect(read && (await cancellationInWords(office.store.read, read, new Date()))).toEqual(charged);
    await office.tell(unpaid, { pfPaymentId: "7", status: "PENDING" }, now);
    expect(read && (await cancellationInWords(office.store.read, read, new Date()))).toEqual([
      ...charged,
      "If your bank still pays, we refund it.",
    ]);
  });

  const refund = (reference: string, amountCents: number, goodwill = false, at = now) =>
    office.store.tx((tx) => noteRefund(tx, quote.id, { reference, amountCents, goodwill }, at));

  test("a cancelled one says what was refunded and when, and what will be, until all is refunded", async () => {
    await cancel(quote.id, "staff");
    await refund("1", 30_00);
    const [, ...money] = (await words()).cancelled ?? [];
    expect(money).toEqual([
      "We have refunded R\u00a030,00. The refund was sent on Saturday 21 November.",
      "We will refund R\u00a0131,23, and email you when it is done.",
    ]);
    await refund("2", 131_23, false, new Date(now.getTime() + 2 * DAYS));
    expect((await words()).cancelled?.slice(1)).toEqual([
      "We have refunded R\u00a0161,23. The last refund was sent on Monday 23 November.",
    ]);
  });

  test("one that was paid twice says that the second payment comes back, and has come back", async () => {
    const twice = "You have paid for this parcel more than once. You do not have to do anything.";
    await office.tell(quote, { pfPaymentId: "2000001" }, now);
    expect(await words()).toEqual({
      cancelled: null,
      twice: [twice, "We will refund R\u00a0161,23, and email you when it is done."],
    });
    await refund("1", 161_23);
    const back = "We have refunded R\u00a0161,23. The refund was sent on Saturday 21 November.";
    expect((await words()).twice).toEqual([twice, back]);
  });

  test("goodwill isn't called a second payment", async () => {
    await refund("1", 10_00, true);
    expect(await words()).toEqual({ cancelled: null, twice: null });
  });

  test("money for a booking that has no names any more comes back", async () => {
    const unpaid = await office.booked({}, booked);
    await office.store.tx((tx) => tx.update(quotes).set({ email: "" }).where(eq(quotes.id, unpaid.id)));
    await office.tell(unpaid, { pfPaymentId: "3" }, now);
    const read = (await quoteById(office.store.read, unpaid.id)) ?? expect.fail("no quote");
    expect((await secondPaymentInWords(office.store.read, read, new Date()))?.sentences).toEqual([
      "We have received money for a booking that is no longer open.",
      "We will refund R\u00a080,62, and email you when it is done.",
    ]);
  });
});
