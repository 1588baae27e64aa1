/**
 * The thread in which tests run, which stays for all changes: tests and modules are loaded once, so a change only costs the time of the
 * tests that reach it.
 */
import { ThreadsPoolWorker } from "vitest/node";

/** Above this a new thread frees the memory that vitest, the tests, and each site that was opened keep. */
const MOST_BYTES = 3 * 1024 ** 3;

/** The thread that is reused. */
let kept;

/** Vitest starts a worker before each run and stops it afterwards; from the second run on this one only pretends to. */
export class WarmThread extends ThreadsPoolWorker {
  name = "warm";
  #listeners = [];
  #project;

  constructor(options) {
    super(options);
    this.#project = options.project;
  }

  on(event, listener) {
    this.#listeners.push([event, listener]);
    super.on(event, listener);
  }

  async start() {
    if (kept && isTooLarge()) await endThread();
    if (kept) this._thread = kept.thread;
    else {
      await super.start();
      kept = { thread: this._thread, isSetUp: false };
    }
  }

  send(message) {
    if (message.type === "start" && kept.isSetUp) return this.#answer("started");
    if (message.type === "stop") return this.#answer("stopped");
    if (message.type === "start") kept.isSetUp = true;
    // The names of the tests to run are in the settings, which a thread normally gets only at its start.
    if (message.type === "run") message.context.config = this.#project.serializedConfig;
    return super.send(message);
  }

  async stop() {
    for (const [event, listener] of this.#listeners) this._thread?.off(event, listener);
    this._thread = undefined;
  }

  #answer(type) {
    const response = { type, __vitest_worker_response__: true };
    setImmediate(() => {
      for (const [event, listener] of this.#listeners) if (event === "message") listener(response);
    });
  }
}

/** Whether the next run finds its tests loaded. */
export const isThreadKept = () => kept !== undefined && !isTooLarge();
const isTooLarge = () => process.memoryUsage.rss() > MOST_BYTES;

/** The next run starts a new one, with fresh modules. */
export async function endThread() {
  const thread = kept?.thread;
  kept = undefined;
  await thread?.terminate();
}
