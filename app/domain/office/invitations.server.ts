import { and, eq, isNull } from "drizzle-orm";
import { brand } from "#app/brand";
import { HOURS } from "#app/durations";
import { type Sentence, say } from "#app/language/say";
import { officeFactors, officePeople } from "#db/schema/office-people";
import type { Tx } from "#db/store.server";
import { issueLink, revokeLinks } from "../accounts/action-links.server";
import { endSessions } from "../accounts/sessions.server";
import { compose } from "../post/compose";
import { salutation, signature, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { queueEmail } from "../post/outbox.server";
import { newId } from "../values/ids.server";
import { saDateTime } from "../values/sa-time";
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

/** What somebody has done to another person's way into the office. */
type OfficeChange = {
  what: "added" | "right changed" | "new link" | "blocked";
  person: { id: string; name: string; email: string };
  /** In words: "clerk", or "clerk, before: reader". */
  right: string;
  /** Who did it, as the record names them. */
  by: string;
};

const subjects: Record<OfficeChange["what"], Sentence> = {
  added: say`Somebody was added to the office`,
  "right changed": say`Somebody has another right in the office`,
  "new link": say`Somebody has a new link to the office`,
  blocked: say`Somebody was blocked in the office`,
};

/** To a manager: who may come in to the office has changed. */
export function officeChanged(
  manager: { id: string; name: string; email: string },
  { what, person, right, by }: OfficeChange,
  now: Date,
): Email {
  return {
    key: `office-changed:${person.id}:${now.toISOString()}:${manager.id}`,
    to: manager.email,
    ...compose({
      headline: subjects[what],
      greeting: salutation(manager.name),
      opening: [say`${subjects[what]}. Every manager gets this email.`],
      facts: [
        [say`Name`, say`${withoutLinks(person.name)}`],
        [say`Email`, say`${person.email}`],
        [say`Right`, say`${right}`],
        [say`Done by`, say`${by.replace(/^[^<]+/, withoutLinks)}`],
        [say`Done at`, say`${saDateTime(now)}`],
      ],
      closing: [
        say`If nobody meant this, block that person at once, and whoever did it: block person, in the office or in the terminal.`,
      ],
      signature: signature(),
    }),
  };
}

/** To somebody who comes in to the office: the link with which they choose a password. */
export function comeIntoTheOffice(
  person: { id: string; name: string; email: string },
  link: { url: string; hours: number },
  now: Date,
): Email {
  return {
    key: `office-join:${person.id}:${now.toISOString()}`,
    to: person.email,
    worksUntil: new Date(now.getTime() + link.hours * HOURS),
    replaces: `office-join:${person.id}`,
    ...compose({
      headline: say`Your access to the office of ${brand.name}`,
      greeting: salutation(person.name),
      opening: [
        say`You get access to our office in a browser. Open the link and choose a password.`,
        say`You also need an app on your phone that shows codes, such as Google Authenticator, Aegis or 2FAS.`,
      ],
      facts: [],
      action: { label: say`Choose a password`, url: link.url },
      closing: [
        say`The link works once, for ${link.hours} hours. A newer one ends it.`,
        say`If you don't work for us, ignore this email, and tell us.`,
      ],
      signature: signature(),
    }),
  };
}
