/**
 * `node bench/account-answers.mjs [samples] [tries]`: whether the time of an answer tells who has an account. Sign-in,
 * registration and reset over HTTP against the production build with a mail server, known and unknown addresses in turn;
 * wanted: medians at most 2 ms apart. Then as an attacker would: a reset, and five `/health` on the same connection, whose
 * times tell how busy the site is; wanted: told apart with an AUC of at most 0.55 (0.5: by the toss of a coin).
 * Every sample has an address of its own, mail and network alike, so that no limit answers in place of the site.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import Database from "better-sqlite3";
import { siteArguments } from "../tests/support/site-arguments.mjs";
import { startMailServer } from "./mail-server.mjs";
import { toldApart } from "./statistics.mjs";

const SAMPLES = Number(process.argv[2] ?? 2_000);
const TRIES = Number(process.argv[3] ?? 2_000);
const WANTED_MS = 2;
const WANTED_AUC = 0.55;
const PROBES = 5;
const PORT = 4000 + Math.floor(Math.random() * 900);
const folder = mkdtempSync(path.join(tmpdir(), "bench-answers-"));
const mail = await startMailServer();
const site = spawn(process.execPath, siteArguments, {
  cwd: path.resolve(import.meta.dirname, ".."),
  env: {
    ...process.env,
    NODE_ENV: "production",
    PORT,
    DATA_DIR: folder,
    TRUST_PROXY: "1",
    LOG_LEVEL: "error",
    SMTP_URL: mail.url,
  },
  stdio: "inherit",
});
process.once("exit", () => site.kill("SIGKILL"));
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
const isHidden = await probe();
site.kill("SIGTERM");
await new Promise((resolve) => site.once("exit", resolve));
mail.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = isEven && isHidden ? 0 : 1;

/** Each try on a connection of its own, half of them after a known address, in random order. */
async function probe() {
  const seen = { "the reset's own answer": [], "five /health after it": [] };
  const isKnown = Array.from({ length: TRIES }, (_, n) => n % 2 === 0).sort(() => Math.random() - 0.5);
  for (const [n, known] of isKnown.entries()) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const who = known ? "known" : "unknown";
    await asked(agent, "/health", formOf(n + SAMPLES), "");
    const body = new URLSearchParams({ email: `probe-${who}-${n}@example.co.za` }).toString();
    const answer = await asked(agent, "/login?tab=forgot", formOf(n + SAMPLES), body);
    let health = 0;
    for (let times = 0; times < PROBES; times += 1) health += await asked(agent, "/health", formOf(n + SAMPLES), "");
    agent.destroy();
    seen["the reset's own answer"].push({ known, took: answer });
    seen["five /health after it"].push({ known, took: health });
  }
  let isGood = true;
  for (const [what, tries] of Object.entries(seen)) {
    const times = (known) => tries.filter((each) => each.known === known).map(({ took }) => took);
    const { auc, standardError } = toldApart(times(true), times(false));
    isGood &&= Math.max(auc, 1 - auc) <= WANTED_AUC;
    console.log(
      `${what}: AUC ${auc.toFixed(3)}, standard error ${standardError.toFixed(3)} (${TRIES} tries, half of them known); wanted: 0.45 to 0.55`,
    );
  }
  console.log(`${mail.taken.length} letters left during the measuring`);
  return isGood;
}

/** How long an answer took, on the agent's connection. Milliseconds. */
function asked(agent, path, headers, body) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { agent, method: body ? "POST" : "GET", headers }, (answer) => {
      if (answer.statusCode === 429 || answer.statusCode >= 500) reject(new Error(`${path}: ${answer.statusCode}`));
      answer.resume().on("end", () => resolve(performance.now() - began));
    });
    asking.on("error", reject).end(body);
  });
}

/** From a network of its own. */
function formOf(n) {
  return {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  };
}

async function answerTime(tab, fields, n) {
  const began = performance.now();
  const answer = await fetch(`${url}/login?tab=${tab}`, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: formOf(n),
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
    for (const tab of [...Object.keys(ways), "probe"]) {
      for (let n = 0; n < Math.max(SAMPLES, TRIES); n += 1) {
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
