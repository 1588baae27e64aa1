/**
 * `node tests/cluster/run.mjs --rounds 12`: three Patroni nodes, three etcd, HAProxy and two processes of the site. The
 * leader is killed, switched and cut off while customers book. Rounds of an earlier, interrupted run count too:
 * `--state FILE` (.cache/cluster-rounds.jsonl) stores them; `--afresh` starts again.
 */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const programs = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"];
const missing = programs.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(", ")}. On Debian 12:`);
  console.error("apt-get install -y --no-install-recommends postgresql patroni python3-etcd etcd-server haproxy");
  process.exit(1);
}
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    state: { type: "string", default: ".cache/cluster-rounds.jsonl" },
    afresh: { type: "boolean", default: false },
  },
});
const state = path.resolve(values.state);
if (values.afresh) rmSync(state, { force: true });
const { status } = spawnSync(process.execPath, ["tests/run.mjs", "tests/cluster"], {
  stdio: "inherit",
  env: { ...process.env, CLUSTER_ROUNDS: values.rounds, CLUSTER_STATE: state },
});
process.exitCode = status ?? 1;
