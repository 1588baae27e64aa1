import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ChangePasswordSchema, LoginSchema, RegisterSchema, ResetPasswordSchema } from "#app/domain/accounts/forms";

const person = { name: "Thandi", phone: "0821234567", email: "thandi@example.co.za" };
/** Each form in which a password is chosen. */
const forms = {
  register: (password: string) => RegisterSchema.safeParse({ ...person, password }),
  reset: (password: string) => ResetPasswordSchema.safeParse({ password, confirmPassword: password }),
  change: (password: string) =>
    ChangePasswordSchema.safeParse({ currentPassword: "x", password, confirmPassword: password }),
};
/** Variations of our name and trade. */
const ofOurs = [
  "thumacouriers",
  "2026 Thuma Couriers (Pty) Ltd",
  "Thuma2026!",
  "Thuma-Courier 1",
  "COURIER123",
  "waybill",
];
const repeated = ["aaaaaa", "AaaaaaA", "7".repeat(20), "🚐".repeat(6)];
const wordsOf = (answer: ReturnType<(typeof forms)["register" | "reset" | "change"]>) =>
  answer.error?.issues.map(({ message }) => message) ?? [];

test.each(Object.entries(forms))("%s refuses easy passwords, each with one sentence", (_, choose) => {
  const common = ["Many people use this password, so it is easy to guess. Please enter another one."];
  for (const password of [
    "123456",
    "password",
    "PASSWORD",
    " qwerty ",
    "ｑｗｅｒｔｙ",
    "liverpool",
    ...repeated,
    ...ofOurs,
  ]) {
    expect(wordsOf(choose(password)), password).toEqual(common);
  }
  expect(wordsOf(choose("      "))).toEqual(["Please enter a password that is not only spaces."]);
  for (const short of ["", "12345", "     "]) {
    expect(wordsOf(choose(short)), short).toEqual(["Please enter a password of at least 6 characters."]);
  }
  expect(wordsOf(choose("x".repeat(257)))).toEqual(["Please enter a password of at most 256 characters."]);
});

test.each(Object.entries(forms))("%s accepts a few words of one's own", (_, choose) => {
  for (const password of ["kasi-taxi-rank-7", "six-ok", "wagtêê"]) expect(wordsOf(choose(password))).toEqual([]);
});

test.each(Object.entries(forms))("%s asks for no kind of character, and takes 256 of any", (_, choose) => {
  const composed = [
    "thuma umama",
    "parcel-for-gogo",
    "onlysmalletters",
    "ONLYCAPITALS",
    "8362517490",
    "#!?%&$+-",
    "two words",
    "ñandú ☂ 🚐",
    "izindlela ".repeat(25),
  ];
  for (const password of [...composed, "🚐🚚".repeat(64), "x7".repeat(128)]) {
    expect(wordsOf(choose(password)), password).toEqual([]);
  }
});

test("whoever has such a password from before can still sign in", () => {
  expect(LoginSchema.safeParse({ email: person.email, password: "123456" }).success).toBe(true);
});

test("the list has 10,000 different passwords of 6 or more characters, as they are compared", () => {
  const list = readFileSync("db/common-passwords.txt", "utf8").trimEnd().split("\n");
  expect(new Set(list).size).toBe(10_000);
  expect(list.filter((each) => each.length < 6 || each !== each.normalize("NFKC").trim().toLowerCase())).toEqual([]);
});
