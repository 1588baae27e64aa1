import { isOnePlace } from "./places";
import type { Places } from "./places.server";
import type { PricingService } from "./pricing-service";

/** The parts of an address that a postal code gives; null where the customer has to fill them in. */
export type PlaceOfCode = { suburb: string | null; city: string | null };

/** The suburb and city of a postal code, if it stands for one place. */
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
