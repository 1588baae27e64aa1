/**
 * `node bench/account-answers.mjs [samples]`: whether the time of an answer tells who has an account. Sign-in, registration and
 * reset over HTTP against the production build, known and unknown addresses in turn; wanted: medians at most 2 ms apart.
 * Every sample has an address of its own, mail and network alike, so that no limit answers in place of the site.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import Database from "better-sqlite3";
import { siteArguments } from "../tests/support/site-arguments.mjs";

const SAMPLES = Number(process.argv[2] ?? 2_000);
const WANTED_MS = 2;
const PORT = 4000 + Math.floor(Math.random() * 900);
const folder = mkdtempSync(path.join(tmpdir(), "bench-answers-"));
const site = spawn(process.execPath, siteArguments, {
  cwd: path.resolve(import.meta.dirname, ".."),
  env: { ...process.env, NODE_ENV: "production", PORT, DATA_DIR: folder, TRUST_PROXY: "1", LOG_LEVEL: "error" },
  stdio: "inherit",
});
const url = `http://localhost:${PORT}`;
for (let tries = 0; tries < 100 && !(await fetch(url).catch(() => null)); tries += 1) await pause(100);

const ways = {
  login: (email) => ({ email, password: "not-this-one" }),
  forgot: (email) => ({ email }),
  register: (email) => ({ email, password: "some-password", name: "Thandi Nkosi", phone: "0821234567" }),
};
await addCustomers();

let isEven = true;
for (const [tab, fields] of Object.entries(ways)) {
  const times = { known: [], unknown: [] };
  for (let n = 0; n < SAMPLES; n += 1) {
    // The order changes, so that neither always comes second.
    for (const who of n % 2 ? ["known", "unknown"] : ["unknown", "known"]) {
      times[who].push(await answerTime(tab, fields(`${tab}-${who}-${n}@example.co.za`), n));
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const apart = Math.abs(known - unknown);
  isEven &&= apart <= WANTED_MS;
  console.log(
    `${tab}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${apart.toFixed(2)} ms apart (${SAMPLES} samples each)`,
  );
}
site.kill("SIGTERM");
await new Promise((resolve) => site.once("exit", resolve));
rmSync(folder, { recursive: true, force: true });
process.exitCode = isEven ? 0 : 1;

async function answerTime(tab, fields, n) {
  const began = performance.now();
  const answer = await fetch(`${url}/login?tab=${tab}`, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    redirect: "manual",
  });
  await answer.text();
  const took = performance.now() - began;
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${tab} was answered ${answer.status}`);
  return took;
}

/** Known people, written into the database: registering thousands over HTTP would take longer than the measuring. */
async function addCustomers() {
  const database = new Database(path.join(folder, "courier.db"), { timeout: 5_000 });
  const passwordHash = await hash("their-password", { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  const now = new Date().toISOString();
  const insert = database.prepare(
    "INSERT INTO users (uid, email, email_verified_at, name, phone, role, password_hash, registration_key, created_at, last_login_at, updated_at) VALUES (?, ?, ?, 'Known', '+27821234567', 'customer', ?, ?, ?, ?, ?)",
  );
  database.transaction(() => {
    for (const tab of Object.keys(ways)) {
      for (let n = 0; n < SAMPLES; n += 1) {
        const id = `${tab}-${n}`;
        insert.run(id, `${tab}-known-${n}@example.co.za`, now, passwordHash, id, now, now, now);
      }
    }
  })();
  database.close();
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
