import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";

/** What an answer cost: what was asked of SQLite until it was sent, and what was sent. */
export type Work = {
  /** How often a statement was run, `BEGIN` and `COMMIT` among them. */
  statements: number;
  /** How many rows came back. */
  rows: number;
  /** On the wire, headers included. */
  bytes: number;
};

type Counting = Work & { asked: string[]; isOver: boolean };
type Exchange = { socket: Socket };
type Method = (...given: unknown[]) => unknown;
type Statement = { source: string };

const counting = new AsyncLocalStorage<Counting>();

/** It reads no table. `data_version` is asked in each turn of the event loop, and how many a request takes isn't its work. */
const isPragma = (sql: string) => sql.startsWith("PRAGMA");

function count(sql: string, rows: number, work = counting.getStore()): void {
  if (!work || work.isOver || isPragma(sql)) return;
  work.statements += 1;
  work.rows += rows;
  work.asked.push(`${rows} rows: ${sql.replace(/\s+/g, " ")}`);
}

/**
 * Counts the work of each request to a site that is open in this process. What goes on beside it, such as the sending
 * of emails, isn't counted.
 * @returns the last request's work with the statements in their order, and what ends the counting
 */
export function countWork() {
  let last: Counting = { statements: 0, rows: 0, bytes: 0, asked: [], isOver: true };
  const begin = (message: unknown) => {
    last = { statements: 0, rows: 0, bytes: -(message as Exchange).socket.bytesWritten, asked: [], isOver: false };
    counting.enterWith(last);
  };
  const end = (message: unknown) => {
    const work = counting.getStore();
    if (work) Object.assign(work, { isOver: true, bytes: work.bytes + (message as Exchange).socket.bytesWritten });
  };
  subscribe("http.server.request.start", begin);
  subscribe("http.server.response.finish", end);

  const connection = new Database(":memory:");
  const ofConnections = Object.getPrototypeOf(connection);
  const ofStatements = Object.getPrototypeOf(connection.prepare("SELECT 1"));
  connection.close();
  const puttingBack = [
    told<Statement>(ofStatements, "get", ({ source }, row) => count(source, row === undefined ? 0 : 1)),
    told<Statement>(ofStatements, "all", ({ source }, rows) => count(source, (rows as unknown[]).length)),
    told<Statement>(ofStatements, "run", ({ source }) => count(source, 0)),
    told(ofConnections, "exec", (_, __, [sql]) => count(String(sql), 0)),
    told<Worker>(Worker.prototype, "postMessage", countApart),
  ];
  return {
    last: (): { work: Work; asked: string[] } => {
      const { asked, isOver, ...work } = last;
      if (!isOver) throw new Error("the last answer isn't sent yet");
      return { work, asked };
    },
    stop() {
      unsubscribe("http.server.request.start", begin);
      unsubscribe("http.server.response.finish", end);
      for (const putBack of puttingBack) putBack();
    },
  };
}

/** A question of the office's, which a thread asks (`db/read-apart.server.ts`). */
function countApart(thread: Worker, _: unknown, [question]: unknown[]): void {
  const { sql } = (question ?? {}) as { sql?: string };
  const work = counting.getStore();
  if (sql) thread.once("message", ({ rows = [] }: { rows?: unknown[] }) => count(sql, rows.length, work));
}

/** Tells each call of a method, and what it answered. @returns puts the method back as it was */
function told<Owner>(
  prototype: Record<string, unknown> | object,
  name: string,
  tell: (owner: Owner, answer: unknown, given: unknown[]) => void,
): () => void {
  const methods = prototype as Record<string, Method>;
  const original = methods[name];
  if (!original) throw new Error(`no method ${name}`);
  methods[name] = function (this: Owner, ...given: unknown[]) {
    const answer = original.apply(this, given);
    tell(this, answer, given);
    return answer;
  };
  return () => {
    methods[name] = original;
  };
}
