import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { root } from "../../server/fresh.mjs";
import { ours, ownFile } from "../contestants.mjs";
import { processorMs } from "../processor-time.mjs";
import { startServer } from "../server-process.mjs";
import { judged, MOST_TIMES, slowerTwice } from "./judge.mjs";
import { requests } from "./requests.mjs";

const AT_ONCE = 4;
/** Pairs of looks at each request, ours first and theirs first in turn. */
const PAIRS = 12;
/** Each look is so much processor time of the other site. */
const LOOK_MS = 120;
const [FEWEST, MOST] = [8, 400];
/** Until Node has compiled what they run through; those that can be sent once take longer to prepare. */
const [WARM_UP, WARM_UP_ONCE] = [400, 24];
/** Those whose work is counted. */
const names = Object.keys(JSON.parse(readFileSync(path.join(root, "tests/pinned-work.json"), "utf8")));

/**
 * Sends the same requests to our build and to another checkout's in turn, and prints what each costs.
 * @param folder of the other checkout, which is built
 * @param node that runs the other site
 * @param written figures of the other's from another time, { [request]: ms }, printed beside those of now
 * @returns { figures: theirs, { [request]: ms }; slower: names of the requests that are slower, measured twice; described:
 * { theirs, ours }, the descriptions of the interface }
 */
export async function compare(folder, { node = process.execPath, written = {} } = {}) {
  const here = await opened(root, process.execPath, "data");
  const there = await opened(folder, node, "data-there");
  const rows = [];
  for (const name of names) rows.push(await both(name, here, there));
  const comparable = rows.filter(({ reason }) => !reason);
  for (const row of comparable) row.first = judged(await pairsOf(row));
  for (const row of comparable) if (row.first.isSlower) row.again = judged(await pairsOf(row));
  const [ours, theirs] = await Promise.all([here, there].map(describedBy));
  await Promise.all([here.stop(), there.stop()]);
  print(rows, written);
  return {
    figures: Object.fromEntries(comparable.map(({ name, first }) => [name, rounded(first.theirs)])),
    slower: slowerTwice(rows).map(({ name }) => name),
    described: { theirs, ours },
  };
}

async function describedBy({ url }) {
  return (await fetch(new URL("/v1/openapi.json", url))).json();
}

async function opened(cwd, node, data) {
  const contestant = ours(data);
  const [, ...args] = contestant.command();
  const server = await startServer({ ...contestant, cwd, command: () => [node, ...args] }, { alone: false });
  return { ...server, cwd, dataDir: ownFile(data), agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }) };
}

/** A request made ready for both sites; with a reason where the other doesn't answer it in the same way. */
async function both(name, here, there) {
  const row = { name, here: await ready(here, name) };
  try {
    return { ...row, there: await ready(there, name) };
  } catch (error) {
    return { ...row, reason: error.message.split("\n")[0].slice(0, 200) };
  }
}

/** Sent a few times, because a site that has just started is slower. @returns looks: (count) => ms of processor each */
async function ready(site, name) {
  const { status, isOnce, open } = requests[name];
  const request = isOnce ? undefined : await open(site);
  const look = async (count) => {
    const sends = [];
    for (let made = 0; made < count; made += 1) sends.push(request ?? (await open(site)));
    const before = processorMs(site.pid);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let send = sends.pop(); send; send = sends.pop()) {
          const answer = await send();
          if (answer.status !== status) throw new Error(`answered ${answer.status} rather than ${status}`);
        }
      }),
    );
    return (processorMs(site.pid) - before) / count;
  };
  const ms = await look(isOnce ? WARM_UP_ONCE : WARM_UP);
  return { look, ms };
}

async function pairsOf({ here, there }) {
  const count = Math.round(Math.min(MOST, Math.max(FEWEST, LOOK_MS / there.ms)));
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const isOursFirst = pair % 2 === 0;
    const first = await (isOursFirst ? here : there).look(count);
    const second = await (isOursFirst ? there : here).look(count);
    const [ours, theirs] = isOursFirst ? [first, second] : [second, first];
    pairs.push({ isOursFirst, ours, theirs });
  }
  return pairs;
}

const rounded = (ms) => Number(ms.toFixed(2));

function print(rows, written) {
  console.log("| request | ours, ms | theirs, ms | theirs then, ms | ours first | theirs first | again | |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
  for (const { name, reason, first, again } of rows) {
    const figures = first && [first.ours, first.theirs, written[name], first.oursFirst, first.theirsFirst];
    const shown = (figures ?? Array(5)).map((figure) => figure?.toFixed(2) ?? "");
    const twice = again ? `${again.oursFirst.toFixed(2)}, ${again.theirsFirst.toFixed(2)}` : "";
    const verdict = reason ? `not comparable: ${reason}` : first.isSlower && again.isSlower ? "**slower**" : "ok";
    console.log(`| ${[name, ...shown, twice, verdict].join(" | ")} |`);
  }
  console.log(`\nProcessor time; ratios are ours by theirs. Slower: over ${MOST_TIMES} both ways round, twice.`);
}
