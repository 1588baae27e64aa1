import { resendEmail } from "#app/domain/mail/resend-email.server";
import type { StaffAction } from "#app/domain/staff-actions/staff-actions.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Command } from "../command";
import { act, emailNote } from "../desk.server";

export const resend: Command = {
  name: "resend email",
  right: "clerk",
  takes: "<email…>",
  summary: "send emails again: those that were given up, or that a customer has lost",
  more: [
    "list emails shows their ids. An email with a one-time link can't be sent again, because we don't keep its text.",
  ],
  examples: ["list emails", "resend email q2Xb0vT7yC1n8sKfWm3e5A"],
  options: {},
  async run({ words }, desk) {
    if (words.length === 0) throw new UsageError("Which email? Use list emails to see them.");
    return act(desk, async (tx) => {
      const [output, actions] = [[] as string[], [] as StaffAction[]];
      for (const word of new Set(words)) {
        const resent = await resendEmail(tx, word, desk.now);
        if (!resent.ok) return { ok: false, why: [`${word}: ${resent.refusal}`] };
        const { subject, toAddress } = resent.email;
        output.push(
          `“${subject}” to ${toAddress}${resent.added ? " will be sent again." : " is already waiting to be sent again."}`,
        );
        if (resent.added) actions.push({ action: "resent email", subject: word, details: subject });
      }
      return { ok: true, output: [...output, emailNote], actions };
    });
  },
};
