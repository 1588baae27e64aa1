import { expect, test } from "vitest";
import { maskedEmail } from "#app/domain/accounts/account";
import { hashPassword, isPassword } from "#app/domain/accounts/password.server";
import { limitsAsked } from "../../../demo/limits-asked";

test("a password is kept as Argon2id, 19 MiB and two passes, never the same twice", async () => {
  const [one, two] = await Promise.all([
    hashPassword(limitsAsked, "geheim-woord"),
    hashPassword(limitsAsked, "geheim-woord"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await isPassword(limitsAsked, "geheim-woord", one)).toBe(true);
  expect(await isPassword(limitsAsked, "geheim-Woord", one)).toBe(false);
  expect(await isPassword(limitsAsked, "anything", undefined)).toBe(false);
});

test("an accented letter is the same however the keyboard composes it", async () => {
  expect(await isPassword(limitsAsked, "wagte\u0065\u0302", await hashPassword(limitsAsked, "wagte\u00ea"))).toBe(true);
});

test.each([
  ["thandi@example.co.za", "th•••••@example.co.za"],
  ["abc@example.co.za", "a•••••@example.co.za"],
  ["a@b.za", "a•••••@b.za"],
])("%s is shown as %s", (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
