/**
 * `node server/with-packages.mjs bench node bench/browser.mjs [--runs 5 --only 400 --way line]`: how soon a page shows in Chromium on a small phone with
 * a slow processor and a slow line. Measured in two ways: with Chromium's own emulation, which delays every request,
 * and over a slow connection, where connecting costs a round trip too. Medians; exits with 1 if a target is missed.
 */
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { browserPath } from "../tests/support/find-browser.mjs";
import { UNLIMITED } from "../tests/support/line.mjs";
import { visits } from "./browser-visits.mjs";
import { siteBehindALine } from "./site-behind-a-line.mjs";

const PROCESSOR_SLOWDOWN = 6;
const LONG_TASK_MS = 50;
/** A page is finished after this long without a request. */
const SETTLED_MS = 700;

const speeds = [
  { name: "400 ms, 400 kbit/s", roundTripMs: 400, bitsPerSecond: 400_000, wanted: { first: 1500, next: 900 } },
  { name: "800 ms, 50 kbit/s", roundTripMs: 800, bitsPerSecond: 50_000, wanted: { first: 4500, next: 4500 } },
];
/** The two ways of slowing the line. */
const ways = [
  { title: "Chromium's emulation", slow: emulate, handshakes: 0 },
  {
    title: "a slow line",
    // Emulation doesn't delay connecting, so a first visit over the slow line is allowed one more round trip.
    handshakes: 1,
    slow: (_devTools, { roundTripMs, bitsPerSecond }) =>
      Object.assign(site.line, { speed: { roundTripMs, bitsPerSecond } }),
  },
];
const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, only: { type: "string" }, way: { type: "string" } },
});
const runs = Number(values.runs);
const chosen = speeds.filter(({ name }) => name.startsWith(values.only ?? ""));

const site = await siteBehindALine(UNLIMITED);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});
let missed = 0;
try {
  console.log(`A phone 320 pixels wide, processor ${PROCESSOR_SLOWDOWN} times slower; medians of ${runs} visits.`);
  for (const speed of chosen)
    for (const way of ways.filter(({ title }) => title.includes(values.way ?? ""))) await measure(speed, way);
} finally {
  await browser.close();
  await site.stop();
}
console.log(missed === 0 ? "\nEvery target is met." : `\n${missed} missed.`);
process.exitCode = missed === 0 ? 0 : 1;

async function measure(speed, { title, slow, handshakes }) {
  console.log(`\n### ${speed.name}, ${title}\n`);
  console.log("| page | visit | largest paint ms | at most | layout shift | longest task ms | received | requests | |");
  console.log("|---|---|--:|--:|--:|--:|--:|--:|---|");
  for (const visit of visits) {
    for (const kind of visit.first ? ["first", "next"] : ["next"]) {
      const roundTripsMore = (visit.redirects ?? 0) + (kind === "first" ? handshakes : 0);
      const wantedMs = speed.wanted[kind] + roundTripsMore * speed.roundTripMs;
      const seen = [];
      for (let run = 0; run < runs; run += 1) seen.push(await look(visit, kind, speed, slow));
      const figures = medians(seen);
      const short = [
        ...(figures.paintMs > wantedMs ? ["late"] : []),
        ...(figures.shift > 0 ? ["moves"] : []),
        ...(figures.longestTaskMs > LONG_TASK_MS ? ["long task"] : []),
      ];
      if (short.length > 0) missed += 1;
      const cells = [visit.name, kind, whole(figures.paintMs), whole(wantedMs), figures.shift.toFixed(3)];
      cells.push(
        whole(figures.longestTaskMs),
        whole(figures.receivedBytes),
        figures.requests,
        short.join(", ") || "ok",
      );
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
}

/** One visit with an empty cache, or from the page before. */
async function look(visit, kind, speed, slow) {
  const storageState = visit.prepare ? await drafted(visit.prepare) : undefined;
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: "en-ZA",
    storageState,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devTools = await context.newCDPSession(page);
  try {
    if (kind === "next") await page.goto(site.origin + visit.from, { waitUntil: "networkidle" });
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_SLOWDOWN });
    await slow(devTools, speed);
    site.line.reset();
    let requests = 0;
    page.on("request", () => (requests += 1));
    await Promise.all([
      page.waitForEvent("load"),
      kind === "first" ? page.goto(site.origin + visit.first) : visit.next(page, site.origin),
    ]);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLED_MS);
    return { ...(await page.evaluate(whatWasSeen)), receivedBytes: site.line.receivedBytes, requests };
  } finally {
    site.line.speed = UNLIMITED;
    await context.close();
  }
}

/** The cookies of a customer who has reached that step. Only the cookies, so that the cache stays empty. */
async function drafted(prepare) {
  const context = await browser.newContext();
  await prepare(await context.newPage(), site.origin);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function emulate(devTools, { roundTripMs, bitsPerSecond }) {
  const bytesPerSecond = bitsPerSecond / 8;
  const conditions = { latency: roundTripMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", { offline: false, ...conditions });
}

/** Runs in the page: when the largest element was painted, how far the layout shifted, and the longest task. */
async function whatWasSeen() {
  const entries = (type) =>
    new Promise((resolve) => {
      const seen = [];
      new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => resolve(seen), 100);
    });
  const [paints, shifts, tasks] = await Promise.all(
    ["largest-contentful-paint", "layout-shift", "longtask"].map(entries),
  );
  return {
    paintMs: paints.at(-1)?.startTime ?? Number.NaN,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
  };
}

function medians(seen) {
  const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.keys(seen[0]).map((figure) => [figure, middle(seen.map((one) => one[figure]))]));
}

function whole(figure) {
  return Math.round(figure).toLocaleString("en");
}
