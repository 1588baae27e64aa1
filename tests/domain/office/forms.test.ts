import { expect, test } from "vitest";
import type * as z from "zod";
import { CodeSchema, JoinSchema, PasswordSchema } from "#app/domain/office/forms.server";

const TOO_SHORT = "Please enter a password of at least 12 characters.";
const OWN = "three purple bakkies";
const WRONG = "The email or password is wrong.";

test.each([
  [OWN, OWN, {}],
  ["a".repeat(11), "a".repeat(11), { password: [TOO_SHORT] }],
  [`a1${"b".repeat(10)}`, `a1${"b".repeat(10)}`, {}],
  [undefined, undefined, { password: [TOO_SHORT], confirmPassword: ["Passwords do not match."] }],
  ["ab".repeat(128), "ab".repeat(128), {}],
  [`${"ab".repeat(128)}c`, OWN, { password: ["Please enter a password of at most 256 characters."] }],
  [" ".repeat(12), OWN, { password: ["Please enter a password that is not only spaces."] }],
  ["1Q2W3E4R5T6Y", "1Q2W3E4R5T6Y", { password: ["Many people use this password. Please enter another one."] }],
  [OWN, `${OWN}s`, { confirmPassword: ["Passwords do not match."] }],
  [OWN, "ab".repeat(257), { confirmPassword: ["Passwords do not match."] }],
])("a password for the office, %j and again %j: %j", (password, confirmPassword, faults) => {
  expect(faultsIn(JoinSchema, { password, confirmPassword })).toEqual(faults);
});

test.each([
  [{ email: " Thandi@Example.com ", password: "p" }, {}],
  [{}, { email: ["Please enter your email address."], password: ["Please enter your password."] }],
  [
    { email: "  ", password: "" },
    { email: ["Please enter your email address."], password: ["Please enter your password."] },
  ],
  [
    { email: "a".repeat(257), password: "p".repeat(257) },
    { email: [WRONG], password: [WRONG] },
  ],
  [{ email: "a".repeat(256), password: "p".repeat(256) }, {}],
])("signing in with %j: %j", (typed, faults) => {
  expect(faultsIn(PasswordSchema, typed)).toEqual(faults);
});

test("an email is found however it is written, and a code without the spaces around it", () => {
  expect(PasswordSchema.parse({ email: " Thandi@Example.com ", password: " p " })).toEqual({
    email: "thandi@example.com",
    password: " p ",
  });
  expect(CodeSchema.parse({ code: ` ${"1".repeat(98)} ` })).toEqual({ code: "1".repeat(98) });
});

test.each([
  [{}, { code: ["Please enter the code."] }],
  [{ code: "  " }, { code: ["Please enter the code."] }],
  [{ code: "1".repeat(101) }, { code: ["That isn't a code."] }],
])("the code %j: %j", (typed, faults) => {
  expect(faultsIn(CodeSchema, typed)).toEqual(faults);
});

function faultsIn(schema: z.ZodType, typed: unknown): Record<string, string[] | undefined> {
  const read = schema.safeParse(typed);
  return read.success ? {} : (read.error.flatten().fieldErrors as Record<string, string[]>);
}
