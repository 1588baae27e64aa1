import { asc, eq } from "drizzle-orm";
import { isPostalCode } from "#app/domain/values/postal-code";
import { boxes, countries, postalAreas, rates } from "#db/schema/pricing";
import type { Store } from "#db/store.server";
import { type PostalArea, servedArea } from "./postal-areas";
import { type RateCard, rateCardOn } from "./rate-card";

/** Everything that a price is made from, as it stood at one moment. */
export type PriceTables = {
  boxesOnOffer: BoxRow[];
  /** The area that describes a postal code; null where we don't go. */
  areaOf(pcode: string): PostalArea | null;
  countries: CountryRow[];
  /** Null when a rate that every price needs is missing. */
  cardOn(day: string): RateCard | null;
};

export type BoxRow = typeof boxes.$inferSelect;
export type CountryRow = typeof countries.$inferSelect;

/**
 * The tables, read again only after something was committed to the database, by whomever: a rate that staff change
 * applies to the next quote all the same, and a quote costs no reading of 700 rows.
 */
export function priceTables(store: Pick<Store, "read" | "changeMark">): () => Promise<PriceTables> {
  let held: { mark: unknown; tables: Promise<PriceTables> } | undefined;
  return () => {
    // The mark comes first: whatever is committed while we read makes us read again.
    const mark = store.changeMark();
    if (!held || held.mark !== mark) {
      const tables = readTables(store);
      tables.catch(() => {
        held = undefined;
      });
      held = { mark, tables };
    }
    return held.tables;
  };
}

async function readTables({ read }: Pick<Store, "read">): Promise<PriceTables> {
  const boxesOnOffer = await read
    .select()
    .from(boxes)
    .where(eq(boxes.active, true))
    .orderBy(asc(boxes.sortOrder), asc(boxes.id));
  const areas = await read.select().from(postalAreas);
  const allCountries = await read.select().from(countries);
  const allRates = await read.select().from(rates);
  const areaByCode = new Map<string, PostalArea | null>();
  let today: { day: string; card: RateCard | null } | undefined;
  return {
    boxesOnOffer,
    countries: allCountries,
    areaOf(pcode) {
      if (!isPostalCode(pcode)) return null;
      const known = areaByCode.get(pcode);
      if (known !== undefined) return known;
      const area = servedArea(pcode, areas);
      areaByCode.set(pcode, area);
      return area;
    },
    cardOn(day) {
      if (today?.day !== day) today = { day, card: rateCardOn(day, allRates) };
      return today.card;
    },
  };
}
