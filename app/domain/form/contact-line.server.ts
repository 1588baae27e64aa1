import * as z from "zod";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { normaliseEmail } from "../values/email";
import { normalisePhone } from "../values/phone.server";
import { limits } from "./fields";
import { emailLine, optionalLine, storedEmailLine } from "./text-rules";

const wrong = () => plainText(catalogue().lost.notAContact);

/** One field for an email, stored in lower case, or a phone, stored as `+27821234567`. Null when it was left blank. */
const contactBy = (emailRule: ReturnType<typeof emailLine>) =>
  optionalLine(() => catalogue().lost.emailOrPhone, limits.email).transform((typed, context) => {
    if (typed === "") return null;
    const email = emailRule.safeParse(typed);
    if (email.success) return normaliseEmail(email.data);
    const phone = normalisePhone(typed);
    if (phone) return phone;
    context.addIssue({ code: "custom", message: wrong() });
    return z.NEVER;
  });

/** How we answer somebody. */
export const contactLine = contactBy(emailLine("Email"));

/** The form for lost waybill numbers: what a booking has, also an email that isn't taken any more. */
export const LostSchema = z.object({
  contact: contactBy(storedEmailLine("Email")).transform((contact, context) => {
    if (contact) return contact;
    context.addIssue({ code: "custom", message: wrong() });
    return z.NEVER;
  }),
});
