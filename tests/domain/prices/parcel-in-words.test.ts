import { describe, expect, test } from "vitest";
import type { ParcelAnswers } from "#app/domain/form/parcel";
import { parcelInWords } from "#app/domain/prices/parcel-in-words";
import { aBox, aPricing } from "./builders";

const pricing = aPricing({ boxes: async () => [aBox({ id: "bag", maxWeightKg: 1 }), aBox()] });
const parcel = (changes: Partial<ParcelAnswers> = {}): ParcelAnswers => ({
  selectedBoxId: "crate",
  quantity: 2,
  parcelDesc: "School shoes",
  customsDesc: "Shoes, leather",
  specialInstructions: "Ring twice",
  declaredCents: 1_234_56,
  weight: 4.5,
  collectionDay: "2026-11-23",
  collectionTime: "morning",
  ...changes,
});

describe("a parcel's summary", () => {
  test("has everything that was typed, in words", async () => {
    expect(await parcelInWords(parcel(), pricing)).toEqual({
      parcel: {
        selectedBoxId: "Crate (volumetric weight 1,20 kg)",
        quantity: "2",
        parcelDesc: "School shoes",
        customsDesc: "Shoes, leather",
        specialInstructions: "Ring twice",
        declaredCents: "R\u00a01\u00a0234,56",
        weight: "4,5 kg",
        collectionDay: "Monday 23 November, in the morning",
        collectionTime: "",
      },
      overLimitKg: null,
    });
  });

  test("leaves out what wasn't given", async () => {
    const bare: Partial<ParcelAnswers> = { declaredCents: 0, weight: undefined, collectionDay: undefined };
    expect((await parcelInWords(parcel({ ...bare, collectionTime: "" }), pricing)).parcel).toEqual({
      selectedBoxId: "Crate (volumetric weight 1,20 kg)",
      quantity: "2",
      parcelDesc: "School shoes",
      customsDesc: "Shoes, leather",
      specialInstructions: "Ring twice",
      declaredCents: "",
      weight: "",
      collectionDay: "",
      collectionTime: "",
    });
  });

  test("has a value of one cent, and a half day without a day", async () => {
    const { parcel: shown } = await parcelInWords(
      parcel({ declaredCents: 1, collectionDay: "", collectionTime: "afternoon" }),
      pricing,
    );
    expect([shown.declaredCents, shown.collectionDay]).toEqual(["R\u00a00,01", "in the afternoon"]);
  });

  test("has a box's id if we don't offer that box, and the fallback boxes' names while we can't ask", async () => {
    const unknown = await parcelInWords(parcel({ selectedBoxId: "coffin", weight: 100 }), pricing);
    expect(unknown).toMatchObject({ parcel: { selectedBoxId: "coffin" }, overLimitKg: null });
    const flyer = await parcelInWords(parcel({ selectedBoxId: "flyer-bag" }), aPricing());
    expect(flyer).toMatchObject({
      parcel: { selectedBoxId: "Flyer bag (volumetric weight 12,56 kg)" },
      overLimitKg: 1,
    });
  });
});

test.each([
  ["crate", 5, null],
  ["crate", 5.01, 5],
  ["bag", 1, null],
  ["bag", 1.01, 1],
  ["bag", undefined, null],
])("in a %s, a weight of %j kg has the warning limit %j", async (selectedBoxId, weight, overLimitKg) => {
  expect((await parcelInWords(parcel({ selectedBoxId, weight }), pricing)).overLimitKg).toBe(overLimitKg);
});
