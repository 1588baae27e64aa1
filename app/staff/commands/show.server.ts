import { list } from "../answer";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { UsageError } from "../usage-error";
import { nothingMore } from "../words";

export const show: Command = {
  name: "show",
  takes: "[view]",
  summary: "show a view of the database in full; without a name, the views there are",
  more: ["The beginning staff_ can be left out."],
  examples: ["show", "show bookings", "show staff_bookings --csv --to bookings.csv"],
  options: {},
  async run({ words: [name, ...rest] }, { views }) {
    nothingMore(rest);
    if (!name)
      return list(
        views.names().map((view) => ({ view })),
        "There are no views.",
        ["view"],
      );
    return readView(views, name, "Nothing there.");
  },
};

/** All of a view, by its name with or without `staff_`. */
export function readView(views: Desk["views"], typed: string, ifEmpty: string) {
  const name = typed
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/^(?!staff_)/, "staff_");
  const names = views.names();
  if (!names.includes(name)) throw new UsageError(`There is no view "${typed}".${didYouMean(name, names)}`);
  const { columns, rows } = views.read(name);
  return list(rows, ifEmpty, columns);
}
