import type { OfficePerson } from "#app/domain/office/people.server";
import { officePaths } from "#app/paths";
import type { NamedPages } from "#app/ui/office/answer-panel";
import type { StaffViews } from "#db/staff-views.server";
import { commands } from "../commands/all";
import type { CommandPage } from "./a-command-page";
import { capitalised } from "./fields";
import { mayUse } from "./office-desk.server";
import { headingOf } from "./shown";

/** The pages of the commands and lists that a page's sentences name as a terminal's do: `note refund`, `show cases`. */
export function namedPages({ more, fields, result }: CommandPage, person: OfficePerson, views: StaffViews): NamedPages {
  const { answer, questions = [] } = result ?? {};
  const words = [
    more,
    ...fields.map(({ hint }) => hint),
    ...(answer?.lines ?? []),
    ...(answer?.why ?? []),
    ...questions,
  ];
  const text = words.join("\n");
  // A name of one word is an ordinary word, too.
  const named = commands
    .filter((each) => each.name.includes(" ") && mayUse(person, each))
    .flatMap(({ name }) => [name, capitalised(name)].map((words) => ({ name, words })))
    .filter(({ words }) => text.includes(words));
  const shown = [...text.matchAll(/\bshow (\w+)/g)];
  const known = shown.length > 0 ? views.names() : [];
  const lists = shown.filter(([, name]) => known.includes(`staff_${name}`));
  return Object.fromEntries([
    ...named.map(({ name, words }) => [words, { words, href: officePaths.do(name) }]),
    ...lists.map(([typed, name = ""]) => [typed, { words: `“${headingOf(name)}”`, href: officePaths.list(name) }]),
  ]);
}
