/** Prints a Markdown table: a name, then numbers of bytes. */
export function print(head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows].map((row) => row.map(shown));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => padded(cell, widths[column] ?? 0, column)).join(" | ")} |`,
  );
  const rule = `|${widths.map((width, column) => `${"-".repeat(width + 1)}${column === 0 ? "-" : ":"}`).join("|")}|`;
  console.log([lines[0], rule, ...lines.slice(1)].join("\n"));
}

const shown = (cell: string | number) => (typeof cell === "number" ? cell.toLocaleString("en") : cell);

const padded = (cell: string, width: number, column: number) =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);
