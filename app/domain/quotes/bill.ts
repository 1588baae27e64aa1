import { type PricedQuote, PricedQuoteSchema } from "#app/domain/pricing/wire";
import { decimal } from "#app/domain/values/decimal";
import { centsFromRand, formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import type { Quote } from "./quote";

/** A line of the bill, in words. A part is already in the line above it, and isn't added again. */
export type PriceLine = { label: string; amount: string; note?: string; isPart?: boolean };

/** The bill of a priced quote, line by line; null while it has no price. */
export function billOf(quote: Pick<Quote, "response" | "grandTotalCents" | "expiresAt">) {
  if (quote.grandTotalCents === null) return null;
  // A price that a person worked out has no lines, only a total; so has one that was paid on a page from before the
  // parcel was priced anew: the lines that are kept are those of the price after it.
  const { data: priced } = PricedQuoteSchema.safeParse(quote.response);
  const addsUp = priced && centsFromRand(priced.pricing.totals.grandTotal) === quote.grandTotalCents;
  return {
    lines: addsUp ? linesOf(priced) : [],
    total: formatRand(quote.grandTotalCents),
    heldUntil: saDate(quote.expiresAt),
  };
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
