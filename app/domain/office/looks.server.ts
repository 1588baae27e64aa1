import { asc, inArray, lt } from "drizzle-orm";
import { officeLooks } from "#db/schema/office-people";
import type { Store, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { scheduleJob } from "../values/scheduled-job.server";
import { inRecord, type OfficePerson } from "./people.server";

const EVERY_SECOND = "* * * * * *";
/** A page is one look. So many wait only while nothing can be written. */
const MOST_WAITING = 10_000;
const ROWS_AT_A_TIME = 500;

type Row = typeof officeLooks.$inferInsert;

/**
 * What somebody looked at. A file is "exported" before its first byte is sent.
 * The words of a search or of a filter aren't kept.
 */
export type Look = {
  what: "looked at" | "searched" | "exported";
  /** One of our numbers. */
  number?: string;
  view?: string;
  /** What was asked of it: the format of a file, and the columns that it was filtered and sorted by. */
  asked?: string;
  /** How many rows the page or file had. */
  rows?: number;
};

let waiting: Row[] = [];

/** Notes a look, to be written within a second: a page doesn't wait for it. */
export function noteLook(person: Pick<OfficePerson, "name" | "email">, look: Look, now: Date): void {
  waiting.push({ id: newId(), at: now, who: inRecord(person), ...look });
}

/**
 * Writes the looks noted since the last time, in one transaction. They are tried again if it fails.
 * @returns how many were lost, because more waited than are kept
 */
export async function writeLooks(store: Store): Promise<number> {
  if (waiting.length === 0) return 0;
  const rows = waiting;
  waiting = [];
  try {
    await store.tx(async (tx) => {
      for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME)
        await tx
          .insert(officeLooks)
          .values(rows.slice(at, at + ROWS_AT_A_TIME))
          .onConflictDoNothing();
    });
    return 0;
  } catch (error) {
    const all = [...rows, ...waiting];
    waiting = all.slice(-MOST_WAITING);
    if (all.length === waiting.length) throw error;
    return all.length - waiting.length;
  }
}

/** Writes looks once a second while the process runs, and those that still wait when it ends. */
export function startWritingLooks(store: Store, report: { failed(error: unknown): void; lost(looks: number): void }) {
  const write = () => writeLooks(store).then((lost) => lost > 0 && report.lost(lost), report.failed);
  const writing = scheduleJob(EVERY_SECOND, write, report.failed);
  return {
    async stop() {
      await writing.stop();
      await write();
    },
  };
}

/** Deletes the oldest looks from before a moment; returns how many. */
export async function forgetLooks(tx: Tx, before: Date, atMost: number): Promise<number> {
  const old = await tx
    .select({ id: officeLooks.id })
    .from(officeLooks)
    .where(lt(officeLooks.at, before))
    .orderBy(asc(officeLooks.at))
    .limit(atMost);
  const ids = old.map(({ id }) => id);
  await tx.delete(officeLooks).where(inArray(officeLooks.id, ids));
  return ids.length;
}
