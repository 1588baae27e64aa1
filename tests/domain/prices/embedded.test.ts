import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteResponse } from "#app/domain/prices/contract/quote-response";
import { QuoteResponseSchema } from "#app/domain/prices/contract/wire";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { boxes, countries, postalAreas, rates } from "#db/schema/pricing";
import { openStore, type Store } from "#db/store.server";
import { storePlace } from "../../support/store-place";

const folder = mkdtempSync(path.join(tmpdir(), "pricing-"));
const clock = () => new Date("2026-11-21T08:00:00Z");
let store: Store;

beforeAll(async () => {
  store = await openStore(await storePlace(path.join(folder, "courier.db")));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const local = (asked = {}) => ({
  fromPostal: "1431",
  toPostal: "1804",
  quantity: 1,
  selectedBoxId: "flyer-bag",
  applyVat: true,
  ...asked,
});
const abroad = (asked = {}) => ({
  fromPostal: "1459",
  toCountry: "Brazil",
  quantity: 1,
  selectedBoxId: "flyer-bag",
  applyVat: true,
  ...asked,
});

describe("a local quote", () => {
  test("names both ends and prices a township pair for about R80", async () => {
    const quote = await embeddedPricing(store, clock).quoteLocal(local());
    expect(QuoteResponseSchema.parse(quoteResponse(quote))).toEqual(quoteResponse(quote));
    expect(quote).toMatchObject({
      ok: true,
      cents: { totals: { grandTotal: 80_62 }, perUnit: { linehaul: 0 } },
      meta: {
        quantity: 1,
        selectedBoxId: "flyer-bag",
        boxName: "Flyer bag",
        from: { city: "Katlehong", region: "GP", zone: "metro", country: "South Africa", zoneLetter: null },
        to: { city: "Orlando and Diepkloof" },
      },
    });
  });

  test("across the country includes linehaul", async () => {
    const quote = await embeddedPricing(store, clock).quoteLocal(local({ toPostal: "7784" }));
    expect(quote).toMatchObject({ ok: true, cents: { perUnit: { linehaul: 45_00 }, totals: { grandTotal: 137_54 } } });
  });

  test.each([
    [{ fromPostal: "9000", toPostal: "9299" }, "Neither postal code is currently serviced."],
    [{ fromPostal: "9000" }, "We do not yet service the FROM postal code."],
    [{ toPostal: "9299" }, "We do not yet service the TO postal code."],
    [{ selectedBoxId: "coffin" }, "We do not have that box any more. Please choose another box."],
    [{ quantity: 0 }, "Quantity must be at least 1."],
  ])("with %j is refused: %s", async (wrong, error) => {
    expect(await embeddedPricing(store, clock).quoteLocal(local(wrong))).toEqual({ ok: false, error });
  });
});

describe("an international quote", () => {
  test("names the country and its zone", async () => {
    const quote = await embeddedPricing(store, clock).quoteInternational(abroad({ toCountry: "brazil" }));
    expect(QuoteResponseSchema.parse(quoteResponse(quote))).toEqual(quoteResponse(quote));
    expect(quote).toMatchObject({
      ok: true,
      cents: {
        perUnit: { base: 0, linehaul: 0, pickupLocal: 60_00, intlBase: 980_00, transport: 1_040_00, fuel: 104_00 },
      },
      meta: {
        from: { city: "Boksburg" },
        to: { city: null, region: null, zone: "10", country: "Brazil", zoneLetter: "J" },
      },
    });
  });

  test.each([
    [{ fromPostal: "9000" }, "We do not yet service pickups in that postal code."],
    [{ toCountry: "South Africa" }, "For a parcel within South Africa, please choose a local parcel."],
    [{ toCountry: "Wakanda" }, "We do not know that country. Please choose one from the list."],
    [{ toCountry: "Antarctica" }, "We do not yet ship to Antarctica."],
    [{ quantity: 1.5 }, "Quantity must be a whole number."],
  ])("with %j is refused: %s", async (wrong, error) => {
    expect(await embeddedPricing(store, clock).quoteInternational(abroad(wrong))).toEqual({ ok: false, error });
  });
});

describe("what we offer", () => {
  test("is every active box, smallest packaging first", async () => {
    const offered = await embeddedPricing(store, clock).boxes();
    expect(offered[0]).toEqual({
      id: "flyer-bag",
      name: "Flyer bag",
      dimensions: { l: 31, w: 45, h: 45 },
      maxWeightKg: 1,
      costCents: 410,
    });
    expect(offered.length).toBeGreaterThanOrEqual(6);
  });

  test("finds a place by its name, and none for codes that aren't in use", async () => {
    const pricing = embeddedPricing(store, clock);
    expect(await pricing.coverage("1868")).toEqual({ city: "Kwaxuma", pcode: "1868" });
    expect(await pricing.coverage("9100")).toBeNull();
    expect(await pricing.coverage("18")).toBeNull();
  });

  test("lists only countries that we serve", async () => {
    const pricing = embeddedPricing(store, clock);
    expect(await pricing.countries("antarctica", 15)).toEqual([]);
    expect(await pricing.countries("brazil", 15)).toEqual([{ name: "Brazil", zoneLetter: "J", numericZone: 10 }]);
    expect(await pricing.countries("", 15)).toHaveLength(15);
  });
});

describe("a change that staff make", () => {
  test("to a rate applies to the next quote, from its day on", async () => {
    const pricing = embeddedPricing(store, clock);
    const dearer = { kind: "zone" as const, rateKey: "metro", amountCents: 9_900, basisPoints: null };
    await store.tx((tx) => tx.insert(rates).values({ ...dearer, validFrom: "2026-11-22" }));
    expect(await pricing.quoteLocal(local())).toMatchObject({ cents: { perUnit: { base: 60_00 } } });
    await store.tx((tx) => tx.insert(rates).values({ ...dearer, validFrom: "2026-11-21" }));
    await expect.poll(() => pricing.quoteLocal(local())).toMatchObject({ cents: { perUnit: { base: 198_00 } } });
  });

  test("to a box or an area waits for its day, which starts at midnight in South Africa", async () => {
    let now = new Date("2026-11-21T21:59:59Z");
    const pricing = embeddedPricing(store, () => now);
    await store.tx(async (tx) => {
      const [bag] = await tx.select().from(boxes).where(eq(boxes.id, "flyer-bag"));
      const [katlehong] = await tx.select().from(postalAreas).where(eq(postalAreas.id, "1431-1432"));
      if (!bag || !katlehong) throw new Error("the seeds have changed");
      await tx.insert(boxes).values({ ...bag, costCents: 1_410, validFrom: "2026-11-22" });
      await tx.insert(postalAreas).values({ ...katlehong, served: false, validFrom: "2026-11-22" });
    });
    expect((await pricing.boxes())[0]).toMatchObject({ id: "flyer-bag", costCents: 410 });
    expect(await pricing.coverage("1431")).toMatchObject({ city: "Katlehong" });

    now = new Date("2026-11-21T22:00:00Z");
    expect((await pricing.boxes()).filter(({ id }) => id === "flyer-bag")).toMatchObject([{ costCents: 1_410 }]);
    expect(await pricing.coverage("1431")).toBeNull();
    expect(await pricing.quoteLocal(local())).toMatchObject({ ok: false });
  });

  test("that withdraws a box or a country applies to the next quote", async () => {
    const pricing = embeddedPricing(store, clock);
    await store.tx(async (tx) => {
      await tx.update(boxes).set({ active: false }).where(eq(boxes.id, "stock-7"));
      await tx.update(countries).set({ served: false }).where(eq(countries.iso2, "BR"));
    });
    expect((await pricing.boxes()).map((box) => box.id)).not.toContain("stock-7");
    expect(await pricing.quoteLocal(local({ selectedBoxId: "stock-7" }))).toMatchObject({ ok: false });
    expect(await pricing.quoteInternational(abroad())).toMatchObject({ ok: false });
  });

  test("that leaves no VAT rate stops pricing, instead of making VAT free", async () => {
    const pricing = embeddedPricing(store, clock);
    expect(await pricing.health()).toEqual({ ok: true });
    await store.tx((tx) => tx.delete(rates).where(eq(rates.kind, "vat")));
    await expect
      .poll(() => pricing.quoteLocal(local()))
      .toEqual({ ok: false, error: "We do not have an instant price for this route." });
    expect(await pricing.health()).toEqual({ ok: false });
  });
});
