import { describe, expect, test } from "vitest";
import { changeArea } from "#app/domain/prices/area-changes.server";
import { changeBox } from "#app/domain/prices/box-changes.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import {
  doubtsAbout,
  nameOfPrice,
  type Price,
  type PriceChange,
  priceColumns,
  priceRow,
  raisedBy,
  readPriceList,
  valueInWords,
} from "#app/domain/prices/price-list";
import {
  changePrices,
  exampleRoutes,
  firstDayRefusal,
  pricesOn,
  readAllPrices,
  withdrawPrices,
} from "#app/domain/prices/price-list.server";
import { changeRate } from "#app/domain/prices/rate-changes.server";
import { type CsvReader, csv } from "#app/domain/values/csv";
import { plainText } from "#app/language/plain-text";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-21T08:00:00Z");
const today = "2026-11-21";
const newYear = "2027-01-01";

const store = storeForEachTest();
const prices = async (day = today) => pricesOn(day, await readAllPrices(store.read));
const file = (of: readonly Price[], reader: CsvReader = "program") => csv([...priceColumns], of.map(priceRow), reader);
const inWords = ({ price, after }: PriceChange) =>
  `${nameOfPrice(price)}: ${valueInWords(price.value)} → ${valueInWords(after)}`.replaceAll("\u00a0", " ");

function read(content: string, of: readonly Price[]) {
  const list = readPriceList(content, of);
  if (!list.ok) throw new Error(list.why.join("\n"));
  return list;
}

describe("a price list", () => {
  test.each(["program", "spreadsheet"] as const)("goes out and in unchanged, as a %s reads it", async (reader) => {
    await store.tx((tx) =>
      changeRate(tx, { kind: "international", rateKey: "9", validFrom: today, amount: null, isNew: false }, now),
    );
    const all = await prices();
    expect(read(file(all, reader), all)).toEqual({ ok: true, changes: [], missing: [], unknown: [] });
  });

  test("has every rate, box, area and country", async () => {
    const kinds = (await prices()).map(({ kind }) => kind);
    expect([...new Set(kinds)].toSorted()).toEqual(
      ["area", "box", "country", "days", "fuel", "international", "linehaul", "pickup", "vat", "zone"].toSorted(),
    );
    expect(kinds.filter((kind) => kind === "linehaul")).toHaveLength(45);
  });

  test("says what differs, by any spelling of a number, and in any order and case", async () => {
    const all = await prices();
    const list = "KEY;Kind;Rand;Percent;Zone;Least days;Most days\nMETRO;Zone;R 32,50;;;;\nfuel;fuel;;12,5 %;;;\n";
    const { changes } = read(list, all);
    expect(changes.map(inWords)).toEqual(["zone metro: R 30,00 → R 32,50", "fuel: 10 % → 12,5 %"]);
  });

  test("rows that it leaves out, and rows of nothing that we price, are named", async () => {
    const all = await prices();
    const { missing, unknown, changes } = read(`${file(all.slice(1))}zone,moon,,50,,,,\nrate,x,,1,,,,\n,,,9,,,,`, all);
    expect(missing).toEqual([all[0]]);
    expect(unknown).toEqual(["zone moon", "rate x", expect.stringMatching(/^line \d+$/)]);
    expect(changes).toEqual([]);
  });

  test.each([
    ["zone,metro,,,,,,", "the column rand is blank"],
    ["zone,metro,,thirty,,,,", '"thirty" isn\'t an amount'],
    ['zone,metro,,"1,234",,,,', "isn't an amount"],
    ["zone,metro,,30,5,,,", "it has nothing in the column percent"],
    ["fuel,fuel,,10,,,,", "it has nothing in the column rand"],
    ["fuel,fuel,,,ten,,,", '"ten" isn\'t a percentage'],
    ["box,flyer-bag,,none,,,,", "a box has a cost"],
    ["days,metro-metro,,,,1,,", "the column most_days is blank"],
    ["days,metro-metro,,,,1,none,", "aren't days"],
    ["zone,metro,,-5,,,,", "zone metro: the column rand is -5"],
    ["box,flyer-bag,,-5,,,,", "box flyer-bag .*: the column rand is -5"],
    ["days,metro-metro,,,,9,5,", "the column least_days is 9, which is more than most_days, 5"],
    ["days,metro-metro,,,,0,5,", "the column least_days is 0"],
    ["area,1431-1432,,,,,,moon", "area 1431-1432 .*: the column zone is moon, and the zones are .*metro"],
    ["country,BW,,,,,,4", "a country has no first day"],
  ])("with the line %j nothing is taken, and the line is named", async (line, why) => {
    const list = readPriceList(`${priceColumns.join(",")}\n${line}\n`, await prices());
    expect(list).toEqual({ ok: false, why: [expect.stringMatching(new RegExp(`^Line 2: .*${why}`))] });
  });

  test("a row that stands there twice is named, and another file isn't taken for one", async () => {
    const all = await prices();
    const twice = `${priceColumns.join(",")}\nzone,metro,,31,,,,\nzone,METRO,,32,,,,\n`;
    expect(readPriceList(twice, all)).toEqual({ ok: false, why: ["Line 3: zone METRO stands there twice."] });
    expect(readPriceList("name,phone\nThandi,1\n", all)).toEqual({
      ok: false,
      why: [expect.stringMatching(/^It isn't a list of prices/)],
    });
    expect(readPriceList("", all)).toMatchObject({ ok: false });
  });
});

describe("a percentage", () => {
  test("is rounded as the card is: whole rand where all are, else whole cents; fuel and VAT stay", async () => {
    const changes = raisedBy(650, await prices());
    const words = changes.map(inWords);
    expect(words).toContain("zone metro: R 30,00 → R 32,00");
    expect(words).toContain("linehaul FS-GP: R 25,00 → R 27,00");
    expect(words).toContain("linehaul GP-MP: R 20,00 → R 21,00");
    expect(words).toContain("international 1: R 320,00 → R 341,00");
    expect(words).toContain("box flyer-bag (Flyer bag): R 4,10 → R 4,37");
    expect(new Set(changes.map(({ price }) => price.kind))).toEqual(
      new Set(["zone", "linehaul", "pickup", "international", "box"]),
    );
  });

  test("a half is rounded upwards, and what rounding leaves as it was is no change", () => {
    const aZone = (key: string, cents: number | null): Price => ({
      ...{ kind: "zone", key, name: "" },
      value: { is: "rand", cents },
    });
    const raised = (basisPoints: number, ...cents: (number | null)[]) =>
      raisedBy(
        basisPoints,
        cents.map((each, at) => aZone(String(at), each)),
      ).map(({ after }) => (after.is === "rand" ? after.cents : null));
    expect(raised(500, 10_00, 50_00)).toEqual([11_00, 53_00]);
    expect(raised(499, 10_00, 50_00)).toEqual([52_00]);
    expect(raised(500, 10_10, 50_00)).toEqual([10_60, 52_50]);
    expect(raised(500, 10_01)).toEqual([10_51]);
    expect(raised(-1000, 10_00, null)).toEqual([9_00]);
  });
});

test("what may be a slip is asked about: below R 1, more than half, and what takes a planned change back", async () => {
  const all = await prices();
  const asked = (line: string, before = all) =>
    doubtsAbout(read(`${priceColumns.join(",")}\n${line}\n`, before).changes, all).map((each) =>
      each.replaceAll("\u00a0", " "),
    );
  expect(asked("zone,metro,,45,,,,")).toEqual([]);
  expect(asked("zone,metro,,45.01,,,,")).toEqual(["zone metro: R 45,01, before: R 30,00. That is more than half."]);
  expect(asked("zone,metro,,15,,,,")).toEqual([]);
  expect(asked("zone,metro,,14.99,,,,")).toHaveLength(1);
  expect(asked("zone,metro,,none,,,,")).toHaveLength(1);
  expect(asked("fuel,fuel,,,15.01,,,")).toHaveLength(1);
  expect(asked("box,flyer-bag,,0.99,,,,")).toEqual([
    "box flyer-bag (Flyer bag): R 0,99, before: R 4,10. That is below R 1.",
    "box flyer-bag (Flyer bag): R 0,99, before: R 4,10. That is more than half.",
  ]);
  await store.tx((tx) =>
    changeRate(
      tx,
      { kind: "zone", rateKey: "metro", validFrom: "2026-12-01", amount: { amountCents: 31_00 }, isNew: false },
      now,
    ),
  );
  expect(asked("zone,metro,,30,,,,", await prices(newYear))).toEqual([
    "zone metro: R 30,00, before: R 31,00. It takes back a change that is planned before.",
  ]);
});

describe("new prices", () => {
  test("start at midnight of their day, all together, and are withdrawn as one", async () => {
    const before = await readAllPrices(store.read);
    const changes = raisedBy(650, pricesOn(newYear, before));
    expect(await change(changes)).toEqual({ ok: true, until: [] });
    const after = await readAllPrices(store.read);
    expect(pricesOn("2026-12-31", after)).toEqual(pricesOn(today, before));
    expect(raisedBy(0, pricesOn(newYear, after))).toEqual([]);
    expect(await flyerBag("2026-12-31T21:59:00Z")).toBe(80_62);
    expect(await flyerBag("2026-12-31T22:00:00Z")).toBe(85_99);

    const withdrawn = await store.tx((tx) => withdrawPrices(tx, newYear, now));
    expect(withdrawn).toMatchObject({ ok: true, stays: [] });
    expect(withdrawn.ok && withdrawn.withdrawn).toHaveLength(changes.length);
    expect(await readAllPrices(store.read)).toEqual(before);
    expect(await store.tx((tx) => withdrawPrices(tx, newYear, now))).toEqual({
      ok: false,
      why: "No price was to change on that day.",
    });
  });

  test("start tomorrow at the earliest, and what applies is not withdrawn", async () => {
    expect(firstDayRefusal(today, now)).toBe("New prices start tomorrow (2026-11-22) at the earliest.");
    expect(firstDayRefusal("2026-11-22", now)).toBeNull();
    expect(await store.tx((tx) => withdrawPrices(tx, today, now))).toMatchObject({ ok: false });
  });

  test("a file may move an area to another zone, and change days, fuel and VAT", async () => {
    const all = await prices(newYear);
    const list = "area,1431-1432,,,,,,town\ndays,metro-metro,,,,2,3,\nvat,vat,,,16,,,\nfuel,fuel,,,12.5,,,";
    const { changes } = read(`${priceColumns.join(",")}\n${list}\n`, all);
    expect(await change(changes)).toMatchObject({ ok: true });
    const words = new Set(
      (await prices(newYear)).map((price) => `${nameOfPrice(price)}: ${valueInWords(price.value)}`),
    );
    for (const each of [
      "area 1431-1432 (Katlehong): zone town",
      "days metro-metro: 2 to 3 working days",
      "vat: 16 %",
      "fuel: 12,5 %",
    ])
      expect(words).toContain(each);
  });

  test("that no rate can have are refused, each with its line", async () => {
    const { changes } = read(
      `${priceColumns.join(",")}\nzone,metro,,10000.01,,,,\ndays,metro-metro,,,,1,61,\n`,
      await prices(),
    );
    const made = await change(changes);
    expect(made.ok ? [] : made.why.map((each) => plainText(each))).toEqual([
      expect.stringMatching(/^Line 2: zone metro: No rate is more than/),
      expect.stringMatching(/^Line 3: days metro-metro: Nothing takes more than 60/),
    ]);
  });

  test("a change that comes later is named, because it brings an old price back", async () => {
    const facts = { name: "Bag" };
    await store.tx((tx) => changeBox(tx, { id: "flyer-bag", validFrom: "2027-02-01", facts, isNew: false }, now));
    expect(await change(raisedBy(650, await prices(newYear)))).toMatchObject({
      ok: true,
      until: [{ price: { key: "flyer-bag" }, day: "2027-02-01" }],
    });
  });

  test("withdrawn, what else starts on that day stays", async () => {
    await store.tx(async (tx) => {
      const at = { validFrom: newYear };
      await changeBox(tx, { id: "flyer-bag", ...at, facts: { name: "Bag" }, isNew: false }, now);
      const codes = { fromCode: "1431", toCode: "1432" };
      await changeArea(tx, { codes, ...at, facts: { served: false }, isNew: false }, now);
      await changeRate(tx, { kind: "zone", rateKey: "far", ...at, amount: { amountCents: 90_00 }, isNew: true }, now);
    });
    const planned = await readAllPrices(store.read);
    await change(
      raisedBy(
        650,
        (await prices(newYear)).filter(({ key }) => key !== "far"),
      ),
    );
    expect(await store.tx((tx) => withdrawPrices(tx, newYear, now))).toMatchObject({
      ok: true,
      stays: ["zone far", "box flyer-bag (Bag)", "area 1431-1432 (Katlehong)"],
    });
    expect(await readAllPrices(store.read)).toEqual(planned);
  });
});

test("ten routes show the prices before and after: in each zone, between regions and abroad", async () => {
  const before = await readAllPrices(store.read);
  await change(raisedBy(650, pricesOn(newYear, before)));
  const { routes } = exampleRoutes(newYear, before, await readAllPrices(store.read));
  expect(routes).toHaveLength(10);
  expect(new Set(routes.map(({ from, to }) => `${from} ${to}`)).size).toBe(10);
  // They begin all over the country.
  const regionOf = new Map(before.areas.map(({ town, region }) => [town, region]));
  const starts = new Set(routes.map(({ from }) => from));
  expect(starts.size, [...starts].join(", ")).toBeGreaterThanOrEqual(7);
  expect(new Set([...starts].map((town) => regionOf.get(town))).size).toBeGreaterThanOrEqual(5);
  for (const { beforeCents, afterCents } of routes) {
    expect(beforeCents).toBeGreaterThan(50_00);
    expect(afterCents).toBeGreaterThan(beforeCents ?? 0);
  }
});

test("of all routes those are shown that cost something else", async () => {
  const before = await readAllPrices(store.read);
  const { changes } = read(`${priceColumns.join(",")}\nlinehaul,KZN-WC,,52,,,,\n`, pricesOn(newYear, before));
  await change(changes);
  const { routes } = exampleRoutes(newYear, before, await readAllPrices(store.read));
  expect(routes).toHaveLength(10);
  expect(routes.map(({ beforeCents, afterCents }) => (afterCents ?? 0) - (beforeCents ?? 0))).toEqual([
    // R 2,00, with fuel of 10 % and VAT of 15 %.
    2_53,
    ...Array(9).fill(0),
  ]);
});

test("where only another box changes, the routes are of that one", async () => {
  const before = await readAllPrices(store.read);
  const theBox = pricesOn(newYear, before).findLast(({ kind }) => kind === "box") ?? expect.fail("no box");
  await change([{ price: theBox, after: { is: "rand", cents: 1_000_00 } }]);
  const { box, routes } = exampleRoutes(newYear, before, await readAllPrices(store.read));
  expect(box).toBe(theBox.name);
  expect(routes).toHaveLength(10);
  for (const { beforeCents, afterCents } of routes) expect(afterCents).toBeGreaterThan(beforeCents ?? 0);
});

const change = (changes: readonly PriceChange[]) => store.tx((tx) => changePrices(tx, changes, newYear, now));

/** What a flyer bag costs from Katlehong to Orlando, in cents. */
async function flyerBag(at: string) {
  const asked = { fromPostal: "1431", toPostal: "1804", selectedBoxId: "flyer-bag", quantity: 1, applyVat: true };
  const quote = await embeddedPricing(store, () => new Date(at)).quoteLocal(asked);
  return quote.ok ? quote.cents.totals.grandTotal : 0;
}
