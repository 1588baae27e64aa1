import { SECONDS } from "../../app/durations";
import { every } from "../../app/timers.server";

const LOOK_EVERY_MS = 0.5 * SECONDS;

/** The count of price changes at its last check, so that a page doesn't query another machine just to use its cache. */
export async function lookedUpPriceMark(changes: () => Promise<number>) {
  let mark = await changes();
  async function look(): Promise<void> {
    mark = await changes();
  }
  // While the database can't be reached, the cached prices stay valid.
  const looking = every(LOOK_EVERY_MS, look, () => undefined);
  return { mark: () => mark, stop: looking.stop };
}
