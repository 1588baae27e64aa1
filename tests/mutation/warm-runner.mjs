/**
 * Stryker's vitest runner, except that its thread is reused for all mutants: tests and modules are loaded once, so a
 * mutant only costs the time of the tests that reach it.
 */
import { execFileSync } from "node:child_process";
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
import { isInSample, partOf, testsOf } from "./sample.mjs";

/** Above this a new thread frees the memory that vitest, the tests, and each site that was opened keep. */
const MOST_BYTES = 3 * 1024 ** 3;
/**
 * How much of the tests that reach a change run, the quickest first, by the time that they took at first: of the tests
 * in its own folder, and of others. A room of the domain shows its changes to all of its own.
 */
const OWN_MS = 30_000;
const OTHERS_MS = 10_000;
/** What starting a thread and loading tests may take on a busy machine. */
const RELOADING_MS = 30_000;
/** Tests may take so many times as long as at first, when the machine is busier. */
const SLOWER = 4;
const PARTS = process.env.MUTATED_PARTS.split(" ").map(partOf);
const SEED = process.env.MUTATION_SEED;
const NEEDS_SITE = PARTS.some(({ place }) => /^(app\/(http|routes|staff)|db|server)\b/.test(place));
/** The global that Stryker shares between the changed code, the runner and its setup file. */
const SHARED = "__stryker__";

/** The thread that is reused. */
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
    if (kept && process.memoryUsage.rss() > MOST_BYTES) await endThread();
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

async function endThread() {
  const thread = kept?.thread;
  kept = undefined;
  await thread?.terminate();
}

class WarmRunner extends VitestTestRunner {
  #isDryRun = true;
  /** By change: the tests that reach it, by their file. */
  #reached = new Map();
  /** By file: what its hooks took, and each of its tests. Milliseconds. */
  #took = new Map();

  /** The site that tests open is built of the changed code too: a change is switched on by a global of its process. */
  async init() {
    if (NEEDS_SITE) execFileSync(process.execPath, ["server/build.mjs"], { stdio: "inherit" });
    await super.init();
    for (const { config } of this.ctx.projects)
      Object.assign(config, {
        pool: "warm",
        isolate: false,
        setupFiles: [path.resolve("tests/mutation/set-up.ts"), ...config.setupFiles],
        poolRunner: { name: "warm", createPoolWorker: (options) => new WarmThread(options) },
      });
  }

  async dryRun(options) {
    const result = await super.dryRun(options);
    const broken = this.ctx.state.getFiles().find(({ result }) => result?.state === "fail");
    if (broken) throw new Error(`${broken.name}: ${broken.result.errors?.[0]?.stack ?? "a test fails"}`);
    if (!result.tests) return result;
    for (const { filepath, result: { duration = 0 } = {} } of this.ctx.state.getFiles()) {
      const file = path.relative("", filepath);
      const tests = new Map(
        result.tests.filter(({ id }) => fileOf(id) === file).map(({ id, timeSpentMs }) => [id, timeSpentMs]),
      );
      const inTests = [...tests.values()].reduce((sum, ms) => sum + ms, 0);
      this.#took.set(file, { hooksMs: Math.max(0, duration - inTests), tests });
    }
    return { ...result, mutantCoverage: this.#reachedBy(result.mutantCoverage) };
  }

  /**
   * Notes which tests reach each change. Stryker is told of one: which of them run is decided here. What hooks reach isn't static: they
   * run again with each file.
   */
  #reachedBy({ static: atLoading, perTest }) {
    const told = { static: { ...atLoading }, perTest: {} };
    for (const [test, changes] of Object.entries(perTest)) {
      const file = fileOf(test);
      const all = [...(this.#took.get(file)?.tests.keys() ?? [])];
      const isHook = test.endsWith("#");
      const [one] = isHook ? all : [test];
      if (one === undefined) continue;
      for (const [change, hits] of Object.entries(changes)) {
        const files = this.#reached.get(change) ?? new Map();
        this.#reached.set(change, files.set(file, new Set([...(files.get(file) ?? []), ...(isHook ? all : [test])])));
        if (isHook) delete told.static[change];
        told.perTest[one] ??= {};
        told.perTest[one][change] = (told.perTest[one][change] ?? 0) + hits;
      }
    }
    return told;
  }

  /** A change in code that runs while a module is loaded needs fresh modules, which no later run may reuse. */
  async mutantRun(options) {
    this.#isDryRun = false;
    const { activeMutant: change, sandboxFileName: file } = options;
    if (!isInSample(PARTS, SEED, file, change, 0)) return { status: "error", errorMessage: "Not in the sample." };
    const room = testsOf(file);
    process.env.MUTATED_ROOM = room;
    if (options.reloadEnvironment) await endThread();
    const { tests, ms } = this.#affordable(change.id, room);
    // Stryker would allow for all tests, and for loading them: one that hangs would cost minutes.
    const patienceMs = options.testFilter ? SLOWER * ms + RELOADING_MS : options.timeout;
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      void kept?.thread.terminate();
    }, patienceMs);
    try {
      const result = await super.mutantRun({ ...options, testFilter: options.testFilter && tests });
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

  /** Those that reach the change, as far as there is time: hundreds of tests would take a minute. At least one. */
  #affordable(change, room) {
    const files = [...(this.#reached.get(change) ?? [])].map(([file, reaching]) => {
      const { hooksMs, tests } = this.#took.get(file);
      const inOrder = [...reaching]
        .map((test) => [test, tests.get(test) ?? 0])
        .sort(([, one], [, other]) => one - other);
      return { isOwn: file.startsWith(`tests/${room}/`), hooksMs, tests: inOrder, ms: hooksMs + inOrder[0][1] };
    });
    const chosen = { tests: [], ms: 0 };
    for (const isOwn of [true, false]) {
      let leftMs = !isOwn ? OTHERS_MS : room.startsWith("domain/") ? Number.POSITIVE_INFINITY : OWN_MS;
      for (const file of files.filter((file) => file.isOwn === isOwn).sort((one, other) => one.ms - other.ms)) {
        let nextMs = file.hooksMs;
        for (const [test, ms] of file.tests) {
          nextMs += ms;
          if (leftMs < nextMs && chosen.tests.length > 0) break;
          chosen.tests.push(test);
          chosen.ms += nextMs;
          leftMs -= nextMs;
          nextMs = 0;
        }
      }
    }
    return chosen;
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

const fileOf = (test) => test.slice(0, test.indexOf("#"));

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
