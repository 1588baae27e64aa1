import { inOneMessage } from "#app/domain/post/digest";
import { messageKinds, type TogetherKind, togetherKindOf } from "#app/domain/post/message-kinds";
import type { DigestRow } from "#db/schema/mail";
import type { OtherMessage } from "./other-messages";

const row = (number: string): DigestRow => ({
  number,
  inEmail: {
    ...{ greets: "Thandi Nkosi", to: "Sipho Dlamini, Orlando East, Soweto", reference: "1001", says: [] },
    trackingUrl: "https://courier.example/t/TH4701569556",
    stopUrl: "https://courier.example/stop-messages/q2Xb0vT7yC1n8sKfWm3e5A/sender?signed",
  },
});

export const SEVERAL = "Several parcels of one sender, within five minutes";

const kinds = Object.keys(messageKinds).flatMap((kind) => togetherKindOf(kind) ?? []);

/** What a sender of several parcels reads of them in one email, and in one text of each kind. */
export function severalMessages(): OtherMessage[] {
  const message = (channel: "email" | "sms", of: readonly TogetherKind[]): OtherMessage => {
    const stored = of.flatMap((kind) =>
      ["TH 470 156 955 6", "TH 470 156 955 6"].map((number) => ({
        ...{ emailKey: `${kind}:several:sender`, channel, digestRow: row(number) },
        ...{ subject: "", textBody: "", htmlBody: "", isSecret: false, holdsPin: false, quoteId: null },
      })),
    );
    const [first, ...others] = stored;
    if (!first) throw new Error("no kind leaves together");
    const { subject, text, html } = inOneMessage([first, ...others]);
    return { ...first, toAddress: "thandi@example.co.za", subject, textBody: text, htmlBody: html };
  };
  return [message("email", kinds), ...kinds.map((kind) => message("sms", [kind])), message("sms", kinds)];
}
