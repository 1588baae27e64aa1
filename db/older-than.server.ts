import { and, type Column, lt, lte, or, type SQL } from "drizzle-orm";

/**
 * The rows after one, newest first: those of an earlier moment, or of the same with a smaller id. The first condition says
 * less, and begins where the page does in the index: an OR alone is no bound, and every earlier page would be read again.
 */
export function olderThan(at: Column, id: Column, last: { at: Date; id: string }): SQL | undefined {
  return and(lte(at, last.at), or(lt(at, last.at), lt(id, last.id)));
}
