/**
 * `node server/with-packages.mjs tests/mutation node tests/mutation/run.mjs [values rounds:3 money/payment-state app/http:12 …] [--seed 2] [--go-on] [--tests routes]`:
 * changes the code in small ways, one at a time (Stryker), and checks whether a test fails. Of `rounds:3` every third
 * change, the same ones with the same seed. Without parts: the domain. Results of unchanged code are reused
 * (`.cache/mutation.json`) unless there is a sample; with `--go-on` what was noticed before
 * (`.cache/mutation-results.jsonl`) counts as noticed, and all other changes are tried. With `--tests` the tests of other folders
 * are run: of pages, for what only they lead to in the domain. Prints the changes that no test noticed and
 * a score for each part; exits with 1 if one is below its goal.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { noticedInPrograms } from "./programs.mjs";
import { isInSample, isOf, nameOf, noticedIn, partOf, testsOf } from "./sample.mjs";

/** Percent. */
const WANTED = 85;
const WANTED_OF_DOMAIN = 90;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    "go-on": { type: "boolean", default: false },
    tests: { type: "string" },
  },
});
const { seed } = values;
const isGoingOn = values["go-on"];
const given = positionals.length > 0 ? positionals : readdirSync("app/domain");
const parts = given.map(partOf);
const results = measured();
console.log(`seed ${seed}`);
for (const part of parts) printResult(part);

/** @returns the file of each change, and whether a test noticed it */
function measured() {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-mutation-"));
  const report = path.join(folder, "report.json");
  const config = path.join(folder, "stryker.config.json");
  const settings = {
    mutate: parts.flatMap(({ place }) => filesOf(place)),
    testRunner: "warm",
    plugins: [path.resolve("tests/mutation/warm-runner.mjs")],
    vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
    warnings: { unknownOptions: false, slow: false },
    reporters: ["progress-append-only", "one-by-one", "clear-text", "json"],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: report },
    incremental: parts.every(({ every }) => every === 1),
    incrementalFile: path.resolve(".cache/mutation.json"),
    tempDirName: "build/mutation",
    // Programs that are built in there are started with changes afterwards.
    cleanTempDir: false,
    ignorePatterns: ["build", "data", "bench", "public/build", "*.log"],
    concurrency: 1,
    coverageAnalysis: "perTest",
    dryRunTimeoutMinutes: 60,
    // Stryker would kill the runner, which knows what the first run showed. It has a shorter patience of its own.
    timeoutMS: 20 * 60_000,
    // Texts aren't changed: pages are full of them, and nobody wants a test of each.
    mutator: { excludedMutations: ["StringLiteral"] },
    disableTypeChecks: false,
  };
  writeFileSync(config, JSON.stringify(settings));
  const stryker = "tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js";
  const soFar = path.resolve(".cache/mutation-results.jsonl");
  mkdirSync(path.dirname(soFar), { recursive: true });
  if (!isGoingOn) rmSync(soFar, { force: true });
  const noticedBefore = noticedIn(soFar);
  const env = {
    ...process.env,
    NODE_ENV: "test",
    MUTATED_PARTS: given.join(" "),
    MUTATED_FOLDERS: values.tests ?? [...new Set(parts.map(({ place }) => testsOf(place)))].join(" "),
    MUTATION_SEED: seed,
    MUTATION_RESULTS: soFar,
  };
  rmSync("build/mutation", { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [stryker, "run", config], { stdio: "inherit", env });
  // A test that fails without any change: Stryker has said which.
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  const changes = Object.entries(files)
    .flatMap(([file, { mutants }]) => mutants.map((change) => ({ ...change, file })))
    .filter(({ file, ...change }) => isInSample(parts, seed, file, change, 1))
    .map((change) => ({ ...change, isNoticed: isNoticed(change) || noticedBefore.has(nameOf(change)) }))
    .filter(({ isNoticed, status }) => isNoticed || !["Ignored", "CompileError", "RuntimeError"].includes(status));
  const inPrograms = noticedInPrograms(
    globSync("build/mutation/sandbox-*")[0],
    changes.filter(({ isNoticed }) => !isNoticed),
    (change) => appendFileSync(soFar, `${JSON.stringify({ ...change, status: "Killed" })}\n`),
  );
  return changes.map(({ id, file, isNoticed }) => ({ file, isNoticed: isNoticed || inPrograms.has(id) }));
}

function isNoticed({ status }) {
  return ["Killed", "Timeout"].includes(status);
}

function filesOf(place) {
  if (!existsSync(place)) return [`${place}.ts`];
  return [place === "db" ? "db/*.ts" : `${place}/**/*.{ts,tsx}`];
}

/** Percentages are rounded down to one decimal. */
function printResult(part) {
  const changes = results.filter(({ file }) => isOf(part, file));
  const noticed = changes.filter(({ isNoticed }) => isNoticed).length;
  const score = changes.length === 0 ? 100 : Math.floor((1000 * noticed) / changes.length) / 10;
  console.log(`${part.name}, one in ${part.every}: ${noticed} of ${changes.length} noticed, ${score} %`);
  if (score < (part.place.startsWith("app/domain/") ? WANTED_OF_DOMAIN : WANTED)) process.exitCode = 1;
}
