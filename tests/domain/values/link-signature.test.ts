import { expect, test } from "vitest";
import { formerKeyFor, isKeyTo, keyFor, linkKeyOf } from "#app/domain/values/link-signature.server";

const [now, before] = [linkKeyOf("the secret of today"), linkKeyOf("the secret of last year")];
const path = "/waybill/TH1";
const sender = { person: "sender", number: 2 };
const account = { person: "account", number: 0 };

test("a key opens its own address alone, for each of the people whose links do, also one of an older secret", () => {
  const key = keyFor(now, path, sender);
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(isKeyTo(path, key, [account, sender], [now])).toBe(true);
  expect(isKeyTo(path, keyFor(now, path, account), [account, sender], [now])).toBe(true);
  expect(isKeyTo(path, keyFor(before, path, sender), [sender], [now, before])).toBe(true);
});

test.each([
  ["of another address", keyFor(now, "/waybill/TH4821093753", sender)],
  ["of another person", keyFor(now, path, { ...sender, person: "receiver" })],
  ["that has ended", keyFor(now, path, { ...sender, number: 1 })],
  ["of an earlier release, once links of its person have ended", formerKeyFor(now, path)],
  ["of a secret that has left the list", keyFor(before, path, sender)],
  ["that is cut off", keyFor(now, path, sender).slice(1)],
  ["that is empty", ""],
  ["with a letter too many", `${keyFor(now, path, sender)}a`],
])("a key %s opens nothing", (_, key) => {
  expect(isKeyTo(path, key, [sender, account], [now])).toBe(false);
});

test("a key of an earlier release opens its address until the links of one of its people have ended", () => {
  const key = formerKeyFor(now, path);
  expect(isKeyTo(path, key, [account, { ...sender, number: 0 }], [now])).toBe(true);
  expect(isKeyTo(path, key, [account, { ...sender, number: 1 }], [now])).toBe(false);
});

test("without a secret, no key opens anything", () => {
  expect(isKeyTo(path, keyFor(now, path, sender), [sender], [])).toBe(false);
});
