/**
 * Stryker's vitest runner, except that its thread is reused for all mutants: tests and modules are loaded once, so a
 * mutant only costs the time of the tests that reach it.
 */
import { appendFileSync, readdirSync } from "node:fs";
import path from "node:path";
import {
  commonTokens,
  declareClassPlugin,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from "@stryker-mutator/api/plugin";
import { ThreadsPoolWorker } from "vitest/node";
import { VitestTestRunner } from "./node_modules/@stryker-mutator/vitest-runner/dist/src/vitest-test-runner.js";
import { isInSample, testsOf } from "./sample.mjs";

/** A new thread now and then frees the memory that vitest and the tests keep. */
const RUNS_OF_A_THREAD = 500;
/** Beside the tests of its own room, a change is shown to so many others, by the time that they took at first. */
const OTHERS_MS = 10_000;
/** What starting a thread and loading one room's tests may take on a busy machine. */
const RELOADING_MS = 15_000;
/** Only one change in so many is made. */
const EVERY = Number(process.env.MUTATION_SAMPLE);
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
  /** How long each test took, and how long it took to load them all. Milliseconds. */
  #took = new Map();
  #loadingMs = 0;

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

  async dryRun(options) {
    const began = Date.now();
    const result = await super.dryRun(options);
    for (const { id, timeSpentMs } of result.tests ?? []) this.#took.set(id, timeSpentMs);
    this.#loadingMs = Date.now() - began - [...this.#took.values()].reduce((sum, ms) => sum + ms, 0);
    return result;
  }

  /** A change in code that runs while a module is loaded needs fresh modules, which no later run may reuse. */
  async mutantRun(options) {
    this.#isDryRun = false;
    const { activeMutant: change, sandboxFileName: file } = options;
    if (!isInSample(file, change, EVERY, 0)) return { status: "error", errorMessage: "Not in the sample." };
    const room = testsOf(file);
    process.env.MUTATED_ROOM = room;
    if (options.reloadEnvironment) await endThread();
    // Stryker allows for the loading each time; a test that hangs would cost a minute.
    const patienceMs = options.timeout - (options.reloadEnvironment ? 0 : Math.max(0, this.#loadingMs - RELOADING_MS));
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      void kept?.thread.terminate();
    }, patienceMs);
    const testFilter = options.testFilter && this.#affordable(options.testFilter, room);
    try {
      const result = await super.mutantRun({ ...options, testFilter });
      if (isLate) return { status: "timeout" };
      return result.status === "survived" ? (this.#withoutLoading(result) ?? result) : result;
    } catch (error) {
      if (isLate) return { status: "timeout" };
      throw error;
    } finally {
      clearTimeout(patience);
      if (isLate) kept = undefined;
      else if (options.reloadEnvironment) await endThread();
      this.ctx.state.errorsSet.clear();
    }
  }

  /** A change that keeps a test file from loading is noticed, though the file has no test that could fail. */
  #withoutLoading({ nrOfTests }) {
    const file = this.ctx.state.getFiles().find(({ result }) => result?.state === "fail");
    if (!file) return null;
    const failureMessage = file.result.errors?.[0]?.message ?? "It can't be loaded.";
    return { status: "killed", killedBy: [file.name], failureMessage, nrOfTests };
  }

  /** All tests of the room, and the quickest of the others: a change that hundreds of tests reach would take a minute. */
  #affordable(tests, room) {
    const tookOf = (test) => this.#took.get(test) ?? 0;
    const isOwn = (test) => test.includes(`tests/${room}/`);
    const others = [];
    let leftMs = OTHERS_MS;
    for (const test of tests.toSorted((one, other) => tookOf(one) - tookOf(other))) {
      if (isOwn(test)) continue;
      leftMs -= tookOf(test);
      if (leftMs < 0) break;
      others.push(test);
    }
    return [...tests.filter(isOwn), ...others];
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
  const folder = path.resolve("tests", process.env.MUTATED_ROOM);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file));
}

/** Writes each result down at once: what a measurement has found isn't lost when it is stopped. */
class OneByOne {
  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    const line = JSON.stringify({ file: path.relative("", fileName), location, mutatorName, replacement, status });
    appendFileSync(process.env.MUTATION_RESULTS, `${line}\n`);
  }
}

function runner(options, log) {
  return new WarmRunner(options, log, SHARED);
}
runner.inject = tokens(commonTokens.options, commonTokens.logger);

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, "warm", runner),
  declareClassPlugin(PluginKind.Reporter, "one-by-one", OneByOne),
];
