import type { OfficePerson } from "#app/domain/office/people.server";
import { normalisePhone } from "#app/domain/values/phone.server";
import { asWritten } from "#app/language/plain-text";
import { type Said, wordsOf } from "#app/language/said";
import { type Drawing, drawn, sentence, type Words } from "#app/language/say";
import { officePaths } from "#app/paths";
import type { Argument } from "../command";
import { type CommandName, commands } from "../commands/all";
import { clean } from "../output";
import { numberInGroups } from "./as-people-say";
import { mayUse } from "./office-desk.server";

/** Whose page it is, and of which command. */
export type PageContext = { person?: OfficePerson; fields?: Record<string, Argument> };

const POSTAL_CODE = /^\d{4}$/;

/** A sentence as a page has it: options as their fields are named, and links to what it names. */
export function onPage(words: Words, context: PageContext = {}): Said {
  const { fields = {} } = context;
  const field = (name: string) => (name === "yes" ? "“Do it”" : `“${fieldName(name, fields[name])}”`);
  const drawing: Drawing<Said[number]> = {
    ...asWritten,
    number: (no) => {
      const phone = no.includes(" ") && normalisePhone(no);
      if (phone) return { words: no, href: `tel:${phone}` };
      return POSTAL_CODE.test(no) ? no : { words: numberInGroups(no), href: officePaths.one(no) };
    },
    url: (address) => ({ words: address, href: address }),
    field,
    tick: (name) => `${name === "yes" ? "press" : "tick"} ${field(name)}`,
    choice: (value) => `“${choiceName(value)}”`,
    list: (name) => ({ words: `“${headingOf(name)}”`, href: officePaths.list(name) }),
    command({ name, known, options }) {
      const href = addressOf(name, { ...known, ...options }, context);
      const words = `“${titleOf(name)}”`;
      return href ? { words, href } : words;
    },
  };
  return drawn(sentence(words), drawing).map((part) => (typeof part === "string" ? clean(part) : part));
}

/** The same where there is room for words alone, such as beside a field. */
export const textOnPage = (words: Words, context?: PageContext) => wordsOf(onPage(words, context));

/** A command's page with what is known; undefined where this person may not use it. */
export function addressOf(name: string, known: Record<string, string>, { person }: PageContext): string | undefined {
  const isUsable = commands.some((each) => each.name === name && person && mayUse(person, each));
  return isUsable ? officePaths.do(name, known) : undefined;
}

const titles: { readonly [Name in CommandName]?: string } = {
  agree: "Agree on a day",
  assign: "Give to a driver",
  unassign: "Take from its driver",
  tell: "Tell both people",
  "note booking": "Add a note",
  "price quote": "Set the price",
  print: "Print slips",
};

/** What a command is called in the office, where its name says it less well to somebody who is new. */
export const titleOf = (name: string): string => titles[name as CommandName] ?? capitalised(name);

/** What stands above an option's field: `to-refund` is "To refund". */
export function fieldName(name: string, option?: Argument): string {
  return option?.above ?? named(choiceName(name));
}

/** A code as a person reads it: `at-depot` is "At depot". */
export const choiceName = (value: string) => capitalised(value.replaceAll("-", " "));

/** A column's name in words: `what_to_do` is "What to do", and amounts say themselves that they are rand. */
export const headingOf = (column: string) =>
  named(capitalised(column.replace(/_rand(?=_|$)/, "").replaceAll("_", " ")));

/** Names in a label that was made of a code, as people write them. */
export function named(words: string): string {
  return words
    .replace(/\b(?:api|id|pin|vat)\b/gi, (word) => word.toUpperCase())
    .replace(/\bpayfast/i, "PayFast")
    .replace(/\b(quote|waybill|application|case|invoice|email) no\b/gi, "$1 number");
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
