/**
 * `npm run takeover`: the spare machine restores the replica and opens the site, unless the first machine still works.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { settings } from "../../app/config.server";
import { saDateTime } from "../../app/domain/values/sa-time";
import { UsageError } from "../../app/domain/values/usage-error";
import { SECONDS } from "../../app/durations";
import { numbersInWords } from "../backup/numbers";
import { restoreInPlace } from "../backup/restore";
import { runTool } from "../backup/run-tool";
import { refuseWhileFirstWorks } from "../backup/takeover";

const usage = `npm run takeover                      restores the replica (LITESTREAM_REPLICA_URL) here, and starts the site
  --first http://10.0.0.5:3000        where the first machine answers; without it, APP_URL
  --no-start                          only restores: a service manager starts the site
Nothing happens while the first machine still answers, or still writes to the replica.`;

const options = { first: { type: "string" }, "no-start": { type: "boolean" } } as const;

let mayStart = false;
await runTool(usage, options, async ({ options: { first, "no-start": noStart } }) => {
  const { replica, ...config } = settings();
  if (!replica) throw new UsageError("LITESTREAM_REPLICA_URL is not set. It says where the replica is.");
  const begun = performance.now();
  const newest = await refuseWhileFirstWorks(String(first ?? config.appUrl), config.databaseFile, replica);
  const { numbers } = await restoreInPlace(config, { replica }, new Date());
  mayStart = noStart !== true;
  const seconds = ((performance.now() - begun) / SECONDS).toFixed(1);
  return [
    `Taken over in ${seconds} s. The first machine last wrote ${newest ? saDateTime(newest) : "nothing"}.`,
    numbersInWords(numbers),
    "Make sure that it can't start again: two machines would both take bookings.",
    "Compare PayFast's list of payments with ours from that moment on: npm run staff -- reconcile.",
  ].join("\n");
});

if (mayStart) {
  const site = spawn(process.execPath, [path.resolve("build/index.js")], { stdio: "inherit" });
  // A signal that ends this process also ends the site, which finishes requests under way.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => site.kill(signal));
  site.once("close", (code) => process.exit(code ?? 1));
}
