import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { get } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { siteArguments } from "../../tests/support/site-arguments.mjs";
import { aPlace, command, emailsIn, firstWholeCopy, startWriting } from "./writing.mjs";

const SECONDS = 1000;
const LOOK_MS = 15 * SECONDS;
const PORT = 4300 + Math.floor(Math.random() * 500);

/**
 * How long a copy and a restore take, of a database of about that many megabytes, and how they slow customers'
 * requests.
 */
export async function times(megabytes) {
  const place = aPlace();
  const begin = performance.now();
  const writing = await startWriting(place, 200, { FILL_MB: String(megabytes) });
  const filled = performance.now();
  await firstWholeCopy(place);
  tell("first whole copy elsewhere", (performance.now() - filled) / 1000);
  tell(`(filling ${sizeOf(place.database)} took`, (filled - begin) / 1000, ")");

  const site = spawn(process.execPath, siteArguments, {
    env: { ...place.env, PORT: String(PORT) },
    stdio: "ignore",
  });
  while (!(await ask())) await pause(50);
  await notice("undisturbed", writing, () => pause(LOOK_MS));
  const snapshot = path.join(place.folder, "snapshot.db");
  await notice("while a snapshot is written", writing, async () =>
    tell("snapshot, looked through", await command(place, "db-snapshot", snapshot)),
  );
  site.kill();
  await writing.stop();
  const emails = emailsIn(place.database);

  tell(`restore of a snapshot of ${sizeOf(snapshot)}`, await command(place, "db-restore", snapshot));
  place.loseDisk();
  tell(
    `restore of the second copy, ${sizeOf(place.copyFolder)} of it`,
    await command(place, "db-restore", "--from-replica"),
  );
  if (emailsIn(place.database) !== emails)
    throw new Error("the second copy lacked something after a stop in good order");
  place.remove();
}

/** Latencies of writing (in a separate process) and of a page that reads, in ms. */
async function notice(when, writing, during) {
  const from = writing.acknowledged.length;
  const pages = [];
  let hasEnded = false;
  const asking = (async () => {
    while (!hasEnded) {
      const asked = performance.now();
      if (await ask()) pages.push(performance.now() - asked);
      await pause(10);
    }
  })();
  await during();
  hasEnded = true;
  await asking;
  const writes = writing.acknowledged.slice(from).map(({ ms }) => ms);
  console.log(`${when}: commits ${spread(writes)}, pages ${spread(pages)}`);
}

function ask() {
  return new Promise((resolve) => {
    get(`http://127.0.0.1:${PORT}/track?waybill=TH12345678901`, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode === 200));
    }).once("error", () => resolve(false));
  });
}

function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1);
  return `p50 ${at(0.5)} p99 ${at(0.99)} most ${at(1)} ms (${sorted.length})`;
}

function sizeOf(file) {
  const { size } = statSync(file);
  const bytes = statSync(file).isDirectory()
    ? readdirSync(file, { recursive: true }).reduce((sum, name) => sum + statSync(path.join(file, name)).size, 0)
    : size;
  return `${Math.round(bytes / 1_000_000)} MB`;
}

function tell(what, seconds, end = "") {
  console.log(`${what} ${seconds.toFixed(1)} s${end}`);
}
