import { expect, test } from "vitest";
import { lookUp, trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { disownWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { waybills } from "#db/schema/waybills";
import { aParcel } from "../../../demo/a-parcel";
import { ago, anOffice } from "../../support/an-office";

const cities: Record<string, string> = { "1431": "Germiston", "1804": "Soweto" };
const towns: Record<string, string> = { "1431": "Katlehong", "1804": "Orlando", "4300": "Dundee" };
const places = {
  partsAt: (code: string) => ({ city: cities[code] ?? null, suburbs: [] }),
  townAt: async (code: string) => towns[code] ?? null,
};

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
  ["between two cities", {}, "Germiston to Soweto"],
  ["within one", { toPostal: "1431" }, "within Germiston"],
  ["to a town without a city", { toPostal: "4300" }, "Germiston to Dundee"],
  ["abroad", { toCountry: "Brazil", toPostal: "" }, "Germiston to Brazil"],
  ["from where we don't know the code", { fromPostal: "9999" }, ""],
])("its route is that of its postal codes, whatever was typed as the town: %s", async (_, addresses, route) => {
  const { booked, store, tell } = await anOffice();
  const typed = { fromCity: "12 Gogo's street", toCity: "the Dlaminis", ...addresses };
  const quote = await booked({ addresses: typed }, ago(-1000));
  await tell(quote, {}, ago(-1000));
  const [waybill] = await store.read.select().from(waybills);
  expect((await trackedParcel(store.read, places, waybill?.waybillNo ?? "", ago(-2000)))?.route).toBe(route);
});
