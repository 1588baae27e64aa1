import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  everydayNames,
  findCountry,
  isSouthAfrica,
  namesakes,
  searchCountries,
} from "#app/domain/prices/contract/countries";
import { parseCsv } from "#db/csv";

const all = [
  "Papua New Guinea",
  "Guinea",
  "Guinea-Bissau",
  "Equatorial Guinea",
  "Côte d'Ivoire (Ivory Coast)",
  "Congo (DRC)",
  "Congo (Brazzaville)",
  "Eswatini (Swaziland)",
  "Åland Islands",
].map((name) => ({ name, zoneLetter: "C", numericZone: 3 }));

const names = (found: { name: string }[]) => found.map(({ name }) => name);

describe("searching for a country", () => {
  test("puts names that begin with what was typed first", () => {
    expect(names(searchCountries(all, "guinea", 10))).toEqual([
      "Guinea",
      "Guinea-Bissau",
      "Equatorial Guinea",
      "Papua New Guinea",
    ]);
  });

  test("ignores accents, capitals and curly apostrophes", () => {
    expect(names(searchCountries(all, "COTE D’IV", 10))).toEqual(["Côte d'Ivoire (Ivory Coast)"]);
    expect(names(searchCountries(all, "aland", 10))).toEqual(["Åland Islands"]);
  });

  test("puts names in which a word begins with it before those that only contain it", () => {
    const some = ["Botswana", "Eswatini (Swaziland)", "Aguinea-Bissau", "Sweden", "Guinea-Bissau"].map((name) => ({
      name,
      zoneLetter: "C",
      numericZone: 3,
    }));
    expect(names(searchCountries(some, "sw", 10))).toEqual(["Sweden", "Eswatini (Swaziland)", "Botswana"]);
    expect(names(searchCountries(some, "biss", 10))).toEqual(["Aguinea-Bissau", "Guinea-Bissau"]);
    expect(names(searchCountries(some, "guinea", 10))).toEqual(["Guinea-Bissau", "Aguinea-Bissau"]);
  });

  test("counts several words as one beginning", () => {
    const some = ["Anew Guinea", "Papua New Guinea"].map((name) => ({ name, zoneLetter: "C", numericZone: 3 }));
    expect(names(searchCountries(some, "new g", 10))).toEqual(["Papua New Guinea", "Anew Guinea"]);
  });

  test("lists everything, by name, when nothing is typed, and never more than asked for", () => {
    expect(names(searchCountries(all, " ", 2))).toEqual(["Åland Islands", "Congo (Brazzaville)"]);
  });

  test("finds nothing for a text without a match", () => {
    expect(searchCountries(all, "atlantis", 10)).toEqual([]);
  });
});

describe("a country typed in full", () => {
  test.each([
    ["eswatini", "Eswatini (Swaziland)"],
    ["Swaziland", "Eswatini (Swaziland)"],
    ["Guinea", "Guinea"],
    ["congo (drc)", "Congo (DRC)"],
    ["DRC", "Congo (DRC)"],
    ["IVORY coast", "Côte d'Ivoire (Ivory Coast)"],
  ])("%s is %s", (typed, name) => {
    expect(findCountry(all, typed)?.name).toBe(name);
  });

  test.each(["Congo", "Guin", ""])("%j could be anywhere", (typed) => {
    expect(findCountry(all, typed)).toBeNull();
  });

  test("South Africa is not abroad", () => {
    for (const name of [" south AFRICA ", "ZA", "rsa"]) expect(isSouthAfrica(name)).toBe(true);
    for (const name of ["South Sudan", "Africa", ""]) expect(isSouthAfrica(name)).toBe(false);
  });
});

describe("everyday names", () => {
  const served = parseCsv(readFileSync("db/seed/countries.csv", "utf8"))
    .filter((row) => row.served === "true")
    .map(({ name = "" }) => ({ name, zoneLetter: "C", numericZone: 3 }));

  test("each lead to a country of ours", () => {
    const unknown = Object.entries(everydayNames).filter(([typed]) => !findCountry(served, typed));
    expect(unknown).toEqual([]);
  });

  test.each([
    ["USA", "United States"],
    ["england", "United Kingdom"],
    ["UK", "United Kingdom"],
    ["UAE", "United Arab Emirates"],
    ["Holland", "Netherlands"],
    ["Turkey", "Türkiye"],
    ["Dubai", "United Arab Emirates"],
    ["Burma", "Myanmar"],
    ["Ivory Coast", "Côte d'Ivoire (Ivory Coast)"],
  ])("%s means %s", (typed, name) => {
    expect(names(searchCountries(served, typed, 10))).toEqual([name]);
    expect(findCountry(served, typed)?.name).toBe(name);
  });

  test("a name of two countries is both of them", () => {
    expect(names(namesakes(served, "congo"))).toEqual(["Congo (DRC)", "Congo (Brazzaville)"]);
  });
});
