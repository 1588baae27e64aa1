import { expect, test } from "vitest";
import { jsonPieces } from "#app/domain/values/json-pieces";
import { wholeList } from "../../support/a-whole-document";

async function* each<Item>(...items: Item[]) {
  yield* items;
}

test("a document in pieces is the text that it would be as a whole, with one item of a list in each piece", async () => {
  const made = new Date("2026-11-23T08:00:00Z");
  const plain = { made, left: undefined, none: null, names: ["Zola\n", '"'], empty: {} };
  const whole = { ...plain, quotes: [{ no: 1, of: [made] }, "two", { accounts: [{ a: 1 }], b: {} }], nothing: [] };
  const long = {
    ...plain,
    quotes: each<unknown>({ no: 1, of: [made] }, "two", { accounts: each({ a: 1 }), b: {} }),
    nothing: each(),
  };
  const pieces = await wholeList(jsonPieces(long));
  expect(pieces.join("")).toBe(JSON.stringify(whole, null, 2));
  expect(pieces.filter((piece) => piece.includes('"no"')).join("")).not.toContain("two");
  expect(await wholeList(jsonPieces({}))).toEqual(["{}"]);
});
