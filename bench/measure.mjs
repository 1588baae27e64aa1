import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { ask, browserHeaders, compressed, uncompressed } from "./ask.mjs";
import { bare, frameworks, ours, ownFile, withSameWork } from "./contestants.mjs";
import { journeyBytes, journeyLoad } from "./journey.mjs";
import { refuseUnlike } from "./likeness.mjs";
import { load, mixedLoad } from "./load.mjs";
import { bindLoad, bound } from "./processors.mjs";
import { answersToRepeat, repeatedRequests, requestsOf, scenarios } from "./scenarios.mjs";
import { startServer } from "./server-process.mjs";
import { pageBytes } from "./wire-bytes.mjs";

/** The encodings that a browser accepts, and none. */
const ways = { compressed, uncompressed };
const pages = ["/", "/ship", "/ship/addresses"];

/**
 * Measures everything.
 * @param plan { rounds, seconds (of one look), warmUpSeconds, starts, mixedRequests, journeys }
 * @returns { plan, machine, starts, memory, bytes, journey, looks, api, writes }
 * @throws if a contestant answers wrongly, or draws a page otherwise than we do
 */
export async function measure(plan) {
  const machine = { processors: availableParallelism(), loadBefore: loadavg()[0], isBound: bound !== null };
  heading("start and memory");
  const starts = {};
  const memory = {};
  for (const contestant of [ours(), ...frameworks]) {
    starts[contestant.name] = await startTimes(contestant, plan.starts);
    memory[contestant.name] = await memoryOf(contestant, plan.mixedRequests);
  }
  bindLoad();
  const running = await startAll();
  heading("bytes");
  const bytes = {};
  const everyPage = running.filter(({ name }) => name in starts);
  for (const { name, url } of everyPage) {
    bytes[name] = Object.fromEntries(await Promise.all(pages.map(async (path) => [path, await pageBytes(url + path)])));
  }
  const site = running[0];
  const figures = {
    plan,
    machine,
    starts,
    memory,
    bytes,
    journey: await journeyBytes(site.url),
    looks: await loadInTurn(running, plan),
  };
  heading("ours alone: prices and bookings");
  figures.api = await apiLoad(site, plan);
  figures.writes = await journeyLoad(site.url, plan.journeys);
  for (const { server } of running) await server.stop();
  return figures;
}

/** Milliseconds from the start to the first page. Our first start creates the database; later ones find it. */
async function startTimes(contestant, count) {
  const times = [];
  for (let at = 0; at <= count; at += 1) {
    const server = await startServer(contestant, { alone: false });
    times.push(server.startMs);
    await server.stop();
  }
  const [first, ...later] = times;
  return { first, later };
}

/** Resident megabytes after the first page, and after a mixture of all requests. */
async function memoryOf(contestant, count) {
  const server = await startServer(contestant, { alone: false });
  const atStart = server.memoryMb();
  const requests = await requestsOf(contestant, server.url);
  const mixture = Object.values(requests).map((request) => ({
    ...request,
    headers: { ...request.headers, ...compressed },
  }));
  await mixedLoad(mixture, count);
  const after = server.memoryMb();
  await server.stop();
  return { atStart, after, requests: count };
}

/** Starts all servers, ours first. An idle server takes no time from the one that is measured. */
async function startAll() {
  const running = [];
  for (const contestant of [ours(), ...frameworks, ...withSameWork]) running.push(await join(contestant));
  await refuseUnlike(running);
  const [site] = running;

  const answersFile = ownFile("answers.json");
  writeFileSync(answersFile, JSON.stringify(await answersToRepeat(site.requests)));
  const contestant = bare(answersFile);
  const server = await startServer(contestant, { alone: true });
  const requests = repeatedRequests(site.requests, server.url);
  running.splice(1, 0, { ...contestant, server, url: server.url, requests });
  return running;
}

async function join(contestant) {
  const server = await startServer(contestant, { alone: true });
  return { ...contestant, server, url: server.url, requests: await requestsOf(contestant, server.url) };
}

/** In each round, every scenario on every server. The order changes, so that none always follows the same one. */
async function loadInTurn(running, { rounds, seconds, warmUpSeconds }) {
  const looks = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const scenario of scenarios) {
      const asked = running.filter(({ measures }) => measures?.(scenario) ?? true);
      for (const way of scenario.isKept ? ["compressed", "uncompressed"] : ["compressed"]) {
        const turns = asked.map((_, at) => asked[(at + round) % asked.length]);
        for (const contestant of turns) {
          const request = requestIn(contestant, scenario.name, way);
          // Before the first round, so that every server has compiled its busiest code. It is the same both ways.
          if (round === 0 && way === "compressed") await load(request, warmUpSeconds);
          const look = await load(request, seconds, contestant.server);
          looks.push({ round, scenario: scenario.name, way, contestant: contestant.name, ...look });
        }
      }
    }
    heading(`round ${round + 1} of ${rounds}`);
  }
  return looks;
}

function requestIn({ name, requests }, scenario, way) {
  const request = requests[scenario];
  const url = name === "bare" ? request.url.replace(/[^/]+$/, way) : request.url;
  return { ...request, url, headers: { ...request.headers, ...ways[way] } };
}

async function apiLoad({ url, server }, { rounds, seconds }) {
  const json = { ...browserHeaders, ...compressed, accept: "application/json" };
  const boxes = { method: "GET", url: `${url}/v1/boxes`, headers: json, status: 200 };
  const { body } = await ask(boxes.url, { headers: { accept: "application/json" } });
  const [box] = [JSON.parse(body)].flat(2).flatMap((answer) => answer.boxes ?? answer);
  const quote = {
    method: "POST",
    url: `${url}/v1/quote/local`,
    headers: { ...json, "content-type": "application/json" },
    body: JSON.stringify({ fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: box.id, applyVat: true }),
    status: 200,
  };
  const answer = await ask(quote.url, quote);
  if (answer.status !== 200) throw new Error(`${quote.url} answered ${answer.status}: ${await answer.text()}`);
  const looks = { boxes: [], quote: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, request] of Object.entries({ boxes, quote })) {
      const look = await load(request, seconds, server);
      if (round > 0) looks[name].push(look);
    }
  }
  return looks;
}

function heading(what) {
  console.log(`bench: ${what}`);
}
