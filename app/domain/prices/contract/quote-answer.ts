import * as z from "zod";
import { MetaSchema, type RefusedQuote } from "./wire";

/**
 * The pricing answer inside the site, in whole cents. The contract with other programs has the same amounts in rand
 * (`wire.ts`); `quote-response.ts` converts between the two.
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

/**
 * Whether a refusal is the service's own failure, shown by a status alone (`HTTP 502`), and says nothing about the
 * route.
 */
export function isTrouble(error: string): boolean {
  return /^HTTP (5\d\d|\d{3}$)/.test(error);
}

/** No instant price; `error` says why in words for the customer. */
export function refusedQuote(error: string): RefusedQuote {
  return { ok: false, error };
}
