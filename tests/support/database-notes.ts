import { readFileSync } from "node:fs";

export type ColumnNote = { name: string; holds: string; meaning: string };
export type NamedQuery = { title: string; sql: string };

const notes = () => readFileSync("docs/database.md", "utf8");

/** The part of `docs/database.md` under a `## ` heading. */
function chapter(title: string): string {
  const [, text] = notes().split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`docs/database.md has no chapter "${title}"`);
  return text.split("\n## ")[0] ?? "";
}

/** Every table in the document, with its columns in order. */
export function tableNotes(): Map<string, ColumnNote[]> {
  const sections = chapter("The tables").split("\n### ").slice(1);
  return new Map(
    sections.map((section) => [
      section.match(/^`(\w+)`/)?.[1] ?? section,
      [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
        ([, name = "", holds = "", meaning = ""]) => ({
          name,
          holds,
          meaning,
        }),
      ),
    ]),
  );
}

/** Every view in the document, with its columns in order. */
export function viewNotes(): Map<string, string[]> {
  const lists = chapter("The views, in words").matchAll(/^- \*\*`(\w+)`\*\*:((?:.|\n {2})+)/gm);
  return new Map(
    [...lists].map(([, view = "", names = ""]) => [view, [...names.matchAll(/`(\w+)`/g)].map(([, n = ""]) => n)]),
  );
}

/** The document's descriptions of the views and of their columns. */
export function meaningsInViews(): { views: string[]; columns: string[] } {
  const rows = [...chapter("The views, in words").matchAll(/^\| `(\w+)` \| [^|]+ \|$/gm)].map(([, name = ""]) => name);
  return {
    views: rows.filter((name) => name.startsWith("staff_")),
    columns: rows.filter((name) => !name.startsWith("staff_")),
  };
}

/** Staff's questions, with the SQL that answers each. */
export function staffQueries(): NamedQuery[] {
  return chapter("What staff ask")
    .split("\n### ")
    .slice(1)
    .map((section) => ({
      title: section.split("\n")[0] ?? "",
      sql: section.match(/```sql\n([\s\S]+?)```/)?.[1] ?? "",
    }));
}
