import { type Cents, percentOf } from "#app/domain/values/money";
import type { PricedAnswer } from "./contract/quote-answer";
import { pairKey } from "./delivery-days";
import type { PricedArea } from "./postal-areas";
import type { RateCard } from "./rate-card";

/** How many parcels, in which packaging, with VAT or without. */
export type PricedParcels = { boxCostCents: Cents; quantity: number; applyVat: boolean };

/** A price and its parts, in integer cents. `perUnit` is for one parcel, excluding VAT. */
export type Breakdown = PricedAnswer["cents"] & Pick<PricedAnswer, "fuelBasisPoints">;

/** The parts of one parcel's transport rate; their sum is the rate. */
type TransportParts = Pick<Breakdown["perUnit"], "base" | "linehaul" | "pickupLocal" | "intlBase">;
const NO_PARTS: TransportParts = { base: 0, linehaul: 0, pickupLocal: 0, intlBase: 0 };

/** Sender zone + receiver zone, + linehaul when the regions differ. Null when the card lacks a rate for this route. */
export function priceLocal(
  shipment: { from: PricedArea; to: PricedArea } & PricedParcels,
  card: RateCard,
): Breakdown | null {
  const { from, to } = shipment;
  const sender = card.zoneCents.get(from.zone);
  const receiver = card.zoneCents.get(to.zone);
  const linehaul = from.region === to.region ? 0 : card.linehaulCents.get(pairKey(from.region, to.region));
  if (sender === undefined || receiver === undefined || linehaul === undefined) return null;
  return breakdown({ ...NO_PARTS, base: sender + receiver, linehaul }, shipment, card);
}

/** Pickup + the destination's zone. Null when the card lacks a rate for either. */
export function priceInternational(
  shipment: { from: PricedArea; to: { numericZone: number } } & PricedParcels,
  card: RateCard,
): Breakdown | null {
  const pickupLocal = card.pickupCents.get(shipment.from.zone);
  const intlBase = card.internationalCents.get(String(shipment.to.numericZone));
  if (pickupLocal === undefined || intlBase === undefined) return null;
  return breakdown({ ...NO_PARTS, pickupLocal, intlBase }, shipment, card);
}

/** A calculated price, and what it is for. */
export function pricedAnswer(
  { perUnit, totals, fuelBasisPoints }: Breakdown,
  meta: PricedAnswer["meta"],
): PricedAnswer {
  return { ok: true, cents: { perUnit, totals }, fuelBasisPoints, meta };
}

/** Fuel is rounded per parcel and VAT once, on the subtotal, so that the lines on the page add up to the cent. */
function breakdown(parts: TransportParts, parcels: PricedParcels, card: RateCard): Breakdown {
  const transport = parts.base + parts.linehaul + parts.pickupLocal + parts.intlBase;
  const perUnit = {
    ...parts,
    transport,
    fuel: percentOf(transport, card.fuelBasisPoints),
    packaging: parcels.boxCostCents,
  };
  const all = {
    transport: perUnit.transport * parcels.quantity,
    fuel: perUnit.fuel * parcels.quantity,
    packaging: perUnit.packaging * parcels.quantity,
  };
  const subtotalExVat = all.transport + all.fuel + all.packaging;
  const vat = parcels.applyVat ? percentOf(subtotalExVat, card.vatBasisPoints) : 0;
  return {
    perUnit,
    totals: { ...all, subtotalExVat, vat, grandTotal: subtotalExVat + vat },
    fuelBasisPoints: card.fuelBasisPoints,
  };
}
