import { SECONDS } from "../../app/durations";

const LOOK_EVERY_MS = 0.5 * SECONDS;

/** The count of price changes at its last check, so that a page doesn't query another machine just to use its cache. */
export async function lookedUpPriceMark(changes: () => Promise<number>) {
  let mark = await changes();
  const looking = setInterval(async () => {
    // While the database can't be reached, the cached prices stay valid.
    mark = await changes().catch(() => mark);
  }, LOOK_EVERY_MS).unref();
  return { mark: () => mark, stop: () => clearInterval(looking) };
}
