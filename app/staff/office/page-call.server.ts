import { cleaned } from "#app/domain/values/typed-text";
import { UsageError } from "#app/domain/values/usage-error";
import { type Command, isOfParcels } from "../command";
import type { Call, Desk } from "../desk.server";

/** What was typed on a command's page, by the names of its fields. */
export type FieldTexts = Record<string, string>;

/** The name of a list that was pasted, or whose file has no name. */
const PASTED = "the list";

/** Longer than any note or answer; before anything is searched in it. */
const LONGEST_LINE = 2_000;

/** The call that a page's fields make, and what they add to the desk. @param yes whether it is said a second time */
export function pageCall(command: Command, typed: FieldTexts, yes: boolean): { call: Call; desk: Partial<Desk> } {
  const text = (name: string) => cleaned(shortLines(name, typed[name] ?? "")).trim();
  const lists = Object.entries(command.arguments).filter(([, { kind }]) => kind === "file");
  const pasted = Object.entries(command.arguments).filter(([, argument]) => isOfParcels(argument));
  const [lines] = pasted.map(([name]) => text(name)).filter((each) => each.includes("\n"));
  const [upload] = lists.map(([name]) => ({ name: text(`${name}-name`) || PASTED, content: typed[name] ?? "" }));
  const wordsOf = (name: string): string[] => {
    const argument = command.arguments[name];
    const words = text(name);
    if (!argument || words === "") return [];
    if (argument.kind === "file") return [upload?.name ?? PASTED];
    // As a list from a file: whatever can be done is done, and the rest is named with its line.
    if (isOfParcels(argument) && words.includes("\n")) return ["-"];
    const isOfWords = argument.take || isOfParcels(argument) || ["quotes", "emails"].includes(argument.kind);
    return isOfWords ? words.split(/\s+/) : [words];
  };
  return {
    call: {
      words: [],
      field: wordsOf,
      option: (name) => (name === "file" ? undefined : text(name) || undefined),
      has: (name) => (name === "yes" ? yes : typed[name] === "on"),
    },
    desk: { upload, readInput: () => Buffer.from(lines ?? "") },
  };
}

function shortLines(field: string, words: string): string {
  if (words.split("\n").every((line) => line.length <= LONGEST_LINE)) return words;
  throw Object.assign(new UsageError(`That is too long: a line has at most ${LONGEST_LINE} characters.`), { field });
}
