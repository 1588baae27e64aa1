import type { Door } from "./doors";
import type { Meaning, TypedRow } from "./typed";

/** What came of a row at a door. */
export type Tried = { door: string; row: TypedRow; isHeld: boolean; came: string };
type Placed = { row: TypedRow; field: string };

/** Tries rows at a door: as many at once as it has fields for; those that are kept apart from those that aren't. */
export async function tried(door: Door, rows: readonly TypedRow[]): Promise<Tried[]> {
  const all: Tried[] = [];
  for (const isKept of [true, false]) {
    const some = rows.filter(({ comes, typed }) => "kept" in comes === isKept && !door.not?.(typed));
    const forms = inForms({ ...door, isRowByRow: door.isRowByRow || (!isKept && door.saysFirst) }, some);
    if (door.sendAll) all.push(...(await sentInParts(door, door.sendAll, forms.flat())));
    else for (const form of forms) all.push(...(await sentTogether(door, form)));
  }
  return all;
}

/** As many forms as it takes, each with one row in a field. */
function inForms(door: Door, rows: readonly TypedRow[]): Placed[][] {
  const forms: Placed[][] = [];
  for (const row of rows) {
    const fields = door.fields[row.meaning] && row.column ? [row.column] : (door.fields[row.meaning] ?? []);
    if (fields.length === 0) continue;
    const form = forms.find(
      (each) => !(door.isRowByRow && each.length > 0) && fields.some((field) => isFree(each, field)),
    );
    const field = fields.find((each) => !form || isFree(form, each)) ?? "";
    if (form) form.push({ row, field });
    else forms.push([{ row, field }]);
  }
  return forms;
}

/** As many lines as a list may have, or as it names with what is wrong. */
const MOST_LINES = { kept: 100, refused: 40 };

async function sentInParts(door: Door, sendAll: NonNullable<Door["sendAll"]>, rows: Placed[]): Promise<Tried[]> {
  const all: Tried[] = [];
  const isKept = rows.some(({ row }) => "kept" in row.comes);
  let left = rows;
  while (left.length > 0) {
    const part = left.slice(0, MOST_LINES[isKept ? "kept" : "refused"]);
    left = left.slice(part.length);
    const came = await sendAll(part.map((placed) => typedIn([placed])));
    const judgements = part.map((placed, at) => judged(door, placed, came[at] ?? { said: {} }));
    // A line that is refused keeps the others of its list from being booked.
    const wrong = isKept ? judgements.filter(({ came }) => came.startsWith("said: ") && came !== "said: ") : [];
    if (wrong.length === 0) all.push(...judgements);
    else {
      all.push(...wrong);
      left = [...part.filter(({ row }) => wrong.every((each) => each.row !== row)), ...left];
    }
  }
  return all;
}

const isFree = (form: Placed[], field: string) => form.every((each) => each.field !== field);
const typedIn = (form: Placed[]) => Object.fromEntries(form.map(({ row, field }) => [field, row.typed]));

async function sentTogether(door: Door, form: Placed[]): Promise<Tried[]> {
  const came = await door.send(typedIn(form));
  // One that is refused keeps the others of its form from being kept.
  if ("said" in came && form.length > 1 && form.some(({ row }) => "kept" in row.comes)) {
    const alone: Tried[] = [];
    for (const placed of form) alone.push(...(await sentTogether(door, [placed])));
    return alone;
  }
  return form.map((placed) => judged(door, placed, came));
}

/** Of these a page is seen, with other words around what is meant. */
const IS_SHOWN: Meaning[] = ["number", "search", "sought phone", "file"];

function judged(door: Door, { row, field }: Placed, came: Awaited<ReturnType<Door["send"]>>): Tried {
  const alike = door.alike?.[row.meaning] ?? ((text: string) => text);
  const text = "kept" in came ? (came.kept[field] ?? "") : (came.said[field] ?? came.said[""] ?? "");
  const isHeld =
    "kept" in row.comes
      ? "kept" in came &&
        (IS_SHOWN.includes(row.meaning) ? text.includes(row.comes.kept) : alike(text) === alike(row.comes.kept))
      : "said" in came && text.includes(door.says?.[row.meaning] ?? row.comes.words);
  return { door: door.name, row, isHeld, came: "kept" in came ? `kept: ${text}` : `said: ${text}` };
}

/** Door × kind: how many rows of how many came as they should. */
export function tableOf(all: readonly Tried[]): string {
  const count = (some: readonly Tried[]) =>
    some.length === 0 ? "" : `${some.filter(({ isHeld }) => isHeld).length}/${some.length}`;
  const doors = [...new Set(all.map(({ door }) => door))];
  const kinds = [...new Set(all.map(({ row }) => row.kind))];
  const lines = kinds.map((kind) => {
    const ofKind = all.filter(({ row }) => row.kind === kind);
    return [kind, ...doors.map((door) => count(ofKind.filter((each) => each.door === door))), count(ofKind)];
  });
  const total = ["all", ...doors.map((door) => count(all.filter((each) => each.door === door))), count(all)];
  const cells = [["", ...doors, "all"], ...lines, total];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((line) => (line[at] ?? "").length))) ?? [];
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
