import { isPostalCode } from "#app/domain/values/postal-code";
import { findCountry, isSouthAfrica, namesakes } from "./contract/countries";
import type { PricingService } from "./contract/pricing-service";
import { countryList } from "./country-names";
import type { Place } from "./places";
import { type Places, placeName } from "./places.server";

/** A place that we don't serve: its code, its name if we know it, and places nearby that we do serve. */
export type Unserved = { field: string; code: string; town: string | null; near: Place[] };

/** The result of a coverage check, with the fields that it concerns. `lead` is what the wizard can fill in. */
export type CoverageAnswer =
  | { ok: true; message: string; lead: Record<string, string> }
  | {
      ok: false;
      message: string;
      fields?: string[];
      /** What each field says, where they don't all say the message. */
      errors?: Record<string, string>;
      unserved?: Unserved[];
      lead?: Record<string, string>;
    };

/** The places whose names were typed for codes, by the field. */
export type NamedPlaces = Record<string, Place | undefined>;

/** Where prices and place names come from; `ownPricing` is our own tables, for while the service is down. */
export type CoverageSources = { pricing: PricingService; ownPricing: PricingService; places: Places };

const UNREACHED = "Could not check coverage right now. Please try again.";
const MOST_NEARBY = 3;

/** Do we collect here and deliver there? Wording of specification sections 5 and 8. */
export async function checkLocalCoverage(
  { pricing, places }: Omit<CoverageSources, "ownPricing">,
  fromPostal: string,
  toPostal: string,
  named: NamedPlaces = {},
): Promise<CoverageAnswer> {
  if (!isPostalCode(fromPostal) || !isPostalCode(toPostal)) {
    const message = "Please enter valid 4-digit codes for both fields.";
    return { ok: false, message, fields: ["fromPostal", "toPostal"] };
  }
  try {
    const [collect, deliver] = await Promise.all([pricing.coverage(fromPostal), pricing.coverage(toPostal)]);
    const from = written(fromPostal, collect, named.fromPostal);
    const to = written(toPostal, deliver, named.toPostal);
    const lead = {
      ...{ fromPostal, toPostal, fromCity: collect ? from.city : "", toCity: deliver ? to.city : "" },
      ...(from.suburb && { fromSuburb: from.suburb }),
      ...(to.suburb && { toSuburb: to.suburb }),
    };
    if (!collect || !deliver) {
      const unserved = await unservedPlaces(places, {
        ...(collect ? {} : { fromPostal }),
        ...(deliver ? {} : { toPostal }),
      });
      const fields = unserved.map(({ field }) => field);
      return { ok: false, message: refusal(collect !== null, deliver !== null), fields, unserved, lead };
    }
    const message = `Great! We can ship from ${from.city} ${collect.pcode} → ${to.city} ${deliver.pcode}.`;
    return { ok: true, message, lead };
  } catch {
    return { ok: false, message: UNREACHED };
  }
}

/** Do we collect here, and send to that country? Wording of specification sections 5 and 8. */
export async function checkInternationalCoverage(
  { pricing, ownPricing, places }: CoverageSources,
  pickupPostal: string,
  toCountry: string,
  named: NamedPlaces = {},
): Promise<CoverageAnswer> {
  if (!isPostalCode(pickupPostal) || toCountry.trim() === "") {
    const fields = [
      ...(isPostalCode(pickupPostal) ? [] : ["pickupPostal"]),
      ...(toCountry.trim() ? [] : ["toCountry"]),
    ];
    return { ok: false, message: "Enter pickup postal code and choose a destination country.", fields };
  }
  if (isSouthAfrica(toCountry)) {
    const message = "South Africa is not abroad. Please check local coverage instead.";
    return { ok: false, message, fields: ["toCountry"] };
  }
  try {
    // The list that the form offers: without the service, the wizard takes a country from our own list too.
    const [collect, list] = await Promise.all([
      pricing.coverage(pickupPostal),
      countryList({ pricing, ownPricing }, toCountry),
    ]);
    const countries = list.names.map((name) => ({ name }));
    const country = findCountry(countries, toCountry);
    if (!country) {
      const several = namesakes(countries, toCountry).map(({ name }) => name);
      // Our own list is short: it can't say where we don't go.
      if (several.length === 0 && list.note) return { ok: false, message: UNREACHED };
      const message =
        several.length > 1 ? `Do you mean ${several.join(" or ")}?` : `We do not yet ship to ${toCountry}.`;
      return { ok: false, message, fields: ["toCountry"] };
    }
    const from = written(pickupPostal, collect, named.pickupPostal);
    const lead = {
      ...{ fromPostal: pickupPostal, fromCity: collect ? from.city : "", toCountry: country.name },
      ...(from.suburb && { fromSuburb: from.suburb }),
    };
    if (!collect) {
      const message = "We do not yet service pickups in that postal code.";
      const unserved = await unservedPlaces(places, { pickupPostal });
      return { ok: false, message, fields: ["pickupPostal"], unserved, lead };
    }
    const message = `Pickup covered in ${from.city} (${collect.pcode}). Destination: ${country.name}.`;
    return { ok: true, message, lead };
  } catch {
    return { ok: false, message: UNREACHED };
  }
}

/** What a code's place is called, and the suburb that was named. */
function written(code: string, served: { city: string } | null, named: Place | undefined) {
  const typed = { suburb: named?.town, city: named?.city };
  const city = placeName(code, served?.city ?? null, typed) ?? "";
  return { city, suburb: named?.city && named.town };
}

/** What we know about codes that we don't serve, by the field in which each was typed. */
export async function unservedPlaces(places: Places, codes: Record<string, string>): Promise<Unserved[]> {
  return Promise.all(
    Object.entries(codes).map(async ([field, code]) => ({
      field,
      code,
      town: await places.townAt(code),
      near: await places.near(code, MOST_NEARBY, Object.values(codes)),
    })),
  );
}

function refusal(collects: boolean, delivers: boolean): string {
  if (!collects && !delivers) return "Neither postal code is currently serviced.";
  return collects ? "We do not yet service the TO postal code." : "We do not yet service the FROM postal code.";
}
