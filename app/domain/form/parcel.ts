import * as z from "zod";
import { numberFrom } from "../values/decimal";
import { centsFromRand } from "../values/money";
import { plainSigns } from "../values/typed-text";
import { daysMeant } from "../values/written-day";
import { collectionTimes } from "./collection-wish";
import { limits, type ParcelFieldName } from "./fields";
import { optionalLine, optionalText } from "./text-rules";

/** With its weekday: `Wednesday 23 September 2026`. */
const LONGEST_DAY = 40;
const MOST_PARCELS = 100;
const HEAVIEST_KG = 1000;
const GRAMS_IN_KG = 1000;
const DEAREST_CENTS = 1_000_000_00;

/** A typed number that is short enough to parse, spaces included. */
const typedDigits = (tooLong: string) => z.string().max(limits.typedNumber, { error: tooLong, abort: true }).optional();

/** Reads a number as people type it, with its unit after it. Undefined if it is blank. */
export function typedNumber(typed = ""): number | undefined {
  const bare = typed.replace(/(?<=\d)\s*(kgs?|kilos?|kilograms?|parcels?|pieces?|boxe?s?)\s*$/i, "");
  return bare.trim() === "" ? undefined : (numberFrom(bare) ?? Number.NaN);
}

/** Nobody weighs thousandths of a gram: in `1,500 g` and `1.500 g` the sign groups whole grams. */
const GROUPED_GRAMS = /^(\d{1,3})[.,](\d{3})$/;

/** Reads a weight as people type it, in kilograms unless it says grams. Undefined if it is blank. */
export function typedKg(typed = ""): number | undefined {
  const [, grams] = /^(.*\d)\s*g(?:r|m|ram|ramme)?s?\s*$/i.exec(plainSigns(typed)) ?? [];
  if (grams === undefined) return typedNumber(typed);
  return (numberFrom(grams.trim().replace(GROUPED_GRAMS, "$1$2")) ?? Number.NaN) / GRAMS_IN_KG;
}

const TOO_MANY = `Quantity must be at most ${MOST_PARCELS}. For more, ask us for a quote by email.`;

const quantity = typedDigits(TOO_MANY)
  .transform((typed) => typedNumber(typed) ?? 1)
  .pipe(
    z
      .number("Quantity must be at least 1.")
      .refine((count) => count >= 1, { error: "Quantity must be at least 1.", abort: true })
      .refine(Number.isInteger, "Quantity must be a whole number.")
      .max(MOST_PARCELS, TOO_MANY),
  );

/** Reads rand as cents. `1,500` is refused, because some people mean 1 500 by it and others 1,50. */
const typedCents = (typed: string | undefined) => (typed?.trim() ? (centsFromRand(typed) ?? Number.NaN) : 0);

const NO_AMOUNT = "Declared value must be an amount in rand, such as 1 234,50.";

const declaredValue = typedDigits(NO_AMOUNT)
  .transform(typedCents)
  .pipe(
    z
      .number(NO_AMOUNT)
      .refine((cents) => cents >= 0, "Declared value cannot be negative.")
      .max(DEAREST_CENTS, "Declared value must be at most R 1 000 000."),
  );

const TOO_HEAVY = `Weight must be at most ${HEAVIEST_KG} kg.`;

const weight = typedDigits(TOO_HEAVY)
  .transform(typedKg)
  .pipe(
    z
      .number("Weight must be greater than 0 (or leave blank).")
      .refine((kg) => kg > 0, "Weight must be greater than 0 (or leave blank).")
      .max(HEAVIEST_KG, TOO_HEAVY)
      .optional(),
  );

const typedDay = optionalLine("Collection day", LONGEST_DAY);

/** Built once, in the form's order: building the rules takes longer than validating a form with them. */
const anyParcel = z.object({
  selectedBoxId: z.string(),
  quantity,
  parcelDesc: optionalLine("What is inside", limits.parcelDescription),
  customsDesc: optionalText("Customs description", limits.textArea),
  specialInstructions: optionalText("Special instructions", limits.textArea),
  declaredValue,
  weight,
  collectionDay: typedDay,
  collectionTime: z
    .preprocess(halfDay, z.enum(collectionTimes, "Collection time must be morning, afternoon or blank"))
    .default(""),
} satisfies Record<Exclude<ParcelFieldName, "declaredCents"> | "declaredValue", z.ZodType>);

/** "Morning" and "in the morning" are `morning`. */
function halfDay(typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const said = typed.trim().toLowerCase();
  return said.startsWith("in the ") ? said.slice("in the ".length) : said;
}

/** What can be chosen for a parcel, and what is said of anything else: each door words it differently. */
export type Offered = {
  boxMessage: string;
  knowsBox: (id: string) => boolean;
  /** The days of collection. */
  days: readonly string[];
  dayMessage: string;
};

/** The rules of a parcel's fields, by their names in the form. */
export function parcelRules({ boxMessage, knowsBox, days, dayMessage }: Offered) {
  return anyParcel.extend({
    selectedBoxId: z
      .string(boxMessage)
      .max(limits.boxId, { error: boxMessage, abort: true })
      .trim()
      .refine(knowsBox, boxMessage),
    collectionDay: typedDay.transform((typed, { addIssue }) => {
      const [day = "", other] = daysMeant(typed, days);
      if (other) addIssue(`Collection day ${typed} can be ${day} or ${other}. Write the one that you mean`);
      else if (typed !== "" && day === "") addIssue(dayMessage);
      return day;
    }),
  });
}

/**
 * What is sent (specification sections 3 and 5). Quantity defaults to 1 and the declared value to 0. The value is typed
 * in rand as `declaredValue` and stored in cents as `declaredCents`. Weight is in kilograms.
 */
export function parcelSchema(offered: Offered) {
  return parcelRules(offered).transform(({ declaredValue: declaredCents, ...parcel }) => ({
    ...parcel,
    declaredCents,
  }));
}

export type ParcelAnswers = z.infer<ReturnType<typeof parcelSchema>>;
