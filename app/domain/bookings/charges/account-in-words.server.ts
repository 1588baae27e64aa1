import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { accountPaths } from "#app/paths";
import type { Reader } from "#db/store.server";
import { creditOf, owedByMonth } from "../../money/credit.server";
import { monthInWords, saMonth } from "../../values/calendar-month";
import { formatRand } from "../../values/money";
import { saDay, shortDate } from "../../values/sa-time";
import { roomOnAccount, type ToOwe } from "./room-on-account.server";

/** Whether a price goes on the account, or why it is to be paid. */
export type ToldBefore = { title: string; words: string };

/** What an account that pays by month reads before it books; null for any other. */
export async function beforeItIsBooked(store: Reader, toOwe: ToOwe, now: Date): Promise<ToldBefore | null> {
  const asked = await roomOnAccount(store, toOwe, now);
  if (!asked) return null;
  if ("waits" in asked) return { title: "To be paid before we collect it", words: asked.waits };
  const [then, limit] = [asked.room.owedCents + toOwe.cents, asked.room.credit.limitCents].map(formatRand);
  return {
    title: "This goes on your account",
    words: `It then owes ${then} of ${limit}. There is nothing to pay before we collect it.`,
  };
}

/** A statement of which something is open. `isMade`: its month is over, so nothing comes to it any more. */
export type StatementOwed = { href: string; title: string; words: string; isMade: boolean; isOverdue: boolean };

/** What an account that pays by month reads of it. */
export type AccountShown = {
  facts: { label: string; value: string }[];
  sentences: string[];
  /** The earliest first. */
  statements: StatementOwed[];
};

/** Null for an account that never paid by month. */
export async function accountInWords(store: Reader, uid: string, now: Date): Promise<AccountShown | null> {
  const credit = await creditOf(store, uid);
  if (!credit) return null;
  const { months, notInvoicedCents } = await owedByMonth(store, uid);
  const owedCents = months.reduce((sum, { cents }) => sum + cents, notInvoicedCents);
  const statements = months.map(({ month, cents, payBy }) => {
    const isOverdue = payBy < saDay(now);
    const [owed, day] = [formatRand(cents), shortDate(payBy)];
    return {
      href: accountPaths.statement(month),
      title: plainText(messagesCatalogue().statement.title(monthInWords(month))),
      words: isOverdue ? `${owed} was due on ${day}` : `${owed}, due on ${day}`,
      isMade: month < saMonth(now),
      isOverdue,
    };
  });
  return {
    facts: [
      { label: "Your account owes", value: formatRand(owedCents) },
      { label: "Of that, not invoiced yet", value: formatRand(notInvoicedCents) },
      ...(credit.stoppedAt ? [] : [{ label: "It may owe at most", value: formatRand(credit.limitCents) }]),
    ],
    sentences: [
      credit.stoppedAt
        ? "Nothing more goes on your account: you pay for each booking. What it owes stays due as it was."
        : statements.some(({ isOverdue }) => isOverdue)
          ? "A statement is overdue. Until it is paid, you pay for each booking before we collect it."
          : "What you book goes on your account while there is room. You pay nothing before we collect it.",
      `We invoice a parcel when we collect it. A month's invoices are due ${credit.days} days after its end.`,
    ],
    statements,
  };
}
