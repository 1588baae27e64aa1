import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { priceTables } from "#app/domain/prices/price-tables.server";
import { vatRateOn } from "#app/domain/prices/vat-rate.server";
import { boxes, rates } from "#db/schema/pricing";
import type { Store } from "#db/store.server";
import { storeForEachTest } from "../../support/a-store";

const TODAY = "2026-11-21";
const TOMORROW = "2026-11-22";

const store = storeForEachTest();

describe("the price tables", () => {
  test("are read once for a day, and again on another day or after a change", async () => {
    const tablesOn = priceTables(store);
    const first = tablesOn(TODAY);
    expect(tablesOn(TODAY)).toBe(first);
    expect(await first.areas()).toBe(await first.areas());
    expect(tablesOn(TOMORROW)).not.toBe(first);
    const second = tablesOn(TODAY);
    expect(second).not.toBe(first);
    await store.tx((tx) => tx.update(boxes).set({ active: false }).where(eq(boxes.id, "flyer-bag")));
    await expect.poll(() => tablesOn(TODAY)).not.toBe(second);
    expect((await tablesOn(TODAY).boxesOnOffer()).map(({ id }) => id)).not.toContain("flyer-bag");
  });

  test("that couldn't be read are tried again", async () => {
    let isWell = false;
    const read: Store["read"] = new Proxy(store.read, {
      get(target, name, receiver) {
        if (!isWell) throw new Error("busy");
        return Reflect.get(target, name, receiver);
      },
    });
    const tables = priceTables({ read, priceMark: () => 1 })(TODAY);
    await expect(tables.countries()).rejects.toThrow("busy");
    await expect(tables.areaAt("1431")).rejects.toThrow("busy");
    isWell = true;
    expect((await tables.countries()).length).toBeGreaterThan(200);
    expect(await tables.areaAt("1431")).toMatchObject({ town: "Katlehong" });
  });

  test("know a code's area, served or not, each time they are asked", async () => {
    const tables = priceTables(store)(TODAY);
    for (const _ of ["first", "again"]) {
      expect(await tables.areaAt("7400")).toMatchObject({ town: "Robben Island", served: false });
      expect(await tables.servedArea("7400")).toBeNull();
      expect(await tables.servedArea("1431")).toMatchObject({ town: "Katlehong", served: true });
      expect(await tables.areaAt("9100")).toBeNull();
      expect(await tables.servedArea("9100")).toBeNull();
      for (const code of ["", "143", "14311", "abcd"]) expect(await tables.areaAt(code)).toBeNull();
    }
  });

  test("have no card on a day before the first rates", async () => {
    expect(await priceTables(store)("2025-12-31").card()).toBeNull();
    expect(await priceTables(store)("2026-01-01").card()).toMatchObject({ vatBasisPoints: 1_500 });
  });
});

test("the VAT rate is the latest that has started, and 0 before the first", async () => {
  const vat = { kind: "vat" as const, rateKey: "vat", amountCents: null, leastDays: null, mostDays: null };
  await store.tx((tx) => tx.insert(rates).values({ ...vat, validFrom: TOMORROW, basisPoints: 1_600 }));
  const days = ["2025-12-31", "2026-01-01", TODAY, TOMORROW, "2027-01-01"];
  const found = await Promise.all(days.map((day) => vatRateOn(store.read, day)));
  expect(found).toEqual([0, 1_500, 1_500, 1_600, 1_600]);
});
