import { describe, expect, test } from "vitest";
import { areasNowAndComing, changeArea, withdrawArea } from "#app/domain/prices/area-changes.server";
import { boxesNowAndComing, changeBox, withdrawBox } from "#app/domain/prices/box-changes.server";
import { boxPictures, PLAIN_PICTURE } from "#app/domain/prices/box-pictures.server";
import { nextDayOf, nowAndComing } from "#app/domain/prices/dated-changes";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { inForceOn } from "#app/domain/prices/in-force";
import { changeRate, ratesNowAndComing, withdrawRate } from "#app/domain/prices/rate-changes.server";
import { seedLoads } from "#db/schema/seed-loads";
import { loadSeeds } from "#db/seed.server";
import { storeForEachTest } from "../../support/a-store";
import { inText } from "../../support/in-text";

/** Saturday 21 November, ten to twelve at night in South Africa. */
const now = new Date("2026-11-21T21:50:00Z");
const today = "2026-11-21";
const tomorrow = "2026-11-22";
const afterMidnight = new Date("2026-11-21T22:00:00Z");

const store = storeForEachTest();

test("for each key the latest row that has started applies", () => {
  const rows = [
    { key: "a", validFrom: "2026-01-01" },
    { key: "a", validFrom: "2026-03-01" },
    { key: "b", validFrom: "2026-02-01" },
    { key: "c", validFrom: "2026-12-01" },
  ];
  const on = (day: string) => inForceOn(day, rows, ({ key }) => key).map(({ validFrom }) => validFrom);
  expect(on("2026-01-31")).toEqual(["2026-01-01"]);
  expect(on("2026-03-01")).toEqual(["2026-03-01", "2026-02-01"]);
  expect(on("2025-12-31")).toEqual([]);
});

test("the next day on which something changes is after the day given; what has ended is left out of the lists", () => {
  const rows = ["2026-01-01", "2026-05-01", "2026-03-01", "2026-03-01"].map((validFrom) => ({ validFrom }));
  expect(["2025-12-31", "2026-01-01", "2026-03-01", "2026-05-01"].map((day) => nextDayOf(rows, day))).toEqual([
    "2026-01-01",
    "2026-03-01",
    "2026-05-01",
    null,
  ]);
  expect(nowAndComing("2026-03-01", rows, () => "")).toEqual([rows[1], rows[2]]);
});

test("of rows in no order, the one that started last applies", () => {
  const rows = ["2026-03-01", "2026-01-01", "2026-02-01"].map((validFrom) => ({ validFrom }));
  expect(inForceOn("2026-04-01", rows, () => "")).toEqual([{ validFrom: "2026-03-01" }]);
});

describe("a rate", () => {
  test("changes at midnight of its day, not before, and the old one stays on record", async () => {
    expect(await rate("metro", tomorrow, 99_00)).toMatchObject({
      ok: true,
      added: true,
      before: { amountCents: 3000 },
    });
    expect(await price(now)).toBe(8062);
    expect(await price(afterMidnight)).toBeGreaterThan(20_000);
    const metro = (await ratesNowAndComing(store.read, now)).filter(({ rateKey }) => rateKey === "metro");
    expect(metro.filter(({ kind }) => kind === "zone").map(({ validFrom }) => validFrom)).toEqual([
      "2026-01-01",
      tomorrow,
    ]);
  });

  test("from today on applies to the next quote", async () => {
    await rate("metro", today, 99_00);
    expect(await price(now)).toBeGreaterThan(20_000);
  });

  test("from a past day is refused", async () => {
    expect(await rate("metro", "2026-11-20", 99_00)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/2026-11-20 is in the past/),
    });
    expect(await price(now)).toBe(8062);
  });

  test("in a year that was mistyped is refused, for boxes too; two years ahead is not", async () => {
    const tooFar = { ok: false, why: expect.stringMatching(/^2126-12-01 is too far away\. .+ by 2028-11-/) };
    expect(await rate("metro", "2126-12-01", 32_00)).toMatchObject(tooFar);
    expect(await box("flyer-bag", { costCents: 450 }, { validFrom: "2126-12-01" })).toMatchObject(tooFar);
    expect(await rate("metro", "2028-11-01", 32_00)).toMatchObject({ ok: true });
  });

  test("repeated is one; repeated with another value for the same day, the last one applies", async () => {
    await rate("metro", tomorrow, 99_00);
    expect(await rate("metro", tomorrow, 99_00)).toMatchObject({ ok: true, added: false });
    expect(await rate("metro", tomorrow, 31_00)).toMatchObject({ ok: true, added: true });
    expect((await ratesNowAndComing(store.read, afterMidnight)).filter(isMetro)).toMatchObject([{ amountCents: 3100 }]);
  });

  test("an unknown key has to be confirmed: a typing mistake makes no new zone", async () => {
    expect(await rate("metr", tomorrow, 1_00)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/metro, regional, remote, town/),
    });
    expect(await rate("metr", tomorrow, 1_00, true)).toMatchObject({ ok: true, before: null });
  });

  test.each([
    ["fuel", { amountCents: 12_00 }, /is a percentage/],
    ["fuel", { basisPoints: 10_001 }, /more than 100 %/],
    ["vat", null, /nothing has a price/],
    ["zone", { basisPoints: 1500 }, /is an amount/],
    ["zone", { amountCents: -1 }, /can't be negative/],
    ["zone", { amountCents: 3_200_000_00 }, /^No rate is more than R\u00a010\u00a0000,00\./],
    ["zone", { amountCents: 10_000_01 }, /^No rate is more than R\u00a010\u00a0000,00\./],
    ["zone", { amountCents: 1.5 }, /can't be negative/],
  ] as const)("of %s as %j is refused", async (kind, amount, refusal) => {
    const rateKey = kind === "zone" ? "metro" : kind;
    const change = { kind, rateKey, validFrom: tomorrow, amount, isNew: false };
    const answer = await inText(store.tx((tx) => changeRate(tx, change, now)));
    expect(answer).toMatchObject({ ok: false, why: expect.stringMatching(refusal) });
  });

  test.each([
    ["zone", "metro", { amountCents: 10_000_00 }],
    ["zone", "metro", { amountCents: 0 }],
    ["zone", "metro", null],
    ["fuel", "fuel", { basisPoints: 10_000 }],
    ["fuel", "fuel", { basisPoints: 0 }],
    ["days", "metro-metro", { leastDays: 60, mostDays: 60 }],
    ["days", "metro-metro", { leastDays: 1, mostDays: 1 }],
    ["days", "metro-metro", null],
  ] as const)("of %s %s may be %j", async (kind, rateKey, amount) => {
    const change = { kind, rateKey, validFrom: tomorrow, amount, isNew: false };
    const none = { amountCents: null, basisPoints: null, leastDays: null, mostDays: null };
    expect(await store.tx((tx) => changeRate(tx, change, now))).toMatchObject({
      ok: true,
      added: true,
      after: { kind, rateKey, validFrom: tomorrow, ...none, ...amount },
    });
  });

  test("reports a planned change that replaces it later", async () => {
    await rate("metro", "2026-12-01", 40_00);
    expect(await rate("metro", tomorrow, 35_00)).toMatchObject({ ok: true, untilDay: "2026-12-01" });
  });

  test("a planned change can be withdrawn; one that has started can't", async () => {
    await rate("metro", tomorrow, 99_00);
    const withdraw = (validFrom: string, at: Date) =>
      store.tx((tx) => withdrawRate(tx, { kind: "zone", rateKey: "metro", validFrom }, at));
    expect(await withdraw(tomorrow, afterMidnight)).toMatchObject({ ok: false });
    expect(await withdraw(tomorrow, now)).toMatchObject({ ok: true, withdrawn: { amountCents: 9900 } });
    expect(await price(afterMidnight)).toBe(8062);
    expect(await withdraw("2026-01-01", now)).toMatchObject({ ok: false });
    expect(await withdraw(tomorrow, now)).toEqual({ ok: false, why: "No such change is planned." });
    expect(await withdraw(today, now)).toEqual({
      ok: false,
      why: "It has already started. Set a new rate from today instead.",
    });
  });
});

describe("a box", () => {
  test("changes only what is named, from its day on", async () => {
    expect(await box("flyer-bag", { costCents: 450 })).toMatchObject({
      ok: true,
      after: { name: "Flyer bag", costCents: 450, lengthCm: 31, active: true },
    });
    expect((await boxesOn(now))[0]).toMatchObject({ id: "flyer-bag", costCents: 4_10 });
    expect((await boxesOn(afterMidnight))[0]).toMatchObject({ id: "flyer-bag", costCents: 4_50 });
  });

  test("a withdrawn box disappears at midnight, and can come back", async () => {
    await box("flyer-bag", { active: false });
    expect((await boxesOn(afterMidnight)).map(({ id }) => id)).not.toContain("flyer-bag");
    await box("flyer-bag", { active: true }, { validFrom: "2026-12-01" });
    expect((await boxesOn(new Date("2026-12-01T00:00:00Z"))).map(({ id }) => id)).toContain("flyer-bag");
  });

  test("a new one is last in the list, and needs all its facts", async () => {
    const crate = { name: "Crate", lengthCm: 60, widthCm: 40, heightCm: 40, maxWeightGrams: 25_000, costCents: 3_900 };
    expect(await box("crate", crate)).toEqual({
      ok: false,
      why:
        'There is no box "crate" on that day, only: ' +
        "flyer-bag, stock-2, stock-3, stock-4, stock-5, stock-6, stock-7. For a new one, add --new.",
    });
    await box("later-60", crate, { isNew: true, validFrom: "2027-01-01" });
    expect(await box("later-60", crate)).not.toMatchObject({ why: expect.stringMatching(/only: .*later-60/) });
    const nameless = { ...crate, name: "" };
    expect(await box("crate", nameless, { isNew: true })).toMatchObject({
      ok: false,
      why: expect.stringMatching(/--name/),
    });
    const { costCents: _, ...free } = crate;
    expect(await box("crate", free, { isNew: true })).toMatchObject({
      ok: false,
      why: expect.stringMatching(/--cost/),
    });
    expect(await box("crate", { ...crate, lengthCm: 6_000 }, { isNew: true })).toMatchObject({ ok: false });
    expect(await box("Crate 60", crate, { isNew: true })).toMatchObject({ ok: false });
    expect(await box("crate", crate, { isNew: true })).toMatchObject({ ok: true, before: null });
    expect((await boxesOn(afterMidnight)).at(-1)).toMatchObject({ id: "crate", maxWeightKg: 25 });
    expect(await box("flyer-bag", crate, { isNew: true })).toMatchObject({
      ok: false,
      why: expect.stringMatching(/already/),
    });
  });

  test("a planned change can be withdrawn", async () => {
    await box("flyer-bag", { costCents: 450 });
    expect(await store.tx((tx) => withdrawBox(tx, "flyer-bag", tomorrow, now))).toMatchObject({ ok: true });
    expect((await boxesOn(afterMidnight))[0]).toMatchObject({ costCents: 4_10 });
    expect(await boxesNowAndComing(store.read, now)).toEqual(await boxesNowAndComing(store.read, afterMidnight));
    const withdraw = (validFrom: string) => store.tx((tx) => withdrawBox(tx, "flyer-bag", validFrom, now));
    expect(await withdraw(tomorrow)).toEqual({ ok: false, why: "No such change is planned." });
    expect(await withdraw(today)).toEqual({
      ok: false,
      why: "It has already started. Change the box from today instead.",
    });
  });

  test("is listed as it is and as it will be, in the customers' order", async () => {
    await box("flyer-bag", { costCents: 450 });
    const listed = (await boxesNowAndComing(store.read, now)).map(({ id, validFrom, costCents }) => [
      id,
      validFrom,
      costCents,
    ]);
    expect(listed.slice(0, 3)).toEqual([
      ["flyer-bag", "2026-01-01", 4_10],
      ["flyer-bag", tomorrow, 4_50],
      ["stock-2", "2026-01-01", 3_94],
    ]);
    expect((await boxesNowAndComing(store.read, afterMidnight))[0]).toMatchObject({ validFrom: tomorrow });
  });

  test("that isn't changed by what is named isn't stored again", async () => {
    expect(await box("flyer-bag", { costCents: 410, name: "Flyer bag" })).toMatchObject({ ok: true, added: false });
    expect(await box("flyer-bag", { costCents: 410, name: "Bag" })).toMatchObject({ ok: true, added: true });
  });

  test.each([
    [{ lengthCm: 300, widthCm: 1, heightCm: 300 }, { lengthCm: 301 }, /at most 300 \(--size/],
    [{ widthCm: 300 }, { widthCm: 0 }, /\(--size/],
    [{ heightCm: 1 }, { heightCm: 1.5 }, /\(--size/],
    [{ maxWeightGrams: 1_000_000 }, { maxWeightGrams: 1_000_001 }, /\(--max-kg\)/],
    [{ maxWeightGrams: 1 }, { maxWeightGrams: 0 }, /\(--max-kg\)/],
    [{ costCents: 10_000_000 }, { costCents: 10_000_001 }, /\(--cost\)/],
    [{ costCents: 0 }, { costCents: -1 }, /\(--cost\)/],
    [{ name: "x".repeat(60) }, { name: "x".repeat(61) }, /at most 60 characters \(--name\)/],
    [{ example: "x".repeat(60) }, { example: "x".repeat(61) }, /at most 60 characters \(--example\)/],
  ])("may be %j, not %j", async (most, more, refusal) => {
    expect(await box("flyer-bag", most)).toMatchObject({ ok: true, after: most });
    expect(await box("flyer-bag", more)).toEqual({ ok: false, why: expect.stringMatching(refusal) });
  });

  test("has an id of small letters, digits and hyphens", async () => {
    const crate = { name: "Crate", lengthCm: 60, widthCm: 40, heightCm: 40, maxWeightGrams: 25_000, costCents: 3_900 };
    for (const id of ["crate", "crate-60", "2-c-3"])
      expect(await box(id, crate, { isNew: true })).toMatchObject({ ok: true, after: { id } });
    for (const id of ["", "Crate", "crate-", "-crate", "crate--60", "crate 60", "crate_60"])
      expect(await box(id, crate, { isNew: true })).toEqual({
        ok: false,
        why: "A box's id is small letters, digits and hyphens, such as crate-60.",
      });
  });
});

describe("an area", () => {
  test("isn't served any more from its day on", async () => {
    expect(await area("1431", "1432", { served: false })).toMatchObject({ ok: true, before: { served: true } });
    expect(await coverage("1431", now)).not.toBeNull();
    expect(await coverage("1431", afterMidnight)).toBeNull();
  });

  test("may be split off from another one, whose facts it keeps unless they are named", async () => {
    expect(await area("1431", "1431", { zone: "remote" })).toMatchObject({
      ok: false,
      why: "No area is 1431 on that day. It lies in 1431-1432 (Katlehong). To make it an area of its own, add --new.",
    });
    expect(await area("1431", "1431", { zone: "remote" }, true)).toMatchObject({
      ok: true,
      after: { town: "Katlehong", province: "Gauteng", region: "GP", zone: "remote", served: true },
    });
    expect(await price(afterMidnight)).toBeGreaterThan(await price(now));
  });

  test("one that overlaps another partly is refused", async () => {
    expect(await area("1430", "1431", { town: "Nowhere" }, true)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/It overlaps 1431-1432/),
    });
  });

  test("that overlaps another one by a single code is refused, on either side; next to it, it isn't", async () => {
    const why = "It overlaps 1431-1432 (Katlehong). An area must lie inside another one or outside it.";
    expect(await area("1432", "1433", {}, true)).toEqual({ ok: false, why });
    expect(await area("1430", "1431", {}, true)).toEqual({ ok: false, why });
    expect(await area("1433", "1434", {}, true)).toMatchObject({ ok: true, after: { town: "Ekurhuleni" } });
    expect(await area("1429", "1430", {}, true)).toMatchObject({ ok: true, after: { town: "Ekurhuleni" } });
    expect(await area("1427", "1449", {}, true)).toMatchObject({ ok: false });
    expect(await area("1427", "1450", {}, true)).toMatchObject({ ok: true, after: { town: "Ekurhuleni" } });
  });

  test.each([
    ["1431", "14"],
    ["14", "1431"],
    ["", ""],
    ["1432", "1431"],
    ["143a", "1432"],
  ])("from %j to %j is no range of codes", async (fromCode, toCode) => {
    expect(await area(fromCode, toCode, {}, true)).toEqual({
      ok: false,
      why: "An area is a postal code of four digits, or a range such as 1431-1432.",
    });
  });

  test("that isn't changed by what is named isn't stored again", async () => {
    expect(await area("1431", "1432", { town: "Katlehong" })).toMatchObject({ ok: true, added: false });
    expect(await area("1431", "1432", { town: "Katlehong", zone: "town" })).toMatchObject({ ok: true, added: true });
  });

  test.each([
    [{ zone: "moon" }, "An area needs one of these as its zone (--zone): metro, regional, remote, town."],
    [{ region: "XX" }, "An area needs one of these as its region"],
    [{ province: "Natal" }, "An area needs one of these as its province"],
    [{ town: "" }, "A new area needs a town (--town)."],
  ])("as %j is refused: it would have no price", async (facts, refusal) => {
    const answer = await area("1431", "1432", facts);
    expect(answer).toMatchObject({ ok: false, why: expect.stringContaining(refusal) });
  });

  test("a planned change can be withdrawn", async () => {
    await area("1431", "1432", { served: false });
    const codes = { fromCode: "1431", toCode: "1432" };
    expect(await store.tx((tx) => withdrawArea(tx, codes, tomorrow, now))).toMatchObject({ ok: true });
    expect(await coverage("1431", afterMidnight)).not.toBeNull();
    expect(await areasNowAndComing(store.read, now)).toEqual(await areasNowAndComing(store.read, afterMidnight));
    const withdraw = (validFrom: string) => store.tx((tx) => withdrawArea(tx, codes, validFrom, now));
    expect(await withdraw(tomorrow)).toEqual({ ok: false, why: "No such change is planned." });
    expect(await withdraw(today)).toEqual({
      ok: false,
      why: "It has already started. Change the area from today instead.",
    });
  });
});

test("a box has one of the existing pictures, a new one the plain one, and a short example", async () => {
  const facts = { name: "Crate", lengthCm: 60, widthCm: 40, heightCm: 40, maxWeightGrams: 25_000, costCents: 39_00 };
  expect(await box("crate", facts, { isNew: true })).toMatchObject({ after: { picture: "box", example: "" } });
  expect(await box("crate", { picture: "stock-6", example: "a fridge" })).toMatchObject({
    before: { picture: "box" },
    after: { picture: "stock-6", example: "a fridge" },
  });
  expect(await box("crate", { picture: "../evil" })).toMatchObject({
    why: expect.stringMatching(/^There is no picture "..\/evil"\. The pictures are flyer-bag, stock-2/),
  });
  expect(await box("crate", { example: "x".repeat(61) })).toMatchObject({ ok: false });
  expect((await boxPictures(store.read, tomorrow))("crate")).toEqual({ picture: "stock-6", example: "a fridge" });
  expect((await boxPictures(store.read, today))("crate")).toEqual(PLAIN_PICTURE);
});

test("a new release's seeds leave staff's changes alone", async () => {
  await box("flyer-bag", { costCents: 450 }, { validFrom: today });
  await area("1431", "1432", { served: false }, false, today);
  await store.tx((tx) => tx.delete(seedLoads));
  await loadSeeds(store, now);
  expect((await boxesOn(now))[0]).toMatchObject({ costCents: 4_50 });
  expect(await coverage("1431", now)).toBeNull();
});

const isMetro = ({ kind, rateKey }: { kind: string; rateKey: string }) => kind === "zone" && rateKey === "metro";

function rate(rateKey: string, validFrom: string, amountCents: number, isNew = false) {
  const change = { kind: "zone", rateKey, validFrom, amount: { amountCents }, isNew } as const;
  return inText(store.tx((tx) => changeRate(tx, change, now)));
}

function box(
  id: string,
  facts: Parameters<typeof changeBox>[1]["facts"],
  { validFrom = tomorrow, isNew = false }: { validFrom?: string; isNew?: boolean } = {},
) {
  return inText(store.tx((tx) => changeBox(tx, { id, validFrom, facts, isNew }, now)));
}

function area(
  fromCode: string,
  toCode: string,
  facts: Parameters<typeof changeArea>[1]["facts"],
  isNew = false,
  validFrom = tomorrow,
) {
  return inText(store.tx((tx) => changeArea(tx, { codes: { fromCode, toCode }, validFrom, facts, isNew }, now)));
}

const pricingAt = (at: Date) => embeddedPricing(store, () => at);
const boxesOn = (at: Date) => pricingAt(at).boxes();
const coverage = (pcode: string, at: Date) => pricingAt(at).coverage(pcode);

/** What a flyer bag costs from Katlehong to Orlando, in cents. */
async function price(at: Date): Promise<number> {
  const asked = { fromPostal: "1431", toPostal: "1804", selectedBoxId: "flyer-bag", quantity: 1, applyVat: true };
  const quote = await pricingAt(at).quoteLocal(asked);
  return quote.ok ? quote.cents.totals.grandTotal : 0;
}
