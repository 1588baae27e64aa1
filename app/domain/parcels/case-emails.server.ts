import { contact } from "#app/contact";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, say } from "#app/language/say";
import { officePaths, paths } from "#app/paths";
import { compose } from "../post/compose";
import { ourSignature, signatureWithPhone, withoutLinks } from "../post/customer-words";
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
