import * as z from "zod";
import { limits } from "#app/domain/form/fields";
import { DeliveryDaysSchema, PlaceSchema, PricedQuoteSchema, RefusedQuoteSchema } from "./wire";
import { BoxListSchema } from "./wire-queries";

/**
 * What another pricing service answers, read more widely than we answer ourselves (`wire.ts`): what the site never uses
 * doesn't decide whether anybody can buy.
 */

const NOWHERE = { city: null, region: null, zone: null, country: null, zoneLetter: null };
/** Working days. Nobody waits longer for a parcel. */
const MOST_DAYS = 250;

const notUsed = z
  .unknown()
  .transform(() => 0)
  .default(0);
const place = PlaceSchema.catch(NOWHERE);
const days = DeliveryDaysSchema.refine(({ least, most }) => least <= most && most <= MOST_DAYS);

const { pricing, meta } = PricedQuoteSchema.shape;
const PriceSchema = PricedQuoteSchema.omit({ formatted: true, warnings: true }).extend({
  meta: meta.extend({
    selectedBoxId: z.preprocess(idAsText, meta.shape.selectedBoxId),
    ...{ from: place, to: place, deliveryDays: days.optional().catch(undefined) },
  }),
});
export type ForeignPrice = z.infer<typeof PriceSchema>;

type Part = keyof ForeignPrice["pricing"]["perUnit"];

function quoteWithout<Unused extends Part>(unused: Record<Unused, typeof notUsed>) {
  const price = PriceSchema.extend({ pricing: pricing.extend({ perUnit: pricing.shape.perUnit.extend(unused) }) });
  return z.discriminatedUnion("ok", [price, RefusedQuoteSchema], "A quote response must say ok: true or ok: false.");
}

/** The parts of a price that the bill shows are those of its kind. */
export const foreignQuoteSchemas = {
  local: quoteWithout({ pickupLocal: notUsed, intlBase: notUsed }),
  international: quoteWithout({ base: notUsed, linehaul: notUsed }),
};

/**
 * Reads boxes in other services' spelling: `length`, `width`, `height` for `dimensions: {l, w, h}`, and `weightLimit`
 * for `maxWeightKg`. The result has our contract's form.
 */
export const ForeignBoxesSchema = z.preprocess(
  (boxes) => (Array.isArray(boxes) ? boxes.map(inOurWords) : boxes),
  // The draft's cookie has no room for a longer id.
  BoxListSchema.transform((boxes) => boxes.filter(({ id }) => id.length <= limits.boxId)),
);

function inOurWords(box: unknown): unknown {
  if (!isRecord(box)) return box;
  const sizes = isRecord(box.dimensions) ? box.dimensions : box;
  return {
    id: idAsText(box.id),
    name: box.name,
    dimensions: {
      l: sizes.l ?? sizes.length,
      w: sizes.w ?? sizes.width,
      h: sizes.h ?? sizes.height,
    },
    maxWeightKg: box.maxWeightKg ?? box.weightLimit,
    cost: box.cost,
  };
}

function idAsText(id: unknown): unknown {
  return typeof id === "number" ? String(id) : id;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
