import type { CommandField } from "#app/ui/office/command-form";
import { type Argument, type Arguments, type Command, isOfParcels } from "../command";
import { commands } from "../commands/all";
import { type Kind, kinds } from "../kinds.server";

/** Options that a page has no field for: Do it says yes, and numbers are pasted. */
const NO_FIELD = ["yes", "file"];
const LINES = ["parcels", "parcels or today", "emails", "quotes", "why"];
/** Kinds with a control of their own. */
const CONTROLS: Record<string, CommandField["control"]> = {
  flag: "tick",
  file: "file",
  day: "day",
  time: "time",
  moment: "moment",
};

/** The fields of a command's page, from its declared arguments. */
export function fieldsOf({ arguments: positional, options }: Command): CommandField[] {
  const shownOptions = Object.entries(options).filter(([name]) => !NO_FIELD.includes(name));
  return [
    ...Object.entries(positional).map(([name, argument]) => fieldOf(name, argument, true, {})),
    ...shownOptions.map(([name, option]) => fieldOf(name, option, false, options)),
  ];
}

function fieldOf(name: string, argument: Argument, isPositional: boolean, options: Arguments): CommandField {
  const kind: Kind<unknown> = kinds[argument.kind];
  const words = argument.label ?? kind.label ?? name;
  const example = argument.example ?? kind.example;
  const control = controlOf(argument);
  const asExample = example && ["line", "lines"].includes(control) ? `Such as ${example}` : undefined;
  const manyHint = isOfParcels(argument)
    ? "One, or several: each on a line of its own, as a scanner writes them"
    : undefined;
  const { page = {} } = argument;
  return {
    name,
    label: page.label ?? (isPositional ? named(capitalised(inPageWords(words))) : spokenOption(name)),
    hint: page.hint ?? (isPositional ? (manyHint ?? asExample) : capitalised(inPageWords(words, options))),
    group: page.group,
    required: argument.kind !== "flag" && (argument.required ?? isPositional) !== false,
    control,
    choices: choicesOf(argument).map((value) => ({ value, text: capitalised(value.replaceAll("-", " ")) })),
  };
}

function controlOf(argument: Argument): CommandField["control"] {
  const own = CONTROLS[argument.kind];
  if (own) return own;
  if (choicesOf(argument).length > 0) return "choice";
  return LINES.includes(argument.kind) ? "lines" : "line";
}

function choicesOf(argument: Argument): readonly string[] {
  if ("of" in argument) return argument.of;
  if (argument.kind === "yes or no") return ["yes", "no"];
  return argument.kind === "mark" ? kinds.mark.shown.split("|") : [];
}

/**
 * What the help says, with options and commands named as their fields and pages are: “Reason” for --because, “Note refund”
 * for note refund. A field that is a tick is ticked. Do it is what says yes.
 */
export function inPageWords(words: string, options: Arguments = {}): string {
  return words
    .replace(/: 2026-\d\d-\d\d, today or tomorrow\b/g, "")
    .replace(/--yes\b/g, "“Do it”")
    .replace(/(?:\b(say|add|use) )?--([a-z][a-z-]+)/gi, (_, verb: string | undefined, name: string) => {
      const field = `“${options[name]?.page?.label ?? spokenOption(name)}”`;
      const isTick = options[name]?.kind === "flag" && verb;
      return [isTick ? (/^[A-Z]/.test(verb) ? "Tick" : "tick") : verb, field].filter(Boolean).join(" ");
    })
    .replace(namesOfCommands(), (name) => `“${capitalised(name)}”`);
}

/** A name of one word is an ordinary word, too. */
const namesOfCommands = () => {
  const names = commands.filter(({ name }) => name.includes(" ")).map(({ name }) => name);
  return new RegExp(`(?<!“)\\b(?:${names.join("|")})\\b`, "g");
};

/** An option's name above its field: `to-refund` is "To refund". */
function spokenOption(name: string): string {
  return named(capitalised(name.replaceAll("-", " ")));
}

/** Names in a label that was made of a code, as people write them. */
export function named(words: string): string {
  return words
    .replace(/\b(?:api|id|pin|vat)\b/gi, (word) => word.toUpperCase())
    .replace(/\bpayfast/i, "PayFast")
    .replace(/\b(quote|waybill|application|case|invoice|email) no\b/gi, "$1 number");
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
