import * as z from "zod";
import { centsFromRand } from "../values/money";
import { collectionTimes } from "./collection-wish";
import { limits, type ParcelFieldName } from "./fields";
import { optionalLine, optionalText } from "./text-rules";

/** The length of `2026-11-23`. */
const LONGEST_DAY = 10;
const MOST_PARCELS = 100;
const HEAVIEST_KG = 1000;
const DEAREST_CENTS = 1_000_000_00;

/** A typed number that is short enough to parse, spaces included. */
const typedDigits = (tooLong: string) => z.string().max(limits.typedNumber, { error: tooLong, abort: true }).optional();

/**
 * Reads a number as people type it: spaces between thousands, a comma or a point before the decimals, its unit after
 * it.
 */
function typedNumber(typed: string | undefined): number | undefined {
  const tidy = (typed ?? "")
    .replace(/[\sR]/g, "")
    .replace(/(?<=\d)(kgs?|kilos?|kilograms?|parcels?|pieces?|boxe?s?)$/i, "")
    .replace(",", ".");
  return tidy === "" ? undefined : Number(tidy);
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

const NO_AMOUNT = "Declared value must be an amount in rand.";

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
  .transform(typedNumber)
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
  collectionTime: z.enum(collectionTimes, "Collection time must be chosen from the list").default(""),
} satisfies Record<Exclude<ParcelFieldName, "declaredCents"> | "declaredValue", z.ZodType>);

/** The rules of a parcel's fields, by their names in the form. */
export function parcelRules(
  boxMessage: string,
  knowsBox: (id: string) => boolean,
  offersDay: (day: string) => boolean,
) {
  return anyParcel.extend({
    selectedBoxId: z
      .string(boxMessage)
      .max(limits.boxId, { error: boxMessage, abort: true })
      .refine(knowsBox, boxMessage),
    collectionDay: typedDay.pipe(
      z.string().refine((day) => day === "" || offersDay(day), "Collection day must be chosen from the list"),
    ),
  });
}

/**
 * What is sent (specification sections 3 and 5). Quantity defaults to 1 and the declared value to 0. The value is typed
 * in rand as `declaredValue` and stored in cents as `declaredCents`. Weight is in kilograms.
 * @param boxMessage the message when no packaging is chosen; the wizards word it differently
 * @param knowsBox whether an id is in the list of boxes
 * @param offersDay whether a collection day can be chosen
 */
export function parcelSchema(
  boxMessage: string,
  knowsBox: (id: string) => boolean,
  offersDay: (day: string) => boolean,
) {
  const rules = parcelRules(boxMessage, knowsBox, offersDay);
  return rules.transform(({ declaredValue: declaredCents, ...parcel }) => ({ ...parcel, declaredCents }));
}

export type ParcelAnswers = z.infer<ReturnType<typeof parcelSchema>>;
