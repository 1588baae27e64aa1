import { describe, expect, test } from "vitest";
import { linkDays } from "#app/domain/accounts/emails";
import {
  ChangeEmailSchema,
  ChangePasswordSchema,
  LoginSchema,
  RegisterSchema,
  ResetPasswordSchema,
} from "#app/domain/accounts/forms";
import { greeting } from "#app/domain/accounts/greeting";
import { isLinkMode } from "#app/domain/accounts/link-modes";
import { plainText } from "#app/language/plain-text";

const form = { name: "Thandi Nkosi", phone: "082 123 4567", email: "Thandi@Example.co.za", password: "kasi-7" };

function complaint(schema: typeof RegisterSchema | typeof LoginSchema, typed: object): string | null {
  return schema.safeParse(typed).error?.issues[0]?.message ?? null;
}

describe("a password", () => {
  const messageFor = (password: unknown) => complaint(RegisterSchema, { ...form, password });

  test("has 6 to 256 characters that aren't all spaces, and isn't a common one", () => {
    expect(messageFor("kasi-")).toMatch(/at least 6/);
    expect(messageFor("kasi-7")).toBeNull();
    expect(messageFor(`${"k".repeat(255)}7`)).toBeNull();
    expect(messageFor(`${"k".repeat(256)}7`)).toMatch(/at most 256/);
    expect(messageFor("        ")).toMatch(/only spaces/);
    expect(messageFor("Password")).toMatch(/Many people/);
    expect(messageFor(undefined)).toMatch(/at least 6/);
  });

  test("an existing one may have up to 256 characters; a longer one is simply wrong", () => {
    const known = (password: string) => complaint(LoginSchema, { email: form.email, password });
    expect([known("x"), known("x".repeat(256))]).toEqual([null, null]);
    expect(known("")).toMatch(/enter your password/);
    expect(known("x".repeat(257))).toMatch(/wrong/);
    expect(ChangeEmailSchema.safeParse({ email: form.email, currentPassword: "" }).success).toBe(false);
  });

  test("must be typed twice alike; the error is shown at the second field", () => {
    const twice = { password: "kasi-7", confirmPassword: "kasi-7" };
    expect(ResetPasswordSchema.safeParse(twice).success).toBe(true);
    expect(ChangePasswordSchema.safeParse({ ...twice, currentPassword: "old" }).success).toBe(true);
    for (const confirmPassword of ["kasi-8", "x".repeat(513)]) {
      const wrong = { ...twice, confirmPassword };
      for (const { error } of [
        ResetPasswordSchema.safeParse(wrong),
        ChangePasswordSchema.safeParse({ ...wrong, currentPassword: "old" }),
      ])
        expect(error?.issues).toMatchObject([{ message: "Passwords do not match.", path: ["confirmPassword"] }]);
    }
  });
});

test("an email is needed, and kept in lower case", () => {
  expect(complaint(LoginSchema, { email: "  ", password: "x" })).toMatch(/enter your email/);
  expect(complaint(LoginSchema, { email: "thandi", password: "x" })).toMatch(/must look like/);
  expect(RegisterSchema.parse(form)).toMatchObject({ email: "thandi@example.co.za", name: "Thandi Nkosi" });
});

test("who has an email that isn't taken any more signs in with it", () => {
  const email = "pieter..v@example.com";
  expect(complaint(LoginSchema, { email, password: "x" })).toBeNull();
  expect(complaint(RegisterSchema, { ...form, email })).toMatch(/must look like/);
});

test.each([
  ["05:59", "Good morning"],
  ["11:59", "Good morning"],
  ["12:00", "Good afternoon"],
  ["16:59", "Good afternoon"],
  ["17:00", "Good evening"],
])("at %s in South Africa it says %s", (clock, words) => {
  expect(greeting(new Date(`2026-11-23T${clock}:00+02:00`))).toBe(words);
});

test("links work for an hour, three days or thirty, and say so", () => {
  expect((["resetPassword", "verifyEmail", "recoverEmail"] as const).map((mode) => plainText(linkDays(mode)))).toEqual([
    "1 hour",
    "3 days",
    "30 days",
  ]);
  expect([isLinkMode("verifyEmail"), isLinkMode("toString")]).toEqual([true, false]);
});
