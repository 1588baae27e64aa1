import path from "node:path";
import { Worker } from "node:worker_threads";
import { settingsAsGiven } from "#app/config.server";
import type { SignedIn, Usable } from "#app/domain/office/usable.server";
import { answerOf, inThread } from "#db/read-apart.server";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { PageResult } from "./a-command-page";
import type { Given, Posted } from "./command-page.server";

/** What the program of the office's threads is started for. */
export type ThreadJob =
  | ({ kind: "text" } & TextJob)
  | ({ kind: "command"; environment: Record<string, string | undefined> } & CommandJob);

/** The rows of a query, to be written to the file `into` as text. */
export type TextJob = { file: string; sql: string; values: string[]; format: "csv" | "json"; into: string };

/** A command's page whose button was pressed: the page that comes of it, or what it gives, written to the file `into`. */
export type CommandJob = {
  command: string;
  press: "press" | "open" | { into: string };
  posted: Posted;
  person: SignedIn;
  now: Date;
};

/** How many rows were written. */
export type TextAnswer = { rows: number };
/** An error loses all but its message on its way out of a thread. */
export type CommandAnswer = { answer: PageResult | Given } | { failed: { message: string; code?: unknown } };

const PROGRAM = "build/tools/office-worker.js";

const start = (job: ThreadJob) => new Worker(path.resolve(PROGRAM), { workerData: job });

/** The page of a command that reads many rows. */
export function commandInThread(
  command: Usable<Command>,
  press: "press" | "open",
  posted: Posted,
  desk: Desk,
): Promise<PageResult> {
  return inThread<CommandAnswer>(() => start(commandJob(command, press, posted, desk))).then(
    unlessFailed,
  ) as Promise<PageResult>;
}

/** What such a command gives, written to a file. */
export async function commandIntoFile(
  command: Usable<Command>,
  posted: Posted,
  desk: Desk,
  into: string,
): Promise<Given> {
  return unlessFailed(await answerOf<CommandAnswer>(start(commandJob(command, { into }, posted, desk)))) as Given;
}

/** A query's rows, written to a file. */
export function textIntoFile(job: TextJob): Promise<TextAnswer> {
  return answerOf<TextAnswer>(start({ kind: "text", ...job }));
}

/** It has a connection of its own, so that customers' pages don't wait for it. */
function commandJob(
  { name: command }: Usable<Command>,
  press: CommandJob["press"],
  posted: Posted,
  { officePerson: person, now }: Desk,
): ThreadJob {
  if (!person) throw new Error("nobody is signed in");
  return { kind: "command", command, press, posted, person, now, environment: settingsAsGiven() };
}

function unlessFailed(answer: CommandAnswer): PageResult | Given {
  if ("failed" in answer) throw Object.assign(new Error(answer.failed.message), answer.failed);
  return answer.answer;
}
