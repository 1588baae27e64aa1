import { folded } from "../values/folded-text";
import type { PricingService } from "./contract/pricing-service";
import { isOnePlace } from "./places";
import type { Places } from "./places.server";

/** The parts of an address that a postal code gives; null where the customer has to fill them in. */
export type PlaceOfCode = {
  suburb: string | null;
  city: string | null;
  /** The places that share the code, to choose from. */
  suburbs: string[];
};

/**
 * The suburb and city of a postal code, if it stands for one place.
 * @param named what was typed beside the code: `Orlando East`
 */
export async function placeOfCode(
  { pricing, places }: { pricing: PricingService; places: Places },
  code: string,
  named = "",
): Promise<PlaceOfCode> {
  const unknown = () => null;
  const [coverage, area, only] = await Promise.all([
    pricing.coverage(code).catch(unknown),
    places.townAt(code).catch(unknown),
    places.onlyPlaceAt(code).catch(unknown),
  ]);
  const { city: written, suburbs } = places.partsAt(code);
  const told = coverage?.city ?? only;
  // A pricing service of its own may know the city better than we do.
  const isOurs = !told || told === area || !isOnePlace(told);
  const city = (isOurs && written) || told;
  const typed = suburbs.find((suburb) => folded(suburb) === folded(named));
  const single = written && written !== only ? (suburbs.length === 1 ? suburbs[0] : null) : only;
  return { suburb: typed ?? single ?? null, city: city && isOnePlace(city) ? city : null, suburbs };
}
