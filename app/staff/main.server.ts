import { accessSync, constants, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { companyContact } from "#app/config/contact-settings.server";
import { checkEnvironment } from "#app/config.server";
import { tellContact } from "#app/contact";
import { merchantApiOf } from "#app/domain/money/merchant-api.server";
import { staffLine, whoIs } from "#app/domain/office/staff-line.server";
import { UsageError } from "#app/domain/values/usage-error";
import { SECONDS } from "#app/durations";
import { isLanguage, speak } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { actAsOwner, ownerOf } from "#db/data-owner.server";
import { awayInWords, isAway } from "#db/postgres/refusal";
import { openPostgresViews } from "#db/postgres/views.server";
import { readSiteFacts } from "#db/site-facts.server";
import { openStaffViews } from "#db/staff-views.server";
import { joinStore, type Store } from "#db/store.server";
import { isLockedOut } from "#db/store-error";
import { damageInWords, systemRefusal } from "#db/system-refusal";
import type { Answer } from "./answer";
import type { Command } from "./command";
import type { Call, Desk } from "./desk.server";
import { commandHelp, generalHelp } from "./help";
import { type Format, written } from "./output";
import { throughPager } from "./pager.server";
import { readCall } from "./read-call";
import { machineGroups, type PersonWithRight, personOf, whyNotAllowed } from "./rights.server";
import { readToEnd } from "./typed-file.server";

type Environment = Record<string, string | undefined>;
type Checked = ReturnType<typeof checkEnvironment>;

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;
const DONE_UNWRITTEN = 3;
const PARTLY_DONE = 4;

/** Of a command that only reads, where a server that has stopped answering could make it wait for minutes. */
const READS_WITHIN_MS = 10 * SECONDS;
/** Leaves time for what is printed. */
const ASKED_FOR_MS = READS_WITHIN_MS - 1 * SECONDS;

const LOCKED_OUT =
  "Another program has locked the database, usually a sqlite3 that was opened without -readonly. Nothing has changed. Try again; docs/operations.md says how to find the program (database is locked).";

/**
 * Runs one command line.
 * @param folder where it was called, from which file names are resolved
 * @returns the exit code: 0 done, 1 refused, 2 not understood, 3 done although the answer could not be written, 4 done
 * in part
 */
export async function main(args: string[], environment: Environment, folder: string): Promise<number> {
  let config: Checked | undefined;
  let given: Given | undefined;
  // A reader that stops early, such as head, is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? DONE : outputNotWritten(error.message, given)),
  );
  try {
    const { command, call } = readCall(args);
    if (!command || call.has("help")) {
      process.stdout.write(command ? commandHelp(command) : generalHelp());
      return DONE;
    }
    const typedFile = fileNameIn(command, call);
    const checked = checkEnvironment(environment);
    config = checked;
    const groups = machineGroups(environment);
    const person = personOf(environment, groups, ownerOf(checked)?.uid);
    const why = whyNotAllowed(person, command, call.option("as"), groups);
    if (why) return printError(why.join("\n"), REFUSED);
    if (typedFile && person.right !== "all") throw new UsageError(`Leave out --to, and add > ${typedFile} at the end.`);
    const format = formatOf(call, typedFile);
    actAsOwner(checked);
    const file = fileFrom(typedFile, folder);
    given = {
      answer: await inTime(command, checked, () =>
        answerTo(command, call, checked, { environment, folder, person, args }),
      ),
      isDryRun: call.has("dry-run"),
      isInFull: call.has("full"),
    };
    return await give(given, format, file);
  } catch (error) {
    return explain(error, config?.databaseFile);
  }
}

/** Ends the process when PostgreSQL hasn't answered in time: its connections would keep it alive. */
function inTime(command: Command, { postgresUrl }: Checked, answer: () => Promise<Answer>): Promise<Answer> {
  if (!postgresUrl || typeof command.page === "string") return answer();
  const words = `PostgreSQL hasn't answered within ${READS_WITHIN_MS / SECONDS} seconds. Try again.`;
  const timer = setTimeout(() => process.exit(printError(words, REFUSED)), ASKED_FOR_MS);
  return answer().finally(() => clearTimeout(timer));
}

async function answerTo(
  command: Command,
  call: Call,
  config: Checked,
  {
    environment,
    folder,
    person,
    args,
  }: { environment: Environment; folder: string; person: PersonWithRight; args: string[] },
): Promise<Answer> {
  const { postgresUrl, databaseFile } = config;
  const store = await joinStore(postgresUrl ?? databaseFile);
  const views = postgresUrl ? openPostgresViews(postgresUrl) : openStaffViews(databaseFile);
  try {
    return await command.run(call, {
      store,
      views,
      site: await siteOf(store, config),
      merchantApi: merchantApiOf(config.payfast),
      folder,
      dataDir: config.dataDir,
      readInput: () => readToEnd(process.stdin.fd),
      now: new Date(),
      personName: call.option("as") ?? (person.right === "all" ? whoIs(environment) : person.name),
      lineWithName: staffLine(args, { environment, dataDir: config.dataDir }),
      isRestricted: person.right !== "all",
      right: person.right === "all" || person.right === null ? undefined : person.right,
      isDryRun: call.has("dry-run"),
    });
  } finally {
    views.close();
    await store.close();
  }
}

/** Stored by the site at its start, because a shell seldom has the service's settings. */
async function siteOf(store: Store, { appUrl, payfast, contact, language }: Checked): Promise<Desk["site"]> {
  const facts = await readSiteFacts(store.read);
  tellContact({ ...contact, ...(facts && companyContact(facts.contact)) });
  speak(isLanguage(facts?.language) ? facts.language : language);
  const mode = (["simulator", "sandbox", "live"] as const).find((known) => known === facts?.paymentMode);
  return { appUrl: facts?.appUrl ?? appUrl, mode: mode ?? payfast.mode };
}

/** A command may define its own `--to`. */
function fileNameIn({ options }: Command, call: Call): string | undefined {
  return options.to ? undefined : call.option("to");
}

function formatOf(call: Call, file: string | undefined): Format {
  if (call.has("json") && call.has("csv")) throw new UsageError("Use --json or --csv, not both.");
  if (call.has("json")) return "json";
  if (call.has("csv")) return "csv";
  return process.stdout.isTTY && !file ? "aligned" : "text";
}

/** Checked first, so that no change is made whose answer can't be written. */
function fileFrom(typed: string | undefined, folder: string): string | undefined {
  if (typed === undefined) return undefined;
  const file = path.resolve(folder, typed);
  // Never overwrite a file: it may be the database itself.
  if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another name, or delete it first.`);
  const home = path.dirname(file);
  if (!existsSync(home)) throw new UsageError(`There is no folder ${home}.`);
  try {
    accessSync(home, constants.W_OK);
  } catch {
    throw new UsageError(`This user can't write to ${home}. Leave out --to, and add > and the file's name at the end.`);
  }
  return file;
}

type Given = { answer: Answer; isDryRun: boolean; isInFull: boolean };

async function give(given: Given, format: Format, file: string | undefined): Promise<number> {
  const answer = await asPaper(given.answer, format);
  if (answer.kind === "paper" && file === undefined && process.stdout.isTTY) {
    return printError("Where to? Add --to and the name of a file: --to slips.pdf", WRONG_USAGE);
  }
  const out = answer.kind === "paper" ? answer.bytes : written(answer, format, process.stdout.columns, given.isInFull);
  if (file === undefined || answer.kind === "refused") show(out);
  else {
    const trouble = keep(out, file);
    if (trouble) return outputNotWritten(trouble, given);
  }
  if (answer.kind === "paper") process.stderr.write(`${plainText(answer.output)}\n`);
  if (answer.kind === "list" && answer.rows.length === 0) process.stderr.write(`${plainText(answer.ifEmpty)}\n`);
  if (!("why" in answer) || (answer.kind === "paper" && answer.why.length === 0)) return DONE;
  process.stderr.write(`${answer.why.map(plainText).join("\n")}\n`);
  return answer.kind === "refused" ? REFUSED : PARTLY_DONE;
}

/** What is also a document is written as one to a file or a pipe, if neither CSV nor JSON was asked for. */
async function asPaper(answer: Answer, format: Format): Promise<Answer> {
  if (answer.kind !== "list" || !answer.paper || format !== "text") return answer;
  const output = `${answer.rows.length} ${answer.rows.length === 1 ? "line" : "lines"}.`;
  return { kind: "paper", bytes: await answer.paper(), output, why: [] };
}

/** Output longer than the terminal goes through a pager. */
function show(out: string | Buffer): void {
  const { isTTY, columns, rows } = process.stdout;
  if (isTTY && typeof out === "string" && throughPager(out, { columns, rows })) return;
  process.stdout.write(out);
}

/**
 * Writes a file that only its owner can read: lists contain names, phones and addresses.
 * @returns the error, if there was one
 */
function keep(content: string | Buffer, file: string): string | null {
  const part = `${file}.part`;
  try {
    writeFileSync(part, content, { mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    if (existsSync(part)) rmSync(part);
    return `${file}: ${error instanceof Error ? error.message : error}`;
  }
  process.stderr.write(`Written to ${file}\n`);
  return null;
}

/** The change has been made; without this message somebody might make it again. */
function outputNotWritten(trouble: string, given: Given | undefined): number {
  const isChange = given?.answer.kind === "done" || given?.answer.kind === "partly";
  if (!given || !isChange || given.isDryRun) {
    return printError(`The output can't be written (${trouble}). Nothing has changed.`, REFUSED);
  }
  return printError(
    `The change was made, but the output can't be written (${trouble}):\n${written(given.answer, "text").trimEnd()}`,
    DONE_UNWRITTEN,
  );
}

/** One clear line for errors that the user can fix; any other is a bug and is printed in full. */
function explain(error: unknown, database: string | undefined): number {
  if (isLockedOut(error)) return printError(LOCKED_OUT, REFUSED);
  if (!(error instanceof Error)) return printError(String(error), REFUSED);
  const isUsage = error instanceof UsageError;
  if (isAway(error)) return printError(awayInWords(error), REFUSED);
  const isExpected = isUsage || error.name === "ConfigError" || error.name === "StoreError";
  const words = isExpected ? error.message : (systemRefusal(error, database) ?? damageInWords(error, database));
  return printError(words ?? error.stack ?? error.message, isUsage ? WRONG_USAGE : REFUSED);
}

function printError(words: string, code: number): number {
  process.stderr.write(`${words}\n`);
  return code;
}
