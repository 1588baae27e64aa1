import path from "node:path";
import { Worker } from "node:worker_threads";
import { settingsAsGiven } from "#app/config.server";
import type { OfficePerson } from "#app/domain/office/people.server";
import { SECONDS } from "#app/durations";
import { inThread, takeThread } from "#db/read-apart.server";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { Result } from "./a-command-page";
import type { Given, Posted } from "./command-page.server";

/** What the program of the office's threads is started for. */
export type ThreadJob =
  | ({ kind: "text" } & TextJob)
  | ({ kind: "command"; environment: Record<string, string | undefined> } & CommandJob);

/** The rows of a query as the text of a file. */
export type TextJob = { file: string; sql: string; values: string[]; format: "csv" | "json" };

/** A command's page whose button was pressed: `give` for what it gives, `open` for the page that shows it. */
export type CommandJob = {
  command: string;
  press: "press" | "give" | "open";
  posted: Posted;
  person: OfficePerson;
  now: Date;
};

/** A piece of a text, when it was asked for. The last one is empty, and says how many rows there were. */
export type TextPiece = { piece: Uint8Array; rows: number };
/** An error loses all but its message on its way out of a thread. */
export type CommandAnswer = { answer: Result | Given } | { failed: { message: string; code?: unknown } };

const PROGRAM = "build/tools/office-worker.js";
/** Whoever takes nothing for so long doesn't get the rest: others wait for the thread. */
const LONGEST_PAUSE_MS = 60 * SECONDS;

const start = (job: ThreadJob) => new Worker(path.resolve(PROGRAM), { workerData: job });

/** Does a command's work in a thread of its own, with its own connection, so that customers' pages don't wait for it. */
export async function commandInThread<Answer extends Result | Given>(
  { name: command }: Command,
  press: CommandJob["press"],
  posted: Posted,
  { officePerson: person, now }: Desk,
): Promise<Answer> {
  if (!person) throw new Error("nobody is signed in");
  const job = { kind: "command", command, press, posted, person, now, environment: settingsAsGiven() } as const;
  const answer = await inThread<CommandAnswer>(() => start(job));
  if ("failed" in answer) throw Object.assign(new Error(answer.failed.message), answer.failed);
  return answer.answer as Answer;
}

/** A query's rows as the text of a file, read no faster than it is taken. @param done called with the number of rows */
export async function textInThread(job: TextJob, done: (rows: number) => void): Promise<ReadableStream<Uint8Array>> {
  const free = await takeThread();
  const worker = start({ kind: "text", ...job }).once("exit", free);
  let pause: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(stream) {
        worker.on("message", ({ piece, rows }: TextPiece) => {
          if (piece.length > 0) {
            pause = setTimeout(() => worker.terminate(), LONGEST_PAUSE_MS);
            return stream.enqueue(piece);
          }
          done(rows);
          stream.close();
        });
        worker.once("error", (error) => stream.error(error));
        // A browser that goes on after a pause sees that the file isn't whole. After its end this changes nothing.
        worker.once("exit", () => {
          clearTimeout(pause);
          stream.error(new Error("the list was not taken for too long"));
        });
      },
      pull() {
        clearTimeout(pause);
        worker.postMessage("more");
      },
      cancel: async () => void (await worker.terminate()),
    },
    { highWaterMark: 0 },
  );
}
