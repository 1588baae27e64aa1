import { type Correction, correctCustomer } from "#app/domain/people/correct-customer.server";
import { type Customer, customerOf, type Identity, isNobody, type Likely } from "#app/domain/people/customer.server";
import { customerData } from "#app/domain/people/customer-data.server";
import { type Forgotten, forgetCustomer, whyNotForgotten } from "#app/domain/people/forget-customer.server";
import { limits } from "#app/domain/shipments/fields";
import { emailLine, phoneLine, requiredLine } from "#app/domain/shipments/text-rules";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { rowsNaming } from "#db/rows-of-person.server";
import { phoneWord } from "#db/search-index.server";
import { UsageError } from "../../domain/values/usage-error";
import { refused } from "../answer";
import type { Call, Command } from "../command";
import { act, type Desk } from "../desk.server";

/** The record of the command doesn't name the customer. */
const SUBJECT = "customer";

export const exportCustomer: Command = {
  name: "export customer",
  right: "manager",
  takes: "<email or phone> [--to <file>]",
  summary: "everything that is kept about a person, as JSON, for themselves",
  more: [
    "For somebody who asks for their data (POPIA, section 23), with an account or without. Check first that it is they.",
  ],
  examples: ["export customer nomsa@example.com --to nomsa.json", 'export customer "082 123 4567"'],
  options: {},
  async run({ words }, desk) {
    const who = identityFrom(words);
    const likely = await likelyRows(desk, who);
    return act(desk, async (tx) => {
      const customer = await customerOf(tx, who, likely);
      if (isNobody(customer)) return { ok: false, why: [nobody(words)] };
      const document = await customerData(tx, who, customer, desk.now);
      return {
        ok: true,
        output: [],
        document,
        actions: [{ action: "exported customer", subject: SUBJECT, details: counted(customer) }],
      };
    });
  },
};

export const forgetCustomerCommand: Command = {
  name: "forget customer",
  right: "manager",
  takes: "<email or phone> --yes",
  summary: "delete a person's data everywhere, for good",
  more: [
    "For somebody who asks for it (POPIA, section 24), with an account or without. Check first that it is they. It is refused",
    "while a parcel of theirs is under way. Bookings stay without names; a full invoice keeps what the law demands. Copies in",
    "backups go with the backups. Without --yes it tells what would go, and changes nothing.",
  ],
  examples: ["forget customer nomsa@example.com", "forget customer nomsa@example.com --yes"],
  options: { yes: { type: "boolean", help: "you have read what goes, and mean it" } },
  async run({ words, has }, desk) {
    const who = identityFrom(words);
    const likely = await likelyRows(desk, who);
    if (!has("yes") && !desk.isDryRun) return listOfErasure(desk, who, likely, words);
    return act(desk, async (tx) => {
      const customer = await customerOf(tx, who, likely);
      if (isNobody(customer)) return { ok: false, why: [nobody(words)] };
      const why = await whyNotForgotten(tx, customer, desk.now);
      if (why.length > 0) return { ok: false, why: [...why, "Nothing was deleted."] };
      const forgotten = await forgetCustomer(tx, who, customer, desk.now);
      return {
        ok: true,
        output: [`Deleted: ${inWords(forgotten)}.`, ...kept(forgotten)],
        actions: [{ action: "forgot customer", subject: SUBJECT, details: inWords(forgotten) }],
      };
    });
  },
};

export const correctCustomerCommand: Command = {
  name: "correct customer",
  right: "clerk",
  takes: "<email or phone> [--name <name>] [--phone <phone>] [--email <email>]",
  summary: "put a person's name, phone or email right, wherever it stands",
  more: [
    "In their account, and in everything that they sent or were sent. Invoices stay as they were issued. The email of an account",
    "is changed on the site alone, by its owner.",
  ],
  examples: [
    'correct customer nomsa@example.com --name "Nomsa Zwane" --phone 0831112222',
    "correct customer nomsa@exmaple.com --email nomsa@example.com",
  ],
  options: {
    name: { type: "string", value: "name", help: "the full name" },
    phone: { type: "string", value: "phone", help: "the phone" },
    email: { type: "string", value: "email", help: "the email, of somebody without an account" },
  },
  async run(call, desk) {
    const who = identityFrom(call.words);
    const correction = correctionFrom(call);
    const likely = await likelyRows(desk, who);
    return act(desk, async (tx) => {
      const customer = await customerOf(tx, who, likely);
      if (isNobody(customer)) return { ok: false, why: [nobody(call.words)] };
      if (correction.email && customer.accounts.length > 0)
        return { ok: false, why: ["They have an account: its email is changed on the site, by its owner."] };
      const { accounts, bookings } = await correctCustomer(tx, who, customer, correction, desk.now);
      const details = `${Object.keys(correction).join(", ")}: ${plural(accounts, "account")}, ${plural(bookings, "booking or quote", "bookings and quotes")}`;
      return {
        ok: true,
        output: [`Put right: ${details}.`],
        actions: [{ action: "corrected customer", subject: SUBJECT, details }],
      };
    });
  },
};

/** Without --yes it only lists what would be erased. */
async function listOfErasure({ store: { read: store }, now }: Desk, who: Identity, likely: Likely, words: string[]) {
  const customer = await customerOf(store, who, likely);
  if (isNobody(customer)) return refused(nobody(words));
  const why = await whyNotForgotten(store, customer, now);
  if (why.length > 0) return refused(...why, "Nothing was deleted.");
  const todo = "It can't be undone. If you mean it, say it again with --yes.";
  return refused(`This would go: ${counted(customer)}, and every email and text to them.`, todo);
}

function identityFrom(words: string[]): Identity {
  const typed = words.join(" ").trim();
  if (!typed) throw new UsageError("Whose? Give an email or a phone.");
  if (isEmail(typed)) return { email: normaliseEmail(typed) };
  const phone = phoneWord(typed);
  if (!phone) throw new UsageError(`"${typed}" is neither an email nor a phone. find shows both.`);
  return { phone };
}

async function likelyRows({ store }: Desk, who: Identity): Promise<Likely> {
  const found = await rowsNaming(store.read, "email" in who ? who.email : who.phone);
  const ids = (kind: (typeof found)[number]["kind"]) => found.filter((each) => each.kind === kind).map(({ id }) => id);
  return { quoteIds: ids("quote"), uids: ids("account"), applicationIds: ids("application") };
}

function correctionFrom({ option }: Call): Correction {
  const rules = {
    name: requiredLine("The name", limits.fullName),
    phone: phoneLine("The phone"),
    email: emailLine("The email"),
  };
  const given = Object.entries(rules).flatMap(([field, rule]) => {
    const typed = option(field);
    if (typed === undefined) return [];
    const read = rule.safeParse(typed);
    if (!read.success) throw new UsageError(`${read.error.issues[0]?.message}.`);
    return [[field, read.data] as const];
  });
  if (given.length === 0) throw new UsageError('What is wrong? Give --name "…", --phone … or --email ….');
  return Object.fromEntries(given);
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

function nobody(words: string[]): string {
  return `Nothing is known of "${words.join(" ")}".`;
}
