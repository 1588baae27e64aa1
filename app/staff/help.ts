import { type Command, commonOptions, type Option } from "./command";
import { headings } from "./commands/all";

const CALL = "npm run staff --";

/** The overview for new users. */
export function generalHelp(): string {
  const width = Math.max(...headings.flatMap(([, commands]) => commands.map(({ name }) => name.length)));
  const sections = headings.map(([heading, commands]) =>
    [heading, ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)].join("\n"),
  );
  return [
    `${CALL} <command> …   what staff do, while the site runs or rests`,
    ...sections,
    `Every command takes\n${optionLines(commonOptions)}`,
    `${CALL} <command> --help shows how it is used. Ends with 0 when done, 1 when refused, 2 when not understood, 3 when it was done but the answer could not be written, 4 when only a part of it was done.`,
    "",
  ].join("\n\n");
}

/** How to use one command. */
export function commandHelp({ name, right, takes, summary, more, examples, options }: Command): string {
  return [
    `${CALL} ${[name, takes].filter(Boolean).join(" ")}`,
    [`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, ...more].join("\n"),
    `Where the machine has the groups (docs/operations.md), this needs the right of a ${right}.`,
    ...(Object.keys(options).length > 0 ? [optionLines(options)] : []),
    `Examples\n${examples.map((example) => `  ${CALL} ${example}`).join("\n")}`,
    `Every command takes\n${optionLines(Object.fromEntries(Object.entries(commonOptions).filter(([name]) => !options[name])))}`,
    "",
  ].join("\n\n");
}

function optionLines(options: Record<string, Option>): string {
  const named = Object.entries(options).map(
    ([name, { value, help }]) => [`  --${name}${value ? ` <${value}>` : ""}`, help] as const,
  );
  const width = Math.max(...named.map(([usage]) => usage.length));
  return named.map(([usage, help]) => `${usage.padEnd(width)}  ${help}`).join("\n");
}
