import { asc, eq } from "drizzle-orm";
import { isPostalCode } from "#app/domain/values/postal-code";
import { boxes, countries, postalAreas, rates } from "#db/schema/pricing";
import type { Store } from "#db/store.server";
import { type PostalArea, servedArea } from "./postal-areas";
import { type RateCard, rateCardOn } from "./rate-card";

/** Everything that a price is made from, as it stood at one moment. Each table is read when it is first needed. */
export type PriceTables = {
  boxesOnOffer(): Promise<BoxRow[]>;
  countries(): Promise<CountryRow[]>;
  /** The area that describes a postal code; null where we don't go. */
  areaOf(pcode: string): Promise<PostalArea | null>;
  /** Null when a rate that every price needs is missing. */
  cardOn(day: string): Promise<RateCard | null>;
};

export type BoxRow = typeof boxes.$inferSelect;
export type CountryRow = typeof countries.$inferSelect;

/**
 * The tables, read again only after something was committed to the database, by whomever: a rate that staff change
 * applies to the next quote all the same, and a quote costs no reading of 700 rows.
 */
export function priceTables(store: Pick<Store, "read" | "changeMark">): () => PriceTables {
  let held: { mark: unknown; tables: PriceTables } | undefined;
  return () => {
    // The mark comes before any reading: whatever is committed while we read makes us read again.
    const mark = store.changeMark();
    if (held?.mark !== mark || !held) held = { mark, tables: unreadTables(store) };
    return held.tables;
  };
}

function unreadTables({ read }: Pick<Store, "read">): PriceTables {
  const areas = once(async () => read.select().from(postalAreas));
  const allRates = once(async () => read.select().from(rates));
  const areaByCode = new Map<string, PostalArea | null>();
  let today: { day: string; card: RateCard | null } | undefined;
  return {
    boxesOnOffer: once(async () =>
      read.select().from(boxes).where(eq(boxes.active, true)).orderBy(asc(boxes.sortOrder), asc(boxes.id)),
    ),
    countries: once(async () => read.select().from(countries)),
    async areaOf(pcode) {
      if (!isPostalCode(pcode)) return null;
      const known = areaByCode.get(pcode);
      if (known !== undefined) return known;
      const area = servedArea(pcode, await areas());
      areaByCode.set(pcode, area);
      return area;
    },
    async cardOn(day) {
      if (today?.day !== day) today = { day, card: rateCardOn(day, await allRates()) };
      return today.card;
    },
  };
}

/** Reads at the first call and keeps the rows; a reading that failed is not kept. */
function once<Rows>(read: () => Promise<Rows>): () => Promise<Rows> {
  let rows: Promise<Rows> | undefined;
  return () => {
    rows ??= read().catch((error: unknown) => {
      rows = undefined;
      throw error;
    });
    return rows;
  };
}
