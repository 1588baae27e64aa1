/**
 * `npm run bench:hanging-mail-domain -- [emails]`: one receiving domain hangs and has emails at the head of the queue.
 * Measures how long after the site's start the last email to any other domain is sent. Wanted: within 60 s. Uses the
 * production build.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { buildIfStale } from "../server/fresh.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";
import { startMailServer } from "./mail-server.mjs";

const OTHERS = Number(process.argv[2] ?? 200);
const WANTED_S = 60;
buildIfStale();
const folder = mkdtempSync(path.join(tmpdir(), "bench-mail-"));
const mail = await startMailServer((to) => to.endsWith("@hangs.example"));
const env = { ...process.env, NODE_ENV: "production", DATA_DIR: folder, LOG_LEVEL: "error", SMTP_URL: mail.url };

await stop(await start());
queue();
const began = performance.now();
const site = await start();
while (mail.taken.length < OTHERS && performance.now() - began < 2 * WANTED_S * 1000) await pause(100);
const lastAt = mail.taken.at(-1)?.at ?? Number.POSITIVE_INFINITY;
const took = (lastAt - began) / 1000;
console.log(
  `${mail.taken.length} of ${OTHERS} emails to others left, the last ${took.toFixed(1)} s after the start; 40 to the domain that hangs wait (wanted: all within ${WANTED_S} s)`,
);
await stop(site);
mail.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = mail.taken.length === OTHERS && took <= WANTED_S ? 0 : 1;

async function start() {
  const port = 4000 + Math.floor(Math.random() * 900);
  const child = spawn(process.execPath, siteArguments, {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: { ...env, PORT: port },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let tries = 0; tries < 300 && !(await fetch(`http://localhost:${port}/health`).catch(() => null)); tries += 1) {
    await pause(100);
  }
  return child;
}

async function stop(child) {
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
}

/** First the emails to the domain that hangs, then the others, to ten domains. */
function queue() {
  const database = new Database(path.join(folder, "courier.db"), { timeout: 5_000 });
  const insert = database.prepare(
    "INSERT INTO outgoing_mails (id, letter_key, state, to_address, subject, text_body, html_body, attempts, next_attempt_at, queued_at) VALUES (?, ?, 'queued', ?, 'Booking confirmed', 'Your parcel is booked.', '<p>Your parcel is booked.</p>', 0, ?, ?)",
  );
  const domains = [...Array(40).fill("hangs"), ...Array.from({ length: OTHERS }, (_, n) => `domain${n % 10}`)];
  for (const [n, domain] of domains.entries()) {
    const at = new Date(Date.now() - 60_000 + n).toISOString();
    insert.run(`letter-${n}`, `letter-${n}`, `person${n}@${domain}.example`, at, at);
  }
  database.close();
}
