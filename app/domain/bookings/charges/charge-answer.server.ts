import type { Reader } from "#db/store.server";
import { ANSWER_TO_A_CHARGE_WORKING_DAYS } from "../../parcels/quotes/terms-version";
import { proclaimedDays } from "../../prices/proclaimed-holidays.server";
import { saDay } from "../../values/sa-time";
import { workingDayAfter } from "../../values/working-days";

/** The South African day until whose end we wait for more to be paid. Our terms: five working days. */
export async function answerBy(store: Reader, now: Date): Promise<string> {
  return workingDayAfter(saDay(now), ANSWER_TO_A_CHARGE_WORKING_DAYS, await proclaimedDays(store));
}
