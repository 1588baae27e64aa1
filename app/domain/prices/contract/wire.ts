import * as z from "zod";
import { isPostalCode } from "#app/domain/values/postal-code";

/**
 * The pricing contract, shared by the service that answers it and the client that calls it. The answers are here; the
 * requests are in `wire-requests.ts` and `wire-queries.ts`. Amounts are rand with at most two decimals, as JSON
 * numbers; `formatted` holds the same amounts as text. Server only: zod would add 92 KB to a browser's download. Pages
 * import the types.
 */

/** The documented pattern. Spaces and hyphens between the digits are accepted too. */
export const POSTAL_PATTERN = { type: "string", pattern: "^[0-9]{4}$" } as const;

const words = (what: string) => z.string(`${what} must be text.`);
const rand = (what: string) => z.number(`${what} must be a number of rand.`).nonnegative(`${what} cannot be negative.`);
const centimetres = (what: string) =>
  z.number(`${what} must be a number of centimetres.`).positive(`${what} must be more than 0 cm.`);

export const BoxSchema = z.object(
  {
    id: words("The box id").min(1, "The box id is missing."),
    name: words("The box name"),
    dimensions: z.object(
      { l: centimetres("Length"), w: centimetres("Width"), h: centimetres("Height") },
      "A box needs dimensions l, w and h.",
    ),
    maxWeightKg: z
      .number("The weight limit must be a number of kilograms.")
      .positive("The weight limit must be more than 0 kg."),
    cost: rand("The box cost"),
  },
  "A box must be an object.",
);
export type BoxOnTheWire = z.infer<typeof BoxSchema>;

export const CoverageSchema = z.object(
  {
    city: words("The city"),
    pcode: words("The postal code")
      .refine(isPostalCode, "The postal code must have 4 digits.")
      .meta({ override: POSTAL_PATTERN }),
  },
  "Coverage must be an object.",
);
export type Coverage = z.infer<typeof CoverageSchema>;

export const CountrySchema = z.object(
  {
    name: words("The country name").min(1, "The country name is missing."),
    zoneLetter: words("The zone letter"),
    numericZone: z
      .int("The zone must be a whole number.")
      .min(1, "The zone must be from 1 to 10.")
      .max(10, "The zone must be from 1 to 10."),
  },
  "A country must be an object.",
);
export type Country = z.infer<typeof CountrySchema>;

/** One end of a route. Fields that don't apply are null: a country has no city here, a local place no zone letter. */
export const PlaceSchema = z.object(
  {
    city: words("The city").nullable(),
    region: words("The region").nullable(),
    zone: words("The zone").nullable(),
    country: words("The country").nullable(),
    zoneLetter: words("The zone letter").nullable(),
  },
  "A place must be an object.",
);
export type PlaceOnTheWire = z.infer<typeof PlaceSchema>;

const FormattedSchema = z.object(
  {
    grandTotal: words("grandTotal"),
    subtotalExVat: words("subtotalExVat"),
    vat: words("vat"),
    basePerUnit: words("basePerUnit"),
    linehaulPerUnit: words("linehaulPerUnit"),
    pickupLocalPerUnit: words("pickupLocalPerUnit"),
    intlBasePerUnit: words("intlBasePerUnit"),
    transportRatePerUnit: words("transportRatePerUnit"),
    fuelPerUnit: words("fuelPerUnit"),
    packagingCostPerUnit: words("packagingCostPerUnit"),
    transport: words("transport"),
    fuel: words("fuel"),
    packaging: words("packaging"),
  },
  "formatted must be an object.",
);

const PricingSchema = z.object(
  {
    perUnit: z.object(
      {
        base: rand("base"),
        linehaul: rand("linehaul"),
        pickupLocal: rand("pickupLocal"),
        intlBase: rand("intlBase"),
        transport: rand("transport"),
        fuel: rand("fuel"),
        packaging: rand("packaging"),
      },
      "perUnit must be an object.",
    ),
    totals: z.object(
      {
        transport: rand("transport"),
        fuel: rand("fuel"),
        packaging: rand("packaging"),
        subtotalExVat: rand("subtotalExVat"),
        vat: rand("vat"),
        grandTotal: rand("grandTotal"),
      },
      "totals must be an object.",
    ),
    surcharges: z.object(
      { fuelRate: z.number("fuelRate must be a number: 0.1 is 10 %.") },
      "surcharges must be an object.",
    ),
  },
  "pricing must be an object.",
);

/** How long a parcel usually takes after its collection. A service that doesn't know leaves it out. */
export const DeliveryDaysSchema = z
  .object(
    {
      least: z.int("least must be a whole number of working days.").positive("least must be at least 1."),
      most: z.int("most must be a whole number of working days.").positive("most must be at least 1."),
    },
    "deliveryDays must be an object.",
  )
  .meta({ description: "Working days from the collection to the delivery, usually" });

/** What a program should tell its customer before they book. */
export const WarningsSchema = z
  .array(z.object({ code: z.string().meta({ example: "delayed" }), message: z.string() }))
  .meta({
    description:
      "Left out when there is nothing to tell. delayed: for some days nobody comes to one of its places, and deliveryDays counts them. not_in_latin_letters: a name or address in another script needs latinName or latinStreet, or the slip on the parcel leaves it out. receiver_not_reachable: a receiver without an email whose phone gets no text hears nothing from us. not_on_account: the account pays by month, and this booking is to be paid by itself. There may be more codes later.",
  });
export type Warnings = z.infer<typeof WarningsSchema>;

/** What was priced. */
export const MetaSchema = z.object(
  {
    quantity: z.number("The quantity must be a number."),
    selectedBoxId: words("The box id"),
    boxName: words("The box name"),
    from: PlaceSchema,
    to: PlaceSchema,
    deliveryDays: DeliveryDaysSchema.optional(),
  },
  "meta must be an object.",
);

export const PricedQuoteSchema = z.object(
  {
    ok: z.literal(true, "ok must be true."),
    formatted: FormattedSchema,
    pricing: PricingSchema,
    meta: MetaSchema,
    warnings: WarningsSchema.optional(),
  },
  "A quote must be an object.",
);
export type PricedQuote = z.infer<typeof PricedQuoteSchema>;

/** No instant price, and the reason in plain words. */
export const RefusedQuoteSchema = z.object(
  { ok: z.literal(false, "ok must be false."), error: words("The error") },
  "A refused quote must be an object.",
);
export type RefusedQuote = z.infer<typeof RefusedQuoteSchema>;

export const QuoteResponseSchema = z.discriminatedUnion(
  "ok",
  [PricedQuoteSchema, RefusedQuoteSchema],
  "A quote response must say ok: true or ok: false.",
);
export type QuoteResponse = z.infer<typeof QuoteResponseSchema>;
