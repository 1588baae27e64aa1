import path from "node:path";

/**
 * How much of the tests that reach a change run, by the time that they took at first: of the tests in its own folder, and of
 * others. First come files that run it most often for their time: a page's own tests, rather than those that pass by.
 * A room of the domain shows its changes to all of its own.
 */
const OWN_MS = 30_000;
const OTHERS_MS = 10_000;
/** A file that is over sooner runs whole: only its first test reaches what makes a page that is kept for the others. */
const WHOLE_FILE_MS = 6_000;

const fileOf = (test) => test.slice(0, test.indexOf("#"));

/** Which tests reach each change, and how long they took in the first run. */
export class TestsOfAChange {
  /** By change: the tests that reach it, by their file, and how often. */
  #reached = new Map();
  /** By file: what its hooks took, and each of its tests. Milliseconds. */
  #took = new Map();
  /** Changes that run while a test's own modules are loaded, and in a site that a hook opens. */
  #inBoth = new Set();

  /**
   * Notes what the first run showed. Stryker is told of one test for each change: which of them run is decided here. What hooks
   * reach isn't static: they run again with each file.
   * @param files vitest's, with how long each took
   * @returns what Stryker is told
   */
  note(files, { tests, mutantCoverage }) {
    for (const { filepath, result: { duration = 0 } = {} } of files) {
      const file = path.relative("", filepath);
      const own = new Map(
        tests.filter(({ id }) => fileOf(id) === file).map(({ id, timeSpentMs }) => [id, timeSpentMs]),
      );
      const inTests = [...own.values()].reduce((sum, ms) => sum + ms, 0);
      this.#took.set(file, { hooksMs: Math.max(0, duration - inTests), tests: own });
    }
    const { static: atLoading, perTest } = mutantCoverage;
    const told = { static: { ...atLoading }, perTest: {} };
    for (const [test, changes] of Object.entries(perTest)) {
      const file = fileOf(test);
      const all = [...(this.#took.get(file)?.tests.keys() ?? [])];
      const isHook = test.endsWith("#");
      const [one] = isHook ? all : [test];
      if (one === undefined) continue;
      for (const [change, hits] of Object.entries(changes)) {
        const files = this.#reached.get(change) ?? new Map();
        const before = files.get(file) ?? { reaching: [], times: 0 };
        const reaching = new Set([...before.reaching, ...(isHook ? all : [test])]);
        this.#reached.set(change, files.set(file, { reaching, times: before.times + hits }));
        if (isHook && atLoading[change]) this.#inBoth.add(change);
        if (isHook) delete told.static[change];
        told.perTest[one] ??= {};
        told.perTest[one][change] = (told.perTest[one][change] ?? 0) + hits;
      }
    }
    return told;
  }

  /** Whether a change that no test of an opened site has noticed may be noticed where its module is loaded with it. */
  mayBeNoticedAtLoading = (change) => this.#inBoth.has(change);

  /** Those that reach the change, as far as there is time: hundreds of tests would take a minute. At least one. */
  affordable(change, room) {
    const files = [...(this.#reached.get(change) ?? [])].map(([file, { reaching, times }]) => {
      const { hooksMs, tests } = this.#took.get(file);
      const wholeMs = [...tests.values()].reduce((sum, own) => sum + own, hooksMs);
      const inOrder = [...(wholeMs < WHOLE_FILE_MS ? tests.keys() : reaching)]
        .map((test) => [test, tests.get(test) ?? 0])
        .sort(([, one], [, other]) => one - other);
      const ms = inOrder.reduce((sum, [, own]) => sum + own, hooksMs);
      return { isOwn: file.startsWith(`tests/${room}/`), hooksMs, tests: inOrder, timesPerMs: times / (ms + 1) };
    });
    const chosen = { tests: [], ms: 0 };
    for (const isOwn of [true, false]) {
      let leftMs = !isOwn ? OTHERS_MS : room.startsWith("domain/") ? Number.POSITIVE_INFINITY : OWN_MS;
      for (const file of files
        .filter((file) => file.isOwn === isOwn)
        .sort((one, other) => other.timesPerMs - one.timesPerMs)) {
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
}
