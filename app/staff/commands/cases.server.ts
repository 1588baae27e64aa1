import { type Answering, answerCase, closeCase } from "#app/domain/parcels/cases.server";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { commandNamed, listNamed, number, say, type Words } from "#app/language/say";
import { command } from "../command";
import { act, did, emailNote, notDone } from "../desk.server";

export const answerCaseCommand = command({
  name: "answer case",
  page: "check first",
  right: "clerk",
  also: "complaint, something is wrong, damaged, missing, claim, reply",
  possible: ({ openCase }) => openCase !== undefined,
  summary: "answer somebody who reported a problem with a parcel",
  more: say`Your words go out unchanged, by email, or by text to somebody who gave only a phone.
    ${listNamed("cases")} lists what was reported. If they gave neither email nor phone, phone the sender or the
    receiver: the list has both numbers.`,
  examples: ['answer case C48210934 "We found it: the driver brings it today." --close'],
  arguments: {
    case: { kind: "case" },
    words: {
      kind: "words",
      label: "the answer, as they will read it",
      required: "What is the answer? Write it as they should read it.",
    },
  },
  options: { close: { kind: "flag", label: "close the case too", above: "Close the case too" } },
  async run({ case: caseNo, words: answer, close }, desk) {
    return act(desk, async (tx) => {
      const answered = await answerCase(tx, caseNo, answer, desk.now);
      if (!answered.ok) return notDone(answered.why);
      const closed = close ? await closeCase(tx, caseNo, desk.now) : null;
      const subject = answered.case.waybillNo;
      return did(
        [
          ...(answered.added ? [{ action: "answered case", subject, details: caseNo }] : []),
          ...(closed?.added ? [{ action: "closed case", subject, details: caseNo }] : []),
        ],
        answeredInWords(answered),
        ...(closed ? [say`${number(caseNo)} is closed.`] : []),
      );
    });
  },
});

export const closeCaseCommand = command({
  name: "close case",
  page: "check first",
  right: "clerk",
  also: "complaint solved, case is over",
  possible: ({ openCase }) => openCase !== undefined,
  summary: "close a case when there is nothing more to do",
  more: say`Nobody is told. To tell them, use ${commandNamed("answer case")}, which can close it too.`,
  examples: ["close case C48210934"],
  arguments: { case: { kind: "case" } },
  async run({ case: caseNo }, desk) {
    return act(desk, async (tx) => {
      const closed = await closeCase(tx, caseNo, desk.now);
      if (!closed) return notDone("There is no such case.");
      const record = closed.added && { action: "closed case", subject: closed.case.waybillNo, details: caseNo };
      return did(record, say`${number(caseNo)} is closed${closed.added ? "" : " already"}.`);
    });
  },
});

function answeredInWords({ case: { caseNo, contact }, added, how, trouble }: Extract<Answering, { ok: true }>): Words {
  const no = number(caseNo);
  const phone = phoneAsShown(contact ?? "");
  if (!added) return say`${no} has this answer already.`;
  if (trouble) return say`${no} is answered, but no text was sent: ${trouble}. Phone ${phone}.`;
  if (how === "email") return say`${no} is answered. ${emailNote}`;
  if (how === "text") return say`${no} is answered, by text to ${phone}.`;
  return say`${no} is answered here only: no email or phone was given. Phone the sender or the receiver (${listNamed("cases")}).`;
}
