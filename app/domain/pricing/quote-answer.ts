import { z } from "zod";
import type { Breakdown } from "./rate-engine";
import { MetaSchema, type RefusedQuote } from "./wire";

/**
 * What the pricing answers, inside the site: whole cents. The contract with other programs says the same in rand
 * (`wire.ts`); `quote-response.ts` turns the one into the other.
 */
const cents = z.int().nonnegative();

export const PricedAnswerSchema = z.object({
  ok: z.literal(true),
  cents: z.object({
    perUnit: z.object({
      base: cents,
      linehaul: cents,
      pickupLocal: cents,
      intlBase: cents,
      transport: cents,
      fuel: cents,
      packaging: cents,
    }),
    totals: z.object({
      transport: cents,
      fuel: cents,
      packaging: cents,
      subtotalExVat: cents,
      vat: cents,
      grandTotal: cents,
    }),
  }),
  fuelBasisPoints: z.number(),
  meta: MetaSchema,
});
export type PricedAnswer = z.infer<typeof PricedAnswerSchema>;

export type QuoteAnswer = PricedAnswer | RefusedQuote;

/** A price that was worked out, and what it is for. */
export function pricedAnswer(
  { perUnit, totals, fuelBasisPoints }: Breakdown,
  meta: PricedAnswer["meta"],
): PricedAnswer {
  return { ok: true, cents: { perUnit, totals }, fuelBasisPoints, meta };
}

/** Whether a refusal tells of the service's trouble, by a status alone, and says nothing of the route: `HTTP 502`. */
export function isTrouble(error: string): boolean {
  return /^HTTP (5\d\d|\d{3}$)/.test(error);
}

/** No instant price; `error` says why in words for the customer. */
export function refusedQuote(error: string): RefusedQuote {
  return { ok: false, error };
}
