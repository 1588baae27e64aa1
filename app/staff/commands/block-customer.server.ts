import { blockCustomer as block, unblockCustomer } from "#app/domain/accounts/blocked-customers.server";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, listNamed, say } from "#app/language/say";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";

export const blockCustomer = command({
  name: "block customer",
  page: "check first",
  right: "manager",
  also: "fraud, abuse, stop somebody, ban",
  summary: "stop a sender who abuses the site from booking there; the office can still book for them",
  more: say`Nobody can book or ask for a price on the site with this email or phone as the sender's, or from an
    account that has it. The site asks them to phone the office, which books for them with ${commandNamed("import")}.
    Parcels that are paid for or on account go ahead, and others can still send to them. The block ends after 12
    months, or with ${field("undo")}. ${listNamed("blocked_customers")} lists the blocks.`,
  examples: [
    'block customer nomsa@example.com --because "Fifty bookings cancelled"',
    "block customer 083 111 2222 --undo",
  ],
  arguments: {
    person: { kind: "person", required: "Who? Give the email or the phone of a sender.", read: contactFrom },
  },
  options: {
    because: {
      kind: "words",
      shown: "why",
      label: "the reason; the customer may ask for it",
      above: "Reason",
    },
    undo: { kind: "flag", label: "let them book again", above: "Let them book again" },
  },
  async run({ person: contact, because = "", undo }, desk) {
    const shown = contact.includes("@") ? contact : phoneAsShown(contact);
    return act(desk, async (tx) => {
      // The record doesn't name the customer: it is kept for longer than the block.
      const subject = contact.includes("@") ? "an email address" : "a phone number";
      if (undo) {
        const wasBlocked = await unblockCustomer(tx, contact);
        if (!wasBlocked) return notDone(say`${shown} isn't blocked.`);
        return did({ action: "unblocked customer", subject, details: "" }, say`${shown} can book on the site again.`);
      }
      const isNews = await block(tx, contact, because, desk.now);
      if (!isNews) return did(null, say`${shown} is blocked already.`);
      return did(
        { action: "blocked customer", subject, details: "" },
        say`${shown} can't book on the site any more. Parcels that are paid for or on account go ahead.`,
      );
    });
  },
});

export function contactFrom(typed: string): string {
  if (isEmail(typed)) return normaliseEmail(typed);
  const phone = normalisePhone(typed);
  if (!phone)
    throw new UsageError(say`"${typed}" is neither an email nor a phone. ${commandNamed("find")} shows both.`);
  return phone;
}
