import { and, type Column, gte, lte } from "drizzle-orm";
import { CLOCKS_DIFFER_MS } from "./stored-moment";

/** Rows of a period that lasts until now. What was written while the clock was ahead isn't of it. */
export function since(column: Column, begin: Date, now: Date) {
  return and(gte(column, begin), lte(column, new Date(now.getTime() + CLOCKS_DIFFER_MS)));
}
