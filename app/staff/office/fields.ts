import type { CommandField } from "#app/ui/office/command-form";
import type { Argument, Command } from "../command";
import { type Kind, kinds } from "../kinds.server";
import { isPasted } from "./page-call.server";

/** Options that a page has no field for: Do it says yes, and numbers are pasted. */
const NO_FIELD = ["yes", "file"];
const LINES = ["parcels", "parcels or today", "emails", "quotes", "why"];

/** The fields of a command's page, from its declared arguments. */
export function fieldsOf({ arguments: positional, options }: Command): CommandField[] {
  return [
    ...Object.entries(positional).map(([name, argument]) => fieldOf(name, argument, true)),
    ...Object.entries(options)
      .filter(([name]) => !NO_FIELD.includes(name))
      .map(([name, option]) => fieldOf(name, option, false)),
  ];
}

function fieldOf(name: string, argument: Argument, isPositional: boolean): CommandField {
  const kind: Kind<unknown> = kinds[argument.kind];
  const words = argument.label ?? kind.label ?? name;
  const example = argument.example ?? kind.example;
  const asExample = example && !["tick", "file"].includes(controlOf(argument)) ? `Such as ${example}` : undefined;
  const manyHint = isPasted(argument) ? "One, or a list with one a line, as a scanner writes it" : undefined;
  return {
    name,
    label: isPositional ? capitalised(words) : spokenOption(name),
    hint: isPositional ? (manyHint ?? asExample) : capitalised(inPageWords(words)),
    required: argument.kind !== "flag" && (argument.required ?? isPositional) !== false,
    control: controlOf(argument),
    choices: choicesOf(argument),
  };
}

function controlOf(argument: Argument): CommandField["control"] {
  if (argument.kind === "flag") return "tick";
  if (argument.kind === "file") return "file";
  if (choicesOf(argument).length > 0) return "choice";
  return LINES.includes(argument.kind) ? "lines" : "line";
}

function choicesOf(argument: Argument): string[] {
  if ("of" in argument) return [...argument.of];
  if (argument.kind === "yes or no") return ["yes", "no"];
  return argument.kind === "mark" ? kinds.mark.shown.split("|") : [];
}

/** What the help says, with options named as their fields are. Do it is what says yes. */
export function inPageWords(words: string): string {
  return words
    .replace(/--yes\b/g, "“Do it”")
    .replace(/--([a-z][a-z-]+)/g, (_, name: string) => `“${spokenOption(name)}”`);
}

/** An option's name above its field: `to-refund` is "To refund". */
export function spokenOption(name: string): string {
  return named(capitalised(name.replaceAll("-", " ")));
}

/** Names in a label that was made of a code, as people write them. */
export function named(words: string): string {
  return words.replace(/\b(?:api|id|pin|vat)\b/gi, (word) => word.toUpperCase()).replace(/\bpayfast/i, "PayFast");
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
