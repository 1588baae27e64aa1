import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { ViewRows } from "./staff-views.server";

const READ = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { module, file, sql, values } = workerData;
  const connection = require(module)(file, { readonly: true, fileMustExist: true });
  const statement = connection.prepare(sql);
  const columns = statement.columns().map(({ name }) => name);
  parentPort.postMessage({ columns, rows: statement.all(values) });
  connection.close();
`;

/** Each has a processor to itself while it works. */
const MOST_AT_ONCE = 2;
let atWork = 0;
const waiting: (() => void)[] = [];

/** Waits until one of the office's two threads is free. The function that it returns must be called once it is again. */
export async function takeThread(): Promise<() => void> {
  if (atWork >= MOST_AT_ONCE) await new Promise<void>((myTurn) => waiting.push(myTurn));
  atWork += 1;
  let isFree = false;
  return () => {
    if (isFree) return;
    isFree = true;
    atWork -= 1;
    waiting.shift()?.();
  };
}

/** What a thread answers. */
export async function inThread<Answer>(start: () => Worker): Promise<Answer> {
  const free = await takeThread();
  try {
    return await new Promise((resolve, reject) => {
      start()
        .once("message", resolve)
        .once("error", reject)
        .once("exit", () => reject(new Error("the thread ended without an answer")));
    });
  } finally {
    free();
  }
}

/** Asks a SQLite file in a thread of its own, so that customers' pages don't wait for a long answer. */
export function readApart(file: string, sql: string, values: (string | number)[]): Promise<ViewRows> {
  const module = createRequire(import.meta.url).resolve("better-sqlite3");
  return inThread(() => new Worker(READ, { eval: true, workerData: { module, file, sql, values } }));
}
