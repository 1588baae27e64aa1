import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, min } from "drizzle-orm";
import * as z from "zod";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { number, type Sentence, say } from "#app/language/say";
import { type caseKinds, cases } from "#db/schema/cases";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { contactLine } from "../form/contact-line.server";
import { optionalText } from "../form/text-rules";
import { compose } from "../post/compose";
import { signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { queueEmail } from "../post/outbox.server";
import { queueText } from "../post/queue-text.server";
import { deleteAtMost } from "../values/delete-at-most.server";
import { type DoneOr, refused } from "../values/refused";
import { spokenWaybillNumber } from "./waybill-number";

export type Case = typeof cases.$inferSelect;

export type CaseKind = (typeof caseKinds)[number];

/** What may be wrong with a parcel. */
export const whatIsWrong = (): Record<CaseKind, Sentence> => messagesCatalogue().letters.wrong;

/** The number in groups, as people read it out: "C 4821 0934". */
export function spokenCaseNumber(caseNo: string): string {
  return caseNo.replace(/^C(\d{4})(\d{4})$/, "C $1 $2");
}

export const LONGEST_WORDS = 500;

/** The fields of the form "Something is wrong". Only the first is required. */
export const ReportSchema = z.object({
  kind: z.enum(Object.keys(whatIsWrong()) as [CaseKind, ...CaseKind[]], "Choose what is wrong"),
  words: optionalText("Your words", LONGEST_WORDS),
  contact: contactLine,
});

export type CaseReport = z.output<typeof ReportSchema>;

export const isEmail = (contact: string) => contact.includes("@");

export async function caseByNumber(store: Reader, caseNo: string): Promise<Case | null> {
  const [found] = await store.select().from(cases).where(eq(cases.caseNo, caseNo));
  return found ?? null;
}

/** Every case about a parcel, oldest first. */
export async function casesAbout(store: Reader, waybillNo: string): Promise<Case[]> {
  return store.select().from(cases).where(eq(cases.waybillNo, waybillNo)).orderBy(asc(cases.openedAt));
}

/** Every case reported with this contact. */
export async function casesFrom(store: Reader, contact: string): Promise<Case[]> {
  return store.select().from(cases).where(eq(cases.contact, contact)).orderBy(asc(cases.openedAt));
}

/** The number of open cases, and when the oldest of them was opened. */
export async function openCases(store: Reader): Promise<{ open: number; oldest: Date | null }> {
  const [row] = await store
    .select({ open: count(), oldest: min(cases.openedAt) })
    .from(cases)
    .where(isNull(cases.closedAt));
  return { open: row?.open ?? 0, oldest: row?.oldest ?? null };
}

const nobody = { contact: null, words: "", answer: null };

/** Erases who reported the cases about these bookings, and what was written. */
export async function forgetCasesAbout(tx: Tx, quoteIds: string[]): Promise<void> {
  const theirs = tx.select({ waybillNo: waybills.waybillNo }).from(waybills).where(inArray(waybills.quoteId, quoteIds));
  await tx.update(cases).set(nobody).where(inArray(cases.waybillNo, theirs));
}

/** The same for cases reported with this email or phone. */
export async function forgetCasesFrom(tx: Tx, contact: string): Promise<void> {
  await tx.update(cases).set(nobody).where(eq(cases.contact, contact));
}

/** The same for cases reported before a moment. Returns how many, at most `atMost`. */
export async function forgetCasesBefore(tx: Tx, contact: string, before: Date, atMost: number): Promise<number> {
  const isTheirs = and(eq(cases.contact, contact), lte(cases.openedAt, before));
  const some = await tx.select({ caseNo: cases.caseNo }).from(cases).where(isTheirs).limit(atMost);
  const numbers = some.map(({ caseNo }) => caseNo);
  await tx.update(cases).set(nobody).where(inArray(cases.caseNo, numbers));
  return numbers.length;
}

/**
 * Deletes cases that were closed before a moment.
 * @returns how many, at most `atMost`
 */
export async function forgetClosedCases(tx: Tx, before: Date, atMost: number): Promise<number> {
  return deleteAtMost(tx, atMost, cases.caseNo, and(isNotNull(cases.closedAt), lt(cases.closedAt, before)));
}

export type Answering = DoneOr<{
  case: Case;
  added: boolean;
  how: "email" | "text" | "nobody";
  trouble: string | null;
}>;

/** Answers a case by email or text message. The same words again are not sent twice. */
export async function answerCase(tx: Tx, caseNo: string, words: string, now: Date): Promise<Answering> {
  const found = await caseByNumber(tx, caseNo);
  if (!found) return refused("There is no such case.");
  const { contact } = found;
  const how = contact === null ? "nobody" : isEmail(contact) ? "email" : "text";
  if (found.answer === words) return { ok: true, case: found, added: false, how, trouble: null };
  await tx.update(cases).set({ answer: words, answeredAt: now }).where(eq(cases.caseNo, caseNo));
  const trouble = contact === null ? null : await notify(tx, found, contact, words, now);
  return { ok: true, case: found, added: true, how, trouble };
}

/** Closes a case. Closing it again changes nothing. */
export async function closeCase(tx: Tx, caseNo: string, now: Date): Promise<{ case: Case; added: boolean } | null> {
  const found = await caseByNumber(tx, caseNo);
  if (!found) return null;
  if (found.closedAt) return { case: found, added: false };
  await tx.update(cases).set({ closedAt: now }).where(eq(cases.caseNo, caseNo));
  return { case: found, added: true };
}

async function notify(tx: Tx, found: Case, contact: string, words: string, now: Date): Promise<string | null> {
  if (isEmail(contact)) {
    await queueEmail(tx, "the office", answerToPerson(found, contact, words, now), now);
    return null;
  }
  const about = `Case ${spokenCaseNumber(found.caseNo)}`;
  const text = {
    key: `case-answered:${found.caseNo}:${now.toISOString()}`,
    to: contact,
    about,
    words: plainText(messagesCatalogue().texts.caseAnswered(spokenCaseNumber(found.caseNo), words)),
    holds: "nothing secret",
  } as const;
  return queueText(tx, "the office", text, now);
}

/** To the person who reported it: staff's answer, in staff's words. */
export function answerToPerson({ caseNo, waybillNo }: Case, to: string, words: string, now: Date): Email {
  const { facts, goodDay } = messagesCatalogue().emails;
  const { headline, opening } = messagesCatalogue().letters.caseAnswered(spokenCaseNumber(caseNo));
  return {
    key: `case-answered:${caseNo}:${now.toISOString()}`,
    to,
    ...compose({
      headline,
      greeting: goodDay,
      opening: [opening, say`${words}`],
      facts: [
        [facts.case, say`${number(spokenCaseNumber(caseNo))}`],
        [facts.waybill, say`${number(spokenWaybillNumber(waybillNo))}`],
      ],
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
