import { normaliseApplicationNumber } from "#app/domain/drivers/reference";
import { normaliseQuoteNumber } from "#app/domain/values/reference-number";
import { normaliseWaybillNumber } from "#app/domain/waybills/waybill-number";
import { officePaths } from "#app/paths";
import type { ShownAnswer } from "#app/ui/office/answer-panel";
import { list, type Row } from "../answer";
import type { Command } from "../command";
import { find } from "../commands/find.server";
import { today } from "../commands/today.server";
import type { Desk } from "../desk.server";
import { run } from "./check-and-do.server";
import { shown } from "./shown";

type Found = { answer: ShownAnswer; idle: string };

/** What there is to do now. Kinds of work with nothing to do are named in one line. */
export async function dayOnOneScreen(desk: Desk): Promise<Found> {
  const rows = await rowsOf(today, {}, desk);
  const waiting = rows.filter(({ how_many, see }) => how_many !== 0 || see === null);
  const idle = rows.filter((row) => !waiting.includes(row)).map(({ work }) => String(work).toLowerCase());
  return {
    answer: shown(list(waiting, "Nothing to do.", ["work", "how_many", "first_ones", "see"])),
    idle: idle.join(", "),
  };
}

/** What a search finds, the newest first; a whole number that is known leads to its page. */
export async function searchFor(sought: string, desk: Desk): Promise<Found | { leadsTo: string }> {
  const number =
    normaliseWaybillNumber(sought) ??
    (/^d/i.test(sought)
      ? normaliseApplicationNumber(sought)
      : /^q/i.test(sought)
        ? normaliseQuoteNumber(sought)
        : null);
  const rows = await rowsOf(find, { words: sought }, desk);
  if (number && rows.length > 0) return { leadsTo: officePaths.one(number) };
  return { answer: shown(list(rows, `Nothing is known of “${sought}”.`)), idle: "" };
}

async function rowsOf(command: Command, typed: Record<string, string>, desk: Desk): Promise<Row[]> {
  const answer = await run(command, typed, desk, false);
  return answer.kind === "list" ? answer.rows : [];
}
