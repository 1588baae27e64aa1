/**
 * `node bench/shopify.mjs`: how long a shop on Shopify waits for its prices: p50 and p99 over HTTP, of carts of 1 to 20
 * products to places all over the country, 4 at a time. Shopify waits for 3 seconds where it asks most; wanted: a p99 of at
 * most 200 ms.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { buildIfStale, installIfMissing } from "../server/fresh.mjs";
import { runOnProjectNode } from "../server/runtime.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";

const ASKED = 2_000;
const FIRST = 200;
const AT_A_TIME = 4;
const WANTED_MS = 200;
const NUMBER = "number-of-the-bench-22";
/** More than the limit of a minute would be answered without a price: each shop asks so often. */
const ASKED_OF_A_SHOP = 1_000;

installIfMissing();
await runOnProjectNode();
buildIfStale();
// Older than the project's, Node has none.
const { DatabaseSync } = await import("node:sqlite");

process.chdir(path.resolve(import.meta.dirname, ".."));
const folder = mkdtempSync(path.join(tmpdir(), "bench-shopify-"));
const site = spawn(process.execPath, siteArguments, {
  env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", DATA_DIR: folder, LOG_LEVEL: "error" },
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = await once(site.stdout, "data");
const port = Number(/localhost:(\d+)/.exec(line)?.[1]);
openShops();

const codes = ["1431", "1804", "7784", "2196", "4001", "6001", "0699", "1459", "1868", "2090"];
const tookMs = [];
let withPrice = 0;
let next = 0;
await Promise.all(Array.from({ length: AT_A_TIME }, askAll));
site.kill("SIGTERM");
await once(site, "exit");
rmSync(folder, { recursive: true });

const sorted = tookMs.slice(FIRST).sort((a, b) => a - b);
const at = (share) => sorted[Math.floor(sorted.length * share)];
const [p50, p99] = [at(0.5), at(0.99)].map((ms) => ms.toFixed(1));
console.log(
  `${ASKED} carts, ${withPrice} with a price: p50 ${p50} ms, p99 ${p99} ms; load ${loadavg()[0].toFixed(1)}.`,
);
if (at(0.99) > WANTED_MS) {
  console.error(`The p99 is more than the ${WANTED_MS} ms that are wanted.`);
  process.exitCode = 1;
}

async function askAll() {
  while (next < ASKED + FIRST) {
    const nth = next++;
    const products = (nth % 20) + 1;
    const items = Array.from({ length: products }, () => ({ grams: 300, quantity: 1, requires_shipping: true }));
    const destination = { country: "ZA", postal_code: codes[nth % codes.length] };
    const body = JSON.stringify({ rate: { destination, items, currency: "ZAR", locale: "en" } });
    const headers = { "Content-Type": "application/json" };
    const address = `http://127.0.0.1:${port}/v1/shopify/${NUMBER}${Math.floor(nth / ASKED_OF_A_SHOP)}/rates`;
    const began = performance.now();
    const answer = await (await fetch(address, { method: "POST", headers, body })).json();
    tookMs.push(performance.now() - began);
    if (nth >= FIRST && answer.rates?.length === 1) withPrice += 1;
  }
}

/** Accounts with an address in Germiston and a shop each. */
function openShops() {
  const db = new DatabaseSync(path.join(folder, "courier.db"));
  db.exec("PRAGMA busy_timeout = 5000");
  const now = new Date().toISOString();
  const address = { Name: "Bench", Email: "", Phone: "+27821234567", AddressLine: "12 Shop Street", Suburb: "" };
  const stored = JSON.stringify({ ...address, City: "Germiston", Postal: "1459", Country: "South Africa" });
  for (let shop = 0; shop * ASKED_OF_A_SHOP < ASKED + FIRST; shop += 1) {
    const uid = `bench-${shop}`;
    db.prepare(
      `INSERT INTO users (uid, email, name, phone, role, password_hash, registration_key, created_at, last_login_at, updated_at)
       VALUES (?, ?, 'Bench', '+27821234567', 'customer', '-', ?, ?, ?, ?)`,
    ).run(uid, `${uid}@example.co.za`, uid, now, now, now);
    db.prepare("INSERT INTO saved_addresses VALUES (?, ?, 'Shop', ?, ?, ?)").run(uid, uid, stored, now, now);
    db.prepare(
      "INSERT INTO shopify_shops (uid, number, signing_secret, smallest_box, terms_version, made_at) VALUES (?, ?, '', '', '', ?)",
    ).run(uid, `${NUMBER}${shop}`, now);
  }
  db.close();
}
