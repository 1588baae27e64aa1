import { readFileSync } from "node:fs";
import { lastByte, type Network, type Node, nodes, type Place, stores } from "./network";

export const POSTGRES_PORT = 5432;
export const PATRONI_PORT = 8008;
export const HAPROXY_PORT = 5000;
const ETCD_PORT = 2379;
const ETCD_PEER_PORT = 2380;
export const PASSWORD = "change-me-superuser";

/** The arguments of one etcd. */
export function etcdArguments(name: (typeof stores)[number], { addressOf }: Network, folder: string): string[] {
  const own = addressOf(name);
  const all = stores.map((one) => `${one}=http://${addressOf(one)}:${ETCD_PEER_PORT}`).join(",");
  return [
    ...["--name", name, "--data-dir", `${folder}/data`, "--logger", "zap"],
    ...["--listen-client-urls", `http://${own}:${ETCD_PORT}`, "--advertise-client-urls", `http://${own}:${ETCD_PORT}`],
    ...["--listen-peer-urls", `http://${own}:${ETCD_PEER_PORT}`],
    ...["--initial-advertise-peer-urls", `http://${own}:${ETCD_PEER_PORT}`, "--initial-cluster", all],
    // Longer than the defaults, so that a busy machine doesn't cause elections.
    ...["--heartbeat-interval", "200", "--election-timeout", "2000"],
  ];
}

/** deploy/patroni.yml with this node's name and folder. */
export function patroniSettings(name: Node, net: Network, folder: string): string {
  const own = readFileSync("deploy/patroni.yml", "utf8")
    .replaceAll("node1", name)
    .replaceAll("10.0.0.11", exampleOf(name))
    .replace("/var/lib/postgresql/15/thuma", `${folder}/data`)
    .replace("/var/lib/postgresql/pgpass", `${folder}/pgpass`)
    // mmap leaves no shared memory behind when a node is killed.
    .replace("/var/run/postgresql", `${folder}\n    dynamic_shared_memory_type: mmap`);
  return withAddresses(own, net).replaceAll("10.0.0.0/24", net.subnet);
}

/** deploy/haproxy.cfg with this machine's address. */
export function haproxySettings(net: Network): string {
  const words = readFileSync("deploy/haproxy.cfg", "utf8").replaceAll("127.0.0.1:", `${net.addressOf("app")}:`);
  return withAddresses(words, net);
}

/** The addresses in the examples have the same last numbers as ours. */
function withAddresses(words: string, { addressOf }: Network): string {
  const places: Place[] = [...nodes, ...stores];
  return places.reduce((text, place) => text.replaceAll(`${exampleOf(place)}:`, `${addressOf(place)}:`), words);
}

function exampleOf(place: Place): string {
  return `10.0.0.${lastByte[place]}`;
}
