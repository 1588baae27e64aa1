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
import { VitestTestRunner } from "./node_modules/@stryker-mutator/vitest-runner/dist/src/vitest-test-runner.js";
import { isInSample, nameOf, noticedIn, partOf, testsOf } from "./sample.mjs";
import { fileOf, TestsOfAChange } from "./tests-of-a-change.mjs";
import { endThread, isThreadKept, WarmThread } from "./warm-thread.mjs";

/** What starting a thread and loading tests may take on a busy machine: those of all routes take a minute. */
const LOADING_MS = 5 * 60_000;
/** What a run may take beside its tests: longer than one test that waits for ever, which then fails and leaves the thread. */
const SPARE_MS = 60_000;
/** Tests may take so many times as long as at first, when the machine is busier. */
const SLOWER = 4;
const PARTS = process.env.MUTATED_PARTS.split(" ").map(partOf);
const SEED = process.env.MUTATION_SEED;
/** By an earlier measurement that is gone on with. */
const NOTICED_BEFORE = noticedIn(process.env.MUTATION_RESULTS);
const NEEDS_SITE = /\b(http|routes|staff|office|db|server)\b/.test(
  process.env.MUTATED_FOLDERS.replace(/domain\/\S+/g, ""),
);
/** No change has this number. */
const NO_CHANGE = "none";
/** The global that Stryker shares between the changed code, the runner and its setup file. */
const SHARED = "__stryker__";

class WarmRunner extends VitestTestRunner {
  #isDryRun = true;
  #testsOf = new TestsOfAChange();

  /** The site that tests open is built of the changed code too: a change is switched on by a global of its process. */
  async init() {
    if (NEEDS_SITE) execFileSync(process.execPath, ["server/build.mjs"], { stdio: "inherit" });
    await super.init();
    this.log.info(`Not shown any change: ${process.env.MUTATION_LEFT_OUT || "none"}`);
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
    if (broken) throw new Error(`${broken.name}: ${firstFailure(broken)}`);
    if (!result.tests) return result;
    return { ...result, mutantCoverage: this.#testsOf.note(this.ctx.state.getFiles(), result) };
  }

  /**
   * A change in code that runs while a module is loaded needs fresh modules, which no later run may reuse.
   * @param whole files that are run whole, in a fresh thread: what failed in them had failed without the change as well,
   * because it needs another test of its file, or because of what an earlier change had left there
   */
  async mutantRun(options, whole = []) {
    this.#isDryRun = false;
    const { activeMutant: change, sandboxFileName: file } = options;
    if (!isInSample(PARTS, SEED, file, change, 0)) return { status: "error", errorMessage: "Not in the sample." };
    const room = testsOf(file);
    if (NOTICED_BEFORE.has(nameOf(asReported(change, file))))
      return { status: "error", errorMessage: "Noticed before." };
    process.env.MUTATED_ROOM = room;
    if (options.reloadEnvironment) await endThread();
    const { tests, ms } = this.#testsOf.affordable(change.id, room, whole);
    process.env.MUTATED_ORDER = [...new Set(tests.map(fileOf))].join("\n");
    // Stryker would allow for all tests, and for loading them: one that hangs would cost minutes.
    const loadingMs = isThreadKept() ? 0 : LOADING_MS;
    const patienceMs = options.testFilter ? SLOWER * ms + SPARE_MS + loadingMs : LOADING_MS;
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      void endThread();
    }, patienceMs);
    try {
      const result = await super.mutantRun({ ...options, testFilter: options.testFilter && tests });
      if (isLate) return { status: "timeout" };
      clearTimeout(patience);
      const noted = result.status === "survived" ? (this.#withoutLoading(result) ?? result) : result;
      const own = ownTests(noted, tests);
      if (options.testFilter && own.length > 0) {
        // What the change itself has left there would fail them as well.
        if (whole.length > 0) await endThread();
        if (!(await this.#passWithoutAChange(options, own))) {
          await endThread();
          const [file] = own.map(fileOf);
          return whole.includes(file) ? { ...result, status: "survived" } : this.mutantRun(options, [...whole, file]);
        }
      }
      if (noted.status !== "survived") return noted;
      if (options.testFilter && this.#testsOf.mayBeNoticedAtLoading(change.id))
        return this.mutantRun({
          ...options,
          testFilter: undefined,
          reloadEnvironment: true,
          mutantActivation: "static",
        });
      return result;
    } catch (error) {
      if (isLate) return { status: "timeout" };
      throw error;
    } finally {
      clearTimeout(patience);
      if (options.reloadEnvironment) await endThread();
      this.ctx.state.errorsSet.clear();
    }
  }

  /** What an earlier run left in the thread can fail a test too, which has then noticed nothing. */
  async #passWithoutAChange(options, tests) {
    const none = { ...options.activeMutant, id: NO_CHANGE };
    const { status } = await super.mutantRun({
      ...options,
      activeMutant: none,
      testFilter: tests,
      hitLimit: undefined,
    });
    return status === "survived" && !this.#withoutLoading({});
  }

  /** A change that keeps a test file from loading is noticed, though the file has no test that could fail. */
  #withoutLoading({ nrOfTests }) {
    const file = this.ctx.state.getFiles().find(({ result }) => result?.state === "fail");
    if (!file) return null;
    const failureMessage = file.result.errors?.[0]?.message ?? "It can't be loaded.";
    return { status: "killed", killedBy: [file.name], failureMessage, nrOfTests };
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

/** Of the tests that ran, those in the file of the one that failed: they may need each other. */
function ownTests({ killedBy: [failed] = [] }, tests) {
  return tests.filter((test) => failed && fileOf(test) === fileOf(failed));
}

/** Of a file, a group of tests or a test that failed: what vitest says of it. */
function firstFailure({ name, tasks = [], result }) {
  const failed = tasks.find(({ result }) => result?.state === "fail");
  return result?.errors?.[0]?.stack ?? (failed ? firstFailure(failed) : name);
}

/** Lines and columns begin with 1 there. */
function asReported({ location: { start }, ...change }, file) {
  return { ...change, file, location: { start: { line: start.line + 1, column: start.column + 1 } } };
}

function testsOfTheRoom() {
  const folder = path.resolve("tests", process.env.MUTATED_ROOM);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file));
}

/** Writes each result down at once: what a measurement has found isn't lost when it is stopped. */
class OneByOne {
  onMutantTested({ fileName, location, mutatorName, replacement, status, statusReason }) {
    const file = path.relative("", fileName);
    const line = JSON.stringify({ file, location, mutatorName, replacement, status, statusReason });
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
