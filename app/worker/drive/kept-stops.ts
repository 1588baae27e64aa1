/**
 * The cached pages of the stops still to be done, for use without a signal. They hold names and phones, so they are
 * deleted after the day, or once the stop's mark was sent.
 */
const STOPS = "drive-stops-";
/** South Africa has no summer time. */
const SOUTH_AFRICA_MS = 2 * 60 * 60 * 1000;
/** The cache key of the round's order. */
const ORDER = "/drive";
/** And that of what was put off to another day, in words. */
const NOT_TODAY = "/drive/not-today";

/** Caches a round: fetches missing pages, and deletes those of stops that are no longer in it. */
export async function keepRound(stops: string[], notToday: string[] = []): Promise<void> {
  const cache = await openToday();
  await cache.put(ORDER, Response.json(stops));
  await cache.put(NOT_TODAY, Response.json(notToday));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (![ORDER, NOT_TODAY, ...stops].includes(pathname)) await cache.delete(request);
  }
  for (const stop of stops) {
    if (await cache.match(stop)) continue;
    const page = await fetch(stop, { headers: { Accept: "text/html" }, redirect: "manual" });
    if (page.ok) await cache.put(stop, page);
  }
}

/**
 * Caches the site's answer for a stop, or deletes the stop if it is no longer this driver's: it isn't there, isn't shown,
 * or leads to another page. A busy or broken site says nothing about whose it is.
 */
export async function noteStop(stop: string, response: Response): Promise<void> {
  const cache = await openToday();
  if (response.ok && (await cache.match(stop))) await cache.put(stop, response);
  const isGone = response.type === "opaqueredirect" || [403, 404].includes(response.status);
  if (isGone) await cache.delete(stop);
}

/** A stop's cached page. Without a visit in its address it is that of the first visit in the round. */
export async function keptStop(stop: string): Promise<Response | undefined> {
  const cache = await openToday();
  const kept = await cache.match(stop);
  if (kept) return kept;
  const visit = (await orderIn(cache)).find((each) => each.startsWith(`${stop}/`));
  return visit === undefined ? undefined : cache.match(visit);
}

const orderIn = (cache: Cache) => listIn(cache, ORDER);

/** What was put off to another day, in words. */
export const keptNotToday = async () => listIn(await openToday(), NOT_TODAY);

async function listIn(cache: Cache, key: string): Promise<string[]> {
  const list = await cache.match(key);
  return list ? ((await list.json()) as string[]) : [];
}

/** The cached stops, in the round's order. */
export async function keptRound(): Promise<{ stop: string; page: string }[]> {
  const cache = await openToday();
  const round = [];
  for (const stop of await orderIn(cache)) {
    const page = await cache.match(stop);
    if (page) round.push({ stop, page: await page.text() });
  }
  return round;
}

export async function forgetStop(stop: string): Promise<void> {
  await (await openToday()).delete(stop);
}

export async function forgetStops(): Promise<void> {
  await caches.delete(nameOfToday());
}

/** Deletes other days' caches first. */
async function openToday(): Promise<Cache> {
  const today = nameOfToday();
  for (const name of await caches.keys()) if (name.startsWith(STOPS) && name !== today) await caches.delete(name);
  return caches.open(today);
}

function nameOfToday(): string {
  return STOPS + dayOf(Date.now());
}

/** The South African day of a moment, `2026-11-21`. */
export function dayOf(moment: number): string {
  return new Date(moment + SOUTH_AFRICA_MS).toISOString().slice(0, 10);
}
