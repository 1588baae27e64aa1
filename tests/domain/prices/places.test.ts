import { describe, expect, test } from "vitest";
import {
  cityAt,
  isOnePlace,
  type KnownPlace,
  onlyPlaceIn,
  partsAt,
  placesLike,
  placesNamed,
  placesNear,
} from "#app/domain/prices/places";
import { narrowestArea, type PostalArea } from "#app/domain/prices/postal-areas";

const area = (fromCode: string, toCode: string, town: string, rest: Partial<PostalArea> = {}): PostalArea => ({
  fromCode,
  toCode,
  town,
  province: "Gauteng",
  region: "GP",
  zone: "metro",
  served: true,
  latitude: null,
  longitude: null,
  ...rest,
});
const areas = [
  area("1400", "1699", "Ekurhuleni"),
  area("1421", "1421", "Katlehong"),
  area("1431", "1432", "Katlehong"),
  area("1800", "1899", "Soweto"),
  area("1800", "1801", "Dube"),
  area("1804", "1804", "Orlando and Diepkloof"),
  area("1862", "1864", "Diepkloof"),
  area("5090", "5090", "Ngcobo", { province: "Eastern Cape", region: "EC", zone: "remote" }),
  area("7400", "7400", "Robben Island", { served: false }),
  area("7441", "7441", "Table View", { province: "Western Cape", region: "WC" }),
  area("3600", "3600", "Ngcobo", { province: "KwaZulu-Natal", region: "KZN" }),
];
const aKnown = (code: string, town: string, rest: Partial<KnownPlace> = {}): KnownPlace => ({
  ...{ code, town, province: "Gauteng", also: [] },
  ...rest,
});
const codesOf = (typed: string) => placesNamed(typed, areas).map(({ code }) => code);

describe("a name means", () => {
  test("one place, in any letter case, and of several codes with the same price the most common one", () => {
    expect(codesOf("KATLEHONG ")).toEqual(["1431"]);
  });
  test("either half of a double name", () => {
    expect(codesOf("orlando")).toEqual(["1804"]);
    expect(codesOf("diepkloof")).toEqual(["1862"]);
  });
  test("several, if it makes a difference", () => {
    expect(codesOf("Ngcobo")).toEqual(["5090", "3600"]);
  });
  test("a city by its own codes, and by a part for each other price", () => {
    expect(codesOf("Soweto")).toEqual(["1802"]);
    const dearer = [...areas, area("1841", "1841", "Orange Farm", { zone: "town" })];
    expect(placesNamed("Soweto", dearer).map(({ code }) => code)).toEqual(["1802", "1841"]);
  });
  test("first what people call so: a neighbour that shares the postal area doesn't belong to it", () => {
    const known = [aKnown("1804", "Soweto"), aKnown("1804", "Orlando East", { city: "Soweto", also: ["OE"] })];
    const dearer = [...areas, area("1841", "1841", "Orange Farm", { zone: "town" })];
    expect(placesNamed("soweto", dearer, known)).toEqual([{ town: "Soweto", code: "1804", province: "Gauteng" }]);
    expect(placesNamed("oe", dearer, known).map(({ town }) => town)).toEqual(["Orlando East"]);
    expect(placesNamed("Soweto", areas, [aKnown("9100", "Soweto")])).toEqual([]);
  });
  test("nothing, if it only begins a name, which is suggested", () => {
    expect(codesOf("robb")).toEqual([]);
    expect(placesLike("robb", areas, 9).map(({ code }) => code)).toEqual(["7400"]);
    expect(placesLike("katl", areas, 1)).toEqual([{ town: "Katlehong", code: "1421", province: "Gauteng" }]);
  });
  test("of several codes with the same price the place with most of them, wherever its codes are", () => {
    const twice = [area("2000", "2003", "Berea"), area("2100", "2101", "Berea")];
    expect(placesNamed("berea", twice).map(({ code }) => code)).toEqual(["2000"]);
    expect(placesNamed("berea", twice.toReversed()).map(({ code }) => code)).toEqual(["2000"]);
  });
  test.each([
    ["region", { region: "WC" }],
    ["zone", { zone: "town" }],
    ["service", { served: false }],
  ])("each of several, if only their %s differs", (_, rest) => {
    const both = [area("2000", "2000", "Berea"), area("2100", "2100", "Berea", rest)];
    expect(placesNamed("berea", both).map(({ code }) => code)).toEqual(["2000", "2100"]);
  });
  test("a city from ten codes apart on, and one place below that", () => {
    const part = area("2001", "2001", "Part", { zone: "town" });
    expect(placesNamed("town", [area("2000", "2010", "Town"), part]).map(({ town }) => town)).toEqual(["Town", "Part"]);
    expect(placesNamed("town", [area("2000", "2009", "Town"), part]).map(({ town }) => town)).toEqual(["Town"]);
  });
  test("nothing, if narrower areas have all its codes", () => {
    expect(
      placesNamed("town", [area("2000", "2001", "Town"), area("2000", "2000", "A"), area("2001", "2001", "B")]),
    ).toEqual([]);
  });
  test("parts that lie wholly in the city, its first and last code included, but no city in it", () => {
    const city = area("2010", "2050", "City");
    const parts = [
      area("2010", "2010", "First", { zone: "town" }),
      area("2050", "2050", "Last", { zone: "remote" }),
      area("2009", "2011", "Early", { zone: "regional" }),
      area("2049", "2051", "Late", { zone: "regional" }),
      area("2020", "2040", "Inner", { zone: "regional" }),
      area("0019", "0020", "Zero"),
    ];
    expect(placesNamed("city", [city, ...parts]).map(({ town }) => town)).toEqual(["City", "First", "Last"]);
    expect(placesNamed("zero", [city, ...parts])).toEqual([{ town: "Zero", code: "0019", province: "Gauteng" }]);
  });
  test("nothing for an unknown or very short name", () => {
    for (const typed of ["", "a", "ka", "Nowhereville"]) expect(codesOf(typed)).toEqual([]);
  });
});

describe("suggestions", () => {
  const named = [
    area("2001", "2001", "Central"),
    area("4001", "4001", "Durban Central"),
    area("6001", "6001", "Port-Elizabeth"),
  ];
  const like = (typed: string, limit = 10) => placesLike(typed, named, limit).map(({ code }) => code);

  test("have a word, or several from the first on, that begin with what was typed", () => {
    expect(like("cent")).toEqual(["2001", "4001"]);
    expect(like("CENT", 1)).toEqual(["2001"]);
    expect(like("durban c")).toEqual(["4001"]);
    expect(like("eliz")).toEqual(["6001"]);
    expect(like("entral")).toEqual([]);
    const known = [aKnown("4001", "Durban Central"), aKnown("4091", "Cato Manor", { also: ["Central Mkhumbane"] })];
    expect(placesLike("central", named, 9, known).map(({ code }) => code)).toEqual(["4001", "4091", "2001"]);
  });

  test("start at three letters", () => {
    expect(like("cen")).toEqual(["2001", "4001"]);
    expect(like("ce")).toEqual([]);
    expect(like(" ce ")).toEqual([]);
  });
});

test("a code has a city if all that people call by it is in that city, and the names of its parts", () => {
  const orlando = aKnown("1804", "Orlando", { city: "Soweto" });
  expect(partsAt("1804", [aKnown("1804", "Soweto"), orlando])).toEqual({ city: "Soweto", suburbs: ["Orlando"] });
  expect(partsAt("1804", [orlando, aKnown("1804", "Lenz")])).toEqual({ city: null, suburbs: ["Orlando"] });
  expect(partsAt("1805", [orlando])).toEqual({ city: null, suburbs: [] });
});

test("of several cities with one code, the one that was typed is meant, its suburb before it", () => {
  const known = [
    aKnown("7785", "Philippi", { also: ["Phillipi"] }),
    aKnown("7785", "Mitchells Plain"),
    aKnown("7785", "Tafelsig", { city: "Mitchells Plain" }),
  ];
  const cityOf = (...typed: string[]) => cityAt("7785", typed, known);
  expect(cityOf()).toBeNull();
  expect(cityOf("", "12 Gogo's street")).toBeNull();
  expect(cityOf("", "PHILLIPI")).toBe("Philippi");
  expect(cityOf("Tafelsig", "Philippi")).toBe("Mitchells Plain");
  expect(cityAt("7785", ["Philippi"], known.slice(1, 2))).toBe("Mitchells Plain");
});

test("an area is one place unless its name has two, or it has a city's codes", () => {
  expect(isOnePlace("Dube")).toBe(true);
  expect(isOnePlace("Orlando and Diepkloof")).toBe(false);
  expect(isOnePlace("Sandton")).toBe(true);
  expect(onlyPlaceIn(area("1800", "1809", "Dube"))).toBe("Dube");
  expect(onlyPlaceIn(area("1800", "1810", "Dube"))).toBeNull();
  expect(onlyPlaceIn(area("1804", "1804", "Orlando and Diepkloof"))).toBeNull();
});

test("a code has its place's name, served or not", () => {
  expect(narrowestArea("7400", areas)?.town).toBe("Robben Island");
  expect(narrowestArea("1432", areas)?.town).toBe("Katlehong");
  expect(narrowestArea("9100", areas)).toBeNull();
});

test("nearby places have a close number, are served, and are listed once", () => {
  expect(placesNear("7400", areas, 3).map(({ town }) => town)).toEqual(["Table View"]);
  expect(placesNear("1430", areas, 3).map(({ code }) => code)).toEqual(["1431", "1800", "1804"]);
  expect(placesNear("9999", areas, 3)).toEqual([]);
  expect(placesNear("5490", areas, 3).map(({ code }) => code)).toEqual(["5090"]);
  expect(placesNear("5491", areas, 3)).toEqual([]);
  expect(placesNear("1430", areas, 0)).toEqual([]);
});
