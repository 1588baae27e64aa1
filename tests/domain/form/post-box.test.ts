import { describe, expect, test } from "vitest";
import { addressesByKey, addressesSchema, homeAddresses, noDoor } from "#app/domain/form/addresses";
import { hasDoor } from "#app/domain/form/post-box";
import { addresses } from "../../../demo/typed-answers";
import { postBoxes } from "../../support/corpus/shops.mjs";

/** The plug-in decodes entities before. */
const decoded = postBoxes.map(
  ([lines, isOne]) => [lines.map((line) => line.replaceAll("&nbsp;", " ")), isOne] as const,
);

test.each(decoded)("%j is a post box alone: %s, as the plug-in says", (lines, isOne) => {
  expect(hasDoor(lines[0], lines[1], "")).toBe(!isOne);
});

describe("an address with nothing but a post box", () => {
  const asked = (changes: Record<string, string>, schema = homeAddresses) =>
    schema
      .safeParse({ ...addresses, fromLandmark: "", toLandmark: "", ...changes })
      .error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

  test.each(["from", "to"] as const)("is asked for a door, on the side %s", (party) => {
    const boxed = { [`${party}AddressLine`]: "P.O. Box 123", [`${party}Suburb`]: "Katlehong" };
    expect(asked(boxed)).toEqual([[`${party}AddressLine`, noDoor(party)]]);
    expect(asked({ ...boxed, [`${party}Landmark`]: "Blue gate beside the clinic" })).toEqual([]);
    expect(asked({ ...boxed, [`${party}AddressLine`]: "P.O. Box 123, 9 Vilakazi Street" })).toEqual([]);
    expect(asked(boxed, addressesByKey(["from", "to"]))).toEqual([[`${party}AddressLine`, noDoor(party)]]);
  });

  test("is taken of a receiver abroad, and where the place doesn't change", () => {
    const boxed = { toAddressLine: "PO Box 3", toSuburb: "" };
    const abroad = addressesSchema("abroad", () => true);
    expect(asked({ ...boxed, toCountry: "Botswana", toPostal: "" }, abroad)).toEqual([]);
    expect(
      asked(
        boxed,
        addressesSchema("home", () => true, []),
      ),
    ).toEqual([]);
  });
});
