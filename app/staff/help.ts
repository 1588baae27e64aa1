import { BY_NPM as CALL } from "#app/domain/office/staff-line.server";
import { plainText } from "#app/language/plain-text";
import { type Arguments, type Command, commonOptions, shownOf } from "./command";
import { headings } from "./commands/all";
import { type Kind, kinds } from "./kinds.server";

/** The overview for new users. */
export function generalHelp(): string {
  const width = Math.max(...headings.flatMap(([, commands]) => commands.map(({ name }) => name.length)));
  const sections = headings.map(([heading, commands]) =>
    [heading, ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)].join("\n"),
  );
  return [
    `${CALL} <command> …   what staff do, whether the site is running or not`,
    ...sections,
    `Every command takes\n${optionLines(commonOptions)}`,
    `${CALL} <command> --help shows how it is used. Ends with 0 when done, 1 when refused, 2 when not understood, 3 when it was done but the answer could not be written, 4 when only a part of it was done.`,
    "",
  ].join("\n\n");
}

/** How to use one command. */
export function commandHelp(command: Command): string {
  const { right, summary, more, needs, examples, options } = command;
  return [
    `${CALL} ${usageOf(command)}`,
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.\n${wrapped(plainText(more))}`.trim(),
    `Where the machine has the groups (docs/operations.md), this needs the right of a ${right}.`,
    ...(Object.keys(options).length > 0 ? [optionLines(options)] : []),
    `Examples${needs ? ` with ${needs}` : ""}\n${examples.map((example) => `  ${CALL} ${example}`).join("\n")}`,
    `Every command takes\n${optionLines(Object.fromEntries(Object.entries(commonOptions).filter(([name]) => !options[name])))}`,
    "",
  ].join("\n\n");
}

/** In lines that a terminal has room for. */
const wrapped = (text: string) => text.replace(/(.{1,120})(?: |$)/g, "$1\n");

/** The list in docs/staff.md, which `STAFF_COMMANDS=write npm test -- tests/staff/arguments.test.ts` writes. */
export function listForDocument(): string {
  const line = (each: Command) => `- \`${usageOf(each)}\` (${each.right}): ${each.summary}`;
  return headings.map(([heading, commands]) => [`**${heading}**`, "", ...commands.map(line)].join("\n")).join("\n\n");
}

/** A command as it is typed, with what it can't do without. */
export function usageOf({ name, arguments: positional, options }: Command): string {
  const words = Object.entries(positional).map(([name, argument]) =>
    argument.required === false ? `[${shownOf(name, argument)}]` : `<${shownOf(name, argument)}>`,
  );
  const required = Object.entries(options).filter(([, { required }]) => required);
  return [name, ...words, ...required.map((option) => optionUsage(option))].join(" ");
}

function optionUsage([name, option]: [string, Arguments[string]]): string {
  return `--${name}${option.kind === "flag" ? "" : ` <${shownOf(name, option)}>`}`;
}

function optionLines(options: Arguments): string {
  const named = Object.entries(options).map((option) => {
    const [, { kind, label, required }] = option;
    const { typedAs }: Kind<unknown> = kinds[kind];
    const how = typedAs ? `: ${typedAs}` : "";
    return [`  ${optionUsage(option)}`, `${plainText(label ?? "")}${how}${required ? " (required)" : ""}`] as const;
  });
  const width = Math.max(...named.map(([usage]) => usage.length));
  return named.map(([usage, label]) => `${usage.padEnd(width)}  ${label}`).join("\n");
}
