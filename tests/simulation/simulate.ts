/**
 * The inside of `node tests/simulation/run.mjs --seed N --steps M`: `run.mjs` has bundled this and preloaded the recorder.
 */
import { parseArgs } from "node:util";
import { DiskFaults } from "../power-cut/disk-faults";
import { recordingIn } from "../power-cut/recorder";
import { liveThrough } from "./episode";
import { aNewDatabase } from "./new-database";
import { SimulatedDisk } from "./simulated-disk";

/** Keeps each world small: after so many steps the next seed starts a new one. */
const STEPS_PER_WORLD = 2_000;
/** How often a long run prints its progress. */
const WORLDS_A_LINE = 25;
const MICROSECONDS_PER_MS = 1_000;
/** What the site must have taken by then, or an actor has gone blind: a page has changed, and they find no form on it. */
const SURELY_TAKEN_BY = 20_000;
const surelyTaken = [
  ...[
    "/account/shop",
    "/account/delete",
    "/account/email",
    "/account/password",
    "/action",
    "/login",
    "/logout",
    "/join",
  ],
  ...["/cancel", "/case", "/change", "/find-me", "/dashboard/import", "/drive/sign-in", "/drive/stop"],
  ...["/office/do/agree", "/office/do/cancel-booking", "/office/sign-in", "/payfast/notify"],
  ...["/ship/review", "/ship-local/summary", "/stop-messages", "/v1/bookings", "/v1/quote/local", "/v1/webhooks"],
];

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, steps: { type: "string", default: "20000" } },
});
const [seed, steps] = [Number(values.seed), Number(values.steps)];
const { SIMULATED_SITE: siteFile = "", RECORD_FAULTS: faults = "", ...env } = process.env;
const { LD_PRELOAD = "", RECORDED_FOLDER = "", RECORD_FILE = "" } = env;

const recording = recordingIn({ LD_PRELOAD, RECORDED_FOLDER, RECORD_FILE });
const disk = new SimulatedDisk(RECORDED_FOLDER, recording, new DiskFaults(faults));
const files = await aNewDatabase(siteFile, disk);
const usedBefore = process.cpuUsage();
let [done, fingerprint] = [0, 0];
const taken = new Map<string, number>();
for (let next = seed; done < steps; next += 1) {
  const world = await liveThrough(next, Math.min(STEPS_PER_WORLD, steps - done), siteFile, disk, files);
  done += world.steps;
  for (const [form, count] of world.network.taken) taken.set(form, (taken.get(form) ?? 0) + count);
  fingerprint = (Math.imul(fingerprint, 31) + world.fingerprint) | 0;
  if (world.failure) {
    process.stdout.write(`${world.trace.join("\n")}\n\nseed ${next} failed at step ${world.steps}: ${world.failure}\n`);
    process.stdout.write(
      `The same steps again: node tests/simulation/run.mjs --seed ${next} --steps ${Math.min(STEPS_PER_WORLD, steps - done + world.steps)}\n`,
    );
    process.exit(1);
  }
  if ((next + 1 - seed) % WORLDS_A_LINE === 0 && done < steps) process.stdout.write(`so far ${done} steps passed\n`);
}
process.stdout.write(
  `forms taken: ${[...taken]
    .sort()
    .map(([form, count]) => `${form} ${count}`)
    .join(", ")}\n`,
);
const missing = done < SURELY_TAKEN_BY ? [] : surelyTaken.filter((form) => !taken.has(form));
if (missing.length > 0) {
  process.stdout.write(`in ${done} steps nobody filled in ${missing.join(", ")}\n`);
  process.exit(1);
}
const { user, system } = process.cpuUsage(usedBefore);
const msPerStep = ((user + system) / MICROSECONDS_PER_MS / done).toFixed(2);
process.stdout.write(
  `${done} steps from seed ${seed}: nothing fell. ${msPerStep} ms of processor a step, fingerprint ${(fingerprint >>> 0).toString(16)}\n`,
);
