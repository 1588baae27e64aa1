import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isNotNull, like } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { rates } from "#db/schema/pricing";
import { joinStore } from "#db/store.server";
import { aGuestWithAWaybill } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { asSent } from "../support/as-sent";
import { startSite } from "../support/running-site";
import { staffProcess } from "../support/staff";
import { inTheDatabase, storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";

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

test("a link that one machine signs, or its staff, opens on every other", async () => {
  const { start, store, shared } = await machines();
  const [one, other] = [await start(), await start()];
  const { waybillNo } = await aGuestWithAWaybill(one);
  const linksIn = async (kind: string) => {
    const emails = await (await store()).read.select().from(outgoingMails).where(like(outgoingMails.emailKey, kind));
    return emails.flatMap(({ textBody }) => /\/waybill\/\S+/.exec(asSent(one, textBody)) ?? []);
  };
  const change = ["change", "booking", waybillNo, "--to-phone", "0831112222"];
  expect(await staffProcess(other, change, shared)).toMatchObject({ code: 0 });
  const links = [...(await linksIn("booking-confirmed:%")), ...(await linksIn("booking-changed:%"))];
  expect(links.length).toBeGreaterThan(1);
  for (const site of [one, other])
    for (const link of links) expect((await new Visitor(site.url).open(link)).text).toContain("Sipho Dlamini");
});

test("the migration takes the key out of the database, and keeps its day instead", async () => {
  const { file } = await machines();
  inTheDatabase(file, "INSERT INTO site_facts (name, value, told_at) VALUES ('link_key', 'a-former-key', now())");
  const [name = ""] = readdirSync("db/migrations-postgres").filter((each) => each.endsWith("_renewed_links.sql"));
  inTheDatabase(file, readFileSync(`db/migrations-postgres/${name}`, "utf8"));
  expect(inTheDatabase(file, "SELECT name, value FROM site_facts")).toEqual([
    { name: "links_renewed_at", value: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  ]);
});

/** Several machines with one database. */
async function machines() {
  const file = path.join(aFolder(), "courier.db");
  const DATABASE_URL = await storePlace(file);
  const shared = { DATABASE_URL, SESSION_SECRET: randomBytes(33).toString("base64") };
  return {
    file,
    shared,
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
