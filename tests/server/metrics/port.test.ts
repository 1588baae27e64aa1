import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { aGuestAtThePayment, aGuestWithAWaybill } from "../../support/a-guest";
import { readMetrics } from "../../support/metrics-reader";
import { freePort, type RunningSite, startAndExit, startSite } from "../../support/running-site";

let site: RunningSite;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  site = await startSite({ METRICS_PORT: String(metricsPort) });
  await aGuestWithAWaybill(site);
  await aGuestAtThePayment(site);
  await fetch(`${site.url}/waybill/TH0000000000`);
  await fetch(`${site.url}/no-such-page`);
});
afterAll(() => site.stop());

async function scraped() {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return readMetrics(await response.text());
}

test("a journey and its results are in the metrics", async () => {
  const metrics = await scraped();
  const figure = (name: string, labels: Record<string, string> = {}) =>
    metrics
      .get(name)
      ?.samples.find((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))?.value;

  const publicQuotes = (status: string) => figure("thuma_quotes_last_day", { journey: "publicQuote", status });
  expect([publicQuotes("waybill_created"), publicQuotes("pending_payment")]).toEqual([1, 1]);
  expect(figure("thuma_bookings_last_day")).toBe(1);
  expect(figure("thuma_payments_last_day", { state: "complete" })).toBe(1);
  expect(figure("thuma_payments_last_day", { state: "started" })).toBe(1);

  const requests = (route: string, method: string, status: string) =>
    figure("http_requests_total", { route, method, status });
  expect(requests("/ship/addresses", "POST", "3xx")).toBe(2);
  expect(requests("/waybill/:no", "GET", "4xx")).toBe(1);
  expect(requests("/*", "GET", "4xx")).toBe(1);
  expect(figure("http_requests_in_flight")).toBe(0);
  expect(figure("process_resident_memory_bytes")).toBeGreaterThan(20_000_000);
  if (!isPostgres) expect(figure("thuma_database_bytes", { file: "wal" })).toBeGreaterThan(0);
});

test("the release is the same in the metrics and in /health", async () => {
  const { version, commit } = await (await fetch(`${site.url}/health`)).json();
  expect(version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  expect(commit).toMatch(/^(?:[0-9a-f]{12}|unknown)$/);
  expect((await scraped()).get("thuma_build_info")?.samples).toEqual([
    { name: "thuma_build_info", labels: { version, commit }, value: 1 },
  ]);
});

test("they contain nothing personal", async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(text).not.toMatch(/Thandi|Sipho|@|\bTH\d|Katlehong/);
});

/** There is no snapshot before the first night. */
const comeLater = ["thuma_snapshot_timestamp_seconds"];

function figuresThatAlarmsRead(): string[] {
  const alarms = readFileSync("deploy/prometheus/alarms.yml", "utf8");
  const named = alarms.match(/\b(?:thuma|http|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return [...new Set(named.map((name) => name.replace(/_bucket$/, "")))];
}

test("without a replica too every other metric that an alarm needs is there", async () => {
  const there = await scraped();
  const missing = figuresThatAlarmsRead().filter((name) => !there.has(name) && !comeLater.includes(name));
  expect(missing.filter((name) => !name.startsWith("thuma_replica_"))).toEqual([]);
});

/** Litestream copies SQLite's file. */
test.runIf(!isPostgres)(
  "with a replica every metric that an alarm needs is there, and the site stops in order",
  async () => {
    const port = await freePort();
    const elsewhere = mkdtempSync(path.join(tmpdir(), "thuma-copy-"));
    const kept = await startSite({ METRICS_PORT: String(port), LITESTREAM_REPLICA_URL: `file://${elsewhere}` });
    // Metrics of the database are cached for five seconds.
    const seen = async () => {
      const metrics = readMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
      const figures = ["thuma_replica_running", "thuma_replica_behind_seconds"];
      return figures.map((name) => metrics.get(name)?.samples[0]?.value);
    };
    await expect.poll(seen, { interval: 500 }).toEqual([1, 0]);
    const there = readMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    expect(figuresThatAlarmsRead().filter((name) => !there.has(name) && !comeLater.includes(name))).toEqual([]);
    expect(await kept.stop()).toBe(0);
    rmSync(elsewhere, { recursive: true, force: true });
  },
);

test("only GET /metrics is answered there, and nothing of it on the site's own port", async () => {
  const there = (address: string, method = "GET") =>
    fetch(`http://127.0.0.1:${metricsPort}${address}`, { method }).then(({ status }) => status);
  expect([await there("/"), await there("/track"), await there("/metrics", "POST")]).toEqual([404, 404, 404]);
  expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
});

test("they are given to whoever asks by an address or a local name, and to no browser that a stranger's site leads here", async () => {
  const askedBy = (host: string) =>
    new Promise((resolve, reject) =>
      get({ port: metricsPort, host: "127.0.0.1", path: "/metrics", headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject),
    );
  const hosts = ["127.0.0.1:9464", "localhost:9464", "[::1]:9464", "site:9464", "node-1.internal"];
  for (const host of hosts) expect([host, await askedBy(host)]).toEqual([host, 200]);
  for (const host of ["evil.example", "127.0.0.1.evil.example:9464", "%"])
    expect([host, await askedBy(host)]).toEqual([host, 421]);
});

test("a metrics port that is in use stops the start with one clear line", async () => {
  const second = { PORT: String(await freePort()), METRICS_PORT: String(metricsPort), DATA_DIR: site.dataDir };
  const { code, logs } = await startAndExit(second);
  expect([code, logs]).toEqual([1, `METRICS_PORT: port ${metricsPort} is taken\n`]);
});
