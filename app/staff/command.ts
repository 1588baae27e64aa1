import type { Right } from "#app/domain/office/people.server";
import { UsageError } from "#app/domain/values/usage-error";
import { plainText } from "#app/language/plain-text";
import type { Words } from "#app/language/say";
import { type Answer, type Row, refused } from "./answer";
import type { Call, Desk } from "./desk.server";
import { type Asking, type Kind, type KindName, kinds } from "./kinds.server";
import type { FactsForCommands } from "./parcel-facts";

/** An argument or an option of a command. */
export type Argument = { [K in KindName]: ArgumentOf<K> }[KindName];
type ArgumentOf<K extends KindName> = {
  kind: K;
  /** How the help shows it: `<quote no>`. */
  shown?: string;
  /** Arguments are required and options aren't, unless this says otherwise. A sentence is said when it is missing. */
  required?: boolean | Words;
  /** Reads its words in its own way, also where there are none. */
  take?: (words: string[], asking: Asking) => [value: unknown, rest: string[]];
  /** Makes something of the words. */
  read?: (typed: string) => unknown;
  /** If neither its kind nor the command's examples have one. */
  example?: string;
  /** What stands above its field, if not its name. What the help says stands below, but for those of a group. */
  above?: string;
  /** Fields of one group stand together, with its name above them. */
  group?: string;
} & ((typeof kinds)[K] extends { label: Words } ? { label?: Words } : { label: Words }) &
  (K extends "choice" ? { of: readonly string[] } : unknown) &
  /** Whether the day is over or today, and not today or to come; or tomorrow at the earliest. */
  (K extends "day" ? { isOver?: true; isAhead?: true } : unknown);

export type Arguments = Record<string, Argument>;

type None = Record<never, never>;

type Took<A> = A extends { take: infer Take } ? Take : A extends { kind: infer K extends KindName } ? TakeOf<K> : never;
type TakeOf<K extends KindName> = (typeof kinds)[K]["take"];
type Value<A> = A extends { read: (typed: string) => infer V } | { of: readonly (infer V)[] } ? V : FirstOf<Took<A>>;
type FirstOf<Take> = Take extends (...given: never[]) => [infer V, string[]] ? V : never;
type Optional<A, ByDefault> = A extends { required: infer R } ? (R extends false ? undefined : never) : ByDefault;
type Values<As, ByDefault> = {
  [Name in keyof As]: As[Name] extends { kind: "flag" } ? boolean : Value<As[Name]> | Optional<As[Name], ByDefault>;
};

/**
 * How a command's page in the office works.
 * - `check first`: Check shows what would happen, and Do it does it, in one transaction.
 * - `stepwise`: can't run in one transaction, because it calls PayFast between two writes. The command itself must be safe
 * to repeat.
 * - `in steps`: the same, because it may change thousands of rows: it works in a thread of its own, some rows in each
 * transaction, so that nobody waits for it. What a restart interrupts, the site finishes.
 * - `button`: it gives something, and changes nothing but the record; the words of its one button. `at` is the page that
 * shows it; without one, what may read more than a thousand rows does so in a thread of its own. `orCsv`: a second button
 * gives the same for a spreadsheet.
 */
export type OfficePage<Values> =
  | "check first"
  | "stepwise"
  | "in steps"
  | { button: string; at(values: Values): string | null }
  | { button: string; reads: "few rows" | "many rows"; orCsv?: true };

type About<Name extends string = string> = {
  /** Its name: "price quote". */
  name: Name;
  /** The least right that may use it. */
  right: Right;
  /** What else it may be called by somebody who looks for it, with commas: "lost phone, new phone". */
  also: string;
  /** What it does, in one line. */
  summary: string;
  /** The first that is its own is played on both faces by `tests/office/both-faces.test.ts`. Without any, its name is one. */
  examples?: string[];
  /** What its examples' number or person has to be, if not any of its kind; `tests/support/what-commands-take.ts` makes it. */
  needs?: string;
  filledIn?: FilledIn;
  shows?: ShownFirst;
};

/** When its button stands on a parcel's page. */
type Possible = ((parcel: FactsForCommands) => boolean) | "never";
/** A command that takes a number of a parcel or a quote has to say so. */
type PossibleOf<A> = NumbersIn<A> extends never ? { possible?: never } : { possible: Possible };
type NumbersIn<A> = { [Name in keyof A]: A[Name] extends { kind: NumberOfParcel } ? Name : never }[keyof A];
type NumberOfParcel =
  | "quote"
  | "quotes"
  | "number"
  | "any number"
  | "waybill"
  | "parcels"
  | "parcels or today"
  | "case";

/**
 * For a page whose fields are filled in with what is stored: what differs from it is the change. `by`: the argument that
 * says of what, which is asked for first. Null if there is no such thing.
 */
export type FilledIn = {
  by: string;
  stored(typed: string, desk: Desk): Promise<Record<string, string> | null>;
};
/**
 * For what nobody should decide unseen: what is known of the thing that the argument `of` names. It stands above the fields
 * of its page, and in the answer to a dry run. Null if there is no such thing.
 */
export type ShownFirst = { of: string; facts(typed: string, desk: Desk): Promise<Row | null> };
/** Instead of a value: removes it. */
export const NONE = "none";
/** A phone begins what is typed with a capital. */
export const isNone = (typed: string) => typed.toLowerCase() === NONE;

/** A staff command. */
export type Command<Name extends string = string> = About<Name> & {
  /** What else to know before using it. */
  more: Words;
  page: OfficePage<Record<string, unknown>>;
  examples: string[];
  possible?: Possible;
  /** In the order in which they are typed. */
  arguments: Arguments;
  options: Arguments;
  /** Reads what was typed, and does it, unless it asks first and nobody has said yes. A dry run does both. */
  run(call: Call, desk: Desk): Promise<Answer>;
  /** What `run` does once that is read. */
  does: (values: never, desk: Desk) => Promise<Answer>;
};

/** Acting on more parcels than this at once takes longer than a customer's page should wait. */
const MOST_PARCELS_HERE = 20;
/** So long are more of them, however they are written. */
const LONGEST_HERE = 1_000;

/**
 * Whether it may read more than a thousand rows, or act on many parcels, so that its page does its work in a thread of its
 * own.
 */
export function readsMany({ page, arguments: positional }: Command, typed: Record<string, string>): boolean {
  if (page === "in steps") return true;
  if (typeof page !== "string") return "reads" in page && page.reads === "many rows";
  return Object.entries(positional).some(([name, argument]) => {
    if (!isOfParcels(argument)) return argument.kind === "file";
    const words = typed[name] ?? "";
    if (words.length > LONGEST_HERE) return true;
    return words.trim().toLowerCase() === "today" || words.trim().split(/\s+/).length > MOST_PARCELS_HERE;
  });
}

type Fields = Pick<Command, "arguments" | "options">;
type ArgumentContext = Omit<Asking, "of" | "isOver" | "shown" | "required">;

/** A command whose `run` gets what was typed as its arguments say. */
export function command<Name extends string, const A extends Arguments = None, const O extends Arguments = None>(
  declared: PossibleOf<A> &
    About<Name> & {
      page: OfficePage<Values<A, never> & Values<O, undefined>>;
      more?: Words;
      arguments?: A;
      options?: O;
      /** What has to be meant: without the option `yes`, or Do it, nothing is done. None if there is nothing to ask. */
      asks?(values: Values<A, never> & Values<O, undefined>, desk: Desk): Promise<Words[]>;
      run(values: Values<A, never> & Values<O, undefined>, desk: Desk): Promise<Answer>;
    },
): Command<Name> {
  const {
    more = "",
    examples = [declared.name],
    arguments: positional = {},
    options = {},
    asks = async () => [],
  } = declared;
  const takesAFile = Object.values<Argument>(positional).some(isOfParcels);
  const fields = { arguments: positional, options: takesAFile ? { ...options, file: fileOption } : options };
  return {
    ...declared,
    ...fields,
    more,
    examples,
    does: declared.run,
    async run(call, desk) {
      const values = valuesIn(fields, call, desk) as Values<A, never> & Values<O, undefined>;
      const asked = call.has("yes") ? [] : await asks(values, desk);
      if (asked.length > 0 && !desk.isDryRun) return refused(...asked);
      const answer = await withWhatItShows(await declared.run(values, desk), declared.shows, values, desk);
      return asked.length > 0 && answer.kind !== "refused" ? { ...answer, asks: asked } : answer;
    },
  };
}

/** On a page it stands above the fields already. */
async function withWhatItShows(
  answer: Answer,
  shows: ShownFirst | undefined,
  values: Record<string, unknown>,
  desk: Desk,
) {
  if (!shows || !desk.isDryRun || desk.officePerson || answer.kind !== "done") return answer;
  return { ...answer, fields: (await shows.facts(String(values[shows.of]), desk)) ?? answer.fields };
}

const fileOption: Argument = {
  kind: "words",
  shown: "name",
  label: "take the numbers from a file, one a line; - instead of numbers takes them from a pipe or a scanner",
  example: "parcels.txt",
};

/**
 * The values of all arguments and options.
 * @throws UsageError that says what is missing or wrong
 */
export function valuesIn({ arguments: positional, options }: Fields, call: Call, desk: Desk): Record<string, unknown> {
  const earlier: Record<string, unknown> = {};
  const last = Object.keys(positional).at(-1);
  let { words } = call;
  for (const [name, argument] of Object.entries(positional)) {
    const own = call.field?.(name);
    const about = { name, earlier, call, desk, isLast: own !== undefined || name === last };
    const [value, rest] = ofField(name, () => taken(argument, true, own ?? words, about));
    earlier[name] = value;
    if (own === undefined) words = rest;
    else if (rest.length > 0) ofField(name, () => notExpected(rest));
  }
  if (words.length > 0) notExpected(words);
  for (const [name, option] of Object.entries(options)) {
    const typed = call.option(name) ?? [];
    const read = () => taken(option, false, [typed].flat(), { name, earlier, call, desk, isLast: true })[0];
    earlier[name] = option.kind === "flag" ? call.has(name) : ofField(name, read);
  }
  return earlier;
}

function notExpected(words: string[]): never {
  throw new UsageError(`"${words.join(" ")}" is not expected here.`);
}

/** Reads an argument; what is wrong with it is said beside its field. */
function ofField<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) error.field = field;
    throw error;
  }
}

/** The value of one argument, and the words after it. */
function taken(argument: Argument, byDefault: boolean, words: string[], about: ArgumentContext): [unknown, string[]] {
  const kind: Kind<unknown> = kinds[argument.kind];
  const { read, take, required = byDefault } = argument;
  const shown = shownOf(about.name, argument);
  const isInFile = isOfParcels(argument) && about.call.option("file") !== undefined;
  if (words.join("").trim() === "" && !isInFile && !take) {
    if (required === false) return [undefined, words];
    throw new UsageError(typeof required === "boolean" ? (kind.missing ?? `Which ${shown}?`) : required);
  }
  const ofKind = { of: "of" in argument ? argument.of : [], isOver: "isOver" in argument && argument.isOver === true };
  const asking = { ...about, ...ofKind, shown, required };
  const [value, rest] = (take ?? kind.take)(words, asking);
  return [typeof value === "string" && read ? read(value) : value, rest];
}

/** Several numbers, which can be in a file, or pasted on a page one a line. */
export const isOfParcels = ({ kind }: Argument) => kind === "parcels" || kind === "parcels or today";

/** How the help shows an argument, without brackets. */
export function shownOf(name: string, { kind, shown }: Argument): string {
  const about: Kind<unknown> = kinds[kind];
  return `${shown ?? about.shown ?? plainText(about.label ?? name)}${about.isMany ? "…" : ""}`;
}

/** Options of every command. */
export const commonOptions: Arguments = {
  as: {
    kind: "words",
    shown: "name",
    label: "who you are, for the record (else STAFF_NAME, or the name you log in with)",
  },
  "dry-run": { kind: "flag", label: "show what would happen, and change nothing" },
  full: { kind: "flag", label: "show all of each row of a list, even where it is wider than the terminal" },
  json: { kind: "flag", label: "answer as JSON" },
  csv: { kind: "flag", label: "answer a list as CSV, safe to open in a spreadsheet" },
  to: { kind: "words", shown: "file", label: "write the answer to a file" },
  help: { kind: "flag", label: "show how a command is used" },
};
