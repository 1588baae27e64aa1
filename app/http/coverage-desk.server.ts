import { company } from "#app/company.server";
import {
  type CoverageAnswer,
  checkInternationalCoverage,
  checkLocalCoverage,
} from "#app/domain/pricing/coverage-check";
import { usualDelivery } from "#app/domain/pricing/usual-delivery.server";
import { centsFromRand, formatRand } from "#app/domain/values/money";
import type { QuickPrice } from "#app/ui/shipments/coverage-notice";
import { offeredBoxes } from "./shown-quote.server";

export type Check = "local" | "international" | "price";

/** Which of the checks on "Send a parcel" an address asks for; the home page's form names none. */
export function checkOf(query: URLSearchParams): Check | null {
  const check = query.get("check");
  if (check === "local" || check === "international" || check === "price") return check;
  if (query.has("pickupPostal")) return "international";
  return query.has("fromPostal") ? "price" : null;
}

/** What a check comes to. */
export async function answerTo(check: Check, asked: (name: string) => string): Promise<CoverageAnswer> {
  const { pricing } = await company();
  return check === "international"
    ? checkInternationalCoverage(pricing, asked("pickupPostal"), asked("toCountry"))
    : checkLocalCoverage(pricing, asked("fromPostal"), asked("toPostal"));
}

/** One parcel in this box, or in the first of the list; nothing personal is asked for. */
export async function quickPrice(lead: Record<string, string>, boxId: string): Promise<QuickPrice | null> {
  const { pricing, store } = await company();
  const boxes = await offeredBoxes();
  const box = boxes.find(({ id }) => id === boxId) ?? boxes[0];
  if (!box) return null;
  const { fromPostal = "", toPostal = "" } = lead;
  const asked = { fromPostal, toPostal, quantity: 1, selectedBoxId: box.id, applyVat: true };
  const quote = await pricing.quoteLocal(asked).catch(() => null);
  if (!quote?.ok) return null;
  const now = new Date();
  const { deliveryDays } = quote.meta;
  return {
    words: `${formatRand(centsFromRand(quote.pricing.totals.grandTotal) ?? 0)} in a ${box.name}`,
    delivery: deliveryDays ? await usualDelivery(store.read, deliveryDays, { since: now }, now) : null,
  };
}
