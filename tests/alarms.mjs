/**
 * `node tests/alarms.mjs`: runs Prometheus's own checker on the alarms, on their tests, and on the metrics of a running
 * site. `promtool` is taken from `PATH`, or unpacked from Debian's package `prometheus` without installing it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ours } from "../bench/contestants.mjs";
import { freePort, startServer } from "../bench/server-process.mjs";
import { buildIfStale } from "../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../server/runtime.mjs";

refuseOldNode();
await runOnProjectNode();
buildIfStale();
const folder = mkdtempSync(path.join(tmpdir(), "thuma-alarms-"));
try {
  const promtool = fromPath() ?? fromDebian();
  const check = (...args) => execFileSync(promtool, args, { stdio: "inherit" });
  check("check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml");
  check("check", "rules", "deploy/prometheus/alarms.yml");
  check("test", "rules", "deploy/prometheus/alarms.test.yml");
  const port = await freePort();
  const settings = (sitePort) => ({ ...ours().env(sitePort), METRICS_PORT: String(port) });
  const site = await startServer({ ...ours(), env: settings }, { alone: false });
  try {
    await fetch(site.url);
    const input = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const { status, stderr } = spawnSync(promtool, ["check", "metrics"], { input, encoding: "utf8" });
    if (status !== 0 || stderr) throw new Error(`promtool check metrics: ${stderr}`);
    console.log(`Checking ${input.match(/^# TYPE /gm).length} metrics\n  SUCCESS: nothing to say`);
  } finally {
    await site.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function fromPath() {
  return spawnSync("promtool", ["--version"]).status === 0 ? "promtool" : undefined;
}

function fromDebian() {
  console.log("Unpacking Debian's prometheus…");
  // A machine whose package lists were never updated finds no packages; only root can update them.
  spawnSync("apt-get", ["-q", "update"], { stdio: "ignore" });
  execFileSync("apt-get", ["-q", "download", "prometheus"], { cwd: folder, stdio: "inherit" });
  const [file] = readdirSync(folder);
  execFileSync("dpkg-deb", ["-x", file, "."], { cwd: folder });
  return path.join(folder, "usr/bin/promtool");
}
