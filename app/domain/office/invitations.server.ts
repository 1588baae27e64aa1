import { and, eq, isNull } from "drizzle-orm";
import { HOURS } from "#app/durations";
import { officeFactors, officePeople } from "#db/schema/office-people";
import type { Tx } from "#db/store.server";
import { issueLink, revokeLinks } from "../accounts/action-links.server";
import { endSessions } from "../accounts/sessions.server";
import { queueEmail } from "../post/outbox.server";
import { newId } from "../values/ids.server";
import { type OfficeChange, officeChanged } from "./change-email";
import { type OfficePerson, type OfficeRow, peopleOfOffice, personWithEmail } from "./people.server";

/** The purpose of a person's link; its subject is the person. */
export const JOIN = "office-join";
export const JOIN_HOURS = 24;

/**
 * Adds a person, or starts again with one who is known: password, codes and sessions end at once, and the link is new.
 * The managers are told.
 * @param by who does it, as the record names them
 * @returns with the code of the link to `/office/join`
 */
export async function addPerson(
  tx: Tx,
  { name, email, right }: Omit<OfficePerson, "id">,
  by: string,
  now: Date,
): Promise<{ id: string; code: string; added: boolean }> {
  const known = await personWithEmail(tx, email);
  const id = known?.id ?? newId();
  const before = known?.blockedAt ? "blocked" : known?.officeRight;
  const isSame = before === right;
  const what = !before ? "added" : isSame ? "new link" : "right changed";
  const inWords = before && !isSame ? `${right}, before: ${before}` : right;
  await tellManagers(tx, { what, person: { id, name, email }, right: inWords, by }, now);
  const invited = { name, officeRight: right, passwordHash: null, blockedAt: null };
  if (known) {
    await tx.update(officePeople).set(invited).where(eq(officePeople.id, id));
    await shutOut(tx, id, now);
  } else await tx.insert(officePeople).values({ ...invited, id, email, addedAt: now });
  const code = await issueLink(tx, { purpose: JOIN, subject: id, address: email, livesMs: JOIN_HOURS * HOURS }, now);
  return { id, code, added: known === null };
}

/** Ends what a person signs in with, everywhere and at once, and tells the managers. Blocking again changes nothing. */
export async function blockPerson(tx: Tx, person: OfficeRow, by: string, now: Date): Promise<{ added: boolean }> {
  const { id, officeRight, blockedAt } = person;
  if (!blockedAt) await tellManagers(tx, { what: "blocked", person, right: `${officeRight} until now`, by }, now);
  const blocked = await tx
    .update(officePeople)
    .set({ blockedAt: now, passwordHash: null })
    .where(and(eq(officePeople.id, id), isNull(officePeople.blockedAt)))
    .returning({ id: officePeople.id });
  await shutOut(tx, id, now);
  return { added: blocked.length > 0 };
}

/** Tells everybody who is a manager before the change, so that nobody who takes the office over can do it unseen. */
async function tellManagers(tx: Tx, change: OfficeChange, now: Date): Promise<void> {
  const managers = (await peopleOfOffice(tx)).filter(({ officeRight }) => officeRight === "manager");
  for (const manager of managers) await queueEmail(tx, "the office", officeChanged(manager, change, now), now);
}

async function shutOut(tx: Tx, id: string, now: Date): Promise<void> {
  await endSessions(tx, "office", id);
  await tx.delete(officeFactors).where(eq(officeFactors.personId, id));
  await revokeLinks(tx, id, [JOIN], now);
}
