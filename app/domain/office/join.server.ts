import { eq } from "drizzle-orm";
import { officePeople } from "#db/schema/office-people";
import type { Reader, Tx } from "#db/store.server";
import { inspectLink, redeemLink } from "../accounts/action-links.server";
import { endSessions, findSession, startSession } from "../accounts/sessions.server";
import { newId } from "../values/ids.server";
import { type KeySeal, newKey, newRecoveryCodes, setFactors } from "./factors.server";
import { JOIN } from "./invitations.server";
import { activePerson, inRecord, type OfficeRow } from "./people.server";
import { officeStaff } from "./sessions.server";
import { recordAction } from "./staff-actions.server";

/** What a person has chosen and been given, before the first code proves that the app has the key. */
export type Joining = { passwordHash: string; key: string; recoveryCodes: string[]; token: string };

export function newJoining(passwordHash: string): Joining {
  return { passwordHash, key: newKey(), recoveryCodes: newRecoveryCodes(), token: newId() };
}

/** Whose link this is, while it works; null afterwards. Reading it changes nothing. */
export async function personOfLink(store: Reader, code: string, now: Date): Promise<OfficeRow | null> {
  const state = await inspectLink(store, JOIN, code, now);
  return state.kind === "good" ? activePerson(store, state.link.subject) : null;
}

/**
 * Uses up the link, and signs the person in: password, app and recovery codes are new, and other sessions end. The same
 * form again finds the session that it started.
 * @param step of the code that was typed
 */
export async function join(
  tx: Tx,
  { code, joining, step, browser }: { code: string; joining: Joining; step: number; browser: string },
  keySealOf: (personId: string) => KeySeal,
  now: Date,
): Promise<{ personId: string } | null> {
  const joined = await findSession(tx, officeStaff, joining.token, now);
  if (joined) return { personId: joined.holder.id };
  const link = await redeemLink(tx, JOIN, code, now);
  const person = link && (await activePerson(tx, link.subject));
  if (!person) return null;
  const { passwordHash, token } = joining;
  await tx.update(officePeople).set({ passwordHash }).where(eq(officePeople.id, person.id));
  await setFactors(tx, person.id, { ...joining, step }, keySealOf(person.id), now);
  await endSessions(tx, "office", person.id);
  await startSession(tx, "office", { who: person.id, browser, token }, now);
  await recordAction(tx, inRecord(person), { action: "joined the office", subject: person.name, details: "" }, now);
  return { personId: person.id };
}
