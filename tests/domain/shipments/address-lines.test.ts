import { describe, expect, test } from "vitest";
import { linesOf, partyOnSlip } from "#app/domain/shipments/address-lines";
import { addresses } from "../../support/a-parcel";

const all = () => true;

describe("an address, a line each", () => {
  test("has the code beside the town and the country last, as on an envelope; blanks take no line", () => {
    expect(linesOf({ ...addresses, fromCountry: "South Africa" }, "from", ({ review }) => review === "place")).toEqual([
      "Stand 1423, Mphuti Street",
      "Katlehong",
      "Germiston 1431",
      "South Africa",
    ]);
    expect(linesOf(addresses, "to", ({ review }) => review === "landmark")).toEqual([]);
  });

  test("prints a suburb with its city's name once", () => {
    const soweto = { ...addresses, toSuburb: "Soweto" };
    expect(linesOf(soweto, "to", all)).toEqual([
      "Sipho Dlamini",
      "sipho@example.co.za",
      "+27 73 555 0101",
      "12 Ncome Crescent",
      "Soweto 1804",
    ]);
  });

  test("a lone postal code has a line", () => {
    expect(linesOf({ toPostal: "1804" }, "to", all)).toEqual(["1804"]);
  });
});

test("a slip has the name, phone and directions, but no email or second phone", () => {
  expect(partyOnSlip({ ...addresses, fromCell: "083 000 1111", fromCountry: "South Africa" }, "from")).toEqual({
    name: "Thandi Nkosi",
    lines: [
      "Stand 1423, Mphuti Street",
      "Katlehong",
      "Germiston 1431",
      "South Africa",
      "082 123 4567",
      "Blue gate opposite the taxi rank",
    ],
  });
  expect(partyOnSlip({ ...addresses, toLandmark: "Blue gate, 5G5CJ5X3+G9 ring" }, "to").lines.slice(-2)).toEqual([
    "Plus code 5G5CJ5X3+G9",
    "Blue gate, ring",
  ]);
  expect(partyOnSlip({ ...addresses, toLandmark: "12 Ncome Crescent" }, "to").lines).toEqual([
    "12 Ncome Crescent",
    "Orlando East",
    "Soweto 1804",
    "+27 73 555 0101",
  ]);
});
