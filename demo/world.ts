import type { Gateway } from "#app/domain/money/gateway.server";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import type { Store } from "#db/store.server";

/** Where histories happen: a database, and what the site's verbs need beside it. */
export type World = {
  store: Store;
  /** The site's address, in emails and links. */
  appUrl: string;
  /** Who takes the money. */
  gateway: Gateway;
  /** Types a command as staff do, and so leaves its record; left out where nothing is typed. */
  type?: (words: string[], now: Date) => Promise<void>;
};

/** Our own prices at a moment. */
export function pricesAt({ store }: Pick<World, "store">, now: Date): PricingService {
  return embeddedPricing(store, () => now);
}
