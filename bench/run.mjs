/**
 * `node bench/run.mjs [--quick] [-- --write]`: how fast and how large the site is and how much memory it takes, compared
 * with a bare Node server that sends the same bytes and with the same pages in SvelteKit, Astro and Next.js, all in one
 * run, in turn. `--quick` measures once and briefly; `--write` updates the figures in docs/performance.md.
 */
import { installIfMissing } from "../server/fresh.mjs";
import { runOnProjectNode } from "../server/runtime.mjs";

installIfMissing();
await runOnProjectNode();
const { prepare } = await import("./prepare.mjs");
await prepare();

const { measure } = await import("./measure.mjs");
const { report } = await import("./report.mjs");
const { writeFigures } = await import("./written.mjs");

const isQuick = process.argv.includes("--quick");
const figures = await measure({
  rounds: isQuick ? 1 : 5,
  seconds: isQuick ? 0.8 : 1.2,
  // Node has to have compiled the code that a request runs through: on slow processors 3 seconds were too few.
  warmUpSeconds: isQuick ? 2 : 8,
  starts: isQuick ? 1 : 5,
  mixedRequests: isQuick ? 1_000 : 10_000,
  journeys: isQuick ? 40 : 400,
});
const text = report(figures);
console.log(`\n${text}`);
if (process.argv.includes("--write")) writeFigures(text);
// Servers that still run are killed with this process.
process.exit(0);
