import { asc } from "drizzle-orm";
import { isPostalCode } from "#app/domain/values/postal-code";
import { boxes, countries, postalAreas, rates } from "#db/schema/pricing";
import type { Store } from "#db/store.server";
import { inForceOn } from "./in-force";
import { narrowestArea, type PostalArea } from "./postal-areas";
import { type RateCard, rateCardOn } from "./rate-card";

/** All that a price is calculated from on one day, read at one moment. Each table is read when it is first needed. */
export type PriceTables = {
  boxesOnOffer(): Promise<BoxRow[]>;
  countries(): Promise<CountryRow[]>;
  areas(): Promise<PostalArea[]>;
  /** The area that describes a postal code, whether we serve it or not; null for an unknown code. */
  areaAt(pcode: string): Promise<PostalArea | null>;
  /** The same; null where we don't go. */
  servedArea(pcode: string): Promise<PostalArea | null>;
  /** Null when a rate that every price needs is missing. */
  card(): Promise<RateCard | null>;
};

export type BoxRow = typeof boxes.$inferSelect;
export type CountryRow = typeof countries.$inferSelect;

/**
 * The price tables of a South African day, `2026-11-21`. They are read again only when any process has changed one of
 * them, or the day changes. So a changed rate applies to the next quote, and a quote doesn't read 700 rows, however
 * many quotes are saved in between.
 */
export function priceTables(store: Pick<Store, "read" | "priceMark">): (day: string) => PriceTables {
  let held: { mark: unknown; day: string; tables: PriceTables } | undefined;
  return (day) => {
    // Take the mark before reading, so that a change committed while we read makes us read again.
    const mark = store.priceMark();
    if (!held || held.mark !== mark || held.day !== day) held = { mark, day, tables: unreadTables(store, day) };
    return held.tables;
  };
}

function unreadTables({ read }: Pick<Store, "read">, day: string): PriceTables {
  const areas = once(async () => inForceOn(day, await read.select().from(postalAreas), ({ id }) => id));
  const areaByCode = new Map<string, PostalArea | null>();
  const areaAt = async (pcode: string) => {
    if (!isPostalCode(pcode)) return null;
    const known = areaByCode.get(pcode);
    if (known !== undefined) return known;
    const area = narrowestArea(pcode, await areas());
    areaByCode.set(pcode, area);
    return area;
  };
  return {
    boxesOnOffer: once(async () => {
      const all = await read.select().from(boxes).orderBy(asc(boxes.sortOrder), asc(boxes.id));
      return inForceOn(day, all, ({ id }) => id).filter((box) => box.active);
    }),
    areas,
    countries: once(async () => read.select().from(countries)),
    areaAt,
    async servedArea(pcode) {
      const area = await areaAt(pcode);
      return area?.served ? area : null;
    },
    card: once(async () => rateCardOn(day, await read.select().from(rates))),
  };
}

/** Reads on the first call and keeps the rows. A failed read is not kept. */
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
