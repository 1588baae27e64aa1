import { officePaths } from "#app/paths";
import type { OnePage } from "#app/ui/office/one-page";
import type { Row } from "../answer";
import type { Command } from "../command";
import { type CommandName, commands } from "../commands/all";
import type { Desk } from "../desk.server";
import { run } from "./check-and-do.server";
import { mayUse, usableOn } from "./office-desk.server";
import { titleOf } from "./on-page.server";

/** Links to commands that the person may use, with what is known filled in where they take it. */
export function actionsFor(
  desk: Desk,
  names: readonly string[],
  known: Record<string, string | undefined>,
): OnePage["actions"] {
  return usableOf(desk, names).map((each) => ({
    words: titleOf(each.name),
    href: officePaths.do(each.name, takenBy(each, known)),
  }));
}

/** Those of these commands that the person may use. */
export function usableOf(
  { officePerson }: Pick<Desk, "officePerson">,
  names: readonly string[],
): Command<CommandName>[] {
  const able = names.flatMap((name) => commands.filter((each) => each.name === name));
  return able.filter((each) => officePerson && mayUse(officePerson, each));
}

/** Of what is known, what a command's form takes. */
export function takenBy({ arguments: positional, options }: Command, known: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in positional || name in options));
}

/** The rows that a command gives, for whoever may see them; none for others. */
export async function rowsOf(command: Command, typed: Record<string, string>, desk: Desk): Promise<Row[]> {
  const usable = usableOn(desk, command);
  const answer = usable && (await run(usable, typed, desk, false));
  return answer?.kind === "list" ? answer.rows : [];
}
