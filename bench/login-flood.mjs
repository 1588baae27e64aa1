/**
 * `node bench/login-flood.mjs [logins]`: 2,000 people sign in at the same moment while others read pages. Wanted: every
 * login is answered, by its page or by 503 with `Retry-After`, and none hangs.
 */
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "../server/fresh.mjs";
import { ask, browserHeaders } from "./ask.mjs";
import { ours } from "./contestants.mjs";
import { startServer } from "./server-process.mjs";

const LOGINS = Number(process.argv[2] ?? 2000);
const BETWEEN_MS = 20;
/** As many connections as there are logins. */
const agent = new http.Agent({ maxSockets: LOGINS });

buildIfStale();
const site = ours();
const server = await startServer(
  { ...site, env: (port) => ({ ...site.env(port), TRUST_PROXY: "1" }) },
  { alone: false },
);

const before = await visits(() => false, 100);
const processorBefore = server.processorMs();
let left = LOGINS;
const began = performance.now();
const flood = Array.from({ length: LOGINS }, (_, number) => logIn(number).finally(() => (left -= 1)));
const beside = await visits(() => left === 0);
const answers = await Promise.all(flood);
const seconds = (performance.now() - began) / 1000;
const processorSeconds = (server.processorMs() - processorBefore) / 1000;
const recovered = await logIn(LOGINS);
await server.stop();
agent.destroy();

const count = (isOne) => answers.filter(isOne).length;
const checked = count(({ status }) => status === 400);
const sentAway = count(({ status, retryAfter }) => status === 503 && retryAfter);
const other = LOGINS - checked - sentAway;
const waits = answers.map(({ ms }) => ms);
console.log(
  `${LOGINS} logins at once, all over after ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of the server's processor time):`,
);
console.log(`  ${checked} checked, ${sentAway} answered 503 with Retry-After, ${other} neither`);
console.log(`  waits: median ${quantile(waits, 0.5)} ms, longest ${quantile(waits, 1)} ms`);
console.log(
  `  other people's pages: p99 ${quantile(before, 0.99)} ms before, ${quantile(beside, 0.99)} ms meanwhile (${beside.length})`,
);
console.log(`  the next login: ${recovered.status}`);
process.exitCode = other === 0 && recovered.status === 400 ? 0 : 1;

/** A login without an account, each from a different network. */
async function logIn(number) {
  const from = performance.now();
  const { status, headers } = await ask(`${server.url}/login?tab=login`, {
    method: "POST",
    body: String(new URLSearchParams({ email: `nobody-${number}@example.co.za`, password: "kasi-taxi-rank-8" })),
    headers: {
      ...browserHeaders,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": `10.${number >> 8}.${number & 255}.7`,
    },
    agent,
  }).catch((error) => ({ status: error.code, headers: {} }));
  return { status, retryAfter: headers["retry-after"], ms: performance.now() - from };
}

async function visits(isOver, most = Number.POSITIVE_INFINITY) {
  const ms = [];
  while (ms.length < most && (ms.length === 0 || !isOver())) {
    const from = performance.now();
    // Any cookie keeps the page from being served from the cache.
    await ask(`${server.url}/ship`, { headers: { ...browserHeaders, cookie: "a=1" } });
    ms.push(performance.now() - from);
    await pause(BETWEEN_MS);
  }
  return ms;
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
}
