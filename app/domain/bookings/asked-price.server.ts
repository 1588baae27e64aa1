import type { Reader } from "#db/store.server";
import { partyOf } from "../form/party-address";
import type { Quote } from "../parcels/quotes/quote";
import { promisedUntil } from "../post/promises.server";
import { isSouthAfrica } from "../prices/contract/countries";
import type { PricingService } from "../prices/contract/pricing-service";
import { parcelInWords } from "../prices/parcel-in-words";
import type { Places } from "../prices/places.server";
import { formatRand } from "../values/money";
import { dayAndTime, shortDate } from "../values/sa-time";

type Sources = { read: Reader; pricing: PricingService; places: Places };

/** What whoever works out a price by hand has to know, by what it is called. What isn't known is blank. */
export type AskedPrice = Record<
  | "from"
  | "to"
  | "box"
  | "pieces"
  | "weight"
  | "contents"
  | "contents_for_customs"
  | "special_instructions"
  | "why_by_hand"
  | "price_of_the_nearest_place"
  | "promised_by",
  string
>;

/** What is asked for with a quote that has no instant price, and what the same costs to the nearest place that we serve. */
export async function askedPrice(sources: Sources, quote: Quote): Promise<AskedPrice> {
  const { addresses, parcel } = quote.formSnapshot;
  const words = (await parcelInWords(parcel, sources.pricing)).parcel;
  const place = (party: "from" | "to") => {
    const { Suburb, City, Postal, Country } = partyOf(party, addresses);
    const abroad = isSouthAfrica(Country) ? "" : Country;
    return [...new Set([Suburb, `${City} ${Postal}`.trim(), abroad])].filter(Boolean).join(", ");
  };
  const until = await promisedUntil(sources.read, "price", quote.id);
  return {
    from: place("from"),
    to: place("to"),
    box: words.selectedBoxId,
    pieces: words.quantity,
    weight: words.weight,
    contents: words.parcelDesc,
    contents_for_customs: words.customsDesc,
    special_instructions: words.specialInstructions,
    why_by_hand: quote.message ?? "",
    price_of_the_nearest_place: await nearestPrice(sources, quote),
    promised_by: until ? inWords(until) : "",
  };
}

function inWords(until: string): string {
  const { day, time } = dayAndTime(until);
  return `${time} on ${shortDate(day)}`;
}

/**
 * The price of the same parcel, with each end that we don't serve replaced by the nearest place that we do. Blank if both
 * are served, if none is near, or if there is no price either.
 */
async function nearestPrice({ pricing, places }: Sources, quote: Quote): Promise<string> {
  const { addresses, parcel } = quote.formSnapshot;
  const isAbroad = !isSouthAfrica(addresses.toCountry);
  const from = await served(pricing, places, addresses.fromPostal);
  const to = isAbroad ? null : await served(pricing, places, addresses.toPostal);
  if (!from || (!isAbroad && !to) || !(from.isNear || to?.isNear)) return "";
  const shared = {
    fromPostal: from.code,
    selectedBoxId: parcel.selectedBoxId,
    quantity: parcel.quantity,
    applyVat: true,
  };
  const answer = await (to
    ? pricing.quoteLocal({ ...shared, toPostal: to.code })
    : pricing.quoteInternational({ ...shared, toCountry: addresses.toCountry })
  ).catch(() => null);
  if (!answer?.ok) return "";
  const route = [from, to].flatMap((end, at) => (end?.isNear ? [`${at === 0 ? "from" : "to"} ${end.name}`] : []));
  return `${formatRand(answer.cents.totals.grandTotal)} ${route.join(" ")}`;
}

/** A code if we serve it, or else the nearest place that we do. */
async function served(pricing: PricingService, places: Places, code: string) {
  if (await pricing.coverage(code).catch(() => null)) return { code, name: code, isNear: false };
  const [near] = await places.near(code, 1).catch(() => []);
  return near ? { code: near.code, name: `${near.town} ${near.code}`, isNear: true } : null;
}
