import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isNotNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { SECONDS } from "#app/durations";
import { rates } from "#db/schema/pricing";
import { joinStore } from "#db/store.server";
import { aFolder } from "../support/a-store";
import { startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";

test("a rate that staff change shows on the pages of every process within two seconds", async () => {
  const { start, store } = await machines();
  const sites = [await start(), await start()];
  const pages = () => Promise.all(sites.map(({ url }) => fetch(`${url}/`).then((page) => page.text())));
  // Twice, so that both are cached.
  await pages();
  const before = await pages();
  await (await store()).tx((tx) => tx.update(rates).set({ amountCents: 98_765 }).where(isNotNull(rates.amountCents)));
  await pause(2 * SECONDS);
  const after = await pages();
  expect(after.map((page, n) => page === before[n])).toEqual([false, false]);
  expect(after[1]).toBe(after[0]?.replaceAll(`:${sites[0]?.port}`, `:${sites[1]?.port}`));
});

/** Several machines with one database. */
async function machines() {
  const DATABASE_URL = await storePlace(path.join(aFolder(), "courier.db"));
  const shared = { DATABASE_URL, SESSION_SECRET: randomBytes(33).toString("base64") };
  return {
    async start() {
      const site = await startSite({ ...shared, DATA_DIR: aFolder() });
      onTestFinished(() => void site.send("SIGKILL"));
      return site;
    },
    async store() {
      const store = await joinStore(DATABASE_URL);
      onTestFinished(() => store.close());
      return store;
    },
  };
}
