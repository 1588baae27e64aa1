import { type Said, wordsOf } from "#app/language/said";
import type { CommandField } from "#app/ui/office/command-form";
import { type Argument, type Command, isOfParcels } from "../command";
import { type Kind, kinds } from "../kinds.server";
import { inGroups } from "./as-people-say";
import { capitalised, choiceName, fieldName, named, onPage, type PageContext, textOnPage } from "./on-page.server";

/** Options that a page has no field for: Do it says yes, and numbers are pasted. */
const NO_FIELD = ["yes", "file"];
const LINES = ["parcels", "parcels or today", "emails", "quotes", "why"];
/** The name of the buttons Today and Tomorrow beside a day's field. */
export const chosenDayOf = (name: string) => `${name}-is`;
/** Kinds with a control of their own. */
const CONTROLS: Record<string, CommandField["control"]> = {
  flag: "tick",
  file: "file",
  day: "day",
  time: "time",
  moment: "moment",
};

/** The fields of a command's page, from its declared arguments. */
export function fieldsOf({ arguments: positional, options }: Command, context: PageContext = {}): CommandField[] {
  const shownOptions = Object.entries(options).filter(([name]) => !NO_FIELD.includes(name));
  return [
    ...Object.entries(positional).map(([name, argument]) => fieldOf(name, argument, true, context)),
    ...shownOptions.map(([name, option]) => fieldOf(name, option, false, context)),
  ];
}

function fieldOf(name: string, argument: Argument, isPositional: boolean, context: PageContext): CommandField {
  const {
    kind,
    above,
    group,
    required = isPositional,
    label = (kinds[kind] as Kind<unknown>).label ?? name,
  } = argument;
  const control = controlOf(argument);
  const heading = isPositional ? (above ?? named(capitalised(textOnPage(label, context)))) : fieldName(name, argument);
  const below = begun(onPage(label, context), control === "tick" ? lowered : capitalised);
  const saysMore = !group && capitalised(wordsOf(below)) !== heading;
  const hint = isPositional ? howToType(argument, control) : saysMore ? below : undefined;
  const choices = choicesOf(argument).map((value) => ({ value, text: choiceName(value) }));
  return {
    name,
    label: heading,
    hint,
    group,
    required: kind !== "flag" && required !== false,
    control,
    choices,
    chosenDay: chosenDayOf(name),
  };
}

function howToType(argument: Argument, control: CommandField["control"]): Said | undefined {
  if (isOfParcels(argument)) return ["One, or several: each on a line of its own, as a scanner writes them"];
  const { example: ofKind }: Kind<unknown> = kinds[argument.kind];
  const example = argument.example ?? ofKind;
  return example && ["line", "lines"].includes(control) ? [`Such as ${inGroups(example)}`] : undefined;
}

/** With the first letter changed. */
function begun([first = "", ...rest]: Said, change: (words: string) => string): Said {
  return [typeof first === "string" ? change(first) : first, ...rest];
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

function controlOf(argument: Argument): CommandField["control"] {
  const own = CONTROLS[argument.kind];
  if (own) return own;
  if (choicesOf(argument).length > 0) return "choice";
  return LINES.includes(argument.kind) ? "lines" : "line";
}

function choicesOf(argument: Argument): readonly string[] {
  if ("of" in argument) return argument.of;
  if (argument.kind === "day")
    return [...(argument.isAhead ? [] : ["today"]), ...(argument.isOver ? [] : ["tomorrow"])];
  if (argument.kind === "yes or no") return ["yes", "no"];
  return argument.kind === "mark" ? kinds.mark.shown.split("|") : [];
}
