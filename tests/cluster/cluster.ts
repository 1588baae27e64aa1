import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MINUTES, SECONDS } from "#app/durations";
import { type Network, type Node, network, nodes, type Place, stores } from "./network";
import {
  etcdArguments,
  HAPROXY_PORT,
  haproxySettings,
  PASSWORD,
  PATRONI_PORT,
  POSTGRES_PORT,
  patroniSettings,
} from "./settings";

type Member = { name: Node; role: string; state: string; timeline?: number; lag?: number | string };

/** Three Patroni nodes, three etcd and HAProxy, in a temporary folder. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export async function startCluster() {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-cluster-"));
  chmodSync(folder, 0o777);
  const net = network();
  const children = new Set<ChildProcess>();

  function run(place: Place, name: string, command: string[]): void {
    const own = folderOf(name);
    const log = openSync(path.join(own, "log"), "a");
    const [program = "", ...rest] = net.at(place, command);
    children.add(spawn(program, rest, { cwd: own, stdio: ["ignore", log, log] }));
  }
  function folderOf(name: string): string {
    const own = path.join(folder, name);
    mkdirSync(own, { recursive: true });
    chmodSync(own, 0o777);
    return own;
  }
  function settingsFile(name: string, words: string): string {
    const file = path.join(folderOf(name), "settings");
    writeFileSync(file, words, { mode: 0o644 });
    return file;
  }
  function startNode(node: Node): void {
    const file = settingsFile(node, patroniSettings(node, net, folderOf(node)));
    run(node, node, ["/usr/bin/patroni", file]);
  }
  /** Kills everything that runs in a node's folder at once, including PostgreSQL's processes. */
  function kill(place: Place): void {
    for (const pid of processesIn(path.join(folder, place))) end(pid);
  }
  async function stop(): Promise<void> {
    for (const child of children) child.kill("SIGKILL");
    for (const pid of processesIn(folder)) end(pid);
    await pause(0.5 * SECONDS);
    net.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    for (const store of stores) run(store, store, ["/usr/bin/etcd", ...etcdArguments(store, net, folderOf(store))]);
    await pause(3 * SECONDS);
    for (const node of nodes) startNode(node);
    run("app", "haproxy", ["/usr/sbin/haproxy", "-db", "-f", settingsFile("haproxy", haproxySettings(net))]);
    await waitUntilHealthy(net);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    net,
    folder,
    url: `postgres://postgres:${PASSWORD}@${net.addressOf("app")}:${HAPROXY_PORT}/postgres`,
    urlOf: (node: Node) => `postgres://postgres:${PASSWORD}@${net.addressOf(node)}:${POSTGRES_PORT}/postgres`,
    members: () => membersOf(net),
    leader: async () => leaderOf(await membersOf(net)),
    waitUntilHealthy: () => waitUntilHealthy(net),
    switchOver: (leader: Node, candidate: Node) => switchOver(net, leader, candidate),
    run,
    kill,
    startNode,
    stop,
  };
}

export const leaderOf = (members: Member[]) => members.find(({ role }) => role === "leader")?.name;

/** The members, as the first node to answer reports them. */
async function membersOf(net: Network): Promise<Member[]> {
  for (const node of nodes) {
    const members = await membersAsSeenBy(net, node).catch(() => undefined);
    if (members) return members;
  }
  return [];
}

/** Throws unless the complete answer comes within a second. */
async function membersAsSeenBy(net: Network, node: Node): Promise<Member[] | undefined> {
  const url = `http://${net.addressOf(node)}:${PATRONI_PORT}/cluster`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(1 * SECONDS) });
  return answer.ok ? ((await answer.json()) as { members: Member[] }).members : undefined;
}

/** Waits until there is a leader, a synchronous standby and a third node, all up to date. */
async function waitUntilHealthy(net: Network): Promise<void> {
  const givesUpAt = Date.now() + 5 * MINUTES;
  let members: Member[] = [];
  while (Date.now() < givesUpAt) {
    members = await membersOf(net);
    const follow = members.filter(
      ({ role, state, lag }) => role !== "leader" && /running|streaming/.test(state) && lag === 0,
    );
    const isWhole = leaderOf(members) && follow.length === 2 && follow.some(({ role }) => role === "sync_standby");
    if (isWhole) return;
    await pause(0.5 * SECONDS);
  }
  throw new Error(`the cluster isn't whole after 5 minutes: ${JSON.stringify(members)}`);
}

async function switchOver(net: Network, leader: Node, candidate: Node): Promise<void> {
  const answer = await fetch(`http://${net.addressOf(leader)}:${PATRONI_PORT}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader, candidate }),
  });
  if (!answer.ok) throw new Error(`no switch-over: ${answer.status} ${await answer.text()}`);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

function processesIn(folder: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!pid) return [];
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`);
      return cwd === folder || cwd.startsWith(`${folder}/`) ? [pid] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}
