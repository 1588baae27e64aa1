/**
 * `npm run bench:pipelining [-- requests]`: how long another visitor waits while 40 connections each ask for page after
 * page without waiting for an answer (pipelining). Wanted: 99 of 100 answers within 300 ms.
 */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "../server/fresh.mjs";
import { ask, browserHeaders } from "./ask.mjs";
import { ours } from "./contestants.mjs";
import { startServer } from "./server-process.mjs";

const CONNECTIONS = 40;
/** Requests under way on each connection: one fewer than the number at which the site closes it. */
const AT_ONCE = 99;
const REQUESTS = Number(process.argv[2] ?? 300);
const WARM_UP = 100;
const BETWEEN_MS = 10;
const WANTED_MS = 300;

buildIfStale();
const server = await startServer(ours(), { alone: false });
// Any cookie keeps a page from being served from the cache, so each one is rendered.
const cookie = "a=1";
const visits = {
  "`/`, kept": { path: "/", headers: {} },
  "`/ship`, rendered": { path: "/ship", headers: { cookie } },
  "`/ship/addresses`, rendered": { path: "/ship/addresses", headers: { cookie } },
};

for (const visit of Object.values(visits)) await waits(visit, WARM_UP);
const alone = await everyVisit();
const attackers = Array.from({ length: CONNECTIONS }, pipeliningConnection);
await pause(1_000);
const beside = await everyVisit();
const answered = attackers.reduce((sum, attacker) => sum + attacker.answered(), 0);
for (const attacker of attackers) attacker.stop();
await server.stop();

console.log(
  `Waits in ms beside ${CONNECTIONS} connections with ${AT_ONCE} requests each always under way, ${REQUESTS} visits each;`,
);
console.log(
  `${answered} answers to those connections meanwhile, ${attackers.reduce((sum, { hungUp }) => sum + hungUp(), 0)} times hung up on.\n`,
);
console.log("| another visitor asks for | alone, median | p99 | beside them, median | p99 | |");
console.log("| --- | ---: | ---: | ---: | ---: | --- |");
for (const name of Object.keys(visits)) {
  const isOk = quantile(beside[name], 0.99) <= WANTED_MS;
  if (!isOk) process.exitCode = 1;
  const figures = [alone[name], beside[name]].flatMap((ms) => [quantile(ms, 0.5), quantile(ms, 0.99)]);
  console.log(
    `| ${[name, ...figures.map((ms) => ms.toFixed(1)), `≤ ${WANTED_MS}: ${isOk ? "ok" : "no"}`].join(" | ")} |`,
  );
}

async function everyVisit() {
  const found = {};
  for (const [name, visit] of Object.entries(visits)) found[name] = await waits(visit, REQUESTS);
  return found;
}

/** Each over a new connection, as a new visitor does. */
async function waits({ path, headers }, count) {
  const ms = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    const { status } = await ask(server.url + path, { headers: { ...browserHeaders, ...headers } });
    ms.push(performance.now() - began);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    await pause(BETWEEN_MS);
  }
  return ms;
}

/** Asks for rendered pages without waiting, and for another with each answer. Reconnects when the site closes it. */
function pipeliningConnection() {
  const request = `GET /ship HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`;
  let answered = 0;
  let hungUp = 0;
  let isOver = false;
  let socket;
  function open() {
    socket = connect(new URL(server.url).port, "127.0.0.1", () => socket.write(request.repeat(AT_ONCE)));
    socket.setEncoding("latin1").on("data", (text) => {
      const answers = text.split("HTTP/1.1 200").length - 1;
      answered += answers;
      if (answers > 0 && socket.writable) socket.write(request.repeat(answers));
    });
    socket.on("error", () => {});
    socket.once("close", () => {
      if (isOver) return;
      hungUp += 1;
      setTimeout(open, BETWEEN_MS);
    });
  }
  open();
  return {
    answered: () => answered,
    hungUp: () => hungUp,
    stop() {
      isOver = true;
      socket.destroy();
    },
  };
}

function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
}
