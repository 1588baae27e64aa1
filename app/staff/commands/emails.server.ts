import { resendEmail } from "#app/domain/mail/resend-email.server";
import type { StaffAction } from "#app/domain/staff-actions/staff-actions.server";
import type { Command } from "../command";
import { act, emailNote } from "../desk.server";
import { UsageError } from "../usage-error";

export const resend: Command = {
  name: "resend letter",
  takes: "<letter…>",
  summary: "send letters again: ones that were given up, or ones that somebody lost",
  more: [
    "list letters shows what they are called. A letter that held a one-time link can't be sent again: its text isn't kept.",
  ],
  examples: ["list letters", "resend letter q2Xb0vT7yC1n8sKfWm3e5A"],
  options: {},
  async run({ words }, desk) {
    if (words.length === 0) throw new UsageError("Which letter? list letters shows what they are called.");
    return act(desk, async (tx) => {
      const [said, actions] = [[] as string[], [] as StaffAction[]];
      for (const word of new Set(words)) {
        const resent = await resendEmail(tx, word, desk.now);
        if (!resent.ok) return { ok: false, why: [`${word}: ${resent.refusal}`] };
        const { subject, toAddress } = resent.email;
        said.push(`“${subject}” to ${toAddress}${resent.added ? " goes out again." : " is on its way again already."}`);
        if (resent.added) actions.push({ action: "resent letter", subject: word, details: subject });
      }
      return { ok: true, said: [...said, emailNote], actions };
    });
  },
};
