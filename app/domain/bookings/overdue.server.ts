import { eq } from "drizzle-orm";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, say } from "#app/language/say";
import { everyDay } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { driverApplications } from "#db/schema/drivers";
import type { Store, Tx } from "#db/store.server";
import { spokenApplicationNumber } from "../drivers/applications/reference";
import { atWork } from "../messages/at-work.server";
import { writeToCustomer } from "../messages/customer-emails.server";
import { isNewsOpen, tellNewsOverdue } from "../messages/tell.server";
import { moneyFor, owedBack } from "../money/refunds.server";
import { caseByNumber, isEmail, spokenCaseNumber } from "../parcels/cases.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { compose, type EmailContent } from "../post/compose";
import { salutation, salutationAt, signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { wordingThatFits } from "../post/one-part";
import { queueEmail } from "../post/outbox.server";
import type { ToldWhenOver } from "../post/promise-kinds";
import { notedAsOver, overAndNotTold, type StoredUntil } from "../post/promises.server";
import { queueText } from "../post/queue-text.server";
import { dayAndTime } from "../values/sa-time";
import { customersNumbers } from "./payments/tell-of-payment.server";

const EVERY_FIVE_MINUTES = "*/5 * * * *";
const AT_A_TIME = 200;

/** Tells whoever was told, if it isn't kept. Returns whether anybody had to be told. */
type Tells = (tx: Tx, promise: StoredUntil, now: Date) => Promise<boolean>;

/**
 * In working hours tells people, once, that the time is over by which we said that something is done, and that we are late.
 * Safe to repeat and to interrupt.
 * @returns how many of what was promised they were told of
 */
export async function tellOverdue(store: Store, now: Date): Promise<number> {
  if (!(await atWork(store.read, now))) return 0;
  let told = 0;
  for (;;) {
    const some = await overAndNotTold(store.read, now, AT_A_TIME);
    if (some.length === 0) return told;
    await oneByOne(some, async (promise) => {
      if (await store.tx((tx) => tellOf(tx, promise, now))) told += 1;
    });
  }
}

/** Does so every five minutes while the process runs. */
export function startTellingOverdue(store: Store, clock: () => Date, report: { failed(error: unknown): void }) {
  return everyDay(EVERY_FIVE_MINUTES, () => tellOverdue(store, clock()), report.failed);
}

async function tellOf(tx: Tx, promise: StoredUntil, now: Date): Promise<boolean> {
  if (!(await notedAsOver(tx, promise, now))) return false;
  return tells[promise.kind as ToldWhenOver](tx, promise, now);
}

const ofNews: Tells = async (tx, promise, now) => {
  if (!(await isNewsOpen(tx, promise))) return false;
  await tellNewsOverdue(tx, promise.about, promise.until, now);
  return true;
};

const ofCase: Tells = async (tx, promise, now) => {
  const found = await caseByNumber(tx, promise.about);
  const isOpen = found && !found.closedAt && (promise.kind === "case_done" || !found.answeredAt);
  if (!found?.contact || !isOpen) return false;
  const no = spokenCaseNumber(found.caseNo);
  const key = `case_overdue:${found.caseNo}:${promise.kind}`;
  const { emails, texts } = messagesCatalogue();
  if (isEmail(found.contact)) {
    const facts: EmailContent["facts"] = [[emails.facts.case, say`${number(no)}`]];
    const email = late(promise, { key, to: found.contact, greeting: emails.goodDay, facts });
    await queueEmail(tx, "a promise", email, now);
  } else {
    const words = wordingThatFits(texts.caseOverdue(no));
    const text = {
      key,
      to: found.contact,
      about: "We are late with our answer",
      words,
      holds: "nothing secret",
    } as const;
    await queueText(tx, "a promise", text, now);
  }
  return true;
};

const tells: Record<ToldWhenOver, Tells> = {
  late_news: ofNews,
  next_news: ofNews,
  price: async (tx, promise, now) => {
    const quote = await quoteById(tx, promise.about);
    if (!quote?.manualRequestedAt || quote.bookedAt || quote.status === "cancelled") return false;
    await writeToCustomer(tx, "a promise", quote, "price_asked", await aboutQuote(tx, promise, quote), now);
    return true;
  },
  refund: async (tx, promise, now) => {
    const quote = await quoteById(tx, promise.about);
    if (!quote) return false;
    if (owedBack(await moneyFor(tx, quote.id), quote, now).length === 0) return false;
    await writeToCustomer(tx, "a promise", quote, "refunded", await aboutQuote(tx, promise, quote), now);
    return true;
  },
  case_answer: ofCase,
  case_done: ofCase,
  application: async (tx, promise, now) => {
    const [found] = await tx.select().from(driverApplications).where(eq(driverApplications.id, promise.about));
    if (!found || found.decision) return false;
    const { facts } = messagesCatalogue().emails;
    const email = late(promise, {
      key: `application_overdue:${found.id}`,
      to: found.from_email,
      greeting: salutation(found.from_name),
      facts: [[facts.application, say`${number(spokenApplicationNumber(found.reference))}`]],
    });
    await queueEmail(tx, "a promise", email, now);
    return true;
  },
};

async function aboutQuote(tx: Tx, promise: StoredUntil, quote: Quote): Promise<Email> {
  const [known] = await customersNumbers(tx, [{ quote }]);
  const { facts } = messagesCatalogue().emails;
  return late(promise, {
    key: `${promise.kind}_overdue:${quote.id}:${promise.until}`,
    to: quote.email,
    greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
    facts: [[facts[known.is], say`${number(known.shown)}`]],
  });
}

function late(
  { kind, until }: StoredUntil,
  { key, to, greeting, facts }: Pick<Email, "key" | "to"> & Pick<EmailContent, "greeting" | "facts">,
): Email {
  const { overdue, overdueClosing } = messagesCatalogue().letters;
  const { day, time } = dayAndTime(until);
  const words = overdue[kind as keyof typeof overdue](time, day);
  return {
    key,
    to,
    ...compose({ ...words, greeting, facts, closing: overdueClosing(), signature: signatureWithPhone() }),
  };
}
