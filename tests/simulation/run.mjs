/**
 * `npm run test:simulate -- --seed N --steps M`: bundles the site and the simulation, and starts it with the disk
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
  const share = String(Math.ceil(steps / workers));
  const runs = await Promise.all(
    Array.from({ length: workers }, (_, worker) =>
      workshop.simulate(site, ["--seed", String(seed + worker * SEEDS_APART), "--steps", share], { shows: true }),
    ),
  );
  const done = runs.reduce((sum, { output }) => sum + Number(/^(\d+) steps from seed/m.exec(output)?.[1] ?? 0), 0);
  if (workers > 1) console.log(`${done} steps by ${workers} workers passed`);
  process.exitCode = runs.every(({ code }) => code === 0) ? 0 : 1;
} finally {
  workshop.clear();
}
