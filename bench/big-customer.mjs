/**
 * `node server/with-packages.mjs tests node bench/big-customer.mjs [bookings] [act,act]`: how long the site stands still, and how
 * much memory it takes, while what reads, draws or changes many bookings is done for a customer with 14,000: their pages,
 * their program's list and labels, what the office does with them, and their account's deletion, until all of it is
 * erased. Wanted: the event loop is held for 50 ms at most, and at most 100 MB are added; ends with 1 when anything takes
 * more.
 *
 * The bookings are made, paid and delivered by the site's own code; with `400x83` for their number, the rows of the delivered of 400 are copied
 * 83 times, which makes as many in a minute. All is measured in the site's process, by what is
 * loaded with `--import`: the hold by a timer that is due each millisecond, by the clock and in the main thread's own
 * processor time, which other programs don't change and which counts; and the memory as the most that the process held, of
 * what was asked each 20 ms, its threads included. Each act is done before by a customer with a few bookings, which isn't
 * counted: it compiles.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "../server/fresh.mjs";
import { actsOf } from "./big-customer/acts.mjs";
import { aCustomer } from "./big-customer/customers.mjs";
import { ours, ownFile } from "./contestants.mjs";
import { openSite } from "./million-quotes/site.mjs";
import { startServer } from "./server-process.mjs";

const [BOOKINGS, COPIES] = (process.argv[2] ?? "14000").split("x").map(Number);
const ONLY = (process.argv[3] ?? "").split(",");
/** More than twenty of a third of them: more parcels than these are marked in a thread. */
const FEW = 75;
const WANTED_MS = 50;
const WANTED_MB = 100;
const ERASED_WITHIN_MS = 60 * 60 * 1000;
const figuresFile = ownFile("figures.json");

buildIfStale();
process.env.DATA_DIR = ownFile("data");
const { load, close } = await openSite();
const { anOfficeBrowser, SESSION_SECRET } = await load("/tests/support/an-office-browser.ts");
const site = await startSite();
const { joinStore } = await load("/db/store.server.ts");
const store = await joinStore(path.join(ownFile("data"), "courier.db"));
const { quotes } = await load("/db/schema/quotes.ts");
const { eq } = await load("/node_modules/drizzle-orm/index.js");
const manager = await anOfficeBrowser({ url: site.url, dataDir: ownFile("data") }, "manager", store);

const place = { load, url: site.url, dataDir: ownFile("data"), store };

console.log("| what | longest hold, ms of processor | by the clock, ms | memory added, MB | took, s | |");
console.log("| --- | ---: | ---: | ---: | ---: | --- |");
await measure(await aCustomer(place, "few", FEW), false);
const began = performance.now();
const big = await aCustomer(place, "big", BOOKINGS, COPIES);
const have = await store.read.$count(quotes, eq(quotes.uid, big.uid));
console.error(`They have ${have} bookings, made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
await measure(big, true);
await store.close();
await close();
await site.stop();
process.exit();

async function startSite() {
  const contestant = ours("data");
  const hold = path.resolve("bench/big-customer/hold.mjs");
  return startServer(
    {
      ...contestant,
      command: () => [process.execPath, "--import", hold, ...contestant.command().slice(1)],
      env: (port) => ({ ...contestant.env(port), SESSION_SECRET, HOLD_FILE: figuresFile }),
    },
    { alone: false },
  );
}

async function measure(customer, isCounted) {
  for (const [what, act] of Object.entries(actsOf(customer, manager, { erased, finished }))) {
    if (!ONLY.some((part) => what.includes(part))) continue;
    await figures();
    const { nowMb } = await figures();
    const began = performance.now();
    await act();
    const tookS = (performance.now() - began) / 1000;
    const { heldMs, workedMs, mostMb } = await figures();
    const addedMb = mostMb - nowMb;
    const isOk = workedMs <= WANTED_MS && addedMb <= WANTED_MB;
    if (!isCounted) continue;
    if (!isOk) process.exitCode = 1;
    const cells = [workedMs.toFixed(0), heldMs.toFixed(0), addedMb.toFixed(0), tookS.toFixed(1)];
    console.log(`| ${what} | ${cells.join(" | ")} | ${isOk ? "ok" : "no"} |`);
  }
}

/** Waits until nothing of a deleted account is left. */
async function erased(uid) {
  for (const until = performance.now() + ERASED_WITHIN_MS; performance.now() < until; await pause(500))
    if ((await store.read.$count(quotes, eq(quotes.uid, uid))) === 0) return;
  throw new Error(`not erased after ${ERASED_WITHIN_MS / 60_000} minutes`);
}

/** Waits until what the office has begun to change of somebody is done. */
async function finished() {
  const { customerChanges } = await load("/db/schema/staff-actions.ts");
  for (const until = performance.now() + ERASED_WITHIN_MS; performance.now() < until; await pause(500))
    if ((await store.read.$count(customerChanges)) === 0) return;
  throw new Error(`not done after ${ERASED_WITHIN_MS / 60_000} minutes`);
}

/** What the site's process has measured since it was asked last. */
async function figures() {
  rmSync(figuresFile, { force: true });
  process.kill(site.pid, "SIGUSR2");
  while (!existsSync(figuresFile)) await pause(20);
  await pause(20);
  return JSON.parse(readFileSync(figuresFile, "utf8"));
}
