/**
 * Stryker's vitest runner, except that its thread is reused for all mutants: tests and modules are loaded once, so a
 * mutant only costs the time of the tests that reach it.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { ThreadsPoolWorker } from "vitest/node";
import { VitestTestRunner } from "./node_modules/@stryker-mutator/vitest-runner/dist/src/vitest-test-runner.js";

/** A new thread now and then frees the memory that vitest and the tests keep. */
const RUNS_OF_A_THREAD = 500;
/** The global that Stryker shares between the changed code, the runner and its setup file. */
const SHARED = "__stryker__";

/** The reused thread, and how many runs it has made. */
let kept;

/** Vitest starts a worker before each run and stops it afterwards; from the second run on this one only pretends to. */
class WarmThread extends ThreadsPoolWorker {
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
    if (kept && kept.runs >= RUNS_OF_A_THREAD) await endThread();
    if (kept) this._thread = kept.thread;
    else {
      await super.start();
      kept = { thread: this._thread, runs: 0, isSetUp: false };
    }
  }

  send(message) {
    if (message.type === "start" && kept.isSetUp) return this.#answer("started");
    if (message.type === "stop") return this.#answer("stopped");
    if (message.type === "start") kept.isSetUp = true;
    if (message.type === "run") {
      kept.runs += 1;
      // The names of the tests to run are in the settings, which a thread normally gets only at its start.
      message.context.config = this.#project.serializedConfig;
    }
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

async function endThread() {
  const thread = kept?.thread;
  kept = undefined;
  await thread?.terminate();
}

class WarmRunner extends VitestTestRunner {
  #isDryRun = true;

  async init() {
    await super.init();
    for (const { config } of this.ctx.projects)
      Object.assign(config, {
        pool: "warm",
        isolate: false,
        setupFiles: [path.resolve("tests/mutation/forget-change.ts"), ...config.setupFiles],
        poolRunner: { name: "warm", createPoolWorker: (options) => new WarmThread(options) },
      });
  }

  /** A change in code that runs while a module is loaded needs fresh modules, which no later run may reuse. */
  async mutantRun(options) {
    this.#isDryRun = false;
    process.env.MUTATED_ROOM = /app\/domain\/([^/]+)/.exec(options.sandboxFileName)?.[1];
    if (!options.reloadEnvironment) return super.mutantRun(options);
    await endThread();
    return super.mutantRun(options).finally(endThread);
  }

  /** It isn't known which tests reach such a change, so only the room's own run: all tests would take a minute each. */
  run(what) {
    const isForAll = !what.testIds?.length;
    return super.run(isForAll && !this.#isDryRun ? { ...what, testFiles: testsOfTheRoom() } : what);
  }

  async dispose() {
    await endThread();
    await super.dispose();
  }
}

function testsOfTheRoom() {
  const folder = path.resolve("tests/domain", process.env.MUTATED_ROOM);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file));
}

function runner(options, log) {
  return new WarmRunner(options, log, SHARED);
}
runner.inject = tokens(commonTokens.options, commonTokens.logger);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "warm", runner)];
