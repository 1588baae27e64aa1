import * as z from "zod";
import { brand } from "#app/brand";
import { limits } from "#app/domain/form/fields";
import { typedNumber } from "#app/domain/form/parcel";
import { homePostalCode, isPostalCode, LONGEST_TYPED_CODE, withItsZeros } from "#app/domain/values/postal-code";
import { POSTAL_PATTERN } from "./wire";

/** The pricing contract's two quote requests. Server only, like `wire.ts`. */

/** The most parcels that one booking can have. */
const MAX_QUANTITY = 100;
/** The longest quantity sent as text, in characters. */
const LONGEST_QUANTITY = 20;
/** The longest name in our list has 44 letters; accents may be separate characters. */
export const LONGEST_COUNTRY = 100;

/** What is said of a code that was sent as a number, and so without its first 0. */
export const withZerosHint = (message: string) => ({
  error: ({ input }: { input?: unknown }) => {
    const code = withItsZeros(String(input));
    return code ? `${message} Send ${input} as text with its first 0: "${code}".` : message;
  },
});

/** A number that has lost no digit says the same as its text. */
const isWholeCode = (sent: unknown) => typeof sent === "number" && isPostalCode(String(sent));

const postalCode = (message: string) =>
  z
    .preprocess(
      (sent) => (isWholeCode(sent) ? String(sent) : sent),
      z
        .string(withZerosHint(message))
        .max(LONGEST_TYPED_CODE, { error: message, abort: true })
        .transform(homePostalCode)
        .refine(isPostalCode, withZerosHint(message)),
    )
    .meta({ example: brand.example.from.postal, override: POSTAL_PATTERN });

const isShortText = (typed: unknown): typed is string => typeof typed === "string" && typed.length <= LONGEST_QUANTITY;

/** What every quote needs. A quantity may be text, as forms send it; left out or blank it is 1, as in a booking. */
const parcels = {
  quantity: z
    .preprocess(
      (typed) => (isShortText(typed) ? typedNumber(typed) : (typed ?? undefined)),
      z
        .number("Quantity must be a number.")
        .min(1, "Quantity must be at least 1.")
        .max(MAX_QUANTITY, `Quantity can be at most ${MAX_QUANTITY}.`)
        .int("Quantity must be a whole number.")
        .default(1),
    )
    .meta({ override: { type: "integer", minimum: 1, maximum: MAX_QUANTITY, default: 1 } }),
  selectedBoxId: z
    .string("Please select a packaging type.")
    .max(limits.boxId, { error: `selectedBoxId can be at most ${limits.boxId} characters.`, abort: true })
    .trim()
    .min(1, "Please select a packaging type.")
    .meta({ example: "flyer-bag", description: "The id of a box" }),
  applyVat: z.boolean("applyVat must be true or false.").default(true),
};

export const LocalQuoteRequestSchema = z.object(
  {
    fromPostal: postalCode("The FROM postal code must have 4 digits."),
    toPostal: postalCode("The TO postal code must have 4 digits."),
    ...parcels,
  },
  "A quote request must be an object.",
);
export type LocalQuoteRequest = z.infer<typeof LocalQuoteRequestSchema>;

export const InternationalQuoteRequestSchema = z.object(
  {
    fromPostal: postalCode("The pickup postal code must have 4 digits."),
    toCountry: z
      .string("Please choose a destination country.")
      .max(LONGEST_COUNTRY, { error: `toCountry can be at most ${LONGEST_COUNTRY} characters.`, abort: true })
      .trim()
      .min(1, "Please choose a destination country."),
    ...parcels,
  },
  "A quote request must be an object.",
);
export type InternationalQuoteRequest = z.infer<typeof InternationalQuoteRequestSchema>;
