import * as z from "zod";
import { brand } from "#app/brand";
import { type Addresses, HOME_COUNTRY, noDoor, rulesByKey } from "../form/addresses";
import { addressFields, limits, type Party } from "../form/fields";
import { type Offered, type ParcelAnswers, parcelRules } from "../form/parcel";
import { hasDoor } from "../form/post-box";
import { optionalLine } from "../form/text-rules";
import { type PaymentTold, paymentStatuses } from "../money/payment-told";
import { marks } from "../parcels/marks";
import type { ParcelState } from "../parcels/parcel-state";
import type { Quote } from "../parcels/quotes/quote";
import { DeliveryDaysSchema, PricedQuoteSchema, WarningsSchema } from "../prices/contract/wire";

/** Bookings by API: their requests and answers. The rules of the fields are the form's. */

const LONGEST_REFERENCE = 50;
const LONGEST_VERSION = 20;
/** A thousand million rand. */
const MOST_AGREED = 1e9;
const NO_AMOUNT = "agreedTotal must be an amount in rand, a number such as 80.62.";

const REFERENCE = `reference is text of 1 to ${LONGEST_REFERENCE} characters, without a line break or control character, and without a space at its ends.`;

/**
 * A shop's own order number. It is kept and compared as it was sent: what a form would tidy is refused here, because a
 * number that we had changed would never be found again. So is a number that JSON can't hold exactly.
 */
const referenceSchema = z
  .preprocess(
    (sent) => (Number.isSafeInteger(sent) ? String(sent) : sent),
    z
      .string(REFERENCE)
      .regex(/^[^\p{C}\p{Z}](?:[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u, REFERENCE)
      .refine((sent) => [...sent].length <= LONGEST_REFERENCE, REFERENCE),
  )
  .meta({
    override: {
      ...{ type: "string", minLength: 1, maxLength: LONGEST_REFERENCE, example: "1001" },
      description: "Your own order number, kept and compared as you send it; no line breaks, no spaces at its ends",
      // Not every program that reads the description knows classes of Unicode.
      pattern: undefined,
    },
  });

type Documented = { type: "string" | "number" | "integer"; [more: string]: string | number };

/** A number may be sent as a number, and null counts as left out. */
const lenient = <Output>(rule: z.ZodType<Output>, documented: Documented) =>
  z
    .preprocess((sent) => (Number.isFinite(sent) ? String(sent) : (sent ?? undefined)), rule)
    .meta({ override: documented });

/** The body of `POST /v1/bookings`. */
export function bookingRequestSchema(offered: Offered) {
  const { shape } = parcelRules(offered);
  const text = (maxLength: number, description: string) => ({ type: "string", maxLength, description }) as const;
  return z.strictObject(
    {
      reference: referenceSchema,
      from: party("from").optional(),
      to: party("to"),
      parcel: z.strictObject(
        {
          boxId: lenient(shape.selectedBoxId, { ...text(limits.boxId, "The id of a box"), example: "flyer-bag" }),
          quantity: lenient(shape.quantity, { type: "integer", minimum: 1, maximum: 100, default: 1 }).optional(),
          parcelDesc: lenient(shape.parcelDesc, text(limits.parcelDescription, "What is inside")).optional(),
          declaredValue: lenient(shape.declaredValue, {
            type: "number",
            minimum: 0,
            description: "In rand",
          }).optional(),
          weight: lenient(shape.weight, {
            type: "number",
            exclusiveMinimum: 0,
            description: "In kilograms",
          }).optional(),
        },
        "parcel is required: an object with boxId.",
      ),
      specialInstructions: lenient(shape.specialInstructions, text(limits.textArea, "For the driver")).optional(),
      collectionDay: lenient(shape.collectionDay, text(40, "A working day, such as 2026-12-01")).optional(),
      agreedTotal: z
        .number(NO_AMOUNT)
        .positive(NO_AMOUNT)
        .max(MOST_AGREED, NO_AMOUNT)
        .refine((rand) => Math.abs(rand * 100 - Math.round(rand * 100)) < 1e-4, NO_AMOUNT)
        .meta({ description: "What your customer saw: pricing.totals.grandTotal of the quote", example: 80.62 }),
      termsVersion: optionalLine("termsVersion", LONGEST_VERSION).meta({
        override: text(LONGEST_VERSION, "The version of our terms that you agree to; left out: that of the key"),
      }),
    },
    "A booking must be a JSON object.",
  );
}
export type BookingRequest = z.output<ReturnType<typeof bookingRequestSchema>>;

/** One party's fields, named as in the form without its prefix. */
function party(of: Party) {
  const fields = addressFields.filter((each) => each.party === of && each.field.rule !== "country");
  const rules = fields.map(({ name, field }) => {
    const isOptional = field.rule.startsWith("optional") || name === "toEmail" || (of === "from" && isOfAccount(name));
    const rule = lenient(rulesByKey[name], { type: "string", maxLength: field.max, description: field.label });
    return [wireName(name, of), isOptional ? rule.optional() : rule] as const;
  });
  return z
    .strictObject(Object.fromEntries(rules), `${of} must be an object.`)
    .refine(({ addressLine, suburb, landmark }) => hasDoor(addressLine, suburb, landmark), {
      ...{ path: ["addressLine"], error: noDoor(of) },
      when: ({ value }) => typeof value === "object" && value !== null,
    });
}

/** What the account itself fills in where a sender leaves it out. */
const isOfAccount = (name: string) => ["fromName", "fromEmail", "fromPhone"].includes(name);

/** `toAddressLine` as `addressLine`. */
const wireName = (name: string, of: Party) => `${name[of.length]?.toLowerCase()}${name.slice(of.length + 1)}`;

/** A request's answers by the form's names; blank where they were left out. */
export function answersOf(
  request: Pick<BookingRequest, "to" | "parcel" | "specialInstructions" | "collectionDay">,
  from: Partial<Record<string, string>>,
): { addresses: Addresses; parcel: ParcelAnswers } {
  const addresses = Object.fromEntries(
    addressFields.map(({ name, party: of, field }) => {
      if (field.rule === "country") return [name, HOME_COUNTRY];
      const sent: Record<string, unknown> = of === "from" ? from : request.to;
      return [name, String(sent[wireName(name, of)] ?? "")];
    }),
  ) as Addresses;
  const { boxId, quantity = 1, parcelDesc = "", declaredValue = 0, weight } = request.parcel;
  const parcel: ParcelAnswers = {
    ...{ selectedBoxId: boxId, quantity, parcelDesc, customsDesc: "", declaredCents: declaredValue, weight },
    ...{ specialInstructions: request.specialInstructions ?? "", collectionDay: request.collectionDay ?? "" },
    collectionTime: "",
  };
  return { addresses, parcel };
}

/** A sender as a request names it. */
export function asSender(addresses: Partial<Addresses>): Record<string, string> {
  const named = addressFields.filter(({ party: of, field }) => of === "from" && field.rule !== "country");
  return Object.fromEntries(
    named.flatMap(({ name }) => (addresses[name] ? [[wireName(name, "from"), addresses[name]]] : [])),
  );
}

const statuses = [
  "pending_payment",
  "payfast_failed",
  "payfast_cancelled",
  "paid",
  "payfast_complete",
  "waybill_created",
  "cancelled",
] as const satisfies readonly Quote["status"][];

/** What tracking calls a parcel's state, and what each means to a program. */
const states: Record<ParcelState["state"], string> = {
  booked: "to be collected",
  collected: "collected, or some of its pieces",
  on_the_way: "on its way",
  at_depot: "at our depot",
  out_for_delivery: "with the driver who delivers it",
  failed: "nobody was there to hand it over, or to take it",
  late: "its days are over",
  returning: "going back to the sender",
  delivered: "all its pieces have arrived",
  returned: "back at the sender",
  ended: "it will not arrive",
  cancelled: "cancelled",
};
/** What each word of a table means, in one sentence. */
const meanings = (words: Record<string, string>) =>
  `${Object.entries(words)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join("; ")}. There may be more words later.`;
const STATE = `Where the parcel is, as tracking tells it; null until it is paid or on account. ${meanings(states)}`;
const PAYMENT_STATUS = `Whether it is paid. ${meanings(paymentStatuses)}`;

const DUE =
  "What more than the price is to be paid, in rand, because the parcel isn't as it was booked; it waits until then. A person pays or refuses it at paymentUrl; of several amounts this is the sum, and each is paid by itself there. Left out if nothing is due";

const moment = z.string().meta({ override: { type: "string", format: "date-time" } });
const address = (description: string) => z.string().nullable().meta({ description });

/** A booking as a shop's program sees it. */
export const BookingSchema = z
  .object({
    id: z.string(),
    quoteNo: z.string().meta({ description: "The number to tell us on the phone", example: "Q48210934" }),
    reference: z.string().nullable().meta({ description: "Your own order number; null if it was booked on the site" }),
    status: z
      .string()
      .meta({ description: "waybill_created: paid or on account, with its label. Its events say where it is." }),
    paymentStatus: z
      .enum(Object.keys(paymentStatuses) as [PaymentTold, ...PaymentTold[]])
      .meta({ description: PAYMENT_STATUS }),
    state: z
      .enum(Object.keys(states) as [ParcelState["state"], ...ParcelState["state"][]])
      .nullable()
      .meta({ description: STATE }),
    price: PricedQuoteSchema.nullable().meta({ description: "As in a quote; null for a price by hand" }),
    heldUntil: moment
      .nullable()
      .meta({ description: "Until when this price can be paid; null where your account pays it by month" }),
    paymentUrl: address(
      "Where a person pays for it, together with your other open bookings, or what more is due; null once paid, and on account",
    ),
    amountDue: z.number().optional().meta({ description: DUE, example: 56.92 }),
    waybillNo: address("The number on the parcel; null until it is paid or on account"),
    pieces: z
      .array(z.object({ piece: z.int(), trackingUrl: z.string() }))
      .meta({ description: "Its parcels; empty until it is paid or on account" }),
    labelUrl: address("The label as a PDF, for a person's browser; null until it is paid or on account"),
    trackingUrl: address("Null until it is paid or on account"),
    deliveryDays: DeliveryDaysSchema.nullable(),
    warnings: WarningsSchema.optional(),
  })
  .meta({ id: "Booking" });
export type BookingOnTheWire = z.input<typeof BookingSchema>;

export const BookingListSchema = z.object({
  bookings: z.array(BookingSchema),
  next: z.string().nullable().meta({ description: "Send it as after for the next page; null on the last" }),
});

const LIMIT = "limit must be a whole number from 1 to 100.";
const MOST_LISTED = 100;
const LISTED_UNASKED = 20;
const LONGEST_ID = 40;

export const BookingsQuerySchema = z.strictObject({
  reference: referenceSchema.optional(),
  status: z.enum(statuses, `status must be one of ${statuses.join(", ")}.`).optional(),
  after: z.string().max(LONGEST_ID, "after must be the next of a page before.").optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, LIMIT)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_LISTED, LIMIT)
    .default(LISTED_UNASKED)
    .meta({ override: { type: "integer", minimum: 1, maximum: MOST_LISTED, default: LISTED_UNASKED } }),
});

export const LabelQuerySchema = z.strictObject({
  size: z.enum(["a4", "label"], "size must be a4 or label.").default("label"),
});

const MOST_AT_ONCE = 50;
const IDS = `bookings must be 1 to ${MOST_AT_ONCE} ids of bookings, with commas between.`;

export const LabelsQuerySchema = LabelQuerySchema.extend({
  bookings: z
    .string(IDS)
    .max(MOST_AT_ONCE * (LONGEST_ID + 1), { error: IDS, abort: true })
    .transform((ids) => [...new Set(ids.split(","))])
    .refine((ids) => ids.length <= MOST_AT_ONCE && !ids.includes(""), IDS)
    .meta({
      override: { type: "string", description: `Ids of bookings, with commas between; at most ${MOST_AT_ONCE}` },
    }),
});

export const EventsSchema = z.object({
  events: z.array(
    z.object({
      kind: z.string().meta({ example: "collected" }),
      at: moment,
      place: z
        .string()
        .nullable()
        .meta({ example: `${brand.city} depot` }),
      pieces: z.int().meta({ description: "How many of its pieces it is about" }),
      of: z.int().meta({ description: "How many pieces it has" }),
    }),
  ),
});

const MARK = `mark is one of: ${marks.join(", ")}.`;

/** The body of `POST /v1/bookings/{id}/simulate`. */
export const SimulationSchema = z
  .strictObject({ mark: z.enum(marks, { error: MARK }).meta({ description: "As in a parcel's events" }) })
  .meta({ id: "Simulation" });

export const TermsSchema = z.object({ version: z.string().meta({ example: "2026-11-23" }), url: z.string() });
