/**
 * `npm run test:mutation [-- values payments …]`: changes the code of the domain in small ways, one at a time (Stryker), and
 * looks whether a test of the same room notices. Weekly; a room takes minutes to hours. Without rooms: all of them.
 * Prints the changes that no test noticed and a score for each room; ends with 1 below 90 %.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const WANTED = 90;
const rooms = process.argv.length > 2 ? process.argv.slice(2) : readdirSync("app/domain");
const stryker = "tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js";
const scores = rooms.map((room) => ({ room, ...measured(room) }));

for (const { room, killed, all } of scores)
  console.log(`${room}: ${killed} of ${all} noticed, ${percent(killed, all)} %`);
const [killed, all] = ["killed", "all"].map((kind) => scores.reduce((sum, score) => sum + score[kind], 0));
console.log(`together: ${killed} of ${all}, ${percent(killed, all)} %`);
process.exitCode = percent(killed, all) >= WANTED ? 0 : 1;

/** A file of the room may be named, too: `payments/payment-state`. */
function measured(room) {
  const report = path.join(tmpdir(), `thuma-mutation-${process.pid}.json`);
  const config = path.join(tmpdir(), `thuma-mutation-${process.pid}.config.json`);
  const [folder, file] = room.split("/");
  const settings = {
    testRunner: "vitest",
    plugins: [path.resolve("tests/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
    vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
    mutate: [`app/domain/${folder}/${file ?? "**/*"}.ts`],
    reporters: ["clear-text", "json"],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: report },
    tempDirName: "build/mutation",
    ignorePatterns: ["build", "data", "bench", "public/build", "*.log"],
    concurrency: 1,
    coverageAnalysis: "perTest",
    // A constant's text is looked at by people, not by tests: what a page says is in tests/routes.
    mutator: { excludedMutations: ["StringLiteral"] },
    disableTypeChecks: false,
  };
  writeFileSync(config, JSON.stringify(settings));
  const env = { ...process.env, NODE_ENV: "test", MUTATED_ROOM: folder };
  spawnSync(process.execPath, [stryker, "run", config], { stdio: "inherit", env });
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  for (const each of [report, config]) rmSync(each);
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const counted = states.filter((status) => !["Ignored", "CompileError", "RuntimeError"].includes(status));
  return { killed: counted.filter((status) => /^(?:Killed|Timeout)$/.test(status)).length, all: counted.length };
}

function percent(part, whole) {
  return whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
}
