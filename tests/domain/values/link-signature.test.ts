import { expect, test } from "vitest";
import { isKeyTo, keyFor, linkKeyOf, signedPath } from "#app/domain/values/link-signature.server";

const [now, before] = [linkKeyOf("the secret of today"), linkKeyOf("the secret of last year")];
const path = "/waybill/TH4701569556";

test("a signed link opens its own address, with today's secret or an older one that is still listed", () => {
  const key = keyFor(now, path);
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(signedPath(now, path)).toBe(`${path}?key=${key}`);
  expect(isKeyTo(path, key, [now])).toBe(true);
  expect(isKeyTo(path, keyFor(before, path), [now, before])).toBe(true);
});

test.each([
  ["of another address", keyFor(now, "/waybill/TH4821093753")],
  ["of a secret that has left the list", keyFor(before, path)],
  ["that is cut off", keyFor(now, path).slice(1)],
  ["that is blank", ""],
  ["with a letter too many", `${keyFor(now, path)}a`],
])("a key %s doesn't", (_, key) => {
  expect(isKeyTo(path, key, [now])).toBe(false);
});

test("the key for links doesn't reveal the cookies' secret, and without a key nothing opens", () => {
  expect(now).not.toContain("secret");
  expect(now).toHaveLength(43);
  expect(isKeyTo(path, keyFor(now, path), [])).toBe(false);
});
