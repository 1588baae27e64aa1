/**
 * `node server/with-packages.mjs . node bench/pricing.mjs`: how many local quotes one process answers in a second, and how long one takes. The price
 * engine as the site uses it, on a temporary database. In the first round nothing is committed between quotes; in the
 * second there is a commit after every thousand quotes, as when customers save theirs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSite } from "./million-quotes/site.mjs";

const QUOTES = 20_000;
const WANTED_PER_SECOND = 5_000;
const folder = mkdtempSync(path.join(tmpdir(), "bench-pricing-"));
const { load, close } = await openSite();
const { openStore } = await load("/db/store.server.ts");
const { embeddedPricing } = await load("/app/domain/prices/embedded.server.ts");
const { rates } = await load("/db/schema/pricing.ts");

const store = await openStore(path.join(folder, "courier.db"));
const pricing = embeddedPricing(store, () => new Date());
const codes = ["1431", "1804", "7784", "2196", "4001", "6001", "0699", "1459", "1868", "2090"];
const boxes = await pricing.boxes();

function asked(at) {
  return {
    fromPostal: codes[at % codes.length],
    toPostal: codes[(at * 7 + 3) % codes.length],
    quantity: (at % 3) + 1,
    selectedBoxId: boxes[at % boxes.length].id,
    applyVat: true,
  };
}

async function round(pricing, commitEvery, count = QUOTES) {
  const tookMs = new Float64Array(count);
  const begin = performance.now();
  for (let at = 0; at < count; at += 1) {
    if (commitEvery && at % commitEvery === 0) {
      const day = `2099-01-${String(((at / commitEvery) % 28) + 1).padStart(2, "0")}`;
      const row = { kind: "zone", rateKey: "bench", validFrom: day, amountCents: 1 };
      await store.tx((tx) => tx.insert(rates).values(row).onConflictDoNothing());
    }
    const start = performance.now();
    const quote = await pricing.quoteLocal(asked(at));
    tookMs[at] = performance.now() - start;
    if (!quote.ok) throw new Error(quote.error);
  }
  const perSecond = Math.round(count / ((performance.now() - begin) / 1000));
  tookMs.sort();
  return { perSecond, p50Ms: tookMs[count / 2].toFixed(3), p99Ms: tookMs[Math.floor(count * 0.99)].toFixed(3) };
}

await round(pricing, 0);
const quiet = await round(pricing, 0);
show("quiet", quiet);
show("a commit every 1,000 quotes", await round(pricing, 1_000));
// How much caching the tables saves: a change mark that always differs makes every quote read them.
const forgetful = embeddedPricing({ read: store.read, priceMark: () => Symbol() }, () => new Date());
show("tables read for every quote", await round(forgetful, 0, QUOTES / 10));

function show(title, { perSecond, p50Ms, p99Ms }) {
  console.log(`${`${title}:`.padEnd(28)} ${perSecond} quotes/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`);
}

await store.close();
await close();
rmSync(folder, { recursive: true });
if (quiet.perSecond < WANTED_PER_SECOND) {
  console.error(`fewer than ${WANTED_PER_SECOND} a second`);
  process.exitCode = 1;
}
