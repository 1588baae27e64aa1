import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pictures } from "#app/domain/pricing/box-choices";
import { fallbackBoxes } from "#app/domain/pricing/fallback-boxes";
import { narrowestArea } from "#app/domain/pricing/postal-areas";
import { linehaulKey, type Rate, rateCardOn } from "#app/domain/pricing/rate-card";
import { isPostalCode } from "#app/domain/values/postal-code";
import { parseCsv } from "#db/csv";

const boxes = seed("boxes");
const countries = seed("countries");
const rates = seed("rates");
const areas = seed("postal_areas").map((row) => ({
  fromCode: row.from_code ?? "",
  toCode: row.to_code ?? "",
  town: row.town ?? "",
  province: row.province ?? "",
  region: row.region ?? "",
  zone: row.zone ?? "",
  served: row.served === "true",
}));
const card = rateCardOn(
  "2026-11-21",
  rates.map((row) => ({
    kind: row.kind as Rate["kind"],
    rateKey: row.rate_key ?? "",
    validFrom: row.valid_from ?? "",
    amountCents: row.amount_cents ? Number(row.amount_cents) : null,
    basisPoints: row.basis_points ? Number(row.basis_points) : null,
    leastDays: row.least_days ? Number(row.least_days) : null,
    mostDays: row.most_days ? Number(row.most_days) : null,
  })),
);
function servedArea(pcode: string) {
  const area = narrowestArea(pcode, areas);
  return area?.served ? area : null;
}
const whereIs = (pcode: string) => servedArea(pcode)?.town;

describe("postal areas", () => {
  test("cover the country: at least 150 ranges in all nine provinces", () => {
    expect(areas.length).toBeGreaterThanOrEqual(150);
    expect(new Set(areas.map((area) => area.province)).size).toBe(9);
  });

  test("are ranges of 4-digit codes that nest or are separate, so that there is exactly one narrowest", () => {
    for (const area of areas) {
      expect(isPostalCode(area.fromCode) && isPostalCode(area.toCode) && area.fromCode <= area.toCode).toBe(true);
    }
    const clashes = areas.flatMap((area, index) =>
      areas
        .slice(index + 1)
        .filter((other) => clash(area, other))
        .map((other) => `${area.town} / ${other.town}`),
    );
    expect(clashes).toEqual([]);
  });

  test.each([
    ["0122", "Mamelodi"],
    ["0152", "Soshanguve"],
    ["0008", "Atteridgeville"],
    ["0208", "Ga-Rankuwa"],
    ["0190", "Mabopane"],
    ["0742", "Seshego"],
    ["1214", "KaNyamazane"],
    ["1401", "Germiston"],
    ["1426", "Thokoza"],
    ["1431", "Katlehong"],
    ["1459", "Boksburg"],
    ["1475", "Vosloorus"],
    ["1496", "Duduza"],
    ["1519", "Etwatwa"],
    ["1520", "Daveyton"],
    ["1550", "Tsakane"],
    ["1575", "KwaThema"],
    ["1632", "Tembisa"],
    ["1689", "Ivory Park"],
    ["1852", "Meadowlands"],
    ["1804", "Orlando and Diepkloof"],
    ["1809", "Pimville"],
    ["1863", "Dobsonville"],
    ["1868", "Kwaxuma"],
    ["1983", "Sebokeng"],
    ["1984", "Evaton"],
    ["2090", "Alexandra"],
    ["2189", "Diepsloot"],
    ["2539", "Ikageng"],
    ["2574", "Jouberton"],
    ["2951", "Madadeni"],
    ["3217", "Edendale"],
    ["3219", "Imbali"],
    ["4066", "Umlazi"],
    ["4068", "Phoenix"],
    ["4092", "Chatsworth"],
    ["4309", "Inanda"],
    ["4359", "KwaMashu and Ntuzuma"],
    ["5219", "Mdantsane"],
    ["6200", "New Brighton"],
    ["6201", "Zwide"],
    ["6211", "Motherwell"],
    ["6242", "KwaNobuhle"],
    ["7455", "Langa"],
    ["7750", "Gugulethu"],
    ["7755", "Nyanga"],
    ["7784", "Khayelitsha"],
    ["7785", "Mitchells Plain and Philippi"],
    ["8345", "Galeshewe"],
    ["9323", "Mangaung"],
    ["9780", "Thaba Nchu"],
    ["9781", "Botshabelo"],
  ])("know %s as %s", (pcode, town) => {
    expect(whereIs(pcode)).toBe(town);
  });

  test("charge no more for a township than for the neighbouring suburb", () => {
    const zoneOf = (pcode: string) => servedArea(pcode)?.zone;
    const townships = ["1431", "1475", "1632", "1804", "2090", "2189", "0122", "4066", "4359", "5219", "6211", "7784"];
    const suburbs = ["1401", "2196", "0083", "4001", "5241", "6001", "8001"];
    expect(new Set([...townships, ...suburbs].map(zoneOf))).toEqual(new Set(["metro"]));
  });

  test("leave out every unused code: 9000 to 9299", () => {
    for (let code = 9_000; code <= 9_299; code++) expect(whereIs(String(code))).toBeUndefined();
  });

  test("hide a place that we don't serve from the wider area around it", () => {
    expect(whereIs("7441")).toBeDefined();
    expect(whereIs("7400")).toBeUndefined(); // Robben Island
  });
});

describe("the names that people use", () => {
  const names = parseCsv(readFileSync("db/place-names.csv", "utf8"));

  test("lead each to a code in its province, at the price of the area of that name", () => {
    const faults = names.flatMap(({ code = "", town = "", province, also = "" }) => {
      const area = narrowestArea(code, areas);
      const namesakes = areas.filter((other) => {
        const halves = other.town.split(" and ");
        return other.province === province && [town, ...also.split("|")].some((name) => halves.includes(name));
      });
      const isAtItsPrice = namesakes.length === 0 || namesakes.some(({ zone }) => zone === area?.zone);
      return area?.province === province && isAtItsPrice ? [] : [`${town} ${code}`];
    });
    expect(faults).toEqual([]);
    expect(names.length).toBeGreaterThan(200);
  });

  test("are each one line for a code, and a part's city is a place that we know", () => {
    const lines = names.map(({ code, town }) => `${town} ${code}`);
    expect(new Set(lines).size).toBe(lines.length);
    const known = new Set([...names.map(({ town }) => town), ...areas.flatMap(({ town }) => town.split(" and "))]);
    expect(names.filter(({ city }) => city && !known.has(city))).toEqual([]);
  });
});

describe("the rate card", () => {
  test("has linehaul between every two regions", () => {
    const regions = [...new Set(areas.map((area) => area.region))];
    const missing = regions
      .flatMap((region, index) => regions.slice(index + 1).map((other) => linehaulKey(region, other)))
      .filter((key) => !card?.linehaulCents.has(key));
    expect(regions.length).toBeGreaterThan(1);
    expect(missing).toEqual([]);
  });

  test("has a local and a pickup rate for every zone", () => {
    for (const zone of new Set(areas.map((area) => area.zone))) {
      expect(card?.zoneCents.get(zone)).toBeGreaterThan(0);
      expect(card?.pickupCents.get(zone)).toBeGreaterThan(0);
    }
  });

  test("has a rate for every country's zone", () => {
    for (const { numeric_zone } of countries) {
      expect(card?.internationalCents.get(numeric_zone ?? "")).toBeGreaterThan(0);
    }
  });

  test("charges South Africa's VAT, and fuel within what local couriers charge", () => {
    expect(card?.vatBasisPoints).toBe(1_500);
    expect(card?.fuelBasisPoints).toBeGreaterThanOrEqual(500);
    expect(card?.fuelBasisPoints).toBeLessThanOrEqual(1_500);
  });
});

describe("countries", () => {
  test("number more than 200 that we serve, each once, in zones 1 to 10", () => {
    expect(countries.filter((country) => country.served === "true").length).toBeGreaterThan(200);
    expect(new Set(countries.map((country) => country.name)).size).toBe(countries.length);
    expect(new Set(countries.map((country) => Number(country.numeric_zone)))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    );
  });

  test("don't include South Africa, which is domestic", () => {
    expect(countries.some((country) => country.iso2 === "ZA" || country.name === "South Africa")).toBe(false);
  });

  test.each(["Antarctica", "North Korea", "Bouvet Island"])("%s is known and not served", (name) => {
    expect(countries.find((country) => country.name === name)?.served).toBe("false");
  });
});

describe("boxes", () => {
  test("contain the three fallback boxes, as published, and at least three larger ones", () => {
    for (const { id, name, dimensions, maxWeightKg, costCents } of fallbackBoxes) {
      expect(boxes.find((box) => box.id === id)).toMatchObject({
        name,
        length_cm: String(dimensions.l),
        width_cm: String(dimensions.w),
        height_cm: String(dimensions.h),
        max_weight_grams: String(maxWeightKg * 1_000),
        cost_cents: String(costCents),
      });
    }
    expect(boxes.filter((box) => Number(box.max_weight_grams) > 5_000).length).toBeGreaterThanOrEqual(3);
  });

  test("have a drawing each, and an example of what fits in", () => {
    const drawn = [...readFileSync("public/boxes.svg", "utf8").matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
    expect(drawn).toEqual([...pictures]);
    for (const { picture = "", example } of boxes) {
      expect(drawn).toContain(picture);
      expect(example).toBeTruthy();
    }
  });
});

/** Whether two ranges overlap without one containing the other, or are equal. */
function clash(one: { fromCode: string; toCode: string }, other: { fromCode: string; toCode: string }): boolean {
  if (one.toCode < other.fromCode || other.toCode < one.fromCode) return false;
  const holds = one.fromCode <= other.fromCode && other.toCode <= one.toCode;
  const isHeld = other.fromCode <= one.fromCode && one.toCode <= other.toCode;
  return holds === isHeld;
}

function seed(table: string): Record<string, string>[] {
  return parseCsv(readFileSync(`db/seed/${table}.csv`, "utf8"));
}
