import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Does work for each, one after the other. Between two of them others have their turn: a loop of SQLite's transactions alone
 * would keep every page waiting until the last.
 */
export async function oneByOne<Each>(all: Iterable<Each>, work: (each: Each) => Promise<unknown>): Promise<void> {
  for (const each of all) {
    await work(each);
    await nextTurn();
  }
}
