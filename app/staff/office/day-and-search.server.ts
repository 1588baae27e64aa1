import { normaliseApplicationNumber } from "#app/domain/drivers/reference";
import { normaliseQuoteNumber } from "#app/domain/values/reference-number";
import { normaliseWaybillNumber } from "#app/domain/waybills/waybill-number";
import { officePaths } from "#app/paths";
import type { ShownAnswer } from "#app/ui/office/answer-panel";
import { list, type Row } from "../answer";
import type { Command } from "../command";
import { commands } from "../commands/all";
import { find } from "../commands/find.server";
import { today } from "../commands/today.server";
import type { Desk } from "../desk.server";
import { run } from "./check-and-do.server";
import { mayUse } from "./office-desk.server";
import { shown } from "./shown";

type Found = { answer: ShownAnswer; idle: string };

/** What there is to do now. Kinds of work with nothing to do are named in one line. */
export async function dayOnOneScreen(desk: Desk): Promise<Found> {
  const rows = await rowsOf(today, {}, desk);
  const waiting = rows.filter(({ how_many, see }) => how_many !== 0 || see === null);
  const idle = rows
    .filter((row) => !waiting.includes(row))
    .map(({ work }) => String(work))
    .map((work) => work.charAt(0).toLowerCase() + work.slice(1));
  return {
    answer: shown(list(waiting, "Nothing to do.", ["work", "how_many", "first_ones", "see"])),
    idle: idle.join(", "),
  };
}

/**
 * What a search finds, the newest first; a whole number that is known leads to its page, and a command that was typed,
 * `agree TH4821093753`, to its own.
 */
export async function searchFor(sought: string, desk: Desk): Promise<Found | { leadsTo: string }> {
  const typed = commandIn(sought, desk);
  if (typed?.isSure) return typed;
  const number =
    normaliseWaybillNumber(sought) ??
    (/^d/i.test(sought)
      ? normaliseApplicationNumber(sought)
      : /^q/i.test(sought)
        ? normaliseQuoteNumber(sought)
        : null);
  const rows = await rowsOf(find, { words: sought }, desk);
  if (number && rows.length > 0) return { leadsTo: officePaths.one(number) };
  if (typed && rows.length === 0) return typed;
  return { answer: shown(list(rows, `Nothing is known of “${sought}”.`)), idle: "" };
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

async function rowsOf(command: Command, typed: Record<string, string>, desk: Desk): Promise<Row[]> {
  const answer = await run(command, typed, desk, false);
  return answer.kind === "list" ? answer.rows : [];
}
