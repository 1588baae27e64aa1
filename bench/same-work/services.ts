import { settings } from "#app/config.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openPlaces } from "#app/domain/prices/places.server";
import type { Services } from "#app/services.server";
import { joinStore } from "#db/store.server";

/** In place of those in a request's context: what a step asks, and nothing that works in the background. */
type AskedByStep = Pick<Services, "store" | "pricing" | "shownPricing" | "ownPricing" | "places">;

let current: Promise<AskedByStep> | undefined;

/** The services, opened at first use. The running site has made the database. */
export function services(): Promise<AskedByStep> {
  current ??= openServices();
  return current;
}

async function openServices(): Promise<AskedByStep> {
  const store = await joinStore(settings().databaseFile);
  const clock = () => new Date();
  const pricing = embeddedPricing(store, clock);
  return { store, pricing, shownPricing: pricing, ownPricing: pricing, places: openPlaces(store, clock) };
}
