import * as z from "zod";
import { limits } from "../form/fields";
import { emailLine, phoneLine, requiredLine, storedEmailLine } from "../form/text-rules";
import { normaliseEmail } from "../values/email";
import { isCommonPassword } from "./common-passwords.server";

/** Specification section 9, "Minimums". */
const SHORTEST_PASSWORD = 6;
/** Longer than anybody types. Hashing a very long text would keep other requests waiting. */
const LONGEST_PASSWORD = 256;

const TOO_SHORT = "Please enter a password of at least 6 characters.";
const TOO_COMMON = "Many people use this password, so it is easy to guess. Please enter another one.";
const NO_EMAIL = "Please enter your email address.";

/** The rules for a new password. */
const newPassword = z
  .string({ error: TOO_SHORT })
  .min(SHORTEST_PASSWORD, { error: TOO_SHORT, abort: true })
  .max(LONGEST_PASSWORD, { error: `Please enter a password of at most ${LONGEST_PASSWORD} characters.`, abort: true })
  .refine((typed) => typed.trim() !== "", { error: "Please enter a password that is not only spaces.", abort: true })
  .refine((typed) => !isCommonPassword(typed), TOO_COMMON);

/** An existing password. One that is too long is simply wrong. */
const existingPassword = z
  .string({ error: "Please enter your password." })
  .min(1, "Please enter your password.")
  .max(LONGEST_PASSWORD, "The email or password is wrong.");

const typedEmail = (rule: z.ZodType<string, string>) =>
  z
    .string({ error: NO_EMAIL })
    .refine((typed) => typed.trim() !== "", { error: NO_EMAIL, abort: true })
    .pipe(rule)
    .transform(normaliseEmail);

const email = typedEmail(emailLine("Email"));
const storedEmail = typedEmail(storedEmailLine("Email"));

export const LoginSchema = z.object({ email: storedEmail, password: existingPassword });

export const RegisterSchema = z.object({
  name: requiredLine("Full Name", limits.fullName),
  phone: phoneLine("Phone Number"),
  email,
  password: newPassword,
});
export type Registration = z.output<typeof RegisterSchema>;

export const ForgotSchema = z.object({ email: storedEmail });

const NO_MATCH = "Passwords do not match.";

const matching = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  complaint: { error: NO_MATCH, path: ["confirmPassword"] },
};

const twice = {
  password: newPassword,
  confirmPassword: z.string(NO_MATCH).max(2 * LONGEST_PASSWORD, { error: NO_MATCH, abort: true }),
};

export const ResetPasswordSchema = z.object(twice).refine(matching.check, matching.complaint);

export const DetailsSchema = z.object({
  name: requiredLine("Full name", limits.fullName),
  phone: phoneLine("Phone"),
});

export const ChangePasswordSchema = z
  .object({ currentPassword: existingPassword, ...twice })
  .refine(matching.check, matching.complaint);

export const ChangeEmailSchema = z.object({ email, currentPassword: existingPassword });

/** Of what only the owner may do: the browser may be unattended. */
export const PasswordAgainSchema = z.object({ currentPassword: existingPassword });

export const ApiKeySchema = z.object({
  name: requiredLine("Name of the key", limits.fullName),
  currentPassword: existingPassword,
});

const LONGEST_SIGNING_SECRET = 200;
const WRONG_SECRET = "Copy the signing secret as Shopify shows it, without spaces.";

/** What an account says of its shop on Shopify. A secret that is left blank stays as it is. */
export const ShopifySchema = z.object({
  signingSecret: z
    .string()
    .optional()
    .transform((typed) => typed?.trim() ?? "")
    .pipe(
      z
        .string()
        .max(LONGEST_SIGNING_SECRET, { error: WRONG_SECRET, abort: true })
        .regex(/^[\x21-\x7e]*$/, WRONG_SECRET),
    ),
  smallestBox: z
    .string()
    .optional()
    .transform((typed) => typed ?? ""),
  currentPassword: existingPassword,
});
