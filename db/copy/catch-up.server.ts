import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { desc } from "drizzle-orm";
import { lockAlone } from "../lock-file.server";
import { staffActions } from "../schema/staff-actions";
import type { Reader } from "../store-types";
import { COPIED_AT, writeStaffCopy } from "./staff-copy.server";

/** More than one, because two people's actions may be committed in another order than they began. */
const NEWEST_ACTIONS = 20;
const LOOK_AGAIN_MS = 200;

type Copy = { url: string; file: string };

/**
 * Call it before staff read the copy of a PostgreSQL site: makes a new copy if staff have done something since, on this machine
 * or another. So staff who have just marked a parcel see it marked.
 * @param report gets one line that says why it takes longer
 * @returns the time of the copy
 */
export async function catchUp(store: Reader, { url, file }: Copy, report: (words: string) => void): Promise<Date> {
  for (let isReported = false; ; isReported = true) {
    const done = await store
      .select({ id: staffActions.id })
      .from(staffActions)
      .orderBy(desc(staffActions.at), desc(staffActions.id))
      .limit(NEWEST_ACTIONS);
    const copiedAt = momentOfCopy(
      file,
      done.map(({ id }) => id),
    );
    if (copiedAt) return copiedAt;
    if (!isReported) report("Staff have changed something since the last copy of the database. Copying it again…");
    const lock = lockAlone(`${file}-copy`);
    try {
      // The site may be writing one just now.
      if (lock) await writeStaffCopy(url, file, new Date());
      else await pause(LOOK_AGAIN_MS);
    } finally {
      lock?.release();
    }
  }
}

/** When a copy was made that holds all these actions; undefined where it holds fewer, or there is none. */
function momentOfCopy(file: string, actions: string[]): Date | undefined {
  if (!existsSync(file)) return undefined;
  const copy = new Database(file, { readonly: true });
  try {
    const isThere = copy.prepare("SELECT 1 FROM staff_actions WHERE id = ?");
    if (!actions.every((id) => isThere.get(id))) return undefined;
    const moment = copy.prepare("SELECT value FROM site_facts WHERE name = ?").pluck().get(COPIED_AT);
    return typeof moment === "string" ? new Date(moment) : undefined;
  } finally {
    copy.close();
  }
}
