import path from "node:path";

/**
 * How much of the tests that reach a change run, by the time that they took at first: of the tests in its own folder, and of
 * others. A room of the domain shows its changes to all of its own.
 */
const OWN_MS = 30_000;
const OTHERS_MS = 10_000;
/** A file that is over sooner runs whole: only its first test reaches what makes a page that is kept for the others. */
const WHOLE_FILE_MS = 6_000;
/** So many files that reach most changes beside it come first, however long they take: they are a page's own. */
const NEAREST = 2;
/** Changes are numbered in the order of the code: so many before one and after it are of the same page, or of one beside it. */
const NEAR = 50;

/** A test's name begins with its file's. */
export const fileOf = (test) => test.split("#")[0];

/** Which tests reach each change, and how long they took in the first run. */
export class TestsOfAChange {
  /** By change: the tests that reach it, by their file. */
  #reached = new Map();
  /** By file: the changes that it reaches. */
  #reachedIn = new Map();
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
      const inFile = this.#reachedIn.get(file) ?? new Set();
      this.#reachedIn.set(file, inFile);
      for (const [change, hits] of Object.entries(changes)) {
        const files = this.#reached.get(change) ?? new Map();
        const reaching = new Set([...(files.get(file) ?? []), ...(isHook ? all : [test])]);
        this.#reached.set(change, files.set(file, reaching));
        inFile.add(Number(change));
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

  /** How many of the changes beside one a file reaches: a page's own tests reach most, those that pass by a few. */
  #reachedNear(change, file) {
    const inFile = this.#reachedIn.get(file);
    const numbers = Array.from({ length: 2 * NEAR + 1 }, (_, at) => Number(change) - NEAR + at);
    return numbers.filter((number) => inFile.has(number)).length;
  }

  /**
   * Those that reach the change, as far as there is time: hundreds of tests would take a minute. At least one. The page's own
   * tests come first, then those that reach much in little time.
   * @param whole files that run whole in any case
   */
  affordable(change, room, whole) {
    const files = [...(this.#reached.get(change) ?? [])].map(([file, reaching]) => {
      const { hooksMs, tests } = this.#took.get(file);
      const wholeMs = [...tests.values()].reduce((sum, own) => sum + own, hooksMs);
      const isWhole = whole.includes(file);
      const inOrder = [...(isWhole || wholeMs < WHOLE_FILE_MS ? tests.keys() : reaching)]
        .map((test) => [test, tests.get(test) ?? 0])
        .sort(([, one], [, other]) => one - other);
      const ms = inOrder.reduce((sum, [, own]) => sum + own, hooksMs);
      const near = this.#reachedNear(change, file);
      const isOwn = file.startsWith(`tests/${room}/`);
      return { isOwn, isWhole, hooksMs, tests: inOrder, near, worth: near ** 2 / (ms + 500) };
    });
    const nearest = files.filter(({ isOwn }) => isOwn).sort((one, other) => other.near - one.near);
    for (const file of nearest.slice(0, NEAREST)) file.worth += Number.MAX_SAFE_INTEGER;
    const chosen = { tests: [], ms: 0 };
    for (const isOwn of [true, false]) {
      let leftMs = !isOwn ? OTHERS_MS : room.startsWith("domain/") ? Number.POSITIVE_INFINITY : OWN_MS;
      for (const file of files.filter((file) => file.isOwn === isOwn).sort((one, other) => other.worth - one.worth)) {
        let nextMs = file.hooksMs;
        for (const [test, ms] of file.tests) {
          nextMs += ms;
          if (leftMs < nextMs && chosen.tests.length > 0 && !file.isWhole) break;
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
