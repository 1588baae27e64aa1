import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, inArray, lt } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Tx } from "#db/store.server";
import { deleteAtMost } from "../values/delete-at-most.server";

/**
 * Deletes emails that were sent or given up before a moment. One that was queued again is sent first.
 * @returns how many, at most `atMost`
 */
export async function forgetEmails(tx: Tx, before: Date, atMost: number): Promise<number> {
  const { id, state, nextAttemptAt } = outgoingMails;
  // When the last attempt was due: it has an index, and is within seconds of the sending.
  const isOld = and(inArray(state, ["sent", "dead", "skipped"]), lt(nextAttemptAt, before));
  return deleteAtMost(tx, atMost, id, isOld);
}

/**
 * Deletes emails and text messages that a site without a provider wrote to files, by the day in their names.
 * @returns how many
 */
export async function forgetEmailFiles(folder: string, before: Date): Promise<number> {
  const files = await readdir(folder).catch(() => []);
  const lastDay = before.toISOString().slice(0, 10);
  const old = files.filter((file) => /^\d{4}-\d\d-\d\d-.+\.(?:eml|sms)$/.test(file) && file.slice(0, 10) < lastDay);
  for (const file of old) await rm(path.join(folder, file), { force: true });
  return old.length;
}
