import { describe, expect, test } from "vitest";
import { placesLike, placesNamed, placesNear } from "#app/domain/pricing/places";
import { narrowestArea, type PostalArea } from "#app/domain/pricing/postal-areas";

const area = (fromCode: string, toCode: string, town: string, rest: Partial<PostalArea> = {}): PostalArea => ({
  fromCode,
  toCode,
  town,
  province: "Gauteng",
  region: "GP",
  zone: "metro",
  served: true,
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
  test("a part of a city, and last the city's own codes that belong to no part", () => {
    expect(placesNamed("Soweto", areas).map(({ town, code }) => `${town} ${code}`)).toEqual([
      "Diepkloof 1862",
      "Dube 1800",
      "Orlando and Diepkloof 1804",
      "Soweto 1802",
    ]);
  });
  test("names that begin with it, if none is equal", () => {
    expect(codesOf("robb")).toEqual(["7400"]);
    expect(placesLike("katl", areas, 1)).toEqual([{ town: "Katlehong", code: "1421", province: "Gauteng" }]);
  });
  test("nothing for an unknown or very short name", () => {
    for (const typed of ["", "a", "ka", "Nowhereville"]) expect(codesOf(typed)).toEqual([]);
  });
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
});
