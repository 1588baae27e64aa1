import { asc, inArray, lt } from "drizzle-orm";
import { officeLooks } from "#db/schema/office-people";
import type { Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { notedRows } from "./noted-rows.server";
import { inRecord, type OfficePerson } from "./people.server";

type Row = typeof officeLooks.$inferInsert;

/**
 * What somebody looked at. A file is "exported" before its first byte is sent.
 * The words of a search or of a filter aren't kept.
 */
export type Look = {
  what: "looked at" | "searched" | "exported";
  /** One of our numbers. */
  number?: string;
  view?: string;
  /** What was asked of it: the format of a file, and the columns that it was filtered and sorted by. */
  asked?: string;
  /** How many rows the page or file had. */
  rows?: number;
};

/** A page is one look. */
export const notedLooks = notedRows<Row>((tx, rows) => tx.insert(officeLooks).values(rows).onConflictDoNothing());

/** Notes a look, to be written within a second: a page doesn't wait for it. */
export function noteLook(person: Pick<OfficePerson, "name" | "email">, look: Look, now: Date): void {
  notedLooks.note({ id: newId(), at: now, who: inRecord(person), ...look });
}

/** Deletes the oldest looks from before a moment; returns how many. */
export async function forgetLooks(tx: Tx, before: Date, atMost: number): Promise<number> {
  const old = await tx
    .select({ id: officeLooks.id })
    .from(officeLooks)
    .where(lt(officeLooks.at, before))
    .orderBy(asc(officeLooks.at))
    .limit(atMost);
  const ids = old.map(({ id }) => id);
  await tx.delete(officeLooks).where(inArray(officeLooks.id, ids));
  return ids.length;
}
