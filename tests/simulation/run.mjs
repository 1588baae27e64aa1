/**
 * `node tests/simulation/run.mjs --seed N --steps M`: bundles the site and the simulation, and starts it with the disk
 * recorder preloaded. With `--workers W`, W processes share the steps, each with seeds of its own.
 */
import { parseArgs } from "node:util";
import { installIfMissing, root } from "../../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../../server/runtime.mjs";

refuseOldNode();
process.chdir(root);
installIfMissing();
await runOnProjectNode();
const { aWorkshop } = await import("./workshop.mjs");

/** Between the first seeds of two workers; no worker simulates so many worlds. */
const SEEDS_APART = 100_000;
/** As in simulate.ts: after so many steps the next seed starts a new world. */
const STEPS_PER_WORLD = 2_000;
/** A process for so many worlds, because each leaves some memory behind, and collecting garbage gets slower. */
const WORLDS_A_PROCESS = 25;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "20000" },
    workers: { type: "string", default: "1" },
  },
});
const [seed, steps, workers] = [Number(values.seed), Number(values.steps), Number(values.workers)];

const workshop = await aWorkshop();
try {
  const site = await workshop.siteFrom(root);
  const share = Math.ceil(steps / workers);
  const runs = (
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(site, seed + worker * SEEDS_APART, share)))
  ).flat();
  const passed = runs.filter(({ code }) => code === 0);
  const done = passed.reduce((sum, { output }) => sum + Number(/^(\d+) steps from seed/m.exec(output)?.[1] ?? 0), 0);
  if (runs.length > 1) console.log(`${done} steps in ${passed.length} of ${runs.length} processes passed`);
  process.exitCode = passed.length === runs.length ? 0 : 1;
} finally {
  workshop.clear();
}

/** Simulates so many steps, in one process after another, until one fails. */
async function work(site, firstSeed, steps) {
  const runs = [];
  for (let from = 0; from < steps; from += WORLDS_A_PROCESS * STEPS_PER_WORLD) {
    const some = Math.min(steps - from, WORLDS_A_PROCESS * STEPS_PER_WORLD);
    const seeds = ["--seed", String(firstSeed + from / STEPS_PER_WORLD), "--steps", String(some)];
    runs.push(await workshop.simulate(site, seeds, { shows: true }));
    if (runs.at(-1).code !== 0) break;
  }
  return runs;
}
