import { allowMessages, stopMessages } from "#app/domain/messages/opt-out.server";
import type { Way } from "#app/domain/messages/who-is-notified";
import { cellPhone } from "#app/domain/texts/queue-text.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Command } from "../command";
import { act } from "../desk.server";

export const stop: Command = {
  name: "stop messages",
  right: "clerk",
  takes: "<email or phone…>",
  summary: "send no more emails or texts about parcels to an address",
  more: [
    "Receipts, prices and refunds still go by email to whoever pays, and the PIN of a delivery by text to its receiver. Stopped",
    "again, nothing changes.",
  ],
  examples: ["stop messages sipho@example.co.za", "stop messages 0735550101"],
  options: {},
  async run({ words }, desk) {
    const addresses = addressesFrom(words);
    return act(desk, async (tx) => {
      const [output, actions] = [[] as string[], [] as { action: string; subject: string; details: string }[]];
      for (const { way, address } of addresses) {
        const isNews = await stopMessages(tx, way, address, desk.now);
        output.push(`${address} gets no ${isNews ? "more " : ""}messages about parcels.`);
        if (isNews) actions.push({ action: "stopped messages", subject: kindOf(way), details: "" });
      }
      return { ok: true, output, actions };
    });
  },
};

export const allow: Command = {
  name: "allow messages",
  right: "clerk",
  takes: "<email or phone…>",
  summary: "send emails or texts about parcels to an address again",
  more: [],
  examples: ["allow messages sipho@example.co.za"],
  options: {},
  async run({ words }, desk) {
    const addresses = addressesFrom(words);
    return act(desk, async (tx) => {
      const [output, actions] = [[] as string[], [] as { action: string; subject: string; details: string }[]];
      for (const { way, address } of addresses) {
        const isNews = await allowMessages(tx, way, address);
        output.push(`${address} gets messages about parcels${isNews ? " again" : ""}.`);
        if (isNews) actions.push({ action: "allowed messages", subject: kindOf(way), details: "" });
      }
      return { ok: true, output, actions };
    });
  },
};

/** Opt-outs are private, so the record doesn't contain the address either. */
const kindOf = (way: Way) => (way === "sms" ? "a phone number" : "an email address");

/** Emails contain an `@`; anything else is a phone, which may be typed in groups. */
function addressesFrom(words: string[]): { way: Way; address: string }[] {
  const emails = words.filter((word) => word.includes("@"));
  const phone = words.filter((word) => !word.includes("@")).join(" ");
  if (words.length === 0) throw new UsageError("Whose? Give an email address or a phone number.");
  const cell = cellPhone(phone);
  if (phone && !cell) throw new UsageError(`"${phone}" is neither an email address nor a South African cell phone.`);
  return [
    ...emails.map((address) => ({ way: "email" as const, address })),
    ...(cell ? [{ way: "sms" as const, address: cell }] : []),
  ];
}
