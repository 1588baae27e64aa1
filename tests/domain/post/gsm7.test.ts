import { describe, expect, test } from "vitest";
import { asGsm7, lengthInGsm7, partsOf } from "#app/domain/post/gsm7";

describe("a text in the GSM alphabet", () => {
  test.each([
    ["We’re “here” – now…", 'We\'re "here" - now...'],
    ["Siphŏ Nkōsi", "Sipho Nkosi"],
    ["José, Ångström, È", "José, Ångström, E"],
    ["R\u00a01\u00a0234", "R 1 234"],
    ["🙂 wait", "? wait"],
    ["[gate] {2} €5 ~", "[gate] {2} €5 ~"],
  ])("%s becomes %s", (words, carried) => expect(asGsm7(words)).toBe(carried));

  test("characters of the second table count twice", () => {
    expect(lengthInGsm7("abc")).toBe(3);
    expect(lengthInGsm7("[€]")).toBe(6);
  });

  test("up to 160 characters are one text; after that each part has 153", () => {
    expect([160, 161, 306, 307].map((length) => partsOf("a".repeat(length)))).toEqual([1, 2, 2, 3]);
    expect(partsOf("€".repeat(81))).toBe(2);
  });
});
