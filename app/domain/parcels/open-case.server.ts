import { eq } from "drizzle-orm";
import { contact } from "#app/contact";
import { ourNumbers } from "#app/domain/values/reference-number";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, say } from "#app/language/say";
import { officePaths, paths } from "#app/paths";
import { cases } from "#db/schema/cases";
import type { Reader, Tx } from "#db/store.server";
import type { Asked } from "../limits/cause";
import { countTry } from "../limits/counted-tries.server";
import { limits } from "../limits/limits";
import { compose } from "../post/compose";
import { ourSignature, signatureWithPhone, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { queueEmail, withdrawEmails } from "../post/outbox.server";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { promise } from "../post/promises.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { newId } from "../values/ids.server";
import { phoneAsShown } from "../values/phone.server";
import { unusedReference } from "../values/reference-number";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import {
  type Case,
  type CaseReport,
  caseByNumber,
  casesAbout,
  isEmail,
  spokenCaseNumber,
  whatIsWrong,
} from "./cases.server";
import { spokenWaybillNumber } from "./waybill-number";

/** Our terms: by when we answer a case, and by when we say what we do about it. */
const ANSWERED_WITHIN_WORKING_DAYS = 1;
const DONE_WITHIN_WORKING_DAYS = 5;

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
    caseNo: await unusedReference(ourNumbers.case, (no) => caseByNumber(tx, no)),
    waybillNo,
    ...report,
    // Of a form whose case is answered, its next case only needs one of its own.
    formKey: (await caseOfForm(tx, formKey)) ? newId() : formKey,
    openedAt: now,
    ...{ answer: null, answeredAt: null, closedAt: null },
  };
  await tx.insert(cases).values(opened);
  const proclaimed = await proclaimedDays(tx);
  const within = (workingDays: number) => `${workingDayAfter(saDay(now), workingDays, proclaimed)} ${DAY_ENDS_AT}`;
  await promise(tx, "case_answer", opened.caseNo, { until: within(ANSWERED_WITHIN_WORKING_DAYS) }, now);
  await promise(tx, "case_done", opened.caseNo, { until: within(DONE_WITHIN_WORKING_DAYS) }, now);
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

/** When a report came, and whether it corrects one that was sent before. */
type Came = { appUrl: string; now: Date; isCorrection: boolean };

/** To our staff: something was reported. */
export function caseForDesk({ caseNo, waybillNo, kind, words, contact: answerTo }: Case, came: Came): Email {
  const { appUrl, now, isCorrection } = came;
  return {
    key: `case-opened:${caseNo}:${now.toISOString()}`,
    to: contact().email.contact,
    ...compose({
      headline: whatIsWrong()[kind],
      about: say`case ${number(spokenCaseNumber(caseNo))}`,
      greeting: isCorrection
        ? say`Somebody has sent a report again, with other answers. These count.`
        : say`Somebody says that something is wrong with a parcel.`,
      opening: [],
      facts: [
        [say`Case`, say`${caseNo}`],
        [say`Waybill number`, say`${waybillNo}`],
        [say`What is wrong`, whatIsWrong()[kind]],
        [say`In their words`, say`${withoutLinks(words) || "nothing"}`],
        [
          say`Answer to`,
          answerTo
            ? say`${number(answerTo.includes("@") ? answerTo : phoneAsShown(answerTo))}`
            : say`no email or phone was given`,
        ],
      ],
      action: {
        label: say`Answer it in the office`,
        url: `${appUrl}${officePaths.do("answer case", { case: caseNo })}`,
      },
      links: [{ label: say`All open cases`, url: `${appUrl}${officePaths.list("cases")}` }],
      closing: [
        say`More reports about this parcel within the hour come without an email.`,
        say`On a command line: staff answer case ${caseNo} "…" --close`,
      ],
      signature: ourSignature(),
    }),
  };
}

/** To the person who reported it. It doesn't repeat what they wrote: the address may belong to somebody else. */
export function caseReceived({ caseNo, waybillNo, kind }: Case, to: string, { appUrl, now }: Came): Email {
  const { about, facts, goodDay } = messagesCatalogue().emails;
  const words = messagesCatalogue().letters.reported;
  return {
    key: `case-received:${caseNo}:${now.toISOString()}`,
    to,
    ...compose({
      ...words,
      about: about.case(spokenCaseNumber(caseNo)),
      greeting: goodDay,
      facts: [
        [facts.case, say`${number(spokenCaseNumber(caseNo))}`],
        [facts.waybill, say`${number(spokenWaybillNumber(waybillNo))}`],
        [facts.whatIsWrong, whatIsWrong()[kind]],
      ],
      action: { label: words.track, url: `${appUrl}${paths.shortTracking(waybillNo)}` },
      signature: signatureWithPhone(),
    }),
  };
}
