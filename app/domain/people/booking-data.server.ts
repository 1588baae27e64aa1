import type { Reader } from "#db/store.server";
import type { Quote } from "../quotes/quote";
import { waybillOfQuote } from "../waybills/issue-waybill.server";
import { type Copy, copyOf } from "./personal-tables.server";

/** A quote or booking with the rows that belong to it. */
export async function bookingData(store: Reader, quote: Quote): Promise<Quote & Copy> {
  const waybillNo = (await waybillOfQuote(store, quote.id))?.waybillNo ?? null;
  return { ...quote, ...(await copyOf(({ booking }) => booking?.(store, quote, waybillNo))) };
}
