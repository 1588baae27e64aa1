/**
 * `node server/with-packages.mjs . node bench/account-answers.mjs [samples] [tries] [way]`: whether response times reveal who has an account or a
 * booking. It measures sign-in, registration, reset and lost waybill numbers over HTTP against the production build
 * with a mail server, for known and unknown contacts in turn; wanted: medians at most 2 ms apart. Then it attacks: it
 * sends a reset or a lost number, and asks `/health` five times on the same connection, whose times show how busy the
 * site is; wanted: an AUC of at most 0.55 (0.5 is no better than chance). `way`: only those whose names begin with it,
 * such as `lost`.
 * Every sample has its own email address and network, so that no limit is reached.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "../server/fresh.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";
import { addBookings, addCustomers, emailOf, phoneOf } from "./known-people.mjs";
import { startMailServer } from "./mail-server.mjs";
import { toldApart } from "./statistics.mjs";

const SAMPLES = Number(process.argv[2] ?? 2_000);
const TRIES = Number(process.argv[3] ?? 2_000);
const WANTED_MS = 2;
const WANTED_AUC = 0.55;
const PROBES = 5;
const PORT = 4000 + Math.floor(Math.random() * 900);
buildIfStale();
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

const login = (fields) => ({ path: `/login?tab=${fields.tab}`, fields });
const ways = {
  login: (who, n) => login({ tab: "login", email: emailOf("login", who, n), password: "not-this-one" }),
  forgot: (who, n) => login({ tab: "forgot", email: emailOf("forgot", who, n) }),
  register: (who, n) =>
    login({
      ...{ tab: "register", email: emailOf("register", who, n), password: "some-password" },
      ...{ name: "Thandi Nkosi", phone: "0821234567" },
    }),
  "lost, by email": (who, n) => ({ path: "/lost", fields: { contact: emailOf("lost", who, n) } }),
  "lost, by phone": (who, n) => ({ path: "/lost", fields: { contact: phoneOf(who, n) } }),
};
const wanted = process.argv[4];
const measured = Object.entries(ways).filter(([name]) => !wanted || name.startsWith(wanted));
const most = Math.max(SAMPLES, TRIES);
for (const what of ["login", "forgot", "register"]) await addCustomers(folder, what, SAMPLES);
await addCustomers(folder, "probe forgot", TRIES);
// They are asked about twice, by email and by phone, and each mailbox gets only a few emails an hour.
addBookings(folder, "lost", 2 * most);

let isEven = true;
for (const [name, formOfWay] of measured) {
  const times = { known: [], unknown: [] };
  for (let n = 0; n < SAMPLES; n += 1) {
    // The order changes, so that neither always comes second.
    for (const who of n % 2 ? ["known", "unknown"] : ["unknown", "known"]) {
      times[who].push(await answerTime(formOfWay(who, n), n));
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const apart = Math.abs(known - unknown);
  isEven &&= apart <= WANTED_MS;
  const { auc, standardError } = toldApart(times.known, times.unknown);
  console.log(
    `${name}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${apart.toFixed(2)} ms apart; AUC ${auc.toFixed(3)}, standard error ${standardError.toFixed(3)} (${SAMPLES} samples each)`,
  );
}
let isHidden = true;
const probes = {
  forgot: (who, n) => login({ tab: "forgot", email: emailOf("probe forgot", who, n) }),
  lost: (who, n) => ({ path: "/lost", fields: { contact: emailOf("lost", who, most + n) } }),
};
for (const [name, formOfWay] of Object.entries(probes)) {
  if (!wanted || name.startsWith(wanted)) isHidden = (await probe(name, formOfWay)) && isHidden;
}
site.kill("SIGTERM");
await new Promise((resolve) => site.once("exit", resolve));
mail.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = isEven && isHidden ? 0 : 1;

/** Each try has its own connection. Half of them follow a known address, in random order. */
async function probe(name, formOfWay) {
  const seen = { "its own answer": [], "five /health after it": [] };
  const isKnown = Array.from({ length: TRIES }, () => Math.random() < 0.5);
  for (const [n, known] of isKnown.entries()) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const who = known ? "known" : "unknown";
    await asked(agent, "/health", formOf(n + SAMPLES), "");
    const { path, fields } = formOfWay(who, n);
    const answer = await asked(agent, path, formOf(n + SAMPLES), new URLSearchParams(fields).toString());
    let health = 0;
    for (let times = 0; times < PROBES; times += 1) health += await asked(agent, "/health", formOf(n + SAMPLES), "");
    agent.destroy();
    seen["its own answer"].push({ known, took: answer });
    seen["five /health after it"].push({ known, took: health });
  }
  let isGood = true;
  for (const [what, tries] of Object.entries(seen)) {
    const times = (known) => tries.filter((each) => each.known === known).map(({ took }) => took);
    const { auc, standardError } = toldApart(times(true), times(false));
    isGood &&= Math.max(auc, 1 - auc) <= WANTED_AUC;
    console.log(
      `${name}, ${what}: AUC ${auc.toFixed(3)}, standard error ${standardError.toFixed(3)} (${TRIES} tries, half of them known); wanted: 0.45 to 0.55`,
    );
  }
  console.log(`${mail.taken.length} emails left during the measuring`);
  return isGood;
}

/** How long an answer took on the agent's connection, in ms. */
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

/** Each from a different network. */
function formOf(n) {
  return {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  };
}

async function answerTime({ path, fields }, n) {
  const began = performance.now();
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: formOf(n),
    redirect: "manual",
  });
  await answer.text();
  const took = performance.now() - began;
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${path} was answered ${answer.status}`);
  return took;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
