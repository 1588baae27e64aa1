/**
 * Processor time of an answer that can't be kept, beside the build of another checkout, in turn with ours. Milliseconds,
 * user and system; Linux.
 *
 * `node server/with-packages.mjs . node bench/beside.mjs <folder> [node]`; `node` runs the other one, if it needs another version.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

const [ROUNDS, REQUESTS, AT_ONCE, TICK_MS] = [3, 1200, 4, 10];
const [otherFolder, otherNode = process.execPath] = process.argv.slice(2);
if (!otherFolder) {
  console.error("Name the folder of another checkout that was built.");
  process.exit(1);
}

const party = { Name: "Thandi Mokoena", Email: "thandi@example.co.za", Phone: "0821234567", City: "Soweto" };
const addresses = Object.entries({ ...party, AddressLine: "12 Vilakazi Street", Postal: "1804" });
const fields = ["from", "to"].flatMap((who) => addresses.map(([name, value]) => [who + name, value]));
const form = new URLSearchParams([...fields, ["toCountry", "South Africa"]]).toString();

const ours = await startSite(".", process.execPath);
const other = await startSite(otherFolder, otherNode);
const scenarios = [
  ["addresses with a draft", "/ship/addresses", {}],
  ["a step with a draft", "/ship/parcel", {}],
  ["a valid form", "/ship/addresses", { form }],
  ["a refused form", "/ship/addresses", { form: form.replaceAll("1804", "x") }],
];
for (let round = 1; round <= ROUNDS; round += 1) {
  for (const [name, address, options] of scenarios) {
    const [here, there] = [await cpuMs(ours, address, options), await cpuMs(other, address, options)];
    console.log(`round ${round}: ${name}: ${here.toFixed(2)} ms, there ${there.toFixed(2)} ms`);
  }
}
for (const site of [ours, other]) site.stop();

/** The site of a checkout that was built, and the cookies of a customer who has filled in its first step. */
async function startSite(folder, node) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-beside-"));
  const child = spawn(node, ["--max-semi-space-size=4", "build/index.js"], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (output) => {
      const found = /listening on http:\/\/localhost:(\d+)/.exec(output);
      if (found) resolve(Number(found[1]));
    });
  });
  const site = {
    port,
    pid: child.pid,
    agent: new http.Agent({ keepAlive: true, maxSockets: AT_ONCE }),
    stop() {
      child.kill("SIGTERM");
      child.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
    },
  };
  const begun = await ask(site, "/ship/addresses", { form });
  site.cookie = begun.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");
  return site;
}

async function cpuMs(site, address, options) {
  const before = ticks(site);
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => ask(site, address, options)));
  }
  return ((ticks(site) - before) * TICK_MS) / REQUESTS;
}

/** utime and stime (proc(5)). */
function ticks({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function ask({ port, agent, cookie }, address, { form }) {
  const posted = form && { "Content-Type": "application/x-www-form-urlencoded", Origin: `http://localhost:${port}` };
  const headers = posted ?? (cookie ? { cookie } : {});
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path: address, method: form ? "POST" : "GET", agent, headers }, (answer) =>
      answer.resume().on("end", () => resolve(answer)),
    );
    request.once("error", reject).end(form);
  });
}
