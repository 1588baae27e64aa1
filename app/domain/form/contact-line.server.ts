import * as z from "zod";
import { normaliseEmail } from "../values/email";
import { normalisePhone } from "../values/phone.server";
import { limits } from "./fields";
import { emailLine, optionalLine } from "./text-rules";

const WRONG = "Enter an email like name@example.co.za, or a phone number like 082 123 4567";

/** One field for an email, stored in lower case, or a phone, stored as `+27821234567`. Null when it was left blank. */
export const contactLine = optionalLine("Email or phone", limits.email).transform((typed, context) => {
  if (typed === "") return null;
  const email = emailLine("Email").safeParse(typed);
  if (email.success) return normaliseEmail(email.data);
  const phone = normalisePhone(typed);
  if (phone) return phone;
  context.addIssue({ code: "custom", message: WRONG });
  return z.NEVER;
});

/** The form for lost waybill numbers. */
export const LostSchema = z.object({
  contact: contactLine.transform((contact, context) => {
    if (contact) return contact;
    context.addIssue({ code: "custom", message: WRONG });
    return z.NEVER;
  }),
});
