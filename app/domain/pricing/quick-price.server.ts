import { centsFromRand, formatRand } from "#app/domain/values/money";
import type { Reader } from "#db/store.server";
import { offeredBoxes } from "./box-choices";
import type { PricingService } from "./pricing-service";
import { usualDelivery } from "./usual-delivery.server";

/** A price before anything is asked: `words` name it and its box, `delivery` when the parcel usually arrives. */
export type QuickPrice = { words: string; delivery: string | null };

/** One parcel in this box, or in the first of the list; nothing personal is asked for. */
export async function quickPrice(
  { pricing, read }: { pricing: PricingService; read: Reader },
  lead: Record<string, string>,
  boxId: string,
  now: Date,
): Promise<QuickPrice | null> {
  const boxes = await offeredBoxes(pricing);
  const box = boxes.find(({ id }) => id === boxId) ?? boxes[0];
  if (!box) return null;
  const { fromPostal = "", toPostal = "" } = lead;
  const asked = { fromPostal, toPostal, quantity: 1, selectedBoxId: box.id, applyVat: true };
  const quote = await pricing.quoteLocal(asked).catch(() => null);
  if (!quote?.ok) return null;
  const { deliveryDays } = quote.meta;
  return {
    words: `${formatRand(centsFromRand(quote.pricing.totals.grandTotal) ?? 0)} in a ${box.name}`,
    delivery: deliveryDays ? await usualDelivery(read, deliveryDays, { since: now }, now) : null,
  };
}
