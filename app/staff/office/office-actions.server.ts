import { officePaths } from "#app/paths";
import type { OnePage } from "#app/ui/office/one-page";
import type { Row } from "../answer";
import type { Command } from "../command";
import { commands } from "../commands/all";
import type { Desk } from "../desk.server";
import { run } from "./check-and-do.server";
import { mayUse, usableOn } from "./office-desk.server";
import { capitalised } from "./on-page.server";

/** Links to commands that the person may use, with what is known filled in. */
export function actionsFor(desk: Desk, names: string[], known: Record<string, string>): OnePage["actions"] {
  const { officePerson } = desk;
  const able = names.flatMap((name) => commands.filter((each) => each.name === name));
  return able
    .filter((each) => officePerson && mayUse(officePerson, each))
    .map(({ name }) => ({ words: capitalised(name), href: officePaths.do(name, known) }));
}

/** The rows that a command gives, for whoever may see them; none for others. */
export async function rowsOf(command: Command, typed: Record<string, string>, desk: Desk): Promise<Row[]> {
  const usable = usableOn(desk, command);
  const answer = usable && (await run(usable, typed, desk, false));
  return answer?.kind === "list" ? answer.rows : [];
}
