import { and, eq, isNotNull, ne } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import type { Payment } from "./attempts.server";

/**
 * Why a site that was in another mode until now may not start in this one: its real bookings and its tests would be in
 * one database. Null if it may. The two test modes may follow each other, and a site goes on in the mode that it has.
 */
export async function whyModesWouldMix(store: Reader, mode: Payment["mode"]): Promise<string | null> {
  const lastMode = (await readSiteFacts(store))?.paymentMode;
  const isLive = mode === "live";
  if (lastMode === undefined || isLive === (lastMode === "live")) return null;
  const isOther = isLive ? ne(quotes.mode, "live") : eq(quotes.mode, "live");
  const others = await store.$count(quotes, and(isNotNull(quotes.bookedAt), isOther));
  if (others === 0) return null;
  const kind = isLive ? "bookings of tests" : "real bookings";
  return `PAYFAST_MODE is ${mode}, and this database has ${kind} (${others}): until now the site was in ${lastMode} mode. They don't mix. Set PAYFAST_MODE=${lastMode} again, or begin with an empty DATA_DIR or database (docs/operations.md, From the sandbox to live).`;
}
