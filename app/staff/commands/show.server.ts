import { UsageError } from "../../domain/values/usage-error";
import { list } from "../answer";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { countFrom, nothingMore } from "../words";

export const show: Command = {
  name: "show",
  right: "reader",
  takes: "[view]",
  summary: "show a view of the database in full; without a name, list the views",
  more: ["You can leave out staff_. Most views show the newest rows first, so --first 50 shows the newest 50."],
  examples: ["show", "show bookings --first 50", "show staff_bookings --csv --to bookings.csv"],
  options: { first: { type: "string", value: "number", help: "only so many rows, from the top" } },
  readsViews: "in the copy",
  async run({ words: [name, ...rest], option }, { views }) {
    nothingMore(rest);
    if (!name) return readView(views, "help", "There are no views.");
    return readView(views, name, "No rows.", countFrom(option("first")));
  },
};

/** A view's rows, all or the first few, by its name with or without `staff_`. */
export async function readView(views: Desk["views"], typed: string, ifEmpty: string, first?: number) {
  const name = typed
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/^(?!staff_)/, "staff_");
  const names = views.names();
  if (!names.includes(name)) throw new UsageError(`There is no view "${typed}".${didYouMean(name, names)}`);
  const { columns, rows } = await views.read(name, first);
  return list(rows, ifEmpty, columns);
}
