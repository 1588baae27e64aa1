/**
 * Changes in programs of their own: snapshots, the replica, the site's start. Stryker switches changes on in its own process alone, so here
 * each built program reads from a file which one is on, and the tests that start it run until one fails.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** By the beginning of a file's name: the tests that start its program. Others are found by no test that is known here. */
const testsOfPrograms = {
  "server/backup/(snapshot|daily-snapshots|left-over|run-tool)": "faults/snapshot",
  "server/tools/(db-snapshot|snapshot-worker)": "faults/snapshot",
  "server/(backup/restore|tools/db-restore)": "faults/snapshot-restore faults/takeover",
  "server/(backup|tools)/takeover": "faults/takeover",
  "server/backup/(ask-replica|replica|litestream|lag|empty-start|row-counts)": "faults/replica faults/takeover",
  "server/(main|stop|open-site)": "server/lifecycle server/other-starts",
  "server/(start-message|in-words|metrics)": "server/start-message server/metrics",
  "server/(sent-form|plain-page|refus)": "faults/forms-sent-again faults/locked-database",
  "(server/(tools/office-worker|office-list)|app/staff/office/press-with-list)":
    "office/threads office/payfasts-list office/seeing",
  "server/tools/photo-worker": "domain/drivers/photo-process",
  "app/staff/(main|rights|pager|help)": "staff/command-line staff/rights",
};
const PATIENCE_MS = 5 * 60_000;

/** The tests that start a file's program; empty if it isn't known to have one. */
export function testsThatStart(file) {
  return Object.entries(testsOfPrograms)
    .filter(([begin]) => new RegExp(`^${begin}`).test(file))
    .flatMap(([, tests]) => tests.split(" "))
    .map((test) => `tests/${test}`);
}

/** Lets each program that is built in this folder read which change is on. @returns switches one on, by its number */
function switchIn(folder) {
  // Programs run in other folders.
  const file = path.resolve(folder, "active-change");
  const first = `import { readFileSync as read__ } from "node:fs"; (globalThis.__stryker__ ??= {}).activeMutant ??= read__(${JSON.stringify(file)}, "utf8") || undefined;\n`;
  for (const program of globSync("build/**/*.js", { cwd: folder, exclude: ["build/mutation/**"] })) {
    const built = path.join(folder, program);
    const code = readFileSync(built, "utf8");
    if (code.includes("__STRYKER_ACTIVE_MUTANT__") && !code.startsWith(first)) writeFileSync(built, first + code);
  }
  const switchOn = (change) => writeFileSync(file, change);
  switchOn("");
  return switchOn;
}

/**
 * @param folder Stryker's, with the changed code, built
 * @param changes that no test noticed in Stryker's process, each with its number and file
 * @param tell is given each that a test noticed, at once
 * @returns the numbers of those that a test noticed
 * @throws when a test fails without any change
 */
export function noticedInPrograms(folder, changes, tell) {
  const started = changes.filter(({ file }) => testsThatStart(file).length > 0);
  const noticed = new Set();
  if (started.length === 0) return noticed;
  // Some tests start a program as another user.
  chmodSync(folder, 0o755);
  const switchOn = switchIn(folder);
  for (const tests of new Set(started.map(({ file }) => testsThatStart(file).join(" "))))
    if (!passes(folder, tests.split(" "), "")) throw new Error(`${tests}: a test fails without any change`);
  for (const change of started) {
    const { id, file } = change;
    switchOn(id);
    if (!passes(folder, testsThatStart(file), id)) {
      noticed.add(id);
      tell(change);
    }
    console.log(`${file}, change ${id}: ${noticed.has(id) ? "noticed" : "NOT noticed"}`);
  }
  switchOn("");
  return noticed;
}

function passes(folder, tests, change) {
  const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--bail=1", ...tests], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "test", ...(change && { __STRYKER_ACTIVE_MUTANT__: change }) },
    stdio: "ignore",
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  return status === 0;
}
