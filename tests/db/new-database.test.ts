import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { parseCsv } from "#db/csv";
import { boxes, countries, postalAreas, rates } from "#db/schema/pricing";
import { siteFacts } from "#db/schema/site-facts";
import { isOfSite, readSiteFacts, storeSiteFacts } from "#db/site-facts.server";
import { openStore, type Store } from "#db/store.server";
import { aFolder } from "../support/a-store";
import { removePlace, storePlace } from "../support/store-place";

/** Made here, by this process, not copied from one that was made before the tests. */
let store: Store;
let file: string;
beforeEach(async () => {
  file = path.join(aFolder(), "courier.db");
  store = await openStore(await storePlace(file));
  onTestFinished(async () => {
    await store.close();
    removePlace(file);
  });
});

const seeds = (table: string) => parseCsv(readFileSync(`db/seed/${table}.csv`, "utf8"));

describe("a new database", () => {
  test("has every postal area, country and box of the seeds, as they are there", async () => {
    const areas = await store.read.select().from(postalAreas);
    const wanted = seeds("postal_areas");
    expect(areas).toHaveLength(wanted.length);
    const byId = new Map(areas.map((area) => [area.id, area]));
    for (const row of wanted) {
      const area = byId.get(`${row.from_code}-${row.to_code}`);
      expect([area?.town, area?.served, area?.latitude]).toEqual([
        row.town,
        row.served === "true",
        row.latitude ? Number(row.latitude) : null,
      ]);
    }
    expect(await store.read.select().from(countries)).toHaveLength(seeds("countries").length);
    const costs = seeds("boxes").map(({ id, cost_cents }) => [id, Number(cost_cents)]);
    const made = (await store.read.select().from(boxes)).map(({ id, costCents }) => [id, costCents]);
    expect(made.toSorted()).toEqual(costs.toSorted());
  });

  test("counts each change of a table from which prices are made", async () => {
    for (const table of [boxes, postalAreas, countries, rates]) {
      const before = await store.priceMark();
      await store.tx((tx) => tx.delete(table));
      await expect.poll(() => store.priceMark()).not.toEqual(before);
    }
  });
});

describe("what a site's start tells", () => {
  const now = new Date("2026-11-26T10:00:00Z");
  const facts = { appUrl: "https://thuma.example", paymentMode: "live" };

  test("is read as it was stored, and nothing before the first start", async () => {
    expect(await readSiteFacts(store.read)).toBeNull();
    await storeSiteFacts(store, facts, now);
    const blank = { vatNumber: null, registrationNumber: null };
    expect(await readSiteFacts(store.read)).toEqual({
      ...facts,
      registration: blank,
      contact: { phone: null, email: null, address: null },
      trackingUrl: null,
      quietHours: null,
      language: null,
      officeTakes: [],
      linksRenewedAt: null,
    });
    const whole = {
      ...facts,
      registration: { vatNumber: "4123456789", registrationNumber: "2020/123456/07" },
      contact: { phone: "010 123 4567", email: "a@thuma.example", address: "1 Street" },
      trackingUrl: "https://track.example",
      quietHours: "none",
      language: "en-ZA",
      officeTakes: ["cash", "bank"],
    };
    await storeSiteFacts(store, whole, now);
    expect(await readSiteFacts(store.read)).toEqual({ ...whole, linksRenewedAt: null });
    await storeSiteFacts(store, facts, now);
    expect((await readSiteFacts(store.read))?.quietHours).toBeNull();
  });

  test("is written only where something has changed, and keeps when links were renewed", async () => {
    await storeSiteFacts(store, facts, now);
    const later = new Date("2026-11-27T10:00:00Z");
    const renewed = { name: "links_renewed_at", value: "2026-11-01T08:00:00.000Z", toldAt: now };
    await store.tx((tx) => tx.insert(siteFacts).values(renewed));
    await storeSiteFacts(store, facts, later);
    expect((await store.read.select().from(siteFacts)).filter(({ toldAt }) => toldAt > now)).toEqual([]);
    await storeSiteFacts(store, { ...facts, paymentMode: "sandbox" }, later);
    expect((await readSiteFacts(store.read))?.linksRenewedAt).toEqual(new Date("2026-11-01T08:00:00.000Z"));
  });

  test("tells which rows are of its payment mode: those, and those of none; all before the first start", async () => {
    const modes = async () =>
      (
        await store.read
          .select({ mode: sql<string | null>`mode` })
          .from(sql`(SELECT 'live' AS mode UNION ALL SELECT 'sandbox' UNION ALL SELECT NULL) AS modes`)
          .where(isOfSite(sql`mode`))
      ).map(({ mode }) => mode);
    expect(await modes()).toHaveLength(3);
    await storeSiteFacts(store, facts, now);
    expect((await modes()).toSorted()).toEqual(["live", null]);
  });
});
