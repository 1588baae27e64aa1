import { and, desc, eq, gte, inArray, isNotNull, or, sql } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { addressFields } from "../shipments/fields";
import { normaliseQuoteNumber } from "../values/reference-number";
import { normaliseWaybillNumber } from "../waybills/waybill-number";
import { type OwnedQuote, QUOTES_SHOWN } from "./owned-quotes.server";

/** Troubles are looked for among the bookings of so many days: older ones are over. */
const TROUBLE_DAYS = 60;

/** An account's bookings that could not be collected or delivered, or are late: however many are newer. */
export async function quotesInTrouble(store: Reader, uid: string, now: Date): Promise<OwnedQuote[]> {
  const isRecent = gte(quotes.createdAt, new Date(now.getTime() - TROUBLE_DAYS * DAYS));
  const hasFailed = inArray(waybills.lastEvent, ["failed_attempt", "failed_collection"]);
  return store
    .select({ quote: quotes, waybillNo: waybills.waybillNo })
    .from(quotes)
    .innerJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(and(eq(quotes.uid, uid), isRecent, or(hasFailed, isNotNull(waybills.lateOn))))
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
    .limit(QUOTES_SHOWN);
}

/**
 * An account's quotes, newest first, whose receiver or place has all the words typed, or whose number they are: at most
 * 30.
 */
export async function quotesFound(store: Reader, uid: string, typed: string): Promise<OwnedQuote[]> {
  const [quoteNo, waybillNo] = [normaliseQuoteNumber(typed), normaliseWaybillNumber(typed)];
  const words = typed
    .toLowerCase()
    .replace(/[%_\\]/g, " ")
    .trim()
    .split(/\s+/);
  const hasNumber = or(
    quoteNo ? eq(quotes.quoteNo, quoteNo) : undefined,
    waybillNo ? eq(waybills.waybillNo, waybillNo) : undefined,
  );
  const hasWords = and(...words.map((word) => sql`lower(${whatIsKnown}) like ${`%${word}%`}`));
  return store
    .select({ quote: quotes, waybillNo: waybills.waybillNo })
    .from(quotes)
    .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(and(eq(quotes.uid, uid), hasNumber ?? hasWords))
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
    .limit(QUOTES_SHOWN);
}

const searched = addressFields
  .filter(({ party, field }) => party === "to" && field.finds.customer)
  .map(({ name }) => name);

/** The receiver, the place and the numbers; SQLite and PostgreSQL read a form's fields alike. */
const whatIsKnown = sql.join(
  [
    ...searched.map((field) => sql`${quotes.formSnapshot} -> 'addresses' ->> cast(${field} as text)`),
    sql`${quotes.quoteNo}`,
    sql`${waybills.waybillNo}`,
  ].map((word) => sql`coalesce(${word}, '')`),
  sql` || ' ' || `,
);
