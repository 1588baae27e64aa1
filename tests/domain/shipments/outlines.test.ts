import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { abroad } from "#app/domain/shipments/country-outlines";
import { isInCountry, isInSouthAfrica } from "#app/domain/shipments/outlines";
import { parseCsv } from "#db/csv";

const rectangles = Object.entries(abroad).flatMap(([country, all]) => all.map((one) => ({ country, one })));

test("every country that we send to has its rectangles, each from south to north and from west to east", () => {
  const served = parseCsv(readFileSync("db/seed/countries.csv", "utf8")).filter(({ served }) => served === "true");
  expect(served.map(({ name = "" }) => name).filter((name) => !abroad[name]?.length)).toEqual([]);
  const wrong = rectangles.filter(({ one: [south, west, north, east] }) => !(south < north && west < east));
  expect(wrong).toEqual([]);
});

test("the rectangles are those that were worked out: one that loses a sign or a side changes their sum", () => {
  const area = rectangles.reduce(
    (sum, { one: [south, west, north, east] }) => sum + (north - south) * (east - west),
    0,
  );
  expect([rectangles.length, area.toFixed(2)]).toEqual([304, "54769.44"]);
});

test.each([
  ["Zimbabwe", -17.83, 31.05, true],
  ["Zimbabwe", -25.97, 32.58, false],
  ["Namibia", -22.56, 17.08, true],
  ["France", 48.86, 2.35, true],
  ["Réunion", -20.88, 55.45, true],
  ["Nowhere", 0, 0, null],
])("whether %s may have %d, %d: %s", (country, latitude, longitude, is) => {
  expect(isInCountry(country, { latitude, longitude })).toBe(is);
});

test.each([
  ["Katlehong", -26.35, 28.15, true],
  ["Cape Town", -33.93, 18.42, true],
  ["Musina, at the border", -22.35, 30.04, true],
  ["Maseru, at the border of Lesotho", -29.31, 27.48, true],
  ["Thaba-Tseka, in the middle of Lesotho", -29.52, 28.61, false],
  ["Harare", -17.83, 31.05, false],
  ["the sea, 100 km from Durban", -29.86, 32.1, false],
])("%s lies in South Africa, or so near that it may: %d, %d %s", (_, latitude, longitude, is) => {
  expect(isInSouthAfrica({ latitude, longitude })).toBe(is);
});
