import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, min } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { cases } from "#db/schema/cases";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { countTry } from "../limits/counted-tries.server";
import { limits } from "../limits/limits";
import { queueEmail, withdrawEmails } from "../post/outbox.server";
import { queueText } from "../post/queue-text.server";
import { deleteAtMost } from "../values/delete-at-most.server";
import { newId } from "../values/ids.server";
import { unusedReference } from "../values/reference-number";
import { type DoneOr, refused } from "../values/refused";
import { type Case, caseNumbers, spokenCaseNumber } from "./case";
import { answerToPerson, caseForDesk, caseReceived } from "./case-emails.server";
import { type CaseReport, isEmail } from "./report-case.server";

/** A form of a parcel's page as it came: from whoever booked the parcel or has one of its signed links, or from a stranger. */
type Sent = {
  formKey: string;
  by: "owner" | "stranger";
  asked: Asked<"a case opened" | "an email asked for">;
  /** Whether the email that was given may get an answer at once: it may belong to somebody else. */
  isAnswered: Asked<"a letter"> | false;
  appUrl: string;
  now: Date;
};

/** A case, and whether it was open before and says something else now. */
export type Opened = Case & { isCorrected: boolean };

/**
 * Opens a case, and notifies staff and the person who reported it; a stranger only together with staff. Sending the
 * same form again, or the same report while its case is open, returns the existing case. The form with other answers
 * corrects its case until staff have answered it.
 */
export async function openCase(tx: Tx, waybillNo: string, report: CaseReport, at: Sent): Promise<Opened> {
  const known = await knownCase(tx, waybillNo, report, at.formKey);
  if (known) return { ...known, isCorrected: false };
  const sent = await caseOfForm(tx, at.formKey);
  const isOpen = sent?.answeredAt === null && sent.closedAt === null;
  const opened = isOpen ? await correct(tx, sent, report) : await open(tx, waybillNo, report, at);
  const came = { appUrl: at.appUrl, now: at.now, isCorrection: isOpen };
  const desk = await countTry(tx, `caseToDesk:${waybillNo}:${at.by}`, limits.caseToDesk.windowMs, at.now);
  const isDeskTold = desk.points <= limits.caseToDesk.points;
  if (isDeskTold) await queueEmail(tx, "ourselves", caseForDesk(opened, came), at.now);
  if (opened.contact && isEmail(opened.contact) && at.isAnswered && (isDeskTold || at.by === "owner")) {
    await queueEmail(tx, at.isAnswered, caseReceived(opened, opened.contact, came), at.now);
  }
  return { ...opened, isCorrected: isOpen };
}

async function open(tx: Tx, waybillNo: string, report: CaseReport, { formKey, now }: Sent): Promise<Case> {
  const opened: Case = {
    caseNo: await unusedReference(caseNumbers, (no) => caseByNumber(tx, no)),
    waybillNo,
    ...report,
    // Of a form whose case is answered, its next case only needs one of its own.
    formKey: (await caseOfForm(tx, formKey)) ? newId() : formKey,
    openedAt: now,
    ...{ answer: null, answeredAt: null, closedAt: null },
  };
  await tx.insert(cases).values(opened);
  return opened;
}

async function correct(tx: Tx, sent: Case, report: CaseReport): Promise<Case> {
  await tx.update(cases).set(report).where(eq(cases.caseNo, sent.caseNo));
  // The address may have been a mistake.
  await withdrawEmails(tx, `case-received:${sent.caseNo}`);
  return { ...sent, ...report };
}

/** The case that has this report, if this form opened it or if it is open; null if there is none. */
export async function knownCase(
  store: Reader,
  waybillNo: string,
  report: CaseReport,
  formKey: string,
): Promise<Case | null> {
  const { kind, words, contact } = report;
  const isSame = (each: Case) => each.kind === kind && each.words === words && each.contact === contact;
  const sent = await caseOfForm(store, formKey);
  if (sent && isSame(sent)) return sent;
  return (await casesAbout(store, waybillNo)).find((each) => each.closedAt === null && isSame(each)) ?? null;
}

async function caseOfForm(store: Reader, formKey: string): Promise<Case | null> {
  const [sent] = await store.select().from(cases).where(eq(cases.formKey, formKey));
  return sent ?? null;
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
