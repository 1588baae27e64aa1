import { invoiceNumberIn } from "#app/domain/money/invoice";
import { readNumbers } from "#app/domain/values/reference-number";
import { officePaths } from "#app/paths";
import type { ShownAnswer } from "#app/ui/office/answer-panel";
import { list, type Row } from "../answer";
import type { Command } from "../command";
import { commands } from "../commands/all";
import { find } from "../commands/find.server";
import { commandsByWords } from "../commands-by-words";
import type { Desk } from "../desk.server";
import { rowsOf } from "./office-actions.server";
import { mayUse } from "./office-desk.server";
import { titleOf } from "./on-page.server";
import { shown } from "./shown";

/** A command, where it is done, and what it does. */
export type OfferedCommand = { title: string; href: string; summary: string };

/** A command that somebody else may use, and whom to ask for it. */
export type AskedFor = Omit<OfferedCommand, "href">;

/** What was found, and the commands that do what was typed; `others`: those for which somebody else has to be asked. */
type SearchPage = { answer: ShownAnswer; commands: OfferedCommand[]; others: AskedFor[] };

/** So many of each are shown of what a search finds: of what it is about, and of emails. */
const SHOWN = 20;

/**
 * What a search finds, emails last and otherwise the newest first; a whole number that is known leads to its page, and a
 * command that was typed, `agree TH4821093753`, to its own.
 */
export async function searchFor(sought: string, desk: Desk): Promise<SearchPage | { leadsTo: string }> {
  const typed = commandIn(sought, desk);
  if (typed?.isSure) return typed;
  const rows = await rowsOf(find, { words: sought, first: String(5 * SHOWN) }, desk);
  const only = onlyNumbered(sought, rows);
  if (only) return { leadsTo: officePaths.one(only) };
  if (typed && rows.length === 0) return typed;
  const shownRows = emailsLast(rows, SHOWN);
  const answer = shown(list(shownRows, `Nothing is known of “${sought}”.`), desk.now);
  const meant = commandsByWords(sought, commands);
  const others = meant.filter((command) => desk.officePerson && !mayUse(desk.officePerson, command));
  return {
    answer,
    commands: offered(meant, desk),
    others: others.map(({ name, right, summary }) => ({
      title: titleOf(name),
      summary: `Ask a ${right}: ${summary}`,
    })),
  };
}

/**
 * The number that leads to one page: what has it exists, and nothing else is meant. Digits alone may be a phone too, or a
 * shop's own number; then all that they find is shown.
 */
function onlyNumbered(sought: string, rows: Row[]): string | null {
  const { found } = readNumbers(sought);
  const invoiceNo = invoiceNumberIn(sought);
  const subjects = rows.filter(({ what }) => what !== "email" && what !== "case");
  const [first] = subjects;
  if (!first?.number || (found.length === 0 && !invoiceNo)) return null;
  const isNamed = invoiceNo !== null || found.some((each) => each.isNamed);
  const isOfCase = found.some(({ kind }) => kind === "case");
  const isIt = found.some(({ no }) => first.number === no || String(first.about).startsWith(no));
  return (isIt || isOfCase || invoiceNo) && (isNamed || subjects.length === 1) ? String(first.number) : null;
}

/** Those of these commands that the person may use, each with one line. */
export function offered(these: readonly Command[], { officePerson }: Pick<Desk, "officePerson">): OfferedCommand[] {
  const able = these.filter((command) => officePerson && mayUse(officePerson, command));
  return able.map(({ name, summary }) => ({ title: titleOf(name), href: officePaths.do(name), summary }));
}

/** What a search found, with the bookings, the account and whatever else there is above the emails. */
export function emailsLast(rows: Row[], most = rows.length): Row[] {
  const isEmail = ({ what }: Row) => what === "email";
  return [...rows.filter((row) => !isEmail(row)).slice(0, most), ...rows.filter(isEmail).slice(0, most)];
}

/** The page of a command whose name begins what was typed. A person may be called Mark: one word needs a number after it. */
function commandIn(sought: string, { officePerson }: Desk): { leadsTo: string; isSure: boolean } | null {
  const text = sought.replace(/\s+/g, " ");
  const isNamed = ({ name }: Command) => `${text} `.toLowerCase().startsWith(`${name} `);
  const [found] = commands.filter(isNamed).toSorted((one, other) => other.name.length - one.name.length);
  if (!found || !officePerson || !mayUse(officePerson, found)) return null;
  const words = text.slice(found.name.length + 1).split(" ");
  const names = Object.keys(found.arguments);
  const known = names.map((name, at) => [name, words.splice(0, at < names.length - 1 ? 1 : words.length).join(" ")]);
  const isSure = found.name.includes(" ") || /\d/.test(text);
  return { leadsTo: officePaths.do(found.name, Object.fromEntries(known)), isSure };
}
