import type { Reader, Tx } from "#db/store.server";
import { REFUNDED_WITHIN_WORKING_DAYS } from "../../parcels/quotes/terms-version";
import { DAY_ENDS_AT } from "../../post/promise-kinds";
import { promise } from "../../post/promises.server";
import { proclaimedDays } from "../../prices/proclaimed-holidays.server";
import { saDay } from "../../values/sa-time";
import { workingDayAfter } from "../../values/working-days";

/** The South African day by which we refund what we owe from now. Our terms: within ten working days. */
export async function refundBy(store: Reader, now: Date): Promise<string> {
  return workingDayAfter(saDay(now), REFUNDED_WITHIN_WORKING_DAYS, await proclaimedDays(store));
}

/** Stores by when the money of a booking is refunded, as its customer was told. */
export async function promiseRefund(tx: Tx, quoteId: string, day: string, now: Date): Promise<void> {
  await promise(tx, "refund", quoteId, { until: `${day} ${DAY_ENDS_AT}` }, now);
}
