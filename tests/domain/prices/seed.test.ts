import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fallbackBoxes } from "#app/domain/prices/box-choices";
import { pictures } from "#app/domain/prices/box-pictures.server";
import { pairKey } from "#app/domain/prices/delivery-days";
import { narrowestArea } from "#app/domain/prices/postal-areas";
import { type Rate, rateCardOn } from "#app/domain/prices/rate-card";
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
  latitude: row.latitude ? Number(row.latitude) : null,
  longitude: row.longitude ? Number(row.longitude) : null,
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

  test("have their place inside their province, roughly, unless the range is a whole region", () => {
    const isPlaced = ({ latitude, longitude }: (typeof areas)[number]) => latitude !== null && longitude !== null;
    expect(areas.filter(isPlaced).length).toBeGreaterThanOrEqual(420);
    const outside = areas.filter((area) => isPlaced(area) && !isInProvince(area));
    expect(outside.map(({ fromCode, town }) => `${fromCode} ${town}`)).toEqual([]);
    const unplaced = areas.filter((area) => !isPlaced(area));
    // One that is a place has codes of its own, so that the region's are rarely used.
    expect(unplaced.filter(({ fromCode, toCode }) => Number(toCode) - Number(fromCode) < 10)).toMatchObject([
      { town: "Empumalanga" },
    ]);
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
  const names = parseCsv(readFileSync("db/seed/place-names.csv", "utf8"));

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
      .flatMap((region, index) => regions.slice(index + 1).map((other) => pairKey(region, other)))
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

/** Rough corners of each province, with some room around them. */
const provinces: Record<string, [latitude: number, longitude: number][]> = {
  Gauteng: pairs(
    "-25.1 28.0 -25.2 28.9 -25.6 29.1 -26.2 29.1 -26.9 28.5 -26.95 27.8 -26.6 27.1 -26.1 27.1 -25.7 27.5 -25.6 27.85 -25.35 27.85",
  ),
  "North West": pairs(
    "-24.6 25.9 -24.6 27.2 -25.0 27.3 -25.0 28.35 -25.45 28.35 -25.65 28.05 -25.9 27.9 -26.2 27.2 -26.9 27.4 -27.3 26.6 -27.9 26.0 -28.2 24.9 -27.9 24.2 -27.2 24.0 -26.9 22.5 -25.4 22.6 -25.8 25.3",
  ),
  Limpopo: pairs(
    "-22.0 29.3 -22.1 31.3 -23.5 31.6 -24.3 31.8 -24.55 31.0 -24.9 30.5 -25.4 29.7 -25.45 29.0 -25.4 28.2 -25.1 28.1 -25.1 27.0 -24.3 26.3 -23.4 26.8 -22.6 28.0",
  ),
  Mpumalanga: pairs(
    "-24.4 31.0 -24.6 32.05 -26.0 32.1 -25.95 31.0 -26.8 30.75 -27.2 31.1 -27.5 30.2 -27.6 29.6 -27.2 28.9 -26.9 28.4 -26.0 28.5 -25.5 28.3 -24.9 28.8 -25.2 29.9 -24.8 30.3",
  ),
  "KwaZulu-Natal": pairs(
    "-26.8 31.8 -26.8 33.0 -28.9 32.6 -31.2 30.4 -30.8 29.8 -30.6 29.2 -30.0 28.9 -29.3 29.2 -28.6 28.7 -27.6 29.5 -27.4 30.2 -27.2 31.2",
  ),
  "Free State": pairs(
    "-26.6 27.8 -26.7 28.6 -27.4 29.8 -28.4 29.5 -28.8 28.8 -29.1 27.7 -29.6 27.1 -30.7 26.9 -30.8 25.4 -29.6 24.9 -29.6 24.3 -28.7 24.7 -28.3 25.0 -27.6 26.3 -26.8 26.8",
  ),
  "Eastern Cape": pairs(
    "-30.0 28.0 -30.1 29.0 -30.7 29.5 -30.6 30.0 -31.1 30.4 -33.2 28.2 -34.2 26.2 -34.4 24.4 -34.2 23.6 -33.4 23.2 -32.0 23.6 -31.0 24.6 -30.5 26.0 -30.4 26.9",
  ),
  "Northern Cape": pairs(
    "-24.7 19.9 -26.8 20.8 -26.2 22.6 -26.6 23.9 -27.9 24.3 -28.2 25.0 -28.9 24.9 -29.6 24.5 -30.7 25.5 -31.4 25.2 -31.8 24.0 -32.2 23.0 -32.0 21.9 -32.9 21.0 -32.7 20.0 -31.5 19.0 -31.0 17.5 -28.4 16.3 -28.0 17.0 -29.0 19.0 -28.4 20.0",
  ),
  "Western Cape": pairs(
    "-30.8 18.0 -31.6 19.3 -32.6 20.1 -32.8 21.0 -31.8 22.0 -32.0 23.4 -33.3 23.7 -33.8 23.4 -34.3 23.5 -35.0 20.0 -34.5 18.1 -32.9 17.6 -31.0 17.3",
  ),
};

function pairs(numbers: string): [latitude: number, longitude: number][] {
  const all = numbers.split(" ").map(Number);
  return Array.from({ length: all.length / 2 }, (_, at) => [all[2 * at] ?? 0, all[2 * at + 1] ?? 0]);
}

/** By the number of the outline's sides that a line to the east crosses. */
function isInProvince({ province, latitude, longitude }: (typeof areas)[number]): boolean {
  const corners = provinces[province] ?? expect.fail(`no outline of ${province}`);
  const [lat, lon] = [latitude ?? 0, longitude ?? 0];
  const crossed = corners.filter(([y1, x1], at) => {
    const [y2, x2] = corners[(at + 1) % corners.length] ?? [0, 0];
    return y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1);
  });
  return crossed.length % 2 === 1;
}
