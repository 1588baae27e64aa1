const BETWEEN = "  ";
/** A narrower cell can't be understood. */
const NARROWEST = 8;
/** The width that a column keeps while longer ones are cut. */
const COMFORTABLE = 24;

/**
 * Formats a table, headings first, for a terminal: blank columns are left out, long cells are cut with "…", and columns
 * that still don't fit are left out on the right.
 * @returns the lines, and whether anything was left out or cut
 */
export function fitTable(table: string[][], width: number): { lines: string[]; isCut: boolean } {
  const [headings = [], ...rows] = table;
  const used = headings.map((_, column) => column).filter((column) => rows.some((cells) => cells[column]));
  const natural = used.map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const { widths, shown } = fitted(natural, width);
  const line = (cells: string[]) =>
    used
      .slice(0, shown)
      .map((column, at) => cut(cells[column] ?? "", widths[at] ?? 0).padEnd(widths[at] ?? 0))
      .join(BETWEEN)
      .trimEnd();
  const isCut = shown < used.length || widths.some((each, at) => each < (natural[at] ?? 0));
  return { lines: table.map(line), isCut };
}

/** Chooses widths: first the longest columns get narrower, then all do, then the last ones are dropped. */
function fitted(natural: number[], width: number): { widths: number[]; shown: number } {
  for (let shown = natural.length; shown > 1; shown -= 1) {
    const room = width - BETWEEN.length * (shown - 1);
    const columns = natural.slice(0, shown);
    const least = shown === natural.length ? NARROWEST : COMFORTABLE;
    if (sum(columns.map((each) => Math.min(each, least))) > room) continue;
    return { widths: shrunk(columns, room, least), shown };
  }
  return { widths: [Math.min(natural[0] ?? 0, width)], shown: Math.min(1, natural.length) };
}

function shrunk(columns: number[], room: number, least: number): number[] {
  const widths = [...columns];
  while (sum(widths) > room) {
    const longest = widths.indexOf(Math.max(...widths));
    const excess = sum(widths) - room;
    widths[longest] = Math.max(least, (widths[longest] ?? 0) - Math.max(1, Math.floor(excess / widths.length)));
  }
  return widths;
}

function cut(cell: string, width: number): string {
  return cell.length <= width ? cell : `${cell.slice(0, Math.max(0, width - 1))}…`;
}

const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);
