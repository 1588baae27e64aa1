/** A table in Markdown, its figures to the right. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => (at ? "---:" : "---"))), ...rows.map(line)].join("\n");
}

export const whole = (number) => (number == null ? "–" : Math.round(number).toLocaleString("en-US"));
/** Precise enough to show on which side of 0.8 or 1 it lies. */
export const times = (number) => (number == null || number >= 100 ? whole(number) : number.toPrecision(3));
export const fine = (number) =>
  number == null || number >= 100 ? whole(number) : number.toPrecision(number < 10 ? 2 : 3);

/** A ratio, and whether it reaches what is wanted. */
export function withVerdict(figure, least) {
  if (figure == null) return `– (≥ ${least}: not measured)`;
  return `${times(figure)} (≥ ${least}: ${figure >= least ? "ok" : "**miss**"})`;
}
