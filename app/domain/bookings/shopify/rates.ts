import * as z from "zod";
import type { Box } from "../../prices/contract/boxes";
import type { QuoteAnswer } from "../../prices/contract/quote-answer";
import type { Arrival } from "../../prices/usual-arrival";
import type { Cents } from "../../values/money";
import { homePostalCode, isPostalCode } from "../../values/postal-code";

/** Shopify's carrier service: its question for prices, and our answer to it. */

/** An order that needs more has no price: its shop asks us. The plug-ins have the same limit. */
const MOST_PARCELS = 20;
/** Packing more would keep a buyer waiting. */
const MOST_PRODUCTS = 2000;
const GRAMS_IN_KG = 1000;

/** What is read of the question; it has much more. */
const AskedSchema = z.object({
  rate: z.object({
    destination: z.object({
      country: z.string().nullish(),
      postal_code: z
        .string()
        .nullish()
        .transform((code) => homePostalCode(code ?? "")),
    }),
    items: z.array(
      z.object({
        quantity: z.number().int().nonnegative(),
        grams: z.number().nonnegative().nullish(),
        requires_shipping: z.boolean().nullish(),
      }),
    ),
    currency: z.string(),
  }),
});

/** `unitGrams` of each product that is sent; 0 where the shop hasn't given it. */
export type AskedRate = { toPostal: string; lines: { unitGrams: number; quantity: number }[] };

/** Reads a question. No price: another country or currency, no postal code, or nothing to send. */
export function readRate(sent: unknown): AskedRate | "no price" | "unreadable" {
  const read = AskedSchema.safeParse(sent);
  if (!read.success) return "unreadable";
  const { destination, items, currency } = read.data.rate;
  const lines = items
    .filter((item) => item.requires_shipping !== false && item.quantity > 0)
    .map(({ grams, quantity }) => ({ unitGrams: grams ?? 0, quantity }));
  const isOurs = destination.country === "ZA" && currency === "ZAR" && isPostalCode(destination.postal_code);
  return isOurs && lines.length > 0 ? { toPostal: destination.postal_code, lines } : "no price";
}

export type PackedBoxes = { boxId: string; quantity: number };

/**
 * The cheapest box that carries all of it or, if none does, the one of which the fewest do; null if 20 don't. Shopify tells
 * weights and no sizes, so the shop names the smallest box that it uses: lighter ones aren't taken, and what has no weight
 * goes in. Without such a box a product without a weight has no price.
 */
export function boxByWeight(boxes: readonly Box[], smallestBox: string, lines: AskedRate["lines"]): PackedBoxes | null {
  const smallest = boxes.find(({ id }) => id === smallestBox);
  if (!smallest && lines.some(({ unitGrams }) => unitGrams === 0)) return null;
  const offered = boxes
    .filter(({ id, maxWeightKg }) => !smallest || id === smallest.id || maxWeightKg > smallest.maxWeightKg)
    .toSorted((one, other) => one.costCents - other.costCents || one.maxWeightKg - other.maxWeightKg);
  const grams = lines.reduce((sum, { unitGrams, quantity }) => sum + unitGrams * quantity, 0);
  const holdsAll = (box: Box) => grams <= gramsOf(box);
  const one = smallest && holdsAll(smallest) ? smallest : offered.find(holdsAll);
  if (one) return { boxId: one.id, quantity: 1 };
  let best: PackedBoxes | null = null;
  for (const box of offered) {
    const quantity = parcelsFor(gramsOf(box), lines, (best?.quantity ?? MOST_PARCELS + 1) - 1);
    if (quantity !== null) best = { boxId: box.id, quantity };
  }
  return best;
}

const gramsOf = ({ maxWeightKg }: Box) => Math.round(maxWeightKg * GRAMS_IN_KG);

/** How many boxes carry all products, each put into the first with room, the heaviest first; null if more than `most`. */
function parcelsFor(capacity: number, lines: AskedRate["lines"], most: number): number | null {
  if (lines.reduce((sum, { quantity }) => sum + quantity, 0) > MOST_PRODUCTS) return null;
  const room: number[] = [];
  for (const { unitGrams, quantity } of lines.toSorted((one, other) => other.unitGrams - one.unitGrams)) {
    if (unitGrams > capacity) return null;
    for (let each = 0; each < quantity; each += 1) {
      const found = room.findIndex((left) => left >= unitGrams);
      if (found === -1 && room.length === most) return null;
      const at = found === -1 ? room.length : found;
      room[at] = (room[at] ?? capacity) - unitGrams;
    }
  }
  return room.length;
}

/** What a rate that a buyer chose says when it comes back with the order: box, number of boxes, and our price. */
export type ChosenRate = PackedBoxes & { cents: Cents };

/** "parcel:stock-2:1:8177". Shopify keeps it with the order. */
function rateCode({ boxId, quantity, cents }: ChosenRate): string {
  return `parcel:${boxId}:${quantity}:${cents}`;
}

/** Reads such a code; null if it is another carrier's. */
export function readRateCode(code: unknown): ChosenRate | null {
  const [, boxId, quantity, cents] =
    typeof code === "string" ? (/^parcel:(.+):(\d{1,3}):(\d{1,9})$/.exec(code) ?? []) : [];
  return boxId ? { boxId, quantity: Number(quantity), cents: Number(cents) } : null;
}

/** The answer for a price, as Shopify documents it; none if there is no instant price. */
export function ratesAnswered(name: string, packed: PackedBoxes, priced: QuoteAnswer, arrival: Arrival | null) {
  const cents = priced.ok ? priced.cents.totals.grandTotal : 0;
  if (cents <= 0) return [];
  const { quantity } = packed;
  return [
    {
      service_name: name,
      service_code: rateCode({ ...packed, cents }),
      total_price: String(cents),
      currency: "ZAR",
      description: quantity > 1 ? `${quantity} parcels, brought to the door` : "Brought to the door",
      // Our driver calls the receiver, and a booking needs the number.
      phone_required: true,
      ...(arrival && {
        min_delivery_date: `${arrival.first} 08:00:00 +0200`,
        max_delivery_date: `${arrival.last} 17:00:00 +0200`,
      }),
    },
  ];
}
