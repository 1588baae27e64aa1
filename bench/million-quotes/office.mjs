import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { siteArguments } from "../../tests/support/site-arguments.mjs";
import { startServer } from "../server-process.mjs";

const DAYS = 24 * 60 * 60 * 1000;
/** One day less than an email is kept. */
const EMAIL_DAYS = 89;
const ROUNDS = 200;
const WARM_UP = 10;
/** Alone and beside the office's reading, in turns, so that both meet the same machine. */
const TURNS = 4;
const WANTED_PAGE_P99_MS = 50;
const WANTED_TIMES = 2;
/** With a cookie a page is rendered; without one it is kept. */
const ANY_COOKIE = "any=1";
/** So slowly that the office reads a few lists meanwhile. */
const SHIP_EVERY_MS = 50;

/** Reads addresses again and again, in a thread of this process. Says how often each was read to its end. */
const READ_ON = `
  const { parentPort, workerData: { addresses, cookie } } = require("node:worker_threads");
  const stop = new AbortController();
  const counts = addresses.map(() => 0);
  parentPort.once("message", () => { stop.abort(); parentPort.postMessage(counts); });
  addresses.forEach(async (address, at) => {
    while (!stop.signal.aborted) {
      const answer = await fetch(address, { headers: { cookie }, signal: stop.signal });
      for await (const _ of answer.body) continue;
      counts[at] += 1;
    }
  });
  process.on("unhandledRejection", () => {});
`;

/**
 * The office's pages over HTTP: today, a search and a parcel, and what `/ship` takes alone and while the bookings are
 * downloaded and the figures drawn.
 * @returns whether all of it is as quick as wanted
 */
export async function officePages(load, folder, staff) {
  asAfterLastNight(folder);
  // The browser's cookie is signed in this process, with settings of its own.
  process.env.DATA_DIR = folder;
  const { anOfficeBrowser, SESSION_SECRET } = await load("/tests/support/an-office-browser.ts");
  const site = await startServer(
    {
      title: "the site among the quotes",
      cwd: path.resolve("."),
      command: () => [process.execPath, ...siteArguments],
      env: (port) => ({ DATA_DIR: folder, PORT: String(port), SESSION_SECRET }),
      firstPath: "/health",
    },
    { alone: false },
  );
  try {
    const { cookies } = await anOfficeBrowser({ url: site.url, dataDir: folder }, "manager");
    const cookie = [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
    const waybills = staff.prepare("SELECT waybill_no FROM waybills LIMIT 500").pluck().all();
    const phone = (round) => String(82_000_0000 + ((round * 7919) % 1_000_000)).slice(-4);
    const pages = {
      today: () => "/office",
      "a search by the last four digits of a phone": (round) => `/office?find=${phone(round)}`,
      "a search by a name that everybody has": () => "/office?find=thandi%20nkosi",
      "a parcel": (round) => `/office/${waybills[(round * 7919) % waybills.length]}`,
    };
    console.log(
      `\n   p50 ms    p99 ms  (the office over HTTP, ${ROUNDS} rounds each; p99 wanted: ${WANTED_PAGE_P99_MS} ms)`,
    );
    const p99s = [];
    for (const [title, address] of Object.entries(pages))
      p99s.push(print(title, await timesOf((round) => ask(site.url + address(round), cookie))));
    return (await shipBeside(site.url, cookie)) && p99s.every((ms) => ms <= WANTED_PAGE_P99_MS);
  } finally {
    await site.stop();
  }
}

/**
 * A site deletes or anonymises each night what has expired that day. Two years of it would keep the site busy for hours,
 * all the while that it is measured: it holds the quotes, and is without the emails.
 */
function asAfterLastNight(folder) {
  const file = new Database(path.join(folder, "courier.db"));
  const nextYear = new Date(Date.now() + 365 * DAYS).toISOString();
  file.prepare("UPDATE quotes SET expires_at = ? WHERE booked_at IS NULL").run(nextYear);
  const isPaid = "EXISTS (SELECT 1 FROM waybills WHERE quote_id = quotes.id)";
  file.prepare(`UPDATE quotes SET anonymised_at = updated_at WHERE booked_at IS NOT NULL AND NOT ${isPaid}`).run();
  const oldest = new Date(Date.now() - EMAIL_DAYS * DAYS).toISOString();
  file.prepare("DELETE FROM outgoing_mails WHERE queued_at < ?").run(oldest);
  file.pragma("wal_checkpoint(TRUNCATE)");
  file.close();
}

async function shipBeside(url, cookie) {
  const [alone, beside, reads] = [[], [], [0, 0]];
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(...(await timesOf(() => ask(`${url}/ship`, ANY_COOKIE), SHIP_EVERY_MS)));
    const addresses = [`${url}/office/list/bookings/csv`, `${url}/office/figures`];
    const reading = new Worker(READ_ON, { eval: true, workerData: { addresses, cookie } });
    beside.push(...(await timesOf(() => ask(`${url}/ship`, ANY_COOKIE), SHIP_EVERY_MS)));
    reading.postMessage("stop");
    const counts = await new Promise((resolve) => reading.once("message", resolve));
    for (const [at, count] of counts.entries()) reads[at] += count;
    await reading.terminate();
  }
  const own = print("/ship, rendered, alone", alone);
  const shared = print("/ship, rendered, while bookings are downloaded and figures drawn", beside);
  console.log(
    `          ${(shared / own).toFixed(1)} times its own p99 (wanted: ${WANTED_TIMES}); read to the end meanwhile: bookings ${reads[0]} times, figures ${reads[1]} times`,
  );
  return shared <= WANTED_TIMES * own;
}

async function ask(address, cookie) {
  const answer = await fetch(address, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
}

async function timesOf(asked, everyMs = 0) {
  const times = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const began = performance.now();
    await asked(round);
    if (round >= WARM_UP) times.push(performance.now() - began);
    if (everyMs > 0) await pause(everyMs);
  }
  return times;
}

/** @returns the 99th percentile */
function print(title, times) {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50, p99] = [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)]);
  console.log(`${p50.toFixed(1).padStart(9)} ${p99.toFixed(1).padStart(9)}   ${title}`);
  return p99;
}
