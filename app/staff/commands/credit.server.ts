import type { Account } from "#app/domain/accounts/account";
import { provenAccounts } from "#app/domain/accounts/accounts.server";
import { type CreditNews, yourCredit } from "#app/domain/accounts/emails";
import { owedOnAccount } from "#app/domain/money/credit.server";
import { allowCredit as allow, stopCredit as stop } from "#app/domain/money/give-credit.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { formatRand } from "#app/domain/values/money";
import { shortDate } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, listNamed, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import type { Answer } from "../answer";
import { command } from "../command";
import { act, type Desk, did, notDone, type Outcome, whoActs } from "../desk.server";
import { contactFrom } from "./block-customer.server";

/** Nobody owes a courier more, or for longer: it is a slip of the hand. */
const MOST_CENTS = 1_000_000_00;
const MOST_DAYS = 90;

const person = {
  kind: "person",
  required: "Whose account? Give its email or its phone.",
  read: contactFrom,
} as const;

export const allowCredit = command({
  name: "allow credit",
  page: "check first",
  right: "manager",
  also: "pay by month, on account, business account, invoice at month end, 30 days, raise the limit",
  summary: "let a customer's account pay by month, up to a limit",
  more: say`What the account books then needs no payment before we collect it, as long as all that it owes stays within
    ${field("limit")}. Each parcel is invoiced when we collect it, and due ${field("days")} after the end of that month.
    Over the limit, or once something is overdue, bookings wait for payment as they do for everybody. The same command
    changes both, and starts again what ${commandNamed("stop credit")} stopped. Its owner gets an email with the terms.
    ${listNamed("credit")} shows who owes what.`,
  examples: ["allow credit nomsa@example.com --limit 5000 --days 30"],
  arguments: { person },
  options: {
    limit: {
      kind: "amount",
      label: "the most that it may owe, in rand",
      example: "5000",
      required: say`Up to how much? Use ${field("limit")}, such as 5000.`,
    },
    days: {
      kind: "count",
      label: "how many days after the end of the month of an invoice it is due",
      example: "30",
      required: say`How many days after the end of the month? Use ${field("days")}, such as 30.`,
    },
  },
  async run({ person: contact, limit: limitCents, days }, desk) {
    if (limitCents > MOST_CENTS) throw new UsageError(`The limit can be ${formatRand(MOST_CENTS)} at most.`);
    if (days > MOST_DAYS) throw new UsageError(`It can be ${MOST_DAYS} days at most.`);
    return actOnAccount(desk, contact, async (tx, account) => {
      const { uid } = account;
      const news = await allow(tx, uid, { limitCents, days }, whoActs(desk), desk.now);
      if (news) await tell(tx, account, { is: news, limitCents, days }, desk);
      const terms = `up to ${formatRand(limitCents)}, ${days} ${days === 1 ? "day" : "days"}`;
      return did(
        news && { action: "allowed credit", subject: uid, details: terms },
        say`The account of ${account.email} pays by month: ${terms} after the end of the month of an invoice.`,
        await owesInWords(tx, uid),
      );
    });
  },
});

export const stopCredit = command({
  name: "stop credit",
  page: "check first",
  right: "manager",
  also: "no longer on account, pay first, overdue, does not pay, bad debt",
  summary: "put nothing more on a customer's account that pays by month",
  more: say`Its bookings wait for payment then, as they do for everybody. What it owes stays due as it was, and parcels on
    account are still collected and delivered. Its owner gets an email that says so. ${commandNamed("allow credit")}
    starts it again.`,
  needs: "an account that pays by month",
  examples: ["stop credit nomsa@example.com"],
  arguments: { person },
  async run({ person: contact }, desk) {
    return actOnAccount(desk, contact, async (tx, account) => {
      const { uid } = account;
      const isNews = await stop(tx, uid, whoActs(desk), desk.now);
      if (isNews) await tell(tx, account, { is: "stopped" }, desk);
      return did(
        isNews && { action: "stopped credit", subject: uid, details: "" },
        say`Nothing ${isNews ? "more " : ""}goes on the account of ${account.email}.`,
        await owesInWords(tx, uid),
      );
    });
  },
});

/** Changes the one account with this email or phone, if it has proven its email. */
function actOnAccount(
  desk: Desk,
  contact: string,
  change: (tx: Tx, account: Account) => Promise<Outcome>,
): Promise<Answer> {
  return act(desk, async (tx) => {
    const [account, ...others] = await provenAccounts(tx, contact);
    if (!account) return notDone(say`There is no account with the proven email, or the phone, ${contact}.`);
    if (others.length > 0) return notDone(say`Several accounts have the phone ${contact}. Give the email of one.`);
    return change(tx, account);
  });
}

function tell(tx: Tx, account: Account, news: CreditNews, { site, now }: Desk): Promise<void> {
  return queueEmail(tx, "the office", yourCredit(account, news, { appUrl: site.appUrl, now }), now);
}

async function owesInWords(tx: Tx, uid: string): Promise<string> {
  const { cents, dueFirst } = await owedOnAccount(tx, uid);
  return cents === 0 ? "It owes nothing." : `It owes ${formatRand(cents)}${dueInWords(dueFirst)}.`;
}

function dueInWords(day: string | null): string {
  return day === null ? "" : `, the first of it due on ${shortDate(day)}`;
}
