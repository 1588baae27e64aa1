import { expect, test } from "vitest";
import { lookUp, trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { disownWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import { aParcel } from "../../../demo/a-parcel";
import { ago, anOffice } from "../../support/an-office";

/** Areas as our list has them today. */
const towns: Record<string, string> = { "1804": "Orlando", "9998": "Dundee" };
const places = { townAt: async (code: string) => towns[code] ?? null };

test("what was typed is a parcel, a number that no parcel has, no number at all, or nothing", async () => {
  const { world, store } = await anOffice();
  const { waybillNo, quote } = await aParcel().in(world);
  const now = ago(-3000);
  const typed = async (text: string) => {
    const found = await lookUp(store.read, places, text, now);
    return found.kind === "found" ? [found.parcel.state.state, found.parcel.wishesFor?.id ?? null] : found;
  };
  expect(await typed(` ${waybillNo.toLowerCase().replace("th", "th ")} `)).toEqual(["booked", null]);
  expect(await typed("TH4821093753")).toEqual({ kind: "unknown", typed: "TH4821093753", waybillNo: "TH4821093753" });
  expect(await typed(" TH12 ")).toEqual({ kind: "no_number", typed: "TH12" });
  expect(await typed(" ")).toEqual({ kind: "nothing_typed", typed: "" });
  // Whoever is not at home may wish for another day.
  await aParcel(waybillNo).outForDelivery().after(1000).missed().in(world, ago(-2000));
  expect(await typed(waybillNo)).toEqual(["failed", quote.id]);
  // Not by a link that takes no more wishes.
  await store.tx(async (tx) => {
    await takeWish(tx, quote, { kind: "neighbour", name: "Gogo", house: "14" }, now);
    const [wish = expect.fail("no wish")] = await wishesOf(tx, waybillNo);
    await disownWish(tx, quote, wish, now);
  });
  expect(await typed(waybillNo)).toEqual(["failed", null]);
});

test.each([
  ["between two cities", {}, "Katlehong to Soweto"],
  ["within one", { toPostal: "1431" }, "within Katlehong"],
  ["to a code of several cities", { toPostal: "1632" }, "Katlehong to Tembisa"],
  ["to the one of them that was typed", { toPostal: "1632", toCity: "midrand" }, "Katlehong to Midrand"],
  ["to an area without a city", { toPostal: "9998" }, "Katlehong to Southern Free State"],
  ["abroad", { toCountry: "Brazil", toPostal: "" }, "Katlehong to Brazil"],
])("its route is that of its postal codes, whatever was typed as the town: %s", async (_, addresses, route) => {
  const { booked, store, tell } = await anOffice();
  const typed = { fromCity: "12 Gogo's street", toCity: "the Dlaminis", ...addresses };
  const quote = await booked({ addresses: typed }, ago(-1000));
  await tell(quote, {}, ago(-1000));
  const [waybill] = await store.read.select().from(waybills);
  expect((await trackedParcel(store.read, places, waybill?.waybillNo ?? "", ago(-2000)))?.route).toBe(route);
});

test.each([
  ["without a price it is that of our list", "9998", "Katlehong to Dundee"],
  ["there is none where we don't know a code", "9999", ""],
])("%s", async (_, toPostal, route) => {
  const { booked, store, tell } = await anOffice();
  const quote = await booked({ addresses: { toCity: "the Dlaminis", toPostal } }, ago(-1000));
  await tell(quote, {}, ago(-1000));
  await store.tx((tx) => tx.update(quotes).set({ response: null }));
  const [waybill] = await store.read.select().from(waybills);
  expect((await trackedParcel(store.read, places, waybill?.waybillNo ?? "", ago(-2000)))?.route).toBe(route);
});
