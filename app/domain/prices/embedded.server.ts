import { saDay } from "#app/domain/values/sa-time";
import type { Store } from "#db/store.server";
import type { Box } from "./contract/boxes";
import { findCountry, isSouthAfrica, searchCountries } from "./contract/countries";
import type { PricingService } from "./contract/pricing-service";
import { refusedQuote } from "./contract/quote-answer";
import type { PlaceOnTheWire } from "./contract/wire";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "./contract/wire-requests";
import { abroadDays, type DeliveryDays, localDays } from "./delivery-days";
import type { PostalArea } from "./postal-areas";
import { type BoxRow, type CountryRow, type PriceTables, priceTables } from "./price-tables.server";
import { pricedAnswer, priceInternational, priceLocal } from "./rate-engine";

const GRAMS_IN_KG = 1_000;

/**
 * Prices from our own tables, in this process. A rate that staff change applies to the next quote.
 * @param clock decides which day's rates, boxes and areas apply
 */
export function embeddedPricing(store: Pick<Store, "read" | "priceMark">, clock: () => Date): PricingService {
  const tablesOn = priceTables(store);
  const current = () => tablesOn(saDay(clock()));
  return {
    base: "embedded",

    async boxes() {
      return (await current().boxesOnOffer()).map(boxOf);
    },

    async coverage(pcode) {
      const area = await current().servedArea(pcode);
      return area && { city: area.town, pcode };
    },

    async countries(q, limit) {
      const served = (await current().countries()).filter((country) => country.served);
      const found = searchCountries(served, q, limit);
      return found.map(({ name, zoneLetter, numericZone }) => ({ name, zoneLetter, numericZone }));
    },

    async quoteLocal(body) {
      const request = LocalQuoteRequestSchema.safeParse(body);
      if (!request.success) return refusedQuote(firstMessage(request.error));
      const { fromPostal, toPostal, selectedBoxId, quantity, applyVat } = request.data;

      const tables = current();
      const [from, to] = [await tables.servedArea(fromPostal), await tables.servedArea(toPostal)];
      if (!from && !to) return refusedQuote("Neither postal code is currently serviced.");
      if (!from) return refusedQuote("We do not yet service the FROM postal code.");
      if (!to) return refusedQuote("We do not yet service the TO postal code.");
      const box = await boxOnOffer(tables, selectedBoxId);
      if (!box) return refusedQuote(UNKNOWN_BOX);

      const card = await tables.card();
      const price = card && priceLocal({ from, to, boxCostCents: box.costCents, quantity, applyVat }, card);
      if (!price) return refusedQuote(NO_RATE);
      const route = { from: placeHere(from), to: placeHere(to), ...ifKnown(localDays(from, to, card)) };
      return pricedAnswer(price, { ...chosen(box, quantity), ...route });
    },

    async quoteInternational(body) {
      const request = InternationalQuoteRequestSchema.safeParse(body);
      if (!request.success) return refusedQuote(firstMessage(request.error));
      const { fromPostal, toCountry, selectedBoxId, quantity, applyVat } = request.data;

      const tables = current();
      const from = await tables.servedArea(fromPostal);
      if (!from) return refusedQuote("We do not yet service pickups in that postal code.");
      if (isSouthAfrica(toCountry))
        return refusedQuote("For a parcel within South Africa, please choose a local parcel.");
      const to = findCountry(await tables.countries(), toCountry);
      if (!to) return refusedQuote("We do not know that country. Please choose one from the list.");
      if (!to.served) return refusedQuote(`We do not yet ship to ${to.name}.`);
      const box = await boxOnOffer(tables, selectedBoxId);
      if (!box) return refusedQuote(UNKNOWN_BOX);

      const card = await tables.card();
      const price = card && priceInternational({ from, to, boxCostCents: box.costCents, quantity, applyVat }, card);
      if (!price) return refusedQuote(NO_RATE);
      const route = { from: placeHere(from), to: placeAbroad(to), ...ifKnown(abroadDays(to, card)) };
      return pricedAnswer(price, { ...chosen(box, quantity), ...route });
    },

    async health() {
      return { ok: (await current().card()) !== null };
    },
  };
}

const UNKNOWN_BOX = "We do not have that box any more. Please choose another box.";
const NO_RATE = "We do not have an instant price for this route.";

async function boxOnOffer(tables: PriceTables, id: string): Promise<BoxRow | undefined> {
  return (await tables.boxesOnOffer()).find((box) => box.id === id);
}

function boxOf(box: BoxRow): Box {
  return {
    id: box.id,
    name: box.name,
    dimensions: { l: box.lengthCm, w: box.widthCm, h: box.heightCm },
    maxWeightKg: box.maxWeightGrams / GRAMS_IN_KG,
    costCents: box.costCents,
  };
}

function chosen(box: BoxRow, quantity: number) {
  return { quantity, selectedBoxId: box.id, boxName: box.name };
}

function ifKnown(deliveryDays: DeliveryDays | null) {
  return deliveryDays ? { deliveryDays } : {};
}

function placeHere(area: PostalArea): PlaceOnTheWire {
  return { city: area.town, region: area.region, zone: area.zone, country: "South Africa", zoneLetter: null };
}

function placeAbroad(country: CountryRow): PlaceOnTheWire {
  return {
    city: null,
    region: null,
    zone: String(country.numericZone),
    country: country.name,
    zoneLetter: country.zoneLetter,
  };
}

function firstMessage(error: { issues: readonly { message: string }[] }): string {
  return error.issues[0]?.message ?? "The quote request could not be read.";
}
