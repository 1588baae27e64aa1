import { type PricedQuote, PricedQuoteSchema } from "#app/domain/pricing/wire";
import { decimal } from "#app/domain/values/decimal";
import { type Cents, centsFromRand, formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import type { Quote } from "./quote";

const BASIS_POINTS_IN_WHOLE = 10_000;

/** A line of the bill, in words. A part is already in the line above it, and isn't added again. */
export type PriceLine = { label: string; amount: string; note?: string; isPart?: boolean };

/**
 * The bill of a priced quote, line by line; null while it has no price.
 * @param vatBasisPoints what is in a price that a person worked out: 1500 is 15 %
 */
export function billOf(quote: Pick<Quote, "response" | "grandTotalCents" | "expiresAt">, vatBasisPoints: number) {
  if (quote.grandTotalCents === null) return null;
  // Of a price that a person worked out nothing is known but its VAT; nor is more of one that was paid on a page from before the
  // parcel was priced anew: the lines that are kept are those of the price after it.
  const { data: priced } = PricedQuoteSchema.safeParse(quote.response);
  const addsUp = priced && centsFromRand(priced.pricing.totals.grandTotal) === quote.grandTotalCents;
  return {
    lines: addsUp ? linesOf(priced) : vatLines(quote.grandTotalCents, vatBasisPoints),
    total: formatRand(quote.grandTotalCents),
    heldUntil: saDate(quote.expiresAt),
  };
}

/** The total taken apart; VAT included is rounded to the cent, and the rest is what is left. */
function vatLines(totalCents: Cents, vatBasisPoints: number): PriceLine[] {
  const vat = Math.round((totalCents * vatBasisPoints) / (BASIS_POINTS_IN_WHOLE + vatBasisPoints));
  return [
    { label: "Subtotal excluding VAT", amount: formatRand(totalCents - vat) },
    { label: "VAT", amount: formatRand(vat) },
  ];
}

function linesOf({ formatted, pricing, meta }: PricedQuote): PriceLine[] {
  const { perUnit, surcharges } = pricing;
  const part = (label: string, amount: string): PriceLine => ({ label: `Per parcel: ${label}`, amount, isPart: true });
  const parts =
    perUnit.intlBase > 0
      ? [part("collection", formatted.pickupLocalPerUnit), part("international rate", formatted.intlBasePerUnit)]
      : [
          part("delivery between the two zones", formatted.basePerUnit),
          ...(perUnit.linehaul > 0 ? [part("linehaul between the regions", formatted.linehaulPerUnit)] : []),
        ];
  return [
    {
      label: "Transport",
      amount: formatted.transport,
      note: meta.quantity > 1 ? `for ${meta.quantity} parcels` : undefined,
    },
    ...parts,
    { label: `Fuel (${decimal(Math.round(surcharges.fuelRate * 1000) / 10)} %)`, amount: formatted.fuel },
    { label: `Packaging: ${meta.boxName}`, amount: formatted.packaging },
    // A company that is no VAT vendor doesn't name it.
    ...(pricing.totals.vat > 0
      ? [
          { label: "Subtotal excluding VAT", amount: formatted.subtotalExVat },
          { label: "VAT", amount: formatted.vat },
        ]
      : []),
  ];
}
