import * as z from "zod";
import { type Cents, centsFromRand, formatRand, randFromCents } from "#app/domain/values/money";
import { type PricedAnswer, PricedAnswerSchema, type QuoteAnswer } from "./quote-answer";
import { type PricedQuote, PricedQuoteSchema, type QuoteResponse } from "./wire";

const BASIS_POINTS_IN_WHOLE = 10_000;

/** An answer in the contract's form: rand as numbers, and the same amounts as text. */
export function quoteResponse(answer: QuoteAnswer): QuoteResponse {
  if (!answer.ok) return answer;
  const { perUnit, totals } = answer.cents;
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
      surcharges: { fuelRate: answer.fuelBasisPoints / BASIS_POINTS_IN_WHOLE },
    },
    meta: answer.meta,
  };
}

/** Reads a price in the contract's form, in cents. Its text amounts are dropped: we show what we charge. */
export function answerInCents({ pricing, meta }: Pick<PricedQuote, "pricing" | "meta">): PricedAnswer {
  return {
    ok: true,
    cents: { perUnit: inCents(pricing.perUnit), totals: inCents(pricing.totals) },
    fuelBasisPoints: Math.round(pricing.surcharges.fuelRate * BASIS_POINTS_IN_WHOLE),
    meta,
  };
}

/**
 * The price saved with a quote: in cents, or, from earlier releases, the contract's answer in rand. Null when there is
 * none.
 */
export function keptPrice(stored: unknown): PricedAnswer | null {
  const { data: kept } = PricedAnswerSchema.safeParse(stored);
  if (kept) return kept;
  const { data: old } = PricedQuoteSchema.safeParse(stored);
  return old ? answerInCents(old) : null;
}

const placeKept = z.object({ city: z.string().nullable() });
const PlacesKeptSchema = z.object({ meta: z.object({ from: placeKept, to: placeKept }) });

/** What the price saved with a quote calls the two ends of its route; null where it doesn't. */
export function placesKept(stored: unknown): { from: string | null; to: string | null } {
  const { data } = PlacesKeptSchema.safeParse(stored);
  return { from: data?.meta.from.city ?? null, to: data?.meta.to.city ?? null };
}

function inRand<Part extends string>(amounts: Record<Part, Cents>): Record<Part, number> {
  const rand = { ...amounts };
  for (const part in rand) rand[part] = randFromCents(amounts[part]);
  return rand;
}

/** Throws for an amount that `centsFromRand` refuses. */
function inCents<Part extends string>(rand: Record<Part, number>): Record<Part, Cents> {
  const cents = { ...rand };
  for (const part in rand) {
    const amount = centsFromRand(rand[part]);
    if (amount === null) throw new RangeError(`the quote's ${part} is no amount of money`);
    cents[part] = amount;
  }
  return cents;
}
