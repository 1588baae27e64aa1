import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, day, joined, say } from "#app/language/say";
import { accountPaths, paths } from "#app/paths";
import { everyDay } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { readSiteFacts } from "#db/site-facts.server";
import type { Store, Tx } from "#db/store.server";
import type { Account } from "../../accounts/account";
import { accountById } from "../../accounts/accounts.server";
import type { Charge } from "../../money/charges.server";
import { accountsOwingFor, type OwedForMonth, owedForMonth, statementOrder } from "../../money/credit.server";
import type { Quote } from "../../parcels/quotes/quote";
import { compose } from "../../post/compose";
import { salutation, signature } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { queueEmail } from "../../post/outbox.server";
import { momentsOfMonth, monthAfter, saMonth } from "../../values/calendar-month";
import type { Cents } from "../../values/money";
import { saDay } from "../../values/sa-time";

/** On the first days of a month, in case the site was down. Nobody gets one twice. */
const FIRST_DAYS = "0 7-9 * * *";
const LAST_OF_THE_FIRST_DAYS = "05";

/**
 * On the first days of a month, emails each account that owes something of the month before its statement, with the link to
 * pay: once. Safe to repeat and to interrupt.
 */
export async function sendStatements(store: Store, now: Date): Promise<void> {
  if (saDay(now).slice(-2) > LAST_OF_THE_FIRST_DAYS) return;
  const appUrl = (await readSiteFacts(store.read))?.appUrl;
  if (!appUrl) return;
  const month = monthAfter(saMonth(now), -1);
  await oneByOne(await accountsOwingFor(store.read, month), (uid) =>
    store.tx(async (tx) => {
      // It may have been paid meanwhile.
      const owed = await owedForMonth(tx, { uid, month });
      const account = owed && (await accountById(tx, uid));
      if (account) await queueEmail(tx, "its own account", statementReady(account, owed, appUrl), now);
    }),
  );
}

/** Does so while the process runs. */
export function startSendingStatements(store: Store, clock: () => Date, report: { failed(error: unknown): void }) {
  return everyDay(FIRST_DAYS, () => sendStatements(store, clock()), report.failed);
}

/** To the account: what it owes for a month, until when, and where it is paid. */
export function statementReady(
  { uid, name, email }: Pick<Account, "uid" | "name" | "email">,
  { month, openCents, payBy }: OwedForMonth,
  appUrl: string,
): Email {
  const words = messagesCatalogue().statement;
  const { facts } = messagesCatalogue().emails;
  return {
    key: `statement-ready:${uid}:${month}`,
    to: email,
    ...compose({
      headline: words.ready.headline(lastOf(month), openCents),
      about: say`${date(lastOf(month))}`,
      greeting: salutation(name),
      opening: words.ready.opening,
      facts: [
        [facts.toPay, say`${amount(openCents)}`],
        [words.payBy, say`${day(payBy)}`],
      ],
      action: { label: words.ready.pay, url: appUrl + paths.payfastStatement(statementOrder({ uid, month })) },
      links: [{ label: words.ready.see, url: appUrl + accountPaths.statement(month) }],
      closing: words.ready.closing,
      signature: signature(),
    }),
  };
}

/** The last moment of a month, by whose day a statement is known in every language. */
const lastOf = (month: string) => new Date(momentsOfMonth(month).until.getTime() - 1);

/** What a payment has paid of an account. */
export type PaidOnAccount = { quote: Quote; charge: Charge; paidCents: Cents };

/** Tells accounts what was paid of them: one email for all that a payment has paid. */
export async function tellPaidOnAccount(tx: Tx, paid: readonly PaidOnAccount[], now: Date): Promise<void> {
  for (const uid of new Set(paid.map(({ charge }) => charge.accountUid ?? ""))) {
    const account = await accountById(tx, uid);
    const its = paid.filter(({ charge }) => charge.accountUid === uid);
    if (account) await queueEmail(tx, "a payment", statementPaid(account, its, now), now);
  }
}

/** To the account: its payment has arrived. The invoices were issued before. */
export function statementPaid(
  { uid, name, email }: Pick<Account, "uid" | "name" | "email">,
  paid: readonly { charge: Pick<Charge, "invoicedAt">; paidCents: Cents }[],
  now: Date,
): Email {
  const words = messagesCatalogue().statement.settled;
  const { facts } = messagesCatalogue().emails;
  const months = [...new Set(paid.map(({ charge }) => saMonth(charge.invoicedAt ?? now)))].toSorted();
  const lasts = months.map((month) => date(lastOf(month)));
  const paidCents = paid.reduce((sum, each) => sum + each.paidCents, 0);
  return {
    key: `statement-paid:${uid}:${now.toISOString()}`,
    to: email,
    ...compose({
      headline: words.headline(paidCents),
      about: joined(lasts, ", "),
      greeting: salutation(name),
      opening: words.opening,
      facts: [
        [facts.paid, say`${amount(paidCents)}`],
        [words.statement, joined(lasts, ", ")],
        [words.parcels, say`${String(paid.length)}`],
      ],
      closing: [],
      signature: signature(),
    }),
  };
}
