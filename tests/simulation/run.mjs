/**
 * `npm run test:simulate -- --seed N --steps M`: bundles the site and the simulation, and starts it with the disk
 * recorder preloaded.
 */
import { installIfMissing, root } from "../../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../../server/runtime.mjs";

refuseOldNode();
process.chdir(root);
installIfMissing();
await runOnProjectNode();
const { aWorkshop } = await import("./workshop.mjs");

const workshop = await aWorkshop();
try {
  const site = await workshop.siteFrom(root);
  const { code } = await workshop.simulate(site, process.argv.slice(2), { shows: true });
  process.exitCode = code ?? 1;
} finally {
  workshop.clear();
}
