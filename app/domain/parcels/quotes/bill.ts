import type { PricedAnswer } from "#app/domain/prices/contract/quote-answer";
import { keptPrice } from "#app/domain/prices/contract/quote-response";
import { decimal } from "#app/domain/values/decimal";
import { type Cents, formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import type { Quote } from "./quote";

const BASIS_POINTS_IN_WHOLE = 10_000;

/** A line of the bill, in words. `isPart` marks an amount that the line above already includes. */
export type PriceLine = { label: string; amount: string; note?: string; isPart?: boolean };

/**
 * The bill of a priced quote, line by line; null while it has no price.
 * @param vatBasisPoints the VAT included in a manual price: 1500 is 15 %
 */
export function billOf(quote: Pick<Quote, "response" | "grandTotalCents" | "expiresAt">, vatBasisPoints: number) {
  if (quote.grandTotalCents === null) return null;
  // A manual price has no lines. Nor has a price that was paid on a page left open after the parcel was priced again:
  // the stored lines belong to the later price.
  const priced = keptPrice(quote.response);
  const addsUp = priced?.cents.totals.grandTotal === quote.grandTotalCents;
  return {
    lines: priced && addsUp ? linesOf(priced) : vatLines(quote.grandTotalCents, vatBasisPoints),
    total: formatRand(quote.grandTotalCents),
    heldUntil: saDate(quote.expiresAt),
  };
}

/** Splits a total into VAT, rounded to the cent, and the rest. */
function vatLines(totalCents: Cents, vatBasisPoints: number): PriceLine[] {
  const vat = Math.round((totalCents * vatBasisPoints) / (BASIS_POINTS_IN_WHOLE + vatBasisPoints));
  return [
    { label: "Subtotal excluding VAT", amount: formatRand(totalCents - vat) },
    { label: "VAT", amount: formatRand(vat) },
  ];
}

function linesOf({ cents: { perUnit, totals }, fuelBasisPoints, meta }: PricedAnswer): PriceLine[] {
  const line = (label: string, cents: Cents): PriceLine => ({ label, amount: formatRand(cents) });
  const part = (label: string, cents: Cents) => ({ ...line(`Per parcel: ${label}`, cents), isPart: true });
  const parts =
    perUnit.intlBase > 0
      ? [part("collection", perUnit.pickupLocal), part("international rate", perUnit.intlBase)]
      : [
          part("delivery between the two zones", perUnit.base),
          ...(perUnit.linehaul > 0 ? [part("linehaul between the regions", perUnit.linehaul)] : []),
        ];
  return [
    {
      ...line("Transport", totals.transport),
      note: meta.quantity > 1 ? `for ${meta.quantity} parcels` : undefined,
    },
    // The only part of one parcel is the line above.
    ...(parts.length > 1 || meta.quantity > 1 ? parts : []),
    line(`Fuel (${decimal(Math.round(fuelBasisPoints / 10) / 10)} %)`, totals.fuel),
    line(`Packaging: ${meta.boxName}`, totals.packaging),
    // A company that isn't a VAT vendor doesn't mention VAT.
    ...(totals.vat > 0 ? [line("Subtotal excluding VAT", totals.subtotalExVat), line("VAT", totals.vat)] : []),
  ];
}
