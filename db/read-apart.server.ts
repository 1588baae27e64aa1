import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { goneFromHere, NobodyWaits, whoAsks } from "./waited-for.server";

/** What a query answers, with its columns even if there are no rows. */
export type ViewRows = { columns: string[]; rows: Record<string, string | number | null>[] };

/** A question to a thread: to which file, and the values for the statement's parameters. */
export type Question = { file: string; sql: string; values: (string | number)[] };

const PROGRAM = "build/tools/read-worker.js";

/** Each has a processor to itself while it works. */
const MOST_AT_ONCE = 2;
/** For whom the threads work. */
const atWork: string[] = [];
const waiting: { who: string; hasGone: () => boolean; begin: (isWaitedFor: boolean) => void }[] = [];

/**
 * Does work that needs one of the office's two threads, when one is free.
 * @throws NobodyWaits, and does nothing, if the browser has gone meanwhile
 */
async function withThread<Result>(work: () => Promise<Result>): Promise<Result> {
  const who = whoAsks();
  if (atWork.length < MOST_AT_ONCE) atWork.push(who);
  else {
    const hasGone = goneFromHere();
    const isWaitedFor = await new Promise<boolean>((begin) => waiting.push({ who, hasGone, begin }));
    if (!isWaitedFor) throw new NobodyWaits();
  }
  try {
    return await work();
  } finally {
    atWork.splice(atWork.indexOf(who), 1);
    passOn();
  }
}

/** Gives the thread to the next whose browser is still there: whoever has none has their turn before whoever has one. */
function passOn(): void {
  for (let next = takeNext(); next; next = takeNext()) {
    const isWaitedFor = !next.hasGone();
    if (isWaitedFor) atWork.push(next.who);
    next.begin(isWaitedFor);
    if (isWaitedFor) return;
  }
}

function takeNext() {
  const at = waiting.findIndex(({ who }) => !atWork.includes(who));
  return waiting.splice(Math.max(at, 0), 1)[0];
}

/** What a thread answers. */
export function inThread<Answer>(start: () => Worker): Promise<Answer> {
  return withThread(() => answerOf<Answer>(start()));
}

/** The one message of a thread that was started for it. */
export async function answerOf<Answer>(thread: Worker): Promise<Answer> {
  const over = new AbortController();
  const ended = once(thread, "exit", over).then(() => {
    throw new Error("the thread ended without an answer");
  });
  try {
    const [answer] = await Promise.race([once(thread, "message", over), ended]);
    return answer;
  } finally {
    over.abort();
  }
}

/** Starting a thread takes six times as long as most lists: those that have answered wait for the next question. */
const waitingReaders: Worker[] = [];

/** Asks a SQLite file in a thread of its own, so that customers' pages don't wait for a long answer. */
export function readApart(file: string, sql: string, values: (string | number)[]): Promise<ViewRows> {
  return withThread(async () => {
    const thread = waitingReaders.pop() ?? aReader();
    thread.ref();
    thread.postMessage({ file, sql, values } satisfies Question);
    const answer = await answerOf<ViewRows | { failed: { message: string; code?: string } }>(thread);
    waitingReaders.push(thread);
    // A thread that waits keeps no process alive.
    thread.unref();
    if ("failed" in answer) throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code });
    return answer;
  });
}

function aReader(): Worker {
  const reader = new Worker(path.resolve(PROGRAM));
  // Whoever waits for an answer hears of it. While none is asked for, it ends alone.
  return reader
    .on("error", () => {})
    .once("exit", () => {
      const at = waitingReaders.indexOf(reader);
      if (at >= 0) waitingReaders.splice(at, 1);
    });
}
