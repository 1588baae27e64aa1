/**
 * The pages of the stops that are still to be done, for where there is no signal. They hold names and phones: kept for
 * the day, and until the stop's mark has arrived.
 */
const STOPS = "drive-stops-";
/** South Africa has no summer time. */
const SOUTH_AFRICA_MS = 2 * 60 * 60 * 1000;
/** Under what name the round's order is kept among its pages. */
const ORDER = "/drive";

/** Keeps a round: asks for the pages that are missing, and forgets those of stops that are no longer in it. */
export async function keepRound(stops: string[]): Promise<void> {
  const cache = await openToday();
  await cache.put(ORDER, Response.json(stops));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== ORDER && !stops.includes(pathname)) await cache.delete(request);
  }
  for (const stop of stops) {
    if (await cache.match(stop)) continue;
    const page = await fetch(stop, { headers: { Accept: "text/html" }, redirect: "manual" });
    if (page.ok) await cache.put(stop, page);
  }
}

/** Takes over what the site answered for a stop's address: its page, or that it is nobody's any more. */
export async function noteStop(stop: string, answer: Response): Promise<void> {
  const cache = await openToday();
  if (answer.ok && (await cache.match(stop))) await cache.put(stop, answer);
  else if (!answer.ok) await cache.delete(stop);
}

export async function keptStop(stop: string): Promise<Response | undefined> {
  return (await openToday()).match(stop);
}

/** The stops whose pages are kept, in the round's order. */
export async function keptRound(): Promise<{ stop: string; page: string }[]> {
  const cache = await openToday();
  const order = await cache.match(ORDER);
  const round = [];
  for (const stop of order ? ((await order.json()) as string[]) : []) {
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

/** Whatever is left of another day is forgotten first. */
async function openToday(): Promise<Cache> {
  const today = nameOfToday();
  for (const name of await caches.keys()) if (name.startsWith(STOPS) && name !== today) await caches.delete(name);
  return caches.open(today);
}

function nameOfToday(): string {
  return STOPS + new Date(Date.now() + SOUTH_AFRICA_MS).toISOString().slice(0, 10);
}
