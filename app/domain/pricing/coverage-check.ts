import { isPostalCode, postalDigits } from "#app/domain/values/postal-code";
import type { PricingService } from "./pricing-service";

/** What a coverage check answers; `lead` is what the wizard can already be told when all is well. */
export type CoverageAnswer =
  | { ok: true; message: string; lead: Record<string, string> }
  | { ok: false; message: string; field?: string };

const UNREACHED = "Could not check coverage right now. Please try again.";

/** Do we collect here and deliver there? Words of spec sections 5 and 8. */
export async function checkLocalCoverage(pricing: PricingService, from: string, to: string): Promise<CoverageAnswer> {
  const [fromPostal, toPostal] = [postalDigits(from), postalDigits(to)];
  if (!isPostalCode(fromPostal) || !isPostalCode(toPostal)) {
    const field = isPostalCode(fromPostal) ? "toPostal" : "fromPostal";
    return { ok: false, message: "Please enter valid 4-digit codes for both fields.", field };
  }
  try {
    const [collect, deliver] = await Promise.all([pricing.coverage(fromPostal), pricing.coverage(toPostal)]);
    if (!collect && !deliver) return { ok: false, message: "Neither postal code is currently serviced." };
    if (!collect) return { ok: false, message: "We do not yet service the FROM postal code.", field: "fromPostal" };
    if (!deliver) return { ok: false, message: "We do not yet service the TO postal code.", field: "toPostal" };
    return {
      ok: true,
      message: `Great! We can ship from ${collect.city} ${collect.pcode} → ${deliver.city} ${deliver.pcode}.`,
      lead: { fromPostal, toPostal, fromCity: collect.city, toCity: deliver.city },
    };
  } catch {
    return { ok: false, message: UNREACHED };
  }
}

/** Do we collect here for that country? Words of spec sections 5 and 8. */
export async function checkInternationalCoverage(
  pricing: PricingService,
  pickup: string,
  toCountry: string,
): Promise<CoverageAnswer> {
  const pickupPostal = postalDigits(pickup);
  if (!isPostalCode(pickupPostal) || toCountry.trim() === "") {
    const field = isPostalCode(pickupPostal) ? "toCountry" : "pickupPostal";
    return { ok: false, message: "Enter pickup postal code and choose a destination country.", field };
  }
  try {
    const collect = await pricing.coverage(pickupPostal);
    if (!collect)
      return { ok: false, message: "We do not yet service pickups in that postal code.", field: "pickupPostal" };
    return {
      ok: true,
      message: `Pickup covered in ${collect.city} (${collect.pcode}). Destination: ${toCountry}.`,
      lead: { fromPostal: pickupPostal, fromCity: collect.city, toCountry },
    };
  } catch {
    return { ok: false, message: UNREACHED };
  }
}
