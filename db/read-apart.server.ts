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

/** Each has a processor to itself while it reads. */
const MOST_AT_ONCE = 2;
let reading = 0;
const waiting: (() => void)[] = [];

/**
 * Asks a SQLite file in a thread of its own, so that customers' pages don't wait for a long answer. Two run at a time, and
 * others wait for their turn.
 */
export async function readApart(file: string, sql: string, values: (string | number)[]): Promise<ViewRows> {
  if (reading >= MOST_AT_ONCE) await new Promise<void>((myTurn) => waiting.push(myTurn));
  reading += 1;
  try {
    const module = createRequire(import.meta.url).resolve("better-sqlite3");
    return await new Promise((resolve, reject) => {
      new Worker(READ, { eval: true, workerData: { module, file, sql, values } })
        .once("message", resolve)
        .once("error", reject)
        .once("exit", () => reject(new Error("the thread ended without an answer")));
    });
  } finally {
    reading -= 1;
    waiting.shift()?.();
  }
}
