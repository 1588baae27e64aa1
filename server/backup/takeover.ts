import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "../../app/durations";
import { newestPiece } from "./ask-replica";
import type { Replica } from "./litestream";
import { RestoreError } from "./restore";

const ANSWERS_WITHIN_MS = 5 * SECONDS;
/** A writer sends a segment about every 100 ms; its name has whole seconds only. */
const WATCH_MS = 5 * SECONDS;

/**
 * Looks whether the first machine is really gone. An idle one writes nothing, and a network may be cut between it and us, so
 * both are asked: its address, and the replica. Neither proves that it won't come back: somebody has to see to that.
 * @param first where the first machine answers
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
  const before = await newestPiece(databaseFile, replica);
  await pause(WATCH_MS);
  const after = await newestPiece(databaseFile, replica);
  if (after?.getTime() !== before?.getTime())
    throw new RestoreError("The first machine still writes to the replica. Stop it first. Nothing was changed.");
  return after;
}

/** A proxy's error page in the machine's place is no site. A site that says it isn't well is one all the same. */
async function isSiteAt(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), redirect: "manual" });
    const told: unknown = await answer.json();
    return typeof told === "object" && told !== null && "ok" in told;
  } catch {
    return false;
  }
}
