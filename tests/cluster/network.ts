import { execFileSync, spawnSync } from "node:child_process";

const BRIDGE = "thuma-br";

/** The places: `app` is this machine, with HAProxy and the site's processes. */
export const nodes = ["node1", "node2", "node3"] as const;
export const stores = ["etcd1", "etcd2", "etcd3"] as const;
export type Node = (typeof nodes)[number];
export type Place = Node | (typeof stores)[number] | "app";

export const lastByte: Record<Place, number> = {
  app: 1,
  node1: 11,
  node2: 12,
  node3: 13,
  etcd1: 21,
  etcd2: 22,
  etcd3: 23,
};

export type Network = {
  addressOf(place: Place): string;
  /** The addresses from which places may connect to each other. */
  subnet: string;
  /** A command as an ordinary user runs it at a place. */
  at(place: Place, command: string[]): string[];
  /**
   * Drops the packets from `from` to these places, but not the other way. Does nothing on a network that can't be cut.
   */
  drop(from: Place, to: readonly Place[]): void;
  heal(): void;
  canBeCut: boolean;
  remove(): void;
};

const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
const asPostgres = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];

/**
 * As root each place has its own network namespace, joined by a bridge. Otherwise, or where a container forbids namespaces,
 * all are loopback addresses.
 */
export function network(): Network {
  const cut = isRoot ? namespaces() : undefined;
  console.info(
    cut
      ? "Each node has a network namespace of its own: the leader is killed, moved and cut off."
      : "No network namespaces here: the leader is killed and moved, but not cut off.",
  );
  return cut ?? loopback();
}

function loopback(): Network {
  return {
    addressOf: (place) => `127.0.77.${lastByte[place]}`,
    // Who connects to any loopback address comes from 127.0.0.1.
    subnet: "127.0.0.0/8",
    at: (_, command) => [...asPostgres, ...command],
    drop: () => undefined,
    heal: () => undefined,
    canBeCut: false,
    remove: () => undefined,
  };
}

/** Undefined where this machine doesn't let us make them, or doesn't let one hear another. */
function namespaces(): Network | undefined {
  const addressOf = (place: Place) => `10.77.0.${lastByte[place]}`;
  const places = [...nodes, ...stores];
  const nameOf = (place: Place) => `thuma-${place}`;
  let dropped: { from: Place; to: Place }[] = [];
  const route = (what: "add" | "del", from: Place, to: Place) => {
    const words = ["route", what, "blackhole", `${addressOf(to)}/32`];
    spawnSync("ip", from === "app" ? words : ["-n", nameOf(from), ...words]);
  };
  const remove = () => {
    for (const place of places) {
      spawnSync("ip", ["netns", "del", nameOf(place)]);
      spawnSync("ip", ["link", "del", `th-${place}`]);
    }
    spawnSync("ip", ["link", "del", BRIDGE]);
  };
  const make = () => {
    ip("link add", BRIDGE, "type bridge");
    ip("addr add", `${addressOf("app")}/24`, "dev", BRIDGE);
    ip("link set", BRIDGE, "up");
    for (const place of places) {
      ip("netns add", nameOf(place));
      ip("link add", `th-${place}`, "type veth peer name eth0 netns", nameOf(place));
      ip("link set", `th-${place}`, "master", BRIDGE, "up");
      ip("-n", nameOf(place), "addr add", `${addressOf(place)}/24`, "dev eth0");
      for (const device of ["lo", "eth0"]) ip("-n", nameOf(place), "link set", device, "up");
    }
    ip("netns exec", nameOf("node1"), process.execPath, "-e", hears(addressOf("node2")));
  };
  remove();
  try {
    make();
  } catch {
    remove();
    return undefined;
  }
  return {
    addressOf,
    subnet: "10.77.0.0/24",
    at: (place, command) => {
      const inside = place === "app" ? [] : ["ip", "netns", "exec", nameOf(place)];
      return [...inside, ...asPostgres, ...command];
    },
    drop(from, to) {
      for (const one of to) {
        route("add", from, one);
        dropped.push({ from, to: one });
      }
    },
    heal() {
      for (const { from, to } of dropped) route("del", from, to);
      dropped = [];
    },
    canBeCut: true,
    remove,
  };
}

/** A program that succeeds when somebody at an address says that nothing listens there. */
function hears(address: string): string {
  return `require("node:net").connect(9,"${address}").on("error",({code})=>process.exit(code==="ECONNREFUSED"?0:1)).setTimeout(5000,()=>process.exit(1))`;
}

function ip(...words: string[]): void {
  execFileSync(
    "ip",
    words.flatMap((word) => word.split(" ")),
    { stdio: "ignore" },
  );
}
