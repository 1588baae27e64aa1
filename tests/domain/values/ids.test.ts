import { expect, test } from "vitest";
import { newId } from "#app/domain/values/ids.server";

test("an id can be typed as an argument of a command: it never begins with a hyphen", () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(ids.filter((id) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
