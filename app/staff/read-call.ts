import { parseArgs } from "node:util";
import { cleaned } from "#app/domain/values/typed-text";
import { UsageError } from "#app/domain/values/usage-error";
import { type Arguments, type Command, commonOptions } from "./command";
import { commands } from "./commands/all";
import type { Call } from "./desk.server";
import { didYouMean } from "./did-you-mean";

/** The command that was typed, if any, and its arguments. */
export type ReadCall = { command: Command | undefined; call: Call };

/**
 * Parses the command line.
 * @throws UsageError that says what would be correct
 */
export function readCall(typed: string[]): ReadCall {
  const args = withEmailsLast(typed);
  const command = commandIn(args);
  const options = { ...commonOptions, ...command?.options };
  const { values, positionals } = strictly(args, options);
  const words = positionals
    .slice(command ? command.name.split(" ").length - hyphensIn(positionals[0]) : 0)
    .map(cleaned);
  const value = (name: string) => values[name];
  const call: Call = {
    words,
    option(name) {
      const given = value(name);
      return typeof given === "string" ? cleaned(given).trim() || undefined : undefined;
    },
    has: (name) => value(name) === true,
  };
  return { command, call };
}

/**
 * One email id in 64 begins with a hyphen; after `--` it isn't taken for an option. Our lists for spreadsheets write an
 * apostrophe before such an id, which comes along when somebody copies it.
 */
function withEmailsLast(typed: string[]): string[] {
  const isEmail = (word: string) => /^'?-[\w-]{21}$/.test(word);
  const emails = typed.filter(isEmail).map((word) => word.replace("'", ""));
  return emails.length > 0 ? [...typed.filter((word) => !isEmail(word)), "--", ...emails] : typed;
}

/** The command that the first words name: "price quote", or "price-quote". */
function commandIn(args: string[]): Command | undefined {
  const { positionals } = parseArgs({
    args,
    options: forParsing(commonOptions),
    strict: false,
    allowPositionals: true,
  });
  const [first, second] = positionals.map((word) => word.toLowerCase());
  if (first === undefined) return undefined;
  const spoken = [[first, second].join(" "), first.replace(/-/, " "), first];
  // Try the longer name first: "print run-sheet" isn't "print".
  const found = spoken.flatMap((words) => commands.filter(({ name }) => name === words))[0];
  if (found) return found;
  const names = commands.map(({ name }) => name);
  const begun = names.filter((name) => name.startsWith(`${first} `));
  const typed = second && !/\d/.test(second) ? `${first} ${second}` : first;
  const meant =
    begun.length > 0 ? ` There is: ${begun.join(", ")}.` : didYouMean(typed, names) || didYouMean(first, names);
  throw new UsageError(`There is no command "${typed}".${meant} Use --help to see all commands.`);
}

/** "price-quote" is one word for a name of two. */
function hyphensIn(first: string | undefined): number {
  const isWhole = commands.some(({ name }) => name === first?.toLowerCase());
  return !isWhole && commands.some(({ name }) => name === first?.toLowerCase().replace("-", " ")) ? 1 : 0;
}

function strictly(args: string[], options: Arguments) {
  try {
    return parseArgs({ args, options: forParsing(options), allowPositionals: true });
  } catch (error) {
    throw new UsageError(inWords(error, Object.keys(options)));
  }
}

function forParsing(options: Arguments) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string" } as const,
    ]),
  );
}

function inWords(error: unknown, known: string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown && /\d/.test(unknown)) return `"${unknown}" is neither an amount nor an option.`;
  if (unknown) {
    const near = didYouMean(unknown.replace(/^-+/, ""), known).replace(/"(.+?)"/g, '"--$1"');
    return `There is no option ${unknown} here.${near} Use --help to see the options.`;
  }
  const [, option] = /^Option '(--[\w-]+)/.exec(message) ?? [];
  if (!option) return message;
  if (message.includes("does not take")) return `${option} stands alone: nothing belongs to it.`;
  return `${option} needs a word after it, and none that begins with a hyphen. --help shows which.`;
}
