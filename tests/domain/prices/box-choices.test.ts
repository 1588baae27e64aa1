import { describe, expect, test } from "vitest";
import { boxChoices, boxesOnShow, boxForWeight, offeredBoxes } from "#app/domain/prices/box-choices";
import type { BoxPicture } from "#app/domain/prices/box-pictures.server";
import type { BoxPrices } from "#app/domain/prices/box-prices";
import { aBox, aPricing } from "./builders";

const bag = aBox({ id: "bag", name: "Bag", dimensions: { l: 1, w: 2, h: 3 }, maxWeightKg: 1 });
const crate = aBox();
const pictureOf = (id: string): BoxPicture => ({ picture: `${id}-drawing`, example: `what fits a ${id}` });

const bagShown = {
  id: "bag",
  name: "Bag",
  dimensions: { l: 1, w: 2, h: 3 },
  maxWeightKg: 1,
  picture: "bag-drawing",
  example: "what fits a bag",
};
const crateShown = {
  id: "crate",
  name: "Crate",
  dimensions: { l: 10, w: 20, h: 30 },
  maxWeightKg: 5,
  picture: "crate-drawing",
  example: "what fits a crate",
};

describe("a box to choose", () => {
  const priced: BoxPrices = {
    kind: "priced",
    cents: new Map([["crate", 123_456]]),
    days: null,
    called: { from: null, to: null },
  };

  test("has its price on the route, if there is one, and never what the box costs us", () => {
    expect(boxChoices([bag, crate], { prices: priced, withVolumetric: false, pictureOf })).toEqual([
      bagShown,
      { ...crateShown, price: "R\u00a01\u00a0234,56", priceCents: 123_456 },
    ]);
  });

  test("has its volumetric weight, if it is asked for", () => {
    expect(boxChoices([bag, crate], { prices: priced, withVolumetric: true, pictureOf })).toEqual([
      { ...bagShown, volumetricKg: 0 },
      { ...crateShown, price: "R\u00a01\u00a0234,56", priceCents: 123_456, volumetricKg: 1.2 },
    ]);
  });

  test.each<BoxPrices>([{ kind: "none", why: "No rate." }, { kind: "unreached" }])(
    "has no price where prices are %j",
    (prices) => {
      expect(boxChoices([crate], { prices, withVolumetric: false, pictureOf })).toEqual([crateShown]);
    },
  );
});

describe("the boxes", () => {
  const pricing = aPricing({ boxes: async () => [crate, bag] });

  test("on the information page are those of the service, in its order, and none while it can't be reached", async () => {
    expect(await boxesOnShow(pricing, pictureOf)).toEqual([crateShown, bagShown]);
    expect(await boxesOnShow(aPricing(), pictureOf)).toEqual([]);
  });

  test("on offer are those of the service, or three that are always there", async () => {
    expect(await offeredBoxes(pricing)).toEqual([crate, bag]);
    const fallback = [
      { id: "flyer-bag", name: "Flyer bag", dimensions: { l: 31, w: 45, h: 45 }, maxWeightKg: 1, costCents: 410 },
      { id: "stock-3", name: "Stock 3", dimensions: { l: 25, w: 15, h: 25 }, maxWeightKg: 5, costCents: 510 },
      { id: "stock-2", name: "Stock 2", dimensions: { l: 23, w: 15, h: 15 }, maxWeightKg: 3, costCents: 394 },
    ];
    expect(await offeredBoxes(aPricing())).toEqual(fallback);
    expect(await offeredBoxes(aPricing({ boxes: async () => [] }))).toEqual(fallback);
  });
});

describe("a weight", () => {
  const [small, large, middle] = [
    { id: "small", maxWeightKg: 1 },
    { id: "large", maxWeightKg: 10 },
    { id: "middle", maxWeightKg: 5 },
  ];
  const offered = [small, large, middle];

  test("up to the box's limit, or none, needs no other box", () => {
    expect(boxForWeight(offered, "small", 1)).toBeNull();
    expect(boxForWeight(offered, "small", 0.1)).toBeNull();
    expect(boxForWeight(offered, "small", undefined)).toBeNull();
  });

  test("above it needs the smallest box that takes it", () => {
    expect(boxForWeight(offered, "small", 1.01)).toEqual({ limitKg: 1, instead: middle });
    expect(boxForWeight(offered, "small", 5)).toEqual({ limitKg: 1, instead: middle });
    expect(boxForWeight(offered, "middle", 5.01)).toEqual({ limitKg: 5, instead: large });
    expect(boxForWeight(offered, "small", 10)).toEqual({ limitKg: 1, instead: large });
  });

  test("above every limit has no box", () => {
    expect(boxForWeight(offered, "small", 10.01)).toEqual({ limitKg: 1, instead: null });
  });

  test("says nothing about a box that we don't offer", () => {
    expect(boxForWeight(offered, "coffin", 100)).toBeNull();
  });
});
