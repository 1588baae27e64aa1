/**
 * `node tests/simulation/planted-bugs/run.mjs`: plants each bug of `bugs.mjs` in a copy of the sources, and simulates until it is found.
 * Prints after how many steps. A bug that isn't found is a fault of the simulation, and so is any error that it reports
 * without one. `--list fresh` and `--list later` take those of `fresh-bugs.mjs` and `later-bugs.mjs`, of which some aren't
 * found.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { installIfMissing, root } from "../../../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../../../server/runtime.mjs";
import { bugs } from "./bugs.mjs";
import { freshBugs } from "./fresh-bugs.mjs";
import { laterBugs } from "./later-bugs.mjs";

refuseOldNode();
process.chdir(root);
installIfMissing();
await runOnProjectNode();
const { aWorkshop } = await import("../workshop.mjs");

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "32000" },
    list: { type: "string", default: "all found" },
    workers: { type: "string", default: String(Math.min(availableParallelism(), 4)) },
  },
  allowPositionals: true,
});
const list = { fresh: freshBugs, later: laterBugs }[values.list] ?? bugs;
const chosen =
  positionals.length === 0 ? list : list.filter(({ what }) => positionals.some((word) => what.includes(word)));

const workshop = await aWorkshop();
const begin = Date.now();
let [notFound, mostSteps] = [0, 0];
try {
  console.log("seed  step  seconds  bug: what it broke");
  const waiting = [...chosen];
  await Promise.all(Array.from({ length: Number(values.workers) }, work));
  async function work() {
    for (let bug = waiting.shift(); bug; bug = waiting.shift()) await hunt(bug);
  }
  const { code, output } = await workshop.simulate(await workshop.siteFrom(root), argumentsFor(Math.max(mostSteps, 1)));
  console.log(
    `without a bug, the same seeds: ${output
      .trim()
      .split("\n")
      .at(code === 0 ? -1 : -2)}`,
  );
  console.log(
    `${chosen.length - notFound} of ${chosen.length} found, ${((Date.now() - begin) / 1000).toFixed(0)} s in all`,
  );
  process.exitCode = notFound === 0 && code === 0 ? 0 : 1;
} finally {
  workshop.clear();
}

async function hunt(bug) {
  const from = Date.now();
  const { output } = await workshop.simulate(await workshop.siteFrom(workshop.plant(bug)), argumentsFor(values.steps));
  const [, seed, step, broke] = /^seed (\d+) failed at step (\d+): (.*)$/m.exec(output) ?? [];
  const seconds = ((Date.now() - from) / 1000).toFixed(0);
  if (seed === undefined) notFound += 1;
  // The earlier worlds ran to their end.
  else mostSteps = Math.max(mostSteps, (Number(seed) - Number(values.seed)) * 2_000 + Number(step));
  const columns = [seed ?? "-", step ?? "-", seconds].map((word, at) => word.padStart([4, 5, 7][at]));
  console.log(`${columns.join(" ")}  ${bug.what}: ${broke ? broke.slice(0, 160) : `NOT FOUND ${output.slice(-300)}`}`);
}

function argumentsFor(steps) {
  return ["--seed", values.seed, "--steps", String(steps)];
}
