import { setImmediate as nextTurn } from "node:timers/promises";
import { and, desc, eq, gte, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { folded } from "#app/domain/values/folded-text";
import { numberIn } from "#app/domain/values/reference-number";
import { plainSigns } from "#app/domain/values/typed-text";
import { DAYS } from "#app/durations";
import { olderThan } from "#db/older-than.server";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { addressFields } from "../../form/fields";
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
 * An account's quotes, newest first, whose number was typed, ours or the shop's own; else whose receiver or place has
 * all the words: at most 30.
 */
export async function quotesFound(store: Reader, uid: string, typed: string): Promise<OwnedQuote[]> {
  const [quoteNo, waybillNo] = [numberIn(typed, "quote"), numberIn(typed, "waybill")];
  const words = asSearched(typed).split(" ");
  const own = typed.trim();
  const hasNumber = or(
    quoteNo ? eq(quotes.quoteNo, quoteNo) : undefined,
    waybillNo ? eq(waybills.waybillNo, waybillNo) : undefined,
    own ? inArray(sql`lower(${quotes.reference})`, [sql`lower(${own})`, sql`lower(${`#${own}`})`]) : undefined,
  );
  const foundBy = (which: SQL | undefined, most: number) =>
    store
      .select({ quote: quotes, waybillNo: waybills.waybillNo })
      .from(quotes)
      .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
      .where(and(eq(quotes.uid, uid), which))
      .orderBy(desc(quotes.createdAt), desc(quotes.id))
      .limit(most);
  const numbered = await foundBy(hasNumber, QUOTES_SHOWN);
  if (numbered.length > 0) return numbered;
  const found: OwnedQuote[] = [];
  for await (const part of knownInParts(store, uid)) {
    const ids = part
      .map(({ id, known }) => ({ id, known: asSearched(known) }))
      .filter(({ known }) => words.every((word) => known.includes(word)))
      .map(({ id }) => id);
    found.push(...(await foundBy(inArray(quotes.id, ids), QUOTES_SHOWN - found.length)));
    if (found.length === QUOTES_SHOWN) break;
    await nextTurn();
  }
  return found;
}

/** As many as are searched before others have their turn: some 10 ms. */
const SEARCHED_AT_ONCE = 200;

/** As both are compared: no database folds letters beyond English ones as people expect. */
const asSearched = (text: string) => folded(plainSigns(text)).replaceAll("'", "");

/** An account's quotes, newest first, and what each is found by. */
async function* knownInParts(store: Reader, uid: string): AsyncGenerator<{ id: string; known: string }[]> {
  const { id, createdAt } = quotes;
  let last: { id: string; createdAt: Date } | undefined;
  do {
    const isOlder = last && olderThan(createdAt, id, { at: last.createdAt, id: last.id });
    const part = await store
      .select({ id, createdAt, known: whatIsKnown })
      .from(quotes)
      .leftJoin(waybills, eq(waybills.quoteId, id))
      .where(and(eq(quotes.uid, uid), isOlder))
      .orderBy(desc(createdAt), desc(id))
      .limit(SEARCHED_AT_ONCE);
    if (part.length > 0) yield part;
    last = part.length === SEARCHED_AT_ONCE ? part.at(-1) : undefined;
  } while (last);
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
) as SQL<string>;
