import { SECONDS } from "../../app/durations";

const LOOK_EVERY_MS = 0.5 * SECONDS;

/** The count of price changes as it was last looked up: no page asks another machine before it knows that it is fresh. */
export async function lookedUpPriceMark(changes: () => Promise<number>) {
  let mark = await changes();
  const looking = setInterval(async () => {
    // While the database is away the prices that we know stand.
    mark = await changes().catch(() => mark);
  }, LOOK_EVERY_MS).unref();
  return { mark: () => mark, stop: () => clearInterval(looking) };
}
