import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { isPostgres } from "#db/dialect";

/** A site on PostgreSQL asks twice a second whether a price has changed; one whose process gets little time, later. */
const LATEST_MS = 3000;

/** After prices were changed by hand: SQLite's file tells it in the next turn, PostgreSQL's database when it is asked. */
export async function pricesAreRead(): Promise<void> {
  await (isPostgres ? pause(LATEST_MS) : nextTurn());
}
