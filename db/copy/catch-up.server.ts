import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { desc } from "drizzle-orm";
import { SECONDS } from "../../app/durations";
import { staffActions } from "../schema/staff-actions";
import { StoreError } from "../store-error";
import type { Reader } from "../store-types";
import { copyForStaff } from "./copy-worker.server";
import { copiedAt, NO_COPY_YET } from "./staff-copy.server";

/** More than one, because two people's actions may be committed in another order than they began. */
const NEWEST_ACTIONS = 20;
const LOOK_AGAIN_MS = 200;
/** With the rest of a command less than ten seconds. */
const PATIENCE_MS = 7 * SECONDS;

type Copy = { url: string; file: string };

/**
 * Call it before staff read the copy of a PostgreSQL site: makes a new copy if staff have done something since, on this
 * machine or another, and waits for it for some seconds. So staff who have just marked a parcel see it marked, unless the
 * database is so large that copying takes longer.
 * @param report gets one line that says why it takes longer
 * @returns the time of the copy, and whether it holds all that staff did
 * @throws StoreError when there is no copy, or none can be written
 */
export async function catchUp(
  store: Reader,
  { url, file }: Copy,
  report: (words: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<{ copiedAt: Date; hasAll: boolean }> {
  const newest = await store
    .select({ id: staffActions.id })
    .from(staffActions)
    .orderBy(desc(staffActions.at), desc(staffActions.id))
    .limit(NEWEST_ACTIONS);
  const ids = newest.map(({ id }) => id);
  const givesUpAt = performance.now() + patienceMs;
  let writing: Promise<unknown> | undefined;
  let failure: Error | undefined;
  for (let isReported = false; ; isReported = true) {
    const at = copiedAt(file);
    if (at && holds(file, ids)) return { copiedAt: at, hasAll: true };
    if (failure) throw new StoreError(`Staff's copy of the database can't be written: ${failure.message}`);
    if (performance.now() > givesUpAt) {
      if (at) return { copiedAt: at, hasAll: false };
      throw new StoreError(NO_COPY_YET);
    }
    if (!isReported) report("Staff have changed something since the last copy of the database. Copying it again…");
    // When it ends without these actions, another process was writing an older state: then once more.
    writing ??= copyForStaff(url, file)
      .catch((error: Error) => {
        failure = error;
      })
      .finally(() => {
        writing = undefined;
      });
    await Promise.race([writing, pause(LOOK_AGAIN_MS)]);
  }
}

function holds(file: string, actions: string[]): boolean {
  const copy = new Database(file, { readonly: true });
  try {
    const isThere = copy.prepare("SELECT 1 FROM staff_actions WHERE id = ?");
    return actions.every((id) => isThere.get(id));
  } finally {
    copy.close();
  }
}
