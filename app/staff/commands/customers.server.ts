import type { ZodType } from "zod";
import { limits } from "#app/domain/form/fields";
import { emailLine, phoneLine, requiredLine } from "#app/domain/form/text-rules";
import { type Correction, correctInSteps, correctRest, toCorrect } from "#app/domain/people/correct-customer.server";
import { type Customer, findCustomer, type Identity, isNobody } from "#app/domain/people/customer.server";
import { beginChange, endChange, MOST_AT_ONCE } from "#app/domain/people/customer-changes.server";
import { customerData } from "#app/domain/people/customer-data.server";
import {
  type Forgotten,
  forgetCustomer,
  forgetInSteps,
  whatGoes,
  whyNotForgotten,
} from "#app/domain/people/forget-customer.server";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { plainSigns } from "#app/domain/values/typed-text";
import { UsageError } from "#app/domain/values/usage-error";
import { elapsedMs, SECONDS } from "#app/durations";
import { commandNamed, field, numbers, say, tick, type Words } from "#app/language/say";
import { phoneWord } from "#db/search-index.server";
import { done, refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, notDone, whoActs } from "../desk.server";
import { packed } from "../packed.server";
import { given } from "./dated-change";

/** The record of the command doesn't name the customer. */
const SUBJECT = "customer";

function identityFrom(typed: string): { identity: Identity; typed: string } {
  if (isEmail(typed)) return { identity: { email: normaliseEmail(typed) }, typed };
  const phone = phoneWord(plainSigns(typed));
  if (!phone)
    throw new UsageError(say`"${typed}" is neither an email nor a phone. ${commandNamed("find")} shows both.`);
  return { identity: { phone }, typed };
}

/** Whom a command is about. */
export const whose = { kind: "person", read: identityFrom } as const;

function by(rule: ZodType<string>) {
  return (typed: string): string => {
    const read = rule.safeParse(typed);
    if (!read.success) throw new UsageError(say`${read.error.issues[0]?.message ?? ""}.`);
    return read.data;
  };
}

export const exportCustomer = command({
  name: "export customer",
  page: { button: "Download the copy", reads: "many rows" },
  right: "manager",
  also: "POPIA, their data, copy of data",
  summary: "everything that we keep about a person, as a JSON file for them",
  more: say`For somebody who asks for their data (POPIA, section 23), with an account or without. Check first who
    is asking.`,
  examples: ["export customer nomsa@example.com --to nomsa.json", 'export customer "082 123 4567"'],
  arguments: { person: whose },
  async run({ person: { identity, typed } }, desk) {
    const customer = await findCustomer(desk.store.read, identity);
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
  also: "delete, POPIA, erase, remove a person, deceased",
  summary: "delete a person's data everywhere, for good",
  more: say`For somebody who asks for it (POPIA, section 24), with an account or without. Check first who is
    asking. It is refused while a parcel of theirs is under way. Bookings stay without names; a full invoice keeps
    what the law demands. Copies in backups are deleted with the backups. Without ${field("yes")} it says what would
    be deleted, and changes nothing.`,
  needs: "a customer without parcels",
  examples: ["forget customer nomsa@example.com", "forget customer nomsa@example.com --yes"],
  arguments: { person: whose },
  options: { yes: { kind: "flag", label: "you have read what will be deleted, and are sure" } },
  async asks({ person: { identity } }, desk) {
    const customer = await findCustomer(desk.store.read, identity);
    // What stands against it is said by itself.
    if (isNobody(customer) || (await whyNotForgotten(desk.store.read, customer, desk.now)).length > 0) return [];
    return [
      say`This would be deleted: ${counted(customer)}, and every email and text to them.`,
      say`It can't be undone. If you are sure, ${tick("yes")}.`,
    ];
  },
  async run({ person: { identity, typed } }, desk) {
    const customer = await findCustomer(desk.store.read, identity);
    if (isNobody(customer)) return refused(nobody(typed));
    const why = await whyNotForgotten(desk.store.read, customer, desk.now);
    if (why.length > 0) return refused(...why, "Nothing was deleted.");
    const goes = await whatGoes(desk.store.read, customer);
    const { sent, received, addresses } = customer;
    const isLong = !desk.isDryRun && sent.length + received.length > MOST_AT_ONCE;
    const begun = { kind: "forget" as const, correction: {}, addresses, who: whoActs(desk) };
    const change = isLong ? await beginChange(desk.store, identity, begun) : null;
    const left = change ? await forgetInSteps(desk.store, change, customer, desk.now, isLate(desk)) : [];
    if (!left) return done(GOES_ON);
    const rest = change ? { ...customer, sent: [], received: [] } : customer;
    return act(desk, async (tx) => {
      if (change && !(await endChange(tx, change))) return notDone(GOES_ON);
      const why = [...left, ...(await whyNotForgotten(tx, rest, desk.now))];
      if (why.length > 0)
        return notDone(
          ...why,
          "The rest of what they had booked was deleted. Use the command again once this is over.",
        );
      if (!desk.isDryRun) await forgetCustomer(tx, identity, rest, desk.now);
      return did(
        { action: "forgot customer", subject: SUBJECT, details: inWords(goes) },
        say`Deleted: ${inWords(goes)}.`,
        ...kept(goes),
      );
    });
  },
});

export const correctCustomerCommand = command({
  name: "correct customer",
  page: "in steps",
  right: "clerk",
  also: "wrong email, wrong phone, misspelt name, new number, typing error",
  summary: "correct a person's name, phone or email everywhere",
  more: say`In their account, and in everything that they sent or were sent. Invoices stay as they were issued.
    Only its owner can change the email of an account, on the site.`,
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
    if (Object.keys(correction).length === 0)
      throw new UsageError(say`What is wrong? Use ${field("name")}, ${field("phone")} or ${field("email")}.`);
    const customer = await findCustomer(desk.store.read, identity);
    if (isNobody(customer)) return refused(nobody(typed));
    if (correction.email && customer.accounts.length > 0)
      return refused("They have an account: only they can change its email, on the site.");
    const { accounts, newest, older } = toCorrect(customer, correction);
    const begun = { kind: "correct" as const, correction, addresses: [], who: whoActs(desk) };
    const change = older.length > 0 && !desk.isDryRun ? await beginChange(desk.store, identity, begun) : null;
    if (change && !(await correctInSteps(desk.store, change, older, desk.now, isLate(desk)))) return done(GOES_ON);
    return act(desk, async (tx) => {
      if (change && !(await endChange(tx, change))) return notDone(GOES_ON);
      await correctRest(tx, { identity, customer }, newest, correction, desk.now);
      const corrected = plural(newest.length + older.length, "booking or quote", "bookings and quotes");
      const details = `${Object.keys(correction).join(", ")}: ${plural(accounts, "account")}, ${corrected}`;
      return did({ action: "corrected customer", subject: SUBJECT, details }, say`Corrected: ${details}.`);
    });
  },
});

const GOES_ON =
  "There are so many bookings that the site does the rest by itself, within ten minutes. See the history then.";

/** Proxies wait a minute for a page. */
const PAGE_TAKES_MS = 30 * SECONDS;

/** Whether a page has to be answered, and the site does the rest; in a terminal nobody else waits. */
function isLate({ officePerson }: Desk): () => boolean {
  const until = elapsedMs() + PAGE_TAKES_MS;
  return () => officePerson !== undefined && elapsedMs() > until;
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

function kept({ fullInvoices }: Forgotten): Words[] {
  const law = "the law wants the name on an invoice of more than R 5 000 for five tax years";
  if (fullInvoices.length === 0) return [];
  return [say`Kept: ${numbers(fullInvoices)}, because ${law}.`];
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Said of somebody whom nothing names. */
export function nobody(typed: string): string {
  return `Nothing was found for "${typed}".`;
}
