import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#db/store.server";

type AnyTable = Parameters<Tx["delete"]>[0];

/**
 * Deletes rows of a table, at most so many.
 * @param key the table's
 * @returns how many were deleted
 */
export async function deleteAtMost(tx: Tx, atMost: number, key: Column, which: SQL | undefined): Promise<number> {
  const table = key.table as AnyTable;
  const due = await tx
    .select({ key: sql`${key}` })
    .from(table)
    .where(which)
    .limit(atMost);
  const keys = due.map((row) => row.key);
  await tx.delete(table).where(inArray(key, keys));
  return keys.length;
}
