import path from "node:path";
import { parseArgs } from "node:util";
import { checkEnvironment } from "../../app/config.server";
import { UsageError } from "../../app/domain/values/usage-error";
import { actAsOwner } from "../../db/data-owner.server";
import { awayInWords, isAway } from "../../db/postgres/refusal";
import { damageInWords, systemRefusal } from "../../db/system-refusal";
import { writePrivately } from "../private-files";

/** Errors that a person can fix are printed in one line; any other is a bug and is printed in full. */
const expected = /^(?:Config|Store|StoreBusy|Snapshot|Restore|Replica|Usage)Error$/;

type Options = Record<string, { type: "string" | "boolean" }>;
type Given = { files: string[]; options: Record<string, string | boolean | undefined>; signal: AbortSignal };

/**
 * Runs a command-line program and prints its result or its error. Exit codes: 0 done, 1 failed, 2 called wrongly, 130
 * and 143 stopped by a signal.
 * @param usage shown for `--help`, and after a wrong call
 */
export async function runTool(usage: string, options: Options, tool: (call: Given) => Promise<string>): Promise<void> {
  writePrivately();
  const stopping = new AbortController();
  const stopWith = (code: number) => () => {
    process.exitCode = code;
    stopping.abort();
  };
  process.once("SIGINT", stopWith(130));
  process.once("SIGTERM", stopWith(143));
  let database: string | undefined;
  function run(call: Given): Promise<string> {
    const config = checkEnvironment(process.env);
    database = config.databaseFile;
    actAsOwner(config);
    return tool(call);
  }
  try {
    const { positionals, values } = readArguments(options);
    const printed = values.help ? usage : await run({ files: positionals, options: values, signal: stopping.signal });
    process.stdout.write(`${printed}\n`);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.exitCode ??= isUsage ? 2 : 1;
    process.stderr.write(`${inWords(error, database)}\n${isUsage ? `${usage}\n` : ""}`);
  }
}

/** Resolves a file name from the folder where it was typed: npm runs its scripts in the project's folder. */
export function fromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

function readArguments(options: Options) {
  try {
    return parseArgs({ options: { ...options, help: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function inWords(error: unknown, database: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (isAway(error)) return awayInWords(error);
  if (expected.test(error.name)) return error.message;
  return systemRefusal(error, database) ?? damageInWords(error, database) ?? error.stack ?? error.message;
}
