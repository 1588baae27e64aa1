import { invoiceNumberIn } from "#app/domain/money/invoice";
import { normaliseEmail } from "#app/domain/values/email";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { type NumberKind, readNumbers } from "#app/domain/values/reference-number";
import { plainSigns } from "#app/domain/values/typed-text";
import { commandNamed, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import type { Sought } from "#db/found-rows.server";
import { phoneWord } from "#db/search-index.server";
import { list } from "../answer";
import { command } from "../command";

const SHOWN = 20;
const COLUMNS = ["at", "what", "number", "status", "who", "phone", "email", "about"];

export const find = command({
  name: "find",
  page: { button: "Find", at: ({ words }: { words: string }) => officePaths.find(words) },
  right: "reader",
  also: "search, look for, who, phone, parcel without a slip",
  summary: "everything about a person or a number, one line each: what has the number, then the newest",
  more: say`A phone may be typed in any way, and its last four digits are enough. A number is a waybill's, a
    quote's, a case's, an invoice's, an application's, or PayFast's; four of its digits are enough. A shop's own
    order number must be whole. Several words must all be there: nkosi soweto. A parcel without a slip is found by
    its contents: clothes. To send an email again, give its number to ${commandNamed("resend email")}.`,
  examples: [
    'find "082 123 4567"',
    "find 4567",
    "find thandi nkosi",
    "find clothes",
    "find nomsa@example.com",
    "find TH4821093753",
    "find 1089999",
  ],
  arguments: {
    words: {
      kind: "words",
      shown: "name, phone, email, place, contents or number",
      label: "name, phone, email, place, contents or number",
      required: "Who or what? Give a name, a phone, an email, a place or a number, such as 082 123 4567.",
    },
  },
  options: {
    first: {
      kind: "rows",
      label: `how many lines from the top (otherwise ${SHOWN})`,
      above: "How many lines",
    },
  },
  async run({ words: typed, first = SHOWN }, { views }) {
    const rows = await views.find(soughtIn(typed), first);
    return list(
      rows.map(({ phone, ...row }) => ({ ...row, phone: phone && phoneAsShown(phone) })),
      say`Nothing was found for "${typed}".`,
      COLUMNS,
    );
  },
});

/** What a text may be: a number may be of several kinds, and also a phone. */
function soughtIn(typed: string): Sought {
  const plain = plainSigns(typed);
  const phone = phoneWord(plain);
  const { found } = readNumbers(typed);
  const numbered = (kind: NumberKind) => found.filter((each) => each.kind === kind).map(({ no }) => no);
  return {
    words: phone
      ? [phone]
      : typed
          .split(/\s+/)
          .filter((word) => /[\p{L}\d]/u.test(word))
          .map(normaliseEmail),
    ...{ waybillNos: numbered("waybill"), quoteNos: numbered("quote") },
    ...{ applicationNos: numbered("application"), caseNos: numbered("case") },
    invoiceNo: invoiceNumberIn(typed) ?? undefined,
    theirs: /^[\w-]{1,64}$/.test(typed) ? typed : undefined,
    reference: typed.trim(),
    digits: /^(?:TH|Q|D)?(\d{4,10})$/i.exec(plain.replace(/[\s-]/g, ""))?.[1],
  };
}
