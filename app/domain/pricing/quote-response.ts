import { type Cents, formatRand, randFromCents } from "#app/domain/values/money";
import type { Breakdown } from "./rate-engine";
import type { PricedQuote, RefusedQuote } from "./wire";

const BASIS_POINTS_IN_WHOLE = 10_000;

/** A price as the contract answers it: rand as numbers, and the same amounts as people read them. */
export function pricedQuote(price: Breakdown, meta: PricedQuote["meta"]): PricedQuote {
  const { perUnit, totals } = price;
  return {
    ok: true,
    formatted: {
      grandTotal: formatRand(totals.grandTotal),
      subtotalExVat: formatRand(totals.subtotalExVat),
      vat: formatRand(totals.vat),
      basePerUnit: formatRand(perUnit.base),
      linehaulPerUnit: formatRand(perUnit.linehaul),
      pickupLocalPerUnit: formatRand(perUnit.pickupLocal),
      intlBasePerUnit: formatRand(perUnit.intlBase),
      transportRatePerUnit: formatRand(perUnit.transport),
      fuelPerUnit: formatRand(perUnit.fuel),
      packagingCostPerUnit: formatRand(perUnit.packaging),
      transport: formatRand(totals.transport),
      fuel: formatRand(totals.fuel),
      packaging: formatRand(totals.packaging),
    },
    pricing: {
      perUnit: inRand(perUnit),
      totals: inRand(totals),
      surcharges: { fuelRate: price.fuelBasisPoints / BASIS_POINTS_IN_WHOLE },
    },
    meta,
  };
}

/** No instant price; `error` says why in words for the customer. */
export function refusedQuote(error: string): RefusedQuote {
  return { ok: false, error };
}

function inRand<Part extends string>(amounts: Record<Part, Cents>): Record<Part, number> {
  const rand = { ...amounts };
  for (const part in rand) rand[part] = randFromCents(amounts[part]);
  return rand;
}
