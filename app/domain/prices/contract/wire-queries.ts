import * as z from "zod";
import { isPostalCode, LONGEST_TYPED_CODE, postalDigits } from "#app/domain/values/postal-code";
import { BoxSchema, CountrySchema, POSTAL_PATTERN } from "./wire";
import { LONGEST_COUNTRY, withZerosHint } from "./wire-requests";

/** The rest of the contract: query parameters, the lists that answer them, and the form of a refusal. */

/** Wizards and plug-ins ask for 15, 20 or 50 at a time; our own pages ask for all of them at once. */
export const MOST_COUNTRIES = 300;
const COUNTRIES_UNASKED = 20;

const LONGEST_LIMIT = 3;
const LIMIT_WORDS = `limit must be a whole number from 1 to ${MOST_COUNTRIES}.`;

export const CoverageQuerySchema = z.object({
  pcode: z
    .string("pcode must be a postal code of 4 digits.")
    .max(LONGEST_TYPED_CODE, { error: "pcode must be a postal code of 4 digits.", abort: true })
    .transform((typed) => (/^[\d\s-]*$/.test(typed) ? postalDigits(typed) : ""))
    .refine(isPostalCode, withZerosHint("pcode must be a postal code of 4 digits."))
    .meta({ example: "1431", description: "South African postal code, 4 digits", override: POSTAL_PATTERN }),
});

export const CountriesQuerySchema = z.object({
  q: z
    .string()
    .max(LONGEST_COUNTRY, `q can be at most ${LONGEST_COUNTRY} characters.`)
    .default("")
    .meta({ example: "bra", description: "Part of a country's name; all countries without it" }),
  limit: z
    .string()
    .max(LONGEST_LIMIT, { error: LIMIT_WORDS, abort: true })
    .regex(/^\d{1,3}$/, LIMIT_WORDS)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_COUNTRIES, LIMIT_WORDS)
    .default(COUNTRIES_UNASKED)
    .meta({
      override: { type: "integer", minimum: 1, maximum: MOST_COUNTRIES, default: COUNTRIES_UNASKED, example: 15 },
    }),
});

export const BoxListSchema = z.array(BoxSchema, "Boxes must be a list.");

export const CountryListSchema = z.object({ items: z.array(CountrySchema, "items must be a list.") });

export const HealthSchema = z.object({ ok: z.boolean("ok must be true or false.") });

/** Why a request was refused, in plain words, and the field or parameter to correct. */
export const ProblemSchema = z
  .object({
    ok: z.literal(false),
    error: z.string(),
    field: z.string().optional().meta({ description: "The field or parameter that is wrong" }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof ProblemSchema>;
