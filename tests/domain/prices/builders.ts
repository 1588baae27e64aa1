import fc from "fast-check";
import type { Box } from "#app/domain/prices/contract/boxes";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import type { PricedAnswer } from "#app/domain/prices/contract/quote-answer";
import type { DeliveryDays } from "#app/domain/prices/delivery-days";
import { pairKey } from "#app/domain/prices/delivery-days";
import type { PricedArea } from "#app/domain/prices/postal-areas";
import type { RateCard } from "#app/domain/prices/rate-card";
import { type PricedParcels, pricedAnswer, priceLocal } from "#app/domain/prices/rate-engine";

/** A small rate card with easy sums; a test gives only the rate that it is about. */
export function aCard(rates: Partial<RateCard> = {}): RateCard {
  return {
    zoneCents: new Map([
      ["metro", 3_000],
      ["remote", 7_500],
    ]),
    linehaulCents: new Map([[pairKey("GP", "WC"), 4_500]]),
    pickupCents: new Map([["metro", 6_000]]),
    internationalCents: new Map([["10", 98_000]]),
    fuelBasisPoints: 1_000,
    vatBasisPoints: 1_500,
    daysByRoute: new Map([["metro-metro", { least: 1, most: 2 }]]),
    ...rates,
  };
}

export const katlehong: PricedArea = { region: "GP", zone: "metro" };
export const soweto: PricedArea = { region: "GP", zone: "metro" };
export const khayelitsha: PricedArea = { region: "WC", zone: "metro" };
export const brazil = { numericZone: 10 };

/** One flyer bag, VAT on. */
export function parcels(asked: Partial<PricedParcels> = {}): PricedParcels {
  return { boxCostCents: 410, quantity: 1, applyVat: true, ...asked };
}

/** A pricing service that gives these answers, and can't be reached for anything else. */
export function aPricing(answers: Partial<PricingService> = {}): PricingService {
  const unreached = () => Promise.reject(new Error("unreached"));
  return {
    base: "https://prices.example",
    boxes: unreached,
    coverage: unreached,
    countries: unreached,
    quoteLocal: unreached,
    quoteInternational: unreached,
    health: unreached,
    ...answers,
  };
}

/** 10 × 20 × 30 cm, up to 5 kg. */
export function aBox(box: Partial<Box> = {}): Box {
  return {
    id: "crate",
    name: "Crate",
    dimensions: { l: 10, w: 20, h: 30 },
    maxWeightKg: 5,
    costCents: 950,
    ...box,
  };
}

/** The price of one crate, whose total is as given. */
export function aPrice(grandTotal: number, deliveryDays?: DeliveryDays): PricedAnswer {
  const price = priceLocal({ from: katlehong, to: soweto, ...parcels() }, aCard());
  if (!price) throw new Error("the card has no rate for this route");
  const here = { city: "Katlehong", ...katlehong, country: "South Africa", zoneLetter: null };
  const meta = { quantity: 1, selectedBoxId: "crate", boxName: "Crate", from: here, to: here };
  const totals = { ...price.totals, grandTotal };
  return pricedAnswer({ ...price, totals }, { ...meta, ...(deliveryDays && { deliveryDays }) });
}

const REGIONS = ["GP", "KZN", "WC"];
const ZONES = ["metro", "town", "remote"];
const INTERNATIONAL_ZONES = [1, 5, 10];
const someCents = fc.integer({ min: 0, max: 500_000 });

function ratesFor(keys: string[]): fc.Arbitrary<ReadonlyMap<string, number>> {
  return fc
    .array(someCents, { minLength: keys.length, maxLength: keys.length })
    .map((cents) => new Map(keys.map((key, index) => [key, cents[index] ?? 0])));
}

export const anyCard: fc.Arbitrary<RateCard> = fc.record({
  zoneCents: ratesFor(ZONES),
  linehaulCents: ratesFor(["GP-KZN", "GP-WC", "KZN-WC"]),
  pickupCents: ratesFor(ZONES),
  internationalCents: ratesFor(INTERNATIONAL_ZONES.map(String)),
  fuelBasisPoints: fc.integer({ min: 0, max: 5_000 }),
  vatBasisPoints: fc.integer({ min: 0, max: 3_000 }),
  daysByRoute: fc.constant(new Map()),
});

const anyArea = fc.record({ region: fc.constantFrom(...REGIONS), zone: fc.constantFrom(...ZONES) });
const anyParcels = {
  boxCostCents: fc.integer({ min: 0, max: 10_000 }),
  quantity: fc.integer({ min: 1, max: 9_999 }),
  applyVat: fc.boolean(),
};
export const anyLocal = fc.record({ from: anyArea, to: anyArea, ...anyParcels });
export const anyInternational = fc.record({
  from: anyArea,
  to: fc.record({ numericZone: fc.constantFrom(...INTERNATIONAL_ZONES) }),
  ...anyParcels,
});
