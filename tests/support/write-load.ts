import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "#db/store.server";
import { aQuote } from "./a-booking";

/** Customers who ask for prices one after the other, each saved in a transaction of its own. */
export function startWriteLoad(store: Store, pauseMs = 1) {
  const saved: string[] = [];
  let stopped = false;
  async function write() {
    while (!stopped) {
      saved.push((await aQuote(store)).id);
      await pause(pauseMs);
    }
  }
  const done = write();
  return {
    /** The ids of the confirmed quotes, in the order of their transactions. */
    saved,
    stop() {
      stopped = true;
      return done;
    },
  };
}
