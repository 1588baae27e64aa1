/**
 * `node server/with-packages.mjs tests/mutation node tests/mutation/run.mjs [values payments/payment-state app/worker …]`: changes the code of the domain in small ways, one at a
 * time (Stryker), and checks whether a test fails. Weekly; a room takes minutes to half an hour. Results of unchanged
 * code are reused (`.cache/mutation.json`); `--sample 4` takes every fourth change. Without rooms: all of them. Prints
 * the changes that no test noticed and a score for each room; exits with 1 below 90 %.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isInSample, testsOf } from "./sample.mjs";

const WANTED = 90;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { sample: { type: "string" } } });
const every = Number(values.sample ?? 1);
const parts = positionals.length > 0 ? positionals : readdirSync("app/domain");
const results = measured();
for (const part of parts)
  printResult(
    part,
    results.filter(({ file }) => isOf(part, file)),
  );
const percent = printResult("together", results);
process.exitCode = percent >= WANTED ? 0 : 1;

/** @returns the file of each change, and whether a test noticed it */
function measured() {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-mutation-"));
  const report = path.join(folder, "report.json");
  const config = path.join(folder, "stryker.config.json");
  const settings = {
    mutate: parts.map((part) => `${placeOf(part)}${existsSync(placeOf(part)) ? "/**/*" : ""}.ts`),
    testRunner: "warm",
    plugins: [path.resolve("tests/mutation/warm-runner.mjs")],
    vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
    warnings: { unknownOptions: false, slow: false },
    reporters: ["progress-append-only", "one-by-one", "clear-text", "json"],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: report },
    incremental: every === 1,
    incrementalFile: path.resolve(".cache/mutation.json"),
    tempDirName: "build/mutation",
    ignorePatterns: ["build", "data", "bench", "public/build", "*.log"],
    concurrency: 1,
    coverageAnalysis: "perTest",
    // Texts aren't mutated: what a page says is tested in tests/routes.
    mutator: { excludedMutations: ["StringLiteral"] },
    disableTypeChecks: false,
  };
  writeFileSync(config, JSON.stringify(settings));
  const stryker = "tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js";
  const rooms = [...new Set(parts.map((part) => testsOf(placeOf(part))))].join(" ");
  const soFar = path.resolve(".cache/mutation-results.jsonl");
  rmSync(soFar, { force: true });
  mkdirSync(path.dirname(soFar), { recursive: true });
  const variables = { MUTATED_ROOMS: rooms, MUTATION_SAMPLE: String(every), MUTATION_RESULTS: soFar };
  const env = { ...process.env, NODE_ENV: "test", ...variables };
  const { status } = spawnSync(process.execPath, [stryker, "run", config], { stdio: "inherit", env });
  // A test that fails without any change: Stryker has said which.
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  return Object.entries(files)
    .filter(([file]) => parts.some((part) => isOf(part, file)))
    .flatMap(([file, { mutants }]) => mutants.map((change) => ({ ...change, file })))
    .filter(({ file, ...change }) => isInSample(file, change, every, 1))
    .filter(({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status))
    .map(({ file, status }) => ({ file, isNoticed: ["Killed", "Timeout"].includes(status) }));
}

/** Where a part is: a room of the domain, or a folder or file by its path. */
function placeOf(part) {
  return /^(app|db|server)(\/|$)/.test(part) ? part : `app/domain/${part}`;
}

function isOf(part, file) {
  const place = placeOf(part);
  return file === `${place}.ts` || file.startsWith(`${place}/`);
}

/** @returns the percentage that it prints, rounded down to one decimal */
function printResult(what, changes) {
  const noticed = changes.filter(({ isNoticed }) => isNoticed).length;
  const score = changes.length === 0 ? 100 : Math.floor((1000 * noticed) / changes.length) / 10;
  console.log(`${what}: ${noticed} of ${changes.length} noticed, ${score} %`);
  return score;
}
