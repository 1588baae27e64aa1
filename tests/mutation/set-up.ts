/**
 * Runs before each test file in a thread that is reused. Stryker's own set-up follows, and names the test under way.
 */
import { afterAll, beforeAll } from "vitest";

type Reached = Record<string, number>;
type Shared = {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { static: Reached; perTest: Record<string, Reached> };
  nodes?: Partial<typeof globalThis>;
};
const global = globalThis as { __stryker__?: Shared };
global.__stryker__ ??= {};
const shared = global.__stryker__;
// Loading a file isn't affected by the previous run's change.
shared.activeMutant = undefined;

// A site that an earlier file opened has put Remix's in their place for good.
const { fetch, File, FormData, Headers, ReadableStream, Request, Response, WritableStream } = globalThis;
shared.nodes ??= { fetch, File, FormData, Headers, ReadableStream, Request, Response, WritableStream };
Object.assign(globalThis, shared.nodes);

/**
 * What a file's hooks reach, its tests reach. A hook that opens the site loads the build afresh, so that is also all
 * that runs while our modules are loaded.
 */
let hooks: string | undefined;
let current: string | undefined;
Object.defineProperty(shared, "currentTestId", {
  configurable: true,
  get: () => current ?? hooks,
  set: (test: string | undefined) => {
    current = test;
  },
});

// biome-ignore lint/correctness/noEmptyPattern: vitest wants to see which fixtures a hook uses.
beforeAll(({}, { file }) => {
  hooks = `${file.filepath}#`;
});
// After Stryker's, which gives each file what all files before it reached.
// biome-ignore lint/correctness/noEmptyPattern: the same.
afterAll(({}, { file, meta }) => {
  hooks = undefined;
  const { mutantCoverage } = shared;
  if (!mutantCoverage) return;
  const own = Object.entries(mutantCoverage.perTest).filter(([test]) => test.startsWith(`${file.filepath}#`));
  Object.assign(meta, { mutantCoverage: { static: mutantCoverage.static, perTest: Object.fromEntries(own) } });
});
