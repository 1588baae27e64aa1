import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "#app/durations";
import type { Services } from "#app/services.server";
import { readSiteFacts } from "#db/site-facts.server";

/** A database that is away answers later, or never. */
const PATIENCE_MS = 1 * SECONDS;

/** What of the site works now. `pages`: all that is read: tracking, a driver's list, labels. `forms`: all that is saved. */
export type Works = { pages: boolean; prices: boolean; forms: boolean };

/** Tries each, within a second or so. Never rejects. */
export async function whatWorks({ store, ownPricing }: Pick<Services, "store" | "ownPricing">): Promise<Works> {
  const [pages, prices, forms] = await Promise.all([
    answers(readSiteFacts(store.read)),
    ownPricing.health().then(
      ({ ok }) => ok,
      () => false,
    ),
    store.isWritable(),
  ]);
  return { pages, prices, forms };
}

async function answers(reading: Promise<unknown>): Promise<boolean> {
  const isAnswered = reading.then(
    () => true,
    () => false,
  );
  return Promise.race([isAnswered, pause(PATIENCE_MS, false, { ref: false })]);
}
