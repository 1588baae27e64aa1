import { setTimeout as pause } from "node:timers/promises";
import type { ZodType } from "zod";
import { sendNewLinks } from "#app/domain/messages/new-links.server";
import {
  type Correction,
  correctAccounts,
  correctParcels,
  toCorrect,
} from "#app/domain/people/correct-customer.server";
import {
  type Customer,
  customerOf,
  type Identity,
  isNobody,
  type Likely,
  type TheirQuote,
} from "#app/domain/people/customer.server";
import { customerData } from "#app/domain/people/customer-data.server";
import {
  type Forgotten,
  forgetCustomer,
  forgetParcels,
  whatGoes,
  whyNotForgotten,
} from "#app/domain/people/forget-customer.server";
import type { TheirParcels } from "#app/domain/people/personal-tables.server";
import type { Quote } from "#app/domain/quotes/quote";
import { limits } from "#app/domain/shipments/fields";
import { emailLine, phoneLine, requiredLine } from "#app/domain/shipments/text-rules";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { inParts } from "#app/domain/values/in-parts";
import { UsageError } from "#app/domain/values/usage-error";
import { rowsNaming } from "#db/rows-of-person.server";
import { phoneWord } from "#db/search-index.server";
import type { Tx } from "#db/store.server";
import { refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, notDone } from "../desk.server";
import { packed } from "../packed.server";
import { given } from "./dated-change";

/** The record of the command doesn't name the customer. */
const SUBJECT = "customer";

function identityFrom(typed: string): { identity: Identity; typed: string } {
  if (isEmail(typed)) return { identity: { email: normaliseEmail(typed) }, typed };
  const phone = phoneWord(typed);
  if (!phone) throw new UsageError(`"${typed}" is neither an email nor a phone. find shows both.`);
  return { identity: { phone }, typed };
}

const whose = { kind: "person", read: identityFrom } as const;

function by(rule: ZodType<string>) {
  return (typed: string): string => {
    const read = rule.safeParse(typed);
    if (!read.success) throw new UsageError(`${read.error.issues[0]?.message}.`);
    return read.data;
  };
}

export const exportCustomer = command({
  name: "export customer",
  page: { button: "Download the copy", reads: "many rows" },
  right: "manager",
  summary: "everything that is kept about a person, as JSON, for themselves",
  more: [
    "For somebody who asks for their data (POPIA, section 23), with an account or without. Check first that it is they.",
  ],
  examples: ["export customer nomsa@example.com --to nomsa.json", 'export customer "082 123 4567"'],
  arguments: { person: whose },
  async run({ person: { identity, typed } }, desk) {
    const customer = await customerBy(desk, identity);
    if (isNobody(customer)) return refused(nobody(typed));
    const copy = await packed(await customerData(desk.store.read, identity, customer, desk.now));
    const actions = [{ action: "exported customer", subject: SUBJECT, details: counted(customer) }];
    return act(desk, async () => ({ ok: true, output: [], packed: copy, actions }));
  },
});

export const forgetCustomerCommand = command({
  name: "forget customer",
  page: "in steps",
  right: "manager",
  summary: "delete a person's data everywhere, for good",
  more: [
    "For somebody who asks for it (POPIA, section 24), with an account or without. Check first that it is they. It is refused",
    "while a parcel of theirs is under way. Bookings stay without names; a full invoice keeps what the law demands. Copies in",
    "backups go with the backups.",
    {
      typed: "Without --yes it tells what would go, and changes nothing.",
      page: "Check tells what would go, and changes nothing.",
    },
  ],
  examples: ["forget customer nomsa@example.com", "forget customer nomsa@example.com --yes"],
  arguments: { person: whose },
  options: { yes: { kind: "flag", label: "you have read what goes, and mean it" } },
  async run({ person: { identity, typed }, yes }, desk) {
    const customer = await customerBy(desk, identity);
    if (isNobody(customer)) return refused(nobody(typed));
    const why = await whyNotForgotten(desk.store.read, customer, desk.now);
    if (why.length > 0) return refused(...why, "Nothing was deleted.");
    if (!yes && !desk.isDryRun)
      return refused(`This would go: ${counted(customer)}, and every email and text to them.`, MEANT);
    const goes = await whatGoes(desk.store.read, customer);
    const rest = desk.isDryRun ? { customer, left: [] } : await forgetMost(desk, customer);
    return act(desk, async (tx) => {
      const left = [...rest.left, ...(await whyNotForgotten(tx, rest.customer, desk.now))];
      if (left.length > 0)
        return notDone(...left, "What else they had booked was deleted. Say it again once this is over.");
      if (!desk.isDryRun) await forgetCustomer(tx, identity, rest.customer, desk.now);
      return did(
        { action: "forgot customer", subject: SUBJECT, details: inWords(goes) },
        `Deleted: ${inWords(goes)}.`,
        ...kept(goes),
      );
    });
  },
});

export const correctCustomerCommand = command({
  name: "correct customer",
  page: "in steps",
  right: "clerk",
  summary: "put a person's name, phone or email right, wherever it stands",
  more: [
    "In their account, and in everything that they sent or were sent. Invoices stay as they were issued. The email of an account",
    "is changed on the site alone, by its owner.",
  ],
  examples: [
    'correct customer nomsa@example.com --name "Nomsa Zwane" --phone 0831112222',
    "correct customer nomsa@exmaple.com --email nomsa@example.com",
  ],
  arguments: { person: whose },
  options: {
    name: { kind: "words", read: by(requiredLine("The name", limits.fullName)), label: "the full name" },
    phone: { kind: "words", read: by(phoneLine("The phone")), label: "the phone" },
    email: { kind: "words", read: by(emailLine("The email")), label: "the email, of somebody without an account" },
  },
  async run({ person: { identity, typed }, name, phone, email }, desk) {
    const correction: Correction = given({ name, phone, email });
    if (Object.keys(correction).length === 0) throw new UsageError("What is wrong? Use --name, --phone or --email.");
    const customer = await customerBy(desk, identity);
    if (isNobody(customer)) return refused(nobody(typed));
    if (correction.email && customer.accounts.length > 0)
      return refused("They have an account: its email is changed on the site, by its owner.");
    const { accounts, quotes } = toCorrect(customer, correction);
    const isLong = quotes.length > MOST_AT_ONCE && !desk.isDryRun;
    const changed: Quote[] = [];
    const correct = async (tx: Tx, some: readonly TheirQuote[]) => {
      changed.push(...(await correctParcels(tx, identity, some, correction, desk.now)));
    };
    if (isLong) await inSteps(desk, quotes, correct);
    return act(desk, async (tx) => {
      await correctAccounts(tx, customer, correction, desk.now);
      if (!isLong && !desk.isDryRun) await correct(tx, quotes);
      // Of older bookings nobody waits for an email.
      const newest = changed.toSorted((one, other) => Number(other.bookedAt) - Number(one.bookedAt));
      await sendNewLinks(tx, "the office", newest.slice(0, MOST_AT_ONCE), desk.now);
      const details = `${Object.keys(correction).join(", ")}: ${plural(accounts, "account")}, ${plural(quotes.length, "booking or quote", "bookings and quotes")}`;
      return did({ action: "corrected customer", subject: SUBJECT, details }, `Put right: ${details}.`);
    });
  },
});

const MEANT = "It can't be undone. If you mean it, say it again with --yes.";

/** So many bookings are changed in one transaction with all else. More are changed before, a few at a time. */
const MOST_AT_ONCE = 100;
const QUOTES_AT_A_TIME = 4;
/** Customers book meanwhile. */
const BREATH_MS = 25;

/** Erases a person from their bookings, where there are many. @returns what is still to do, and why some can't be erased yet */
async function forgetMost(desk: Desk, customer: Customer): Promise<{ customer: Customer; left: string[] }> {
  const { sent, received } = customer;
  if (sent.length + received.length <= MOST_AT_ONCE) return { customer, left: [] };
  const left: string[] = [];
  const forget = (theirs: (some: TheirQuote[]) => TheirParcels) => async (tx: Tx, some: TheirQuote[]) => {
    const why = await whyNotForgotten(tx, theirs(some), desk.now);
    if (why.length > 0) left.push(...why);
    else await forgetParcels(tx, theirs(some), desk.now);
  };
  await inSteps(
    desk,
    sent,
    forget((some) => ({ sent: some, received: [] })),
  );
  await inSteps(
    desk,
    received,
    forget((some) => ({ sent: [], received: some })),
  );
  return { customer: { ...customer, sent: [], received: [] }, left };
}

async function inSteps(
  { store }: Desk,
  quotes: readonly TheirQuote[],
  work: (tx: Tx, some: TheirQuote[]) => Promise<void>,
): Promise<void> {
  for (const some of inParts(quotes, QUOTES_AT_A_TIME)) {
    await store.tx((tx) => work(tx, some));
    await pause(BREATH_MS);
  }
}

async function customerBy(desk: Desk, identity: Identity): Promise<Customer> {
  return customerOf(desk.store.read, identity, await likelyRows(desk, identity));
}

async function likelyRows({ store }: Desk, identity: Identity): Promise<Likely> {
  const found = await rowsNaming(store.read, "email" in identity ? identity.email : identity.phone);
  const ids = (kind: (typeof found)[number]["kind"]) => found.filter((each) => each.kind === kind).map(({ id }) => id);
  return { quoteIds: ids("quote"), uids: ids("account"), applicationIds: ids("application") };
}

function counted({ accounts, sent, received, applications, blocks }: Customer): string {
  return [
    plural(accounts.length, "account"),
    plural(sent.length, "booking or quote", "bookings and quotes"),
    `${received.length} sent to them`,
    plural(applications.length, "application"),
    ...(blocks.length > 0 ? [plural(blocks.length, "block")] : []),
  ].join(", ");
}

function inWords({ accounts, bookings, quotes, applications, blocks }: Forgotten): string {
  return [
    plural(accounts, "account"),
    `names in ${plural(bookings, "booking")}`,
    plural(quotes, "quote"),
    plural(applications, "application"),
    ...(blocks > 0 ? [plural(blocks, "block")] : []),
  ].join(", ");
}

function kept({ fullInvoices }: Forgotten): string[] {
  const law = "the law wants the name on an invoice of more than R 5 000 for five tax years";
  return fullInvoices.length > 0 ? [`Kept: ${fullInvoices.join(", ")}, because ${law}.`] : [];
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function nobody(typed: string): string {
  return `Nothing is known of "${typed}".`;
}
