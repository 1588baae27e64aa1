import { company } from "#app/company.server";
import {
  type CoverageAnswer,
  checkInternationalCoverage,
  checkLocalCoverage,
} from "#app/domain/pricing/coverage-check";
import { centsFromRand, formatRand } from "#app/domain/values/money";
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
export async function quickPrice(lead: Record<string, string>, boxId: string): Promise<string | null> {
  const { pricing } = await company();
  const boxes = await offeredBoxes();
  const box = boxes.find(({ id }) => id === boxId) ?? boxes[0];
  if (!box) return null;
  const { fromPostal = "", toPostal = "" } = lead;
  const asked = { fromPostal, toPostal, quantity: 1, selectedBoxId: box.id, applyVat: true };
  const quote = await pricing.quoteLocal(asked).catch(() => null);
  return quote?.ok ? `${formatRand(centsFromRand(quote.pricing.totals.grandTotal) ?? 0)} in a ${box.name}` : null;
}
