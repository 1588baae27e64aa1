/**
 * Processor time of an answer by the fast path and by Remix's own handler, compared in one process. With `?index`,
 * Remix's parameter for naming a route, the same page comes from its handler. Milliseconds, user and system; Linux.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

const [ROUNDS, REQUESTS, AT_ONCE, TICK_MS] = [3, 1200, 4, 10];
const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-fast-path-"));
const site = spawn(process.execPath, ["--max-semi-space-size=4", "build/index.js"], {
  env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir },
  stdio: ["ignore", "pipe", "inherit"],
});
const port = await new Promise((resolve) => {
  site.stdout.setEncoding("utf8").on("data", (output) => {
    const found = /listening on http:\/\/localhost:(\d+)/.exec(output);
    if (found) resolve(Number(found[1]));
  });
});
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

const party = { Name: "Thandi Mokoena", Email: "thandi@example.co.za", Phone: "0821234567", City: "Soweto" };
const addresses = Object.entries({ ...party, AddressLine: "12 Vilakazi Street", Postal: "1804" });
const fields = ["from", "to"].flatMap((who) => addresses.map(([name, value]) => [who + name, value]));
const form = new URLSearchParams([...fields, ["toCountry", "South Africa"]]).toString();

const begun = await ask("/ship/addresses", { form });
const cookie = begun.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");
const scenarios = [
  ["a step with a draft", "/ship/parcel", { cookie }],
  ["a valid form", "/ship/addresses", { form }],
  ["a refused form", "/ship/addresses", { form: form.replaceAll("1804", "x") }],
];
for (let round = 1; round <= ROUNDS; round += 1) {
  for (const [name, address, options] of scenarios) {
    const fast = await cpuMs(address, options);
    const remix = await cpuMs(`${address}?index`, options);
    console.log(`round ${round}: ${name}: ${fast.toFixed(2)} ms, by Remix's handler ${remix.toFixed(2)} ms`);
  }
}
site.kill("SIGTERM");
site.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

async function cpuMs(address, options) {
  const before = ticks();
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => ask(address, options)));
  }
  return ((ticks() - before) * TICK_MS) / REQUESTS;
}

/** utime and stime (proc(5)). */
function ticks() {
  const fields = readFileSync(`/proc/${site.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function ask(address, { cookie, form }) {
  const posted = form && { "Content-Type": "application/x-www-form-urlencoded", Origin: `http://localhost:${port}` };
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, path: address, method: form ? "POST" : "GET", agent, headers: { ...(cookie && { cookie }), ...posted } },
      (answer) => answer.resume().on("end", () => resolve(answer)),
    );
    request.once("error", reject).end(form);
  });
}
