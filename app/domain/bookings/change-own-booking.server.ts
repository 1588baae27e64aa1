import type { Asked } from "#app/domain/limits/cause";
import type { Store } from "#db/store.server";
import { type AddressFieldName, addressFields, spokenName } from "../form/fields";
import { recordAction } from "../office/staff-actions.server";
import { historyOfQuote, type TrackingEvent } from "../parcels/issue-waybill.server";
import { isNameless, type Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { wasCollected } from "../parcels/visits";
import { waybillLink } from "../post/emailed-link.server";
import type { PricingService } from "../prices/contract/pricing-service";
import { changeDetails, type DetailChanges, judgeChange } from "./change-details.server";

/** The fields that customers may change in their own booking: none that affect its price. */
export const changeableFields: readonly AddressFieldName[] = addressFields
  .filter(({ field }) => field.changedBy === "customer")
  .map(({ name }) => name);

export type OwnChange =
  | { ok: true; changed: AddressFieldName[] }
  | { ok: false; errors: Partial<Record<AddressFieldName | "", string[]>> };

/**
 * Whether a customer may still change a booking: it isn't cancelled, and no piece has been collected. With the first piece
 * a slip is on its way that has the old address, and the others must not go to another one.
 * @param history its parcel's; empty without a waybill
 */
export function isChangeable(quote: Quote, history: readonly TrackingEvent[]): boolean {
  if (!quote.bookedAt || quote.status === "cancelled" || isNameless(quote)) return false;
  return !wasCollected(history) && history.at(-1)?.kind !== "ended";
}

/**
 * Changes names, phones and places in a customer's own booking before it is collected. Both people are told, and the
 * change is logged like a change by staff. Making the same change again does nothing.
 * @param asked null if there was nothing to change when the page looked: then nothing is
 */
export async function changeOwnBooking(
  asked: Asked<"a letter" | "a text"> | null,
  { store, pricing }: { store: Store; pricing: PricingService },
  quoteId: string,
  changes: DetailChanges,
  appUrl: string,
  now: Date,
): Promise<OwnChange> {
  return store.tx(async (tx) => {
    const quote = await quoteById(tx, quoteId);
    const history = await historyOfQuote(tx, quoteId);
    if (!quote || !isChangeable(quote, history)) return { ok: false, errors: { "": [TOO_LATE] } };
    const judged = await judgeChange(tx, pricing, quote, changes);
    if (!judged.ok) return { ok: false, errors: judged.errors };
    const { changed } = judged;
    if (changed.length === 0) return { ok: true, changed };
    if (!asked) return { ok: false, errors: { "": [CHANGED] } };
    const waybillNo = history[0]?.waybillNo;
    const link = waybillNo ? await waybillLink(tx, waybillNo, appUrl) : null;
    await changeDetails(tx, quote, judged, { cause: asked, link, now });
    const details = changed.map(spokenName).join(", ");
    const action = { action: "changed booking", subject: waybillNo ?? quote.quoteNo, details };
    await recordAction(tx, "customer", action, now);
    return { ok: true, changed };
  });
}

const CHANGED = "The booking was changed meanwhile. Please look at it, and press the button again.";
const TOO_LATE = "The parcel has been collected meanwhile. Nothing was changed.";
