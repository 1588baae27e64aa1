import { and, eq, isNull } from "drizzle-orm";
import { HOURS } from "#app/durations";
import { officeFactors, officePeople } from "#db/schema/office-people";
import type { Tx } from "#db/store.server";
import { issueLink, revokeLinks } from "../action-links/action-links.server";
import { newId } from "../values/ids.server";
import { type OfficePerson, type OfficeRow, personWithEmail } from "./people.server";
import { endOfficeSessions } from "./sessions.server";

/** The purpose of a person's link; its subject is the person. */
export const JOIN = "office-join";
export const JOIN_HOURS = 24;

/**
 * Adds a person, or starts again with one who is known: password, codes and sessions end at once, and the link is new.
 * @returns with the code of the link to `/office/join`
 */
export async function addPerson(
  tx: Tx,
  { name, email, right }: Omit<OfficePerson, "id">,
  now: Date,
): Promise<{ id: string; code: string; added: boolean }> {
  const known = await personWithEmail(tx, email);
  const id = known?.id ?? newId();
  const invited = { name, officeRight: right, passwordHash: null, blockedAt: null };
  if (known) {
    await tx.update(officePeople).set(invited).where(eq(officePeople.id, id));
    await shutOut(tx, id, now);
  } else await tx.insert(officePeople).values({ ...invited, id, email, addedAt: now });
  const code = await issueLink(tx, { purpose: JOIN, subject: id, address: email, livesMs: JOIN_HOURS * HOURS }, now);
  return { id, code, added: known === null };
}

/** Ends what a person signs in with, everywhere and at once. Blocking again changes nothing. */
export async function blockPerson(tx: Tx, { id }: Pick<OfficeRow, "id">, now: Date): Promise<{ added: boolean }> {
  const blocked = await tx
    .update(officePeople)
    .set({ blockedAt: now, passwordHash: null })
    .where(and(eq(officePeople.id, id), isNull(officePeople.blockedAt)))
    .returning({ id: officePeople.id });
  await shutOut(tx, id, now);
  return { added: blocked.length > 0 };
}

async function shutOut(tx: Tx, id: string, now: Date): Promise<void> {
  await endOfficeSessions(tx, id);
  await tx.delete(officeFactors).where(eq(officeFactors.personId, id));
  await revokeLinks(tx, id, [JOIN], now);
}
