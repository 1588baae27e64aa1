import { allowMessages, stopMessages } from "#app/domain/messages/opt-out.server";
import type { Way } from "#app/domain/messages/who-is-notified";
import { cellPhone } from "#app/domain/values/phone.server";
import { UsageError } from "#app/domain/values/usage-error";
import { say } from "#app/language/say";
import { command } from "../command";
import { act, did, each } from "../desk.server";

const whose = {
  kind: "person",
  shown: "email or phone…",
  label: "emails, or a phone",
  required: "Whose? Give an email address or a phone number.",
  read: addressesFrom,
} as const;

export const stop = command({
  name: "stop messages",
  page: "check first",
  right: "clerk",
  also: "unsubscribe, no more emails, no more texts, opt out",
  summary: "send no more emails or texts about parcels to an address",
  more: say`Receipts, prices and refunds still go by email to whoever pays, and the PIN of a delivery by text to
    its receiver. Stopping them again changes nothing.`,
  examples: ["stop messages sipho@example.co.za", "stop messages 0735550101"],
  arguments: { person: whose },
  async run({ person: addresses }, desk) {
    return act(desk, (tx) =>
      each(addresses, async ({ way, address }) => {
        const isNews = await stopMessages(tx, way, address, desk.now);
        const record = { action: "stopped messages", subject: kindOf(way), details: "" };
        return did(isNews && record, say`${address} gets no ${isNews ? "more " : ""}messages about parcels.`);
      }),
    );
  },
});

export const allow = command({
  name: "allow messages",
  page: "check first",
  right: "clerk",
  also: "emails again, texts again, opt in",
  summary: "send emails or texts about parcels to an address again",
  examples: ["allow messages sipho@example.co.za"],
  arguments: { person: whose },
  async run({ person: addresses }, desk) {
    return act(desk, (tx) =>
      each(addresses, async ({ way, address }) => {
        const isNews = await allowMessages(tx, way, address);
        const record = { action: "allowed messages", subject: kindOf(way), details: "" };
        return did(isNews && record, say`${address} gets messages about parcels${isNews ? " again" : ""}.`);
      }),
    );
  },
});

/** Opt-outs are private, so the record doesn't contain the address either. */
const kindOf = (way: Way) => (way === "sms" ? "a phone number" : "an email address");

/** Emails contain an `@`; anything else is a phone, which may be typed in groups. */
function addressesFrom(typed: string): { way: Way; address: string }[] {
  const words = typed.split(/\s+/);
  const emails = words.filter((word) => word.includes("@"));
  const phone = words.filter((word) => !word.includes("@")).join(" ");
  const cell = cellPhone(phone);
  if (phone && !cell) throw new UsageError(say`"${phone}" is neither an email address nor a South African cell phone.`);
  return [
    ...emails.map((address) => ({ way: "email" as const, address })),
    ...(cell ? [{ way: "sms" as const, address: cell }] : []),
  ];
}
