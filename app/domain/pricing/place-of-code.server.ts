import { isOnePlace } from "./places";
import type { Places } from "./places.server";
import type { PricingService } from "./pricing-service";

/** What a postal code tells of an address; null where its customer has to say. */
export type PlaceOfCode = { suburb: string | null; city: string | null };

/** Suburb and city of a postal code, where it has one place. */
export async function placeOfCode(
  { pricing, places }: { pricing: PricingService; places: Places },
  code: string,
): Promise<PlaceOfCode> {
  const unknown = () => null;
  const [coverage, suburb] = await Promise.all([
    pricing.coverage(code).catch(unknown),
    places.onlyPlaceAt(code).catch(unknown),
  ]);
  const city = coverage?.city ?? suburb;
  return { suburb, city: city && isOnePlace(city) ? city : null };
}
