import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { MINUTES, SECONDS } from "#app/durations";
import { aFolder } from "../support/a-store";
import { balancer } from "../support/balancer";
import { type Acknowledged, customersAtOnce, kept } from "../support/customers-at-once";
import { type RunningSite, startSite } from "../support/running-site";
import { startCluster } from "./cluster";
import { faults, faultsOf } from "./faults";
import { nodes } from "./network";

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 3);
const STATE = process.env.CLUSTER_STATE ?? ".cache/cluster-rounds.jsonl";
const CUSTOMERS = 8;
/** The promise in docs/operations.md: the longest time in which no form is accepted, in 99 of 100 rounds. */
const LONGEST_GAP_MS = 30 * SECONDS;
/** With fewer the gap shows how busy the machine was, and is only printed. */
const ROUNDS_FOR_GAP = 100;

type Round = {
  fault: string;
  gapMs: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  twoLeaders: number;
  typedLost?: number;
};
type Probe = { node: string; at: number; id: number; timeline: string };

test("through each fault of the leader nothing acknowledged is lost or doubled, and never do two nodes acknowledge", async () => {
  const done = roundsDone();
  if (done.length < ROUNDS) await rounds(done);
  report(done);
  const bad = done.filter(
    ({ lost, doubled, twoLeaders, typedLost = 0 }) => lost + doubled + twoLeaders + typedLost > 0,
  );
  expect(bad).toEqual([]);
  if (done.length < ROUNDS_FOR_GAP) return;
  expect(
    percentile(
      done.map(({ gapMs }) => gapMs),
      0.99,
    ),
  ).toBeLessThanOrEqual(LONGEST_GAP_MS);
});

/** Runs the rounds that are missing. */
async function rounds(done: Round[]): Promise<void> {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const database = new pg.Pool({ connectionString: cluster.url, max: 2 });
  database.on("error", () => undefined);
  onTestFinished(() => database.end());
  await expect
    .poll(() =>
      database.query("SELECT 1").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const probes = await startProbers(cluster, database);
  const { front, stop, sites } = await twoSites(cluster.url);
  onTestFinished(stop);

  const answered: { at: number; one: Acknowledged }[] = [];
  const customers = customersAtOnce(CUSTOMERS, front, (one) => answered.push({ at: Date.now(), one }));
  const kinds = faultsOf(cluster.net.canBeCut);
  const described = async () => {
    const { repeated, statuses } = customers.counts;
    const about = { repeated, statuses: [...statuses], members: await cluster.members() };
    return [JSON.stringify(about), ...(await Promise.all(sites.map(stateOf)))].join("\n");
  };
  while (done.length < ROUNDS) {
    const fault = kinds[done.length % kinds.length] ?? "";
    await tellsSince(answered, CUSTOMERS, described);
    const leader = await cluster.leader();
    if (!leader) throw new Error("there is no leader");
    const [begunAt, before, lostBefore] = [Date.now(), answered.length, customers.counts.typedLost.length];
    await faults[fault]?.(cluster, leader);
    await tellsSince(answered, CUSTOMERS, described);
    const endedAt = Date.now();
    await cluster.waitUntilHealthy();
    for (const site of sites) expect(await hasEnded(site), await stateOf(site)).toBe(false);
    const sofar = answered.map(({ one }) => one);
    const { lost, doubled } = await kept(sofar, customers.counts, async (sql) => (await database.query(sql)).rows);
    const round: Round = {
      fault,
      gapMs: longestGap([begunAt, ...answered.map(({ at }) => at).filter((at) => at > begunAt && at <= endedAt)]),
      acknowledged: answered.length - before,
      lost: lost.length + (await probesLost(probes(), database)),
      doubled: doubled.length,
      twoLeaders: overlaps(probes()),
      typedLost: customers.counts.typedLost.length - lostBefore,
    };
    done.push(round);
    appendFileSync(STATE, `${JSON.stringify(round)}\n`);
    console.info(`round ${done.length}: ${JSON.stringify(round)} ${[...lost, ...doubled].slice(0, 5).join("; ")}`);
    const { unsaved, typedLost } = customers.counts;
    console.info(
      `forms refused so far: ${unsaved}; typed answers lost in: ${typedLost.length} ${typedLost.slice(0, 5).join("; ")}`,
    );
    console.info(`steps shown again so far: ${customers.counts.shownAgain}`);
  }
  await customers.stop();
}

async function twoSites(DATABASE_URL: string) {
  const shared = {
    DATABASE_URL,
    SESSION_SECRET: randomBytes(33).toString("base64"),
    QUOTES_PER_HOUR: "1000000",
    BOOKINGS_PER_HOUR: "1000000",
    LOG_LEVEL: "error",
  };
  const sites = [
    await startSite({ ...shared, DATA_DIR: aFolder() }),
    await startSite({ ...shared, DATA_DIR: aFolder() }),
  ];
  const { url, close } = await balancer(() => sites.map(({ port }) => port));
  const stop = async () => {
    await close();
    await Promise.all(sites.map((site) => site.kill()));
  };
  return { front: url, stop, sites };
}

async function startProbers({ run, urlOf, folder }: Awaited<ReturnType<typeof startCluster>>, database: pg.Pool) {
  await database.query(
    "CREATE SCHEMA probe; CREATE TABLE probe.cluster_probe (id bigserial PRIMARY KEY, node text NOT NULL)",
  );
  const fileOf = (node: string) => path.join(folder, `prober-${node}`, "acknowledged");
  for (const node of nodes) {
    const url = `${urlOf(node)}?options=-csearch_path%3Dprobe`;
    run(node, `prober-${node}`, [process.execPath, path.resolve("tests/cluster/prober.mjs"), url, node, fileOf(node)]);
  }
  return () => nodes.flatMap((node) => linesOf<Probe>(fileOf(node)));
}

/** Counts overlaps: a later timeline must acknowledge nothing before the earlier one has ended. */
function overlaps(probes: Probe[]): number {
  const byTimeline = [...grouped(probes, ({ timeline }) => timeline).values()];
  const times = byTimeline
    .map((some) => ({
      timeline: some[0]?.timeline ?? "",
      first: Math.min(...some.map(({ at }) => at)),
      last: Math.max(...some.map(({ at }) => at)),
    }))
    .toSorted((a, b) => a.timeline.localeCompare(b.timeline));
  const nodesOfOne = byTimeline.filter((some) => new Set(some.map(({ node }) => node)).size > 1);
  return nodesOfOne.length + times.filter(({ first }, n) => first < (times[n - 1]?.last ?? 0)).length;
}

async function probesLost(probes: Probe[], database: pg.Pool): Promise<number> {
  const { rows } = await database.query("SELECT id FROM probe.cluster_probe");
  const there = new Set(rows.map(({ id }) => Number(id)));
  return probes.filter(({ id }) => !there.has(Number(id))).length;
}

/** Waits until so many more requests were acknowledged. */
async function tellsSince(answered: unknown[], more: number, described: () => Promise<string>): Promise<void> {
  const from = answered.length;
  const givesUpAt = Date.now() + 5 * MINUTES;
  while (answered.length < from + more) {
    if (Date.now() > givesUpAt) throw new Error(`nobody was told anything for 5 minutes: ${await described()}`);
    await pause(0.1 * SECONDS);
  }
}

/** Whether a site still runs and answers, and the end of its log. */
async function stateOf({ url, exited, logs }: RunningSite): Promise<string> {
  const health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10 * SECONDS) }).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    (error: unknown) => String(error),
  );
  return `${url}: ${(await hasEnded({ exited })) ? "ended" : "runs"}, health ${health}; ${logs().slice(-4000)}`;
}

const hasEnded = ({ exited }: Pick<RunningSite, "exited">) =>
  Promise.race([exited.then(() => true), Promise.resolve(false)]);

function grouped<One>(all: One[], by: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

function longestGap(times: number[]): number {
  const inOrder = times.toSorted((a, b) => a - b);
  return Math.max(0, ...inOrder.slice(1).map((at, n) => at - (inOrder[n] ?? at)));
}

function percentile(values: number[], part: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.ceil(part * inOrder.length) - 1] ?? 0;
}

function roundsDone(): Round[] {
  return linesOf<Round>(STATE).slice(0, ROUNDS);
}

function linesOf<Line>(file: string): Line[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  // The last line may still be incomplete.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}

function report(done: Round[]): void {
  const byFault = [...grouped(done, ({ fault }) => fault)];
  const sum = (some: Round[], what: "lost" | "doubled" | "twoLeaders" | "acknowledged") =>
    some.reduce((total, round) => total + round[what], 0);
  for (const [fault, some] of [...byFault, ["all", done] as const]) {
    const gaps = some.map(({ gapMs }) => gapMs);
    const seconds = [0.5, 0.99].map((part) => (percentile(gaps, part) / SECONDS).toFixed(1)).join(" and ");
    console.info(
      `${fault}: ${some.length} rounds, ${sum(some, "acknowledged")} acknowledged, ${sum(some, "lost")} lost, ${sum(some, "doubled")} doubled, ${sum(some, "twoLeaders")} with two leaders, gap p50 and p99 ${seconds} s`,
    );
  }
}
