import type { Reader } from "#db/store.server";
import { answerBy, answeredBy, stepsOfRequest } from "../parcels/next-steps";
import { promisedUntil } from "../post/promises.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { dayAndTime } from "../values/sa-time";

/** What a customer reads whose price a person works out: by when they have it, or that we are late with it. */
export async function requestInWords(store: Reader, quoteId: string, requestedAt: Date, now: Date) {
  const until = await promisedUntil(store, "price", quoteId);
  const by = until ? dayAndTime(until) : answerBy(requestedAt, await proclaimedDays(store));
  return { answeredBy: answeredBy(by, now), steps: stepsOfRequest(requestedAt, by, now) };
}
