import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "../../app/durations";
import { newestPiece } from "./ask-replica";
import type { Replica } from "./litestream";
import { RestoreError } from "./restore";

const ANSWERS_WITHIN_MS = 5 * SECONDS;
/** A running site writes a segment about every 100 ms, but file names and times are in whole seconds. */
const WATCH_MS = 5 * SECONDS;

/**
 * Checks that the first machine has stopped. An idle one writes nothing, and the network between us may be down, so it
 * checks both the machine's address and the replica. Neither proves that it won't come back: a person has to make sure
 * of that.
 * @param first the first machine's address
 * @returns when it last wrote
 * @throws RestoreError when it answers or writes; ReplicaError when the replica can't be read
 */
export async function refuseWhileFirstWorks(
  first: string,
  databaseFile: string,
  replica: Replica,
): Promise<Date | undefined> {
  const address = new URL("/health", first).href;
  if (await isSiteAt(address))
    throw new RestoreError(
      `The first machine still answers at ${address}. Stop it first, or name another address: --first http://10.0.0.5:3000`,
    );
  const pieceBefore = await newestPiece(databaseFile, replica);
  await pause(WATCH_MS);
  const after = await newestPiece(databaseFile, replica);
  if (after?.getTime() !== pieceBefore?.getTime())
    throw new RestoreError("The first machine still writes to the replica. Stop it first. Nothing was changed.");
  return after;
}

/** A proxy's error page isn't the site. A site that reports itself as unhealthy still is. */
async function isSiteAt(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), redirect: "manual" });
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null && "ok" in body;
  } catch {
    return false;
  }
}
