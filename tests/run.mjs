/**
 * `npm test`, even in a fresh clone: installs what is missing, builds what is stale, and runs every test that needs no
 * browser and simulates no fault. Arguments go to vitest: `npm test -- tests/server` runs all tests there, with a browser where they need one.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { buildIfStale, installIfMissing, root } from "../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../server/runtime.mjs";
import { fastFolder } from "./support/ram-disk.mjs";

refuseOldNode();
process.chdir(root);
installIfMissing();
await runOnProjectNode();
installIfMissing("tests");
buildIfStale();
const given = process.argv.slice(2);
if (given.length === 0)
  given.push("--project=in process", "--project=together", "--project=office", "--project=others");

const folder = mkdtempSync(path.join(fastFolder(), "thuma-tests-"));
// Some tests act as other users.
chmodSync(folder, 0o1777);
const hadData = existsSync("data");
const results = path.join(folder, "results.json");
// Node keeps what it has compiled: the site and its commands are started hundreds of times.
const NODE_COMPILE_CACHE = path.join(folder, "compiled");
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    ...given,
  ],
  { stdio: "inherit", env: { ...process.env, NODE_ENV: "test", TMPDIR: folder, NODE_COMPILE_CACHE } },
);
const { passed, failed } = counted();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
console.log(`${passed} passed, ${failed} failed`);
const leavesData = !hadData && existsSync("data");
if (leavesData) console.log("A test wrote into the project's data/: it needs a folder of its own.");
// A run without any test proves nothing.
process.exitCode = status === 0 && (passed === 0 || leavesData) ? 1 : (status ?? 1);

function counted() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8"));
    // A file that can't even be loaded has no failed tests.
    const unreadable = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests + unreadable.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
