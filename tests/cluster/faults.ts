import { setTimeout as pause } from "node:timers/promises";
import { MINUTES, SECONDS } from "#app/durations";
import type { Cluster } from "./cluster";
import { type Node, nodes, stores } from "./network";

/** How long a cut lasts if the leader stays leader. A cut that forces a failover lasts until there is a new leader. */
const CUT_LASTS_MS = 12 * SECONDS;

type Fault = (cluster: Cluster, leader: Node) => Promise<void>;

/** The faults, one for each round. The first two work on any machine; the others cut the leader's network (root). */
export const faults: Record<string, Fault> = {
  "leader killed (-9)": async (cluster, leader) => {
    cluster.kill(leader);
    await anotherLeader(cluster, leader);
    cluster.startNode(leader);
  },
  "planned switch-over": async (cluster, leader) => {
    const standby = (await cluster.members()).find(({ role }) => role === "sync_standby");
    if (!standby) throw new Error("no synchronous standby to switch to");
    await cluster.switchOver(leader, standby.name);
    await anotherLeader(cluster, leader);
  },
  "leader cut from etcd": async (cluster, leader) => {
    cluster.net.drop(leader, stores);
    for (const store of stores) cluster.net.drop(store, [leader]);
    await anotherLeader(cluster, leader);
    cluster.net.heal();
  },
  "leader cut from its standbys": async (cluster, leader) => {
    const standbys = nodes.filter((node) => node !== leader);
    cluster.net.drop(leader, standbys);
    for (const standby of standbys) cluster.net.drop(standby, [leader]);
    await pause(CUT_LASTS_MS);
    cluster.net.heal();
  },
  "leader cut from the site": async (cluster, leader) => {
    cluster.net.drop(leader, ["app"]);
    cluster.net.drop("app", [leader]);
    await pause(CUT_LASTS_MS);
    cluster.net.heal();
  },
  "leader heard by nobody (one way)": async (cluster, leader) => {
    cluster.net.drop(leader, ["app", ...stores, ...nodes.filter((node) => node !== leader)]);
    await anotherLeader(cluster, leader);
    cluster.net.heal();
  },
};

export const faultsOf = (canBeCut: boolean) => Object.keys(faults).slice(0, canBeCut ? undefined : 2);

/** As reported by the nodes that can be reached. */
async function anotherLeader(cluster: Cluster, before: Node): Promise<void> {
  const givesUpAt = Date.now() + 2 * MINUTES;
  while (Date.now() < givesUpAt) {
    const leader = await cluster.leader();
    if (leader && leader !== before) return;
    await pause(0.25 * SECONDS);
  }
  throw new Error(`nobody followed ${before} within 2 minutes`);
}
