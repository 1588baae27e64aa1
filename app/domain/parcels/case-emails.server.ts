import { brand } from "#app/brand";
import { contact, signatureWithPhone } from "#app/contact";
import { officePaths, paths } from "#app/paths";
import { compose } from "../post/compose";
import { withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { phoneAsShown } from "../values/phone.server";
import { type Case, spokenCaseNumber, whatIsWrong } from "./case";
import { spokenWaybillNumber } from "./waybill-number";

/** When a report came, and whether it corrects one that was sent before. */
type Came = { appUrl: string; now: Date; isCorrection: boolean };

/** To our staff: something was reported. */
export function caseForDesk({ caseNo, waybillNo, kind, words, contact: answerTo }: Case, came: Came): Email {
  const { appUrl, now, isCorrection } = came;
  return {
    key: `case-opened:${caseNo}:${now.toISOString()}`,
    to: contact().email.contact,
    ...compose({
      subject: `${whatIsWrong[kind]}: case ${spokenCaseNumber(caseNo)}`,
      greeting: isCorrection
        ? "Somebody has sent a report again, with other answers. These count."
        : "Somebody says that something is wrong with a parcel.",
      opening: [],
      facts: [
        ["Case", caseNo],
        ["Waybill number", waybillNo],
        ["What is wrong", whatIsWrong[kind]],
        ["In their words", withoutLinks(words) || "nothing"],
        [
          "Answer to",
          answerTo ? (answerTo.includes("@") ? answerTo : phoneAsShown(answerTo)) : "no email or phone was given",
        ],
      ],
      action: { label: "Answer it in the office", url: `${appUrl}${officePaths.do("answer case", { case: caseNo })}` },
      links: [{ label: "All open cases", url: `${appUrl}${officePaths.list("cases")}` }],
      closing: [
        "More reports about this parcel within the hour come without an email.",
        `On a command line: staff answer case ${caseNo} "…" --close`,
      ],
      signature: [brand.name],
    }),
  };
}

/** To the person who reported it. It doesn't repeat what they wrote: the address may belong to somebody else. */
export function caseReceived({ caseNo, waybillNo, kind }: Case, to: string, { appUrl, now }: Came): Email {
  return {
    key: `case-received:${caseNo}:${now.toISOString()}`,
    to,
    ...compose({
      subject: `We have your report: case ${spokenCaseNumber(caseNo)}`,
      greeting: "Good day,",
      opening: ["Thank you for telling us. A person looks into it, and answers you by email."],
      facts: [
        ["Case", spokenCaseNumber(caseNo)],
        ["Waybill number", spokenWaybillNumber(waybillNo)],
        ["What is wrong", whatIsWrong[kind]],
      ],
      action: { label: "Track the parcel", url: `${appUrl}${paths.shortTracking(waybillNo)}` },
      closing: [`We answer ${brand.hours}. Say the case number when you phone us.`],
      signature: signatureWithPhone(),
    }),
  };
}

/** To the person who reported it: staff's answer, in staff's words. */
export function answerToPerson({ caseNo, waybillNo }: Case, to: string, words: string, now: Date): Email {
  return {
    key: `case-answered:${caseNo}:${now.toISOString()}`,
    to,
    ...compose({
      subject: `Your case ${spokenCaseNumber(caseNo)}`,
      greeting: "Good day,",
      opening: ["You told us that something is wrong with a parcel. Here is our answer:", words],
      facts: [
        ["Case", spokenCaseNumber(caseNo)],
        ["Waybill number", spokenWaybillNumber(waybillNo)],
      ],
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
