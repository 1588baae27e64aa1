import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Breakdown, priceInternational, priceLocal } from "#app/domain/prices/rate-engine";
import {
  aCard,
  anyCard,
  anyInternational,
  anyLocal,
  brazil,
  katlehong,
  khayelitsha,
  parcels,
  soweto,
} from "./builders";

describe("a local price", () => {
  test("is the sender's zone and the receiver's, then fuel, packaging and VAT", () => {
    const price = priceLocal({ from: katlehong, to: soweto, ...parcels() }, aCard());
    expect(price?.perUnit).toEqual({
      base: 6_000,
      linehaul: 0,
      pickupLocal: 0,
      intlBase: 0,
      transport: 6_000,
      fuel: 600,
      packaging: 410,
    });
    expect(price?.totals).toEqual({
      transport: 6_000,
      fuel: 600,
      packaging: 410,
      subtotalExVat: 7_010,
      vat: 1_052, // 1 051.5: a half cent goes up
      grandTotal: 8_062,
    });
  });

  test("has linehaul, with fuel on it, only if the regions differ", () => {
    const price = priceLocal({ from: katlehong, to: khayelitsha, ...parcels() }, aCard());
    expect(price?.perUnit).toMatchObject({ base: 6_000, linehaul: 4_500, transport: 10_500, fuel: 1_050 });
  });

  test("depends on the zone of each end", () => {
    const price = priceLocal({ from: katlehong, to: { region: "GP", zone: "remote" }, ...parcels() }, aCard());
    expect(price?.perUnit.base).toBe(3_000 + 7_500);
  });

  test.each([
    ["the zone of both ends", { zoneCents: new Map<string, number>() }],
    ["linehaul between the regions", { linehaulCents: new Map<string, number>() }],
  ])("is refused, not free, when the card has no rate for %s", (_missing, rates) => {
    expect(priceLocal({ from: katlehong, to: khayelitsha, ...parcels() }, aCard(rates))).toBeNull();
  });

  test("is refused when the card has no rate for the zone of one end, whichever it is", () => {
    const nowhere = { region: "GP", zone: "moon" };
    expect(priceLocal({ from: nowhere, to: katlehong, ...parcels() }, aCard())).toBeNull();
    expect(priceLocal({ from: katlehong, to: nowhere, ...parcels() }, aCard())).toBeNull();
  });
});

describe("an international price", () => {
  test("is pickup and the destination's zone, then fuel, packaging and VAT", () => {
    const price = priceInternational({ from: katlehong, to: brazil, ...parcels({ quantity: 2 }) }, aCard());
    expect(price?.perUnit).toEqual({
      base: 0,
      linehaul: 0,
      pickupLocal: 6_000,
      intlBase: 98_000,
      transport: 104_000,
      fuel: 10_400,
      packaging: 410,
    });
    expect(price?.totals).toMatchObject({ subtotalExVat: 229_620, vat: 34_443, grandTotal: 264_063 });
  });

  test("is refused, not free, when the card has no rate for the pickup or the destination", () => {
    const remote = { region: "NC", zone: "remote" };
    expect(priceInternational({ from: remote, to: brazil, ...parcels() }, aCard())).toBeNull();
    expect(priceInternational({ from: katlehong, to: { numericZone: 3 }, ...parcels() }, aCard())).toBeNull();
  });
});

describe("with any card and any shipment", () => {
  test("totals add up to the cent", () => {
    everyPrice(({ perUnit, totals }, { quantity }) => {
      expect(perUnit.transport).toBe(perUnit.base + perUnit.linehaul + perUnit.pickupLocal + perUnit.intlBase);
      expect(totals.transport).toBe(perUnit.transport * quantity);
      expect(totals.fuel).toBe(perUnit.fuel * quantity);
      expect(totals.packaging).toBe(perUnit.packaging * quantity);
      expect(totals.subtotalExVat).toBe(totals.transport + totals.fuel + totals.packaging);
      expect(totals.grandTotal).toBe(totals.subtotalExVat + totals.vat);
    });
  });

  test("no amount is negative or a fraction of a cent", () => {
    everyPrice(({ perUnit, totals }) => {
      for (const cents of [...Object.values(perUnit), ...Object.values(totals)]) {
        expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true);
      }
    });
  });

  test("VAT off means VAT 0, and the same price before VAT", () => {
    fc.assert(
      fc.property(anyLocal, anyCard, (shipment, card) => {
        const without = priceLocal({ ...shipment, applyVat: false }, card);
        const withVat = priceLocal({ ...shipment, applyVat: true }, card);
        expect(without?.totals.vat).toBe(0);
        expect(without?.totals.grandTotal).toBe(withVat?.totals.subtotalExVat);
      }),
    );
  });

  test("one more parcel never costs less", () => {
    fc.assert(
      fc.property(anyLocal, anyCard, (shipment, card) => {
        const more = priceLocal({ ...shipment, quantity: shipment.quantity + 1 }, card);
        expect(grandTotal(more)).toBeGreaterThanOrEqual(grandTotal(priceLocal(shipment, card)));
      }),
    );
    fc.assert(
      fc.property(anyInternational, anyCard, (shipment, card) => {
        const more = priceInternational({ ...shipment, quantity: shipment.quantity + 1 }, card);
        expect(grandTotal(more)).toBeGreaterThanOrEqual(grandTotal(priceInternational(shipment, card)));
      }),
    );
  });

  test("both directions cost the same", () => {
    fc.assert(
      fc.property(anyLocal, anyCard, (shipment, card) => {
        const back = { ...shipment, from: shipment.to, to: shipment.from };
        expect(priceLocal(back, card)).toEqual(priceLocal(shipment, card));
      }),
    );
  });
});

/** Checks a rule on prices of both kinds. The builders' cards have every rate, so a refusal is a failure. */
function everyPrice(rule: (price: Breakdown, shipment: { quantity: number }) => void) {
  fc.assert(fc.property(anyLocal, anyCard, (shipment, card) => rule(priced(priceLocal(shipment, card)), shipment)));
  fc.assert(
    fc.property(anyInternational, anyCard, (shipment, card) =>
      rule(priced(priceInternational(shipment, card)), shipment),
    ),
  );
}

function priced(price: Breakdown | null): Breakdown {
  if (!price) throw new Error("refused a route that the card has rates for");
  return price;
}

const grandTotal = (price: Breakdown | null) => priced(price).totals.grandTotal;
