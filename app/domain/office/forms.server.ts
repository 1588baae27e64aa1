import * as z from "zod";
import { isCommonPassword } from "../accounts/common-passwords.server";
import { normaliseEmail } from "../values/email";

const SHORTEST = 12;
const LONGEST = 256;
const TOO_SHORT = `Please enter a password of at least ${SHORTEST} characters.`;
const NO_MATCH = "Passwords do not match.";

export const JoinSchema = z
  .object({
    password: z
      .string({ error: TOO_SHORT })
      .min(SHORTEST, { error: TOO_SHORT, abort: true })
      .max(LONGEST, { error: `Please enter a password of at most ${LONGEST} characters.`, abort: true })
      .refine((typed) => typed.trim() !== "", {
        error: "Please enter a password that is not only spaces.",
        abort: true,
      })
      .refine((typed) => !isCommonPassword(typed), "Many people use this password. Please enter another one."),
    confirmPassword: z.string(NO_MATCH).max(2 * LONGEST, { error: NO_MATCH, abort: true }),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: NO_MATCH,
    path: ["confirmPassword"],
  });

const WRONG = "The email or password is wrong.";
const NO_EMAIL = "Please enter your email address.";
const NO_PASSWORD = "Please enter your password.";

/** One that is too long is simply wrong. */
export const PasswordSchema = z.object({
  email: z
    .string(NO_EMAIL)
    .max(LONGEST, { error: WRONG, abort: true })
    .trim()
    .min(1, NO_EMAIL)
    .transform(normaliseEmail),
  password: z.string(NO_PASSWORD).min(1, NO_PASSWORD).max(LONGEST, WRONG),
});

const NO_CODE = "Please enter the code.";

/** With the spaces and dashes that people type in a recovery code. */
const LONGEST_CODE = 100;

export const CodeSchema = z.object({
  code: z.string(NO_CODE).max(LONGEST_CODE, { error: "That isn't a code.", abort: true }).trim().min(1, NO_CODE),
});
