import { UsageError } from "#app/domain/values/usage-error";
import { field, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import { list } from "../answer";
import { command } from "../command";
import type { Desk } from "../desk.server";
import { didYouMean } from "../did-you-mean";

export const show = command({
  name: "show",
  page: { button: "Show the list", at: ({ view }: { view?: string }) => officePaths.list(view ?? "help") },
  right: "reader",
  also: "list, view, table, csv",
  summary: "show a view of the database in full; without a name, list the views",
  more: say`You can leave out staff_. Most views show the newest rows first, so ${field("first")} 50 shows the
    newest 50.`,
  examples: ["show", "show bookings --first 50", "show staff_bookings --csv --to bookings.csv"],
  arguments: {
    view: {
      kind: "word",
      label: "view, with or without staff_",
      required: false,
      above: "List",
    },
  },
  options: {
    first: {
      kind: "rows",
      label: "how many rows from the top",
      above: "How many rows",
    },
  },
  async run({ view, first }, { views }) {
    if (!view) return readView(views, "help", "There are no views.");
    return readView(views, view, "No rows.", first);
  },
});

/** A view's rows, all or the first few, by its name with or without `staff_`. */
export async function readView(views: Desk["views"], typed: string, ifEmpty: string, first?: number) {
  const name = typed
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/^(?!staff_)/, "staff_");
  const names = views.names();
  if (!names.includes(name)) throw new UsageError(say`There is no view "${typed}".${didYouMean(name, names)}`);
  const { columns, rows } = await views.read(name, first);
  return list(rows, ifEmpty, columns);
}
