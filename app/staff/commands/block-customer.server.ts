import { blockCustomer as block, unblockCustomer } from "#app/domain/accounts/blocked-customers.server";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Command } from "../command";
import { act } from "../desk.server";

export const blockCustomer: Command = {
  name: "block customer",
  right: "manager",
  takes: "<email or phone> [--because <why>]",
  summary: "take a sender's bookings in the office alone, because the site was abused",
  more: [
    "Nobody can book or ask for a price on the site with this email or phone as the sender's, or in an account that has it. They",
    "are asked to phone the office: import books for them. What is paid goes on, and so does what others send to them. It ends",
    "after 12 months, or with --undo. show blocked_customers has them all.",
  ],
  examples: [
    'block customer nomsa@example.com --because "Fifty bookings cancelled"',
    "block customer 083 111 2222 --undo",
  ],
  options: {
    because: { type: "string", value: "why", help: "the reason; the customer may ask for it" },
    undo: { type: "boolean", help: "let them book on the site again" },
  },
  async run({ words, option, has }, desk) {
    const contact = contactFrom(words);
    const shown = contact.includes("@") ? contact : phoneAsShown(contact);
    const because = option("because") ?? "";
    return act(desk, async (tx) => {
      // The record doesn't name the customer: it is kept for longer than the block.
      const subject = contact.includes("@") ? "an email address" : "a phone number";
      if (has("undo")) {
        const wasBlocked = await unblockCustomer(tx, contact);
        if (!wasBlocked) return { ok: false, why: [`${shown} isn't blocked.`] };
        const actions = [{ action: "unblocked customer", subject, details: "" }];
        return { ok: true, output: [`${shown} can book on the site again.`], actions };
      }
      const isNews = await block(tx, contact, because, desk.now);
      if (!isNews) return { ok: true, output: [`${shown} is blocked already.`], actions: [] };
      return {
        ok: true,
        output: [`${shown} can't book on the site any more. What is paid goes on.`],
        actions: [{ action: "blocked customer", subject, details: "" }],
      };
    });
  },
};

function contactFrom(words: string[]): string {
  const typed = words.join(" ").trim();
  if (!typed) throw new UsageError("Whom? Give the email or the phone of a sender.");
  if (isEmail(typed)) return normaliseEmail(typed);
  const phone = normalisePhone(typed);
  if (!phone) throw new UsageError(`"${typed}" is neither an email nor a phone. find shows both.`);
  return phone;
}
