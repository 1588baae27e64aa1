import type { PromiseName } from "#app/domain/post/promise-kinds";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { officePaths } from "#app/paths";
import type { ShownDay, ShownWork } from "#app/ui/office/today";
import { todaysWork, type Work, type WorkGroup, workAddress, workGroups } from "#db/todays-work";
import type { Row } from "../answer";
import type { Argument } from "../command";
import type { CommandName } from "../commands/all";
import { today } from "../commands/today.server";
import type { Desk } from "../desk.server";
import { rowsOf, usableOf } from "./office-actions.server";
import { hrefOf } from "./shown";

/** A kind of work whose verb is a command of ours. */
type Kind = Work & { verb: { command: CommandName | null }; promises: readonly PromiseName[] };
type Counted = (typeof todaysWork)[number]["promises"][number];
/** Whatever people are promised waits in a line of the day, or this doesn't compile. */
type Complete<_Forgotten extends never> = readonly Kind[];
const kinds: Complete<Exclude<PromiseName, Counted>> = todaysWork;

/** Nobody waits for these: with them alone, there is nothing to do. */
const ONLY_WATCHED: WorkGroup = "Watch";

/** What there is to do now: in each group what is promised first is first, and what there is none of is left out. */
export async function dayOnOneScreen(desk: Desk): Promise<ShownDay> {
  const rows = await rowsOf(today, {}, desk);
  const waiting = rows.filter(({ how_many }) => how_many !== 0);
  const ofMachine = rows.filter(({ see }) => see === null);
  const saidOf = (isWrong: boolean) => ofMachine.filter((row) => waiting.includes(row) === isWrong).map(machineInWords);
  const groups = Object.entries(workGroups).map(([name, about]) => ({
    name,
    about,
    work: waiting
      .filter(({ group, see }) => group === name && see !== null)
      .toSorted(soonestFirst)
      .map((row) => shownWork(row, desk)),
  }));
  return {
    day: shortDate(saDay(desk.now)),
    promises: promisesInWords(rows),
    wrong: saidOf(true),
    groups: groups.filter(({ work }) => work.length > 0),
    isQuiet: groups.every(({ name, work }) => name === ONLY_WATCHED || work.length === 0),
    machine: saidOf(false).join(" "),
  };
}

const machineInWords = ({ work, first_ones: how }: Row) => `${work}: ${how}.`;

/** The times of the view can be compared as texts. What has none keeps its place, behind those. */
function soonestFirst({ until: one }: Row, { until: other }: Row): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return String(one) < String(other) ? -1 : 1;
}

/** "1 promise is overdue, 3 more are due today.", or null if none does. */
function promisesInWords(rows: Row[]): ShownDay["promises"] {
  const sum = (column: string) => rows.reduce((all, row) => all + Number(row[column]), 0);
  const [over, today] = [sum("overdue"), sum("due_today")];
  const more = over > 0 ? "more " : "";
  const words = [
    over > 0 ? (over === 1 ? "1 promise is overdue" : `${over} promises are overdue`) : "",
    today > 0
      ? `${today} ${more || (today === 1 ? "promise " : "promises ")}${today === 1 ? "is" : "are"} due today`
      : "",
  ].filter(Boolean);
  return words.length > 0 ? { text: `${words.join(", ")}.`, areOver: over > 0 } : null;
}

function shownWork(row: Row, desk: Desk): ShownWork {
  const kind = kinds.find(({ work }) => work === row.work);
  if (!kind) throw new Error(`${row.work} is no kind of today's work`);
  const count = Number(row.how_many);
  const numbers = String(row.first_ones).split(", ");
  const named = [row.first_person, row.second_person].flatMap((person, at) => {
    const number = numbers[at] ?? "";
    const href = hrefOf("number", number);
    return person || href ? [{ text: String(person ?? number), href }] : [];
  });
  // Who is there twice is named once.
  const people = named.filter(({ text }, at) => at === 0 || text !== named[0]?.text);
  return {
    count,
    words: kind.work,
    due: dueInWords(row, saDay(desk.now)),
    people,
    more: people.length > 0 ? count - people.length : 0,
    listHref: listOf(kind),
    verb: verbOf(kind, count, numbers[0], desk),
  };
}

/** "by 12:00 today"; of what is overdue, since when. */
function dueInWords({ until, overdue, how_many }: Row, todaysDay: string): ShownWork["due"] {
  if (until === null) return null;
  const [day = "", time = ""] = String(until).split(" ");
  const isOver = overdue !== 0;
  const near = day === todaysDay ? "today" : day === dayAfter(todaysDay, 1) ? "tomorrow" : `on ${shortDate(day)}`;
  const when = `${time} ${near}`;
  if (!isOver) return { text: `by ${when}`, isOver };
  return {
    text: how_many === 1 ? `overdue since ${when}` : `${overdue} overdue, the first since ${when}`,
    isOver,
  };
}

/** Our numbers, and an email's own. */
const NUMBERED: Argument["kind"][] = ["quote", "case", "application", "parcels", "waybill", "number", "emails"];

/**
 * Of one row the verb leads to its command with the number filled in, and so does a command that takes no number; of
 * several it leads to the list of these rows. Whoever may not use the command gets the list.
 */
function verbOf({ verb, ...kind }: Kind, count: number, number: string | undefined, desk: Desk) {
  const [usable] = verb.command ? usableOf(desk, [verb.command]) : [];
  const field = Object.entries(usable?.arguments ?? {}).find(([, { kind }]) => NUMBERED.includes(kind))?.[0];
  const known = field === undefined ? {} : { ...verb.known, [field]: number };
  const isOfOne = field === undefined || count === 1;
  return { words: verb.words, href: usable && isOfOne ? officePaths.do(usable.name, known) : listOf(kind) };
}

const listOf = ({ list, work }: Pick<Work, "list" | "work">) => officePaths.list(list, { work: workAddress(work) });
