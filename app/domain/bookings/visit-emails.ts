import { signatureWithPhone } from "#app/contact";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import { visitInWords } from "#app/domain/parcels/agreed-visit.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { Visit } from "#app/domain/parcels/visits";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { salutationAt } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";

type Agreed = { day: string; fromTime: string | null; untilTime: string | null } | null;

const words: Record<Visit, { verb: string; doing: string }> = {
  collection: { verb: "collect", doing: "collect your parcel" },
  delivery: { verb: "deliver", doing: "deliver your parcel" },
  return: { verb: "bring it back", doing: "bring your parcel back to you" },
};

const keyOf: Record<Visit, (occasion: string) => string> = {
  collection: (of) => `collection-agreed:${of}`,
  delivery: (of) => `visit-agreed:${of}`,
  return: (of) => `return-agreed:${of}`,
};

/** To the person we visit: when we come, or that the agreed day no longer holds. */
export function visitAgreed(
  quote: Quote,
  {
    waybillNo,
    stop,
    agreed,
    tracking,
    to,
  }: {
    waybillNo: string;
    stop: Visit;
    agreed: Agreed;
    tracking: Link;
    to: string;
  },
  now: Date,
): Email {
  const shown = spokenWaybillNumber(waybillNo);
  const { verb, doing } = words[stop];
  return {
    key: keyOf[stop](`${quote.id}:${now.toISOString()}`),
    to,
    ...compose({
      subject: agreed
        ? `We ${verb} on ${visitInWords(agreed)}: waybill ${shown}`
        : `A new day to ${verb}: waybill ${shown}`,
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      opening: [
        agreed
          ? `We have agreed when we will ${doing}.`
          : `The day that we agreed to ${doing} no longer holds. We will phone to agree on another day.`,
      ],
      large: ["Waybill number", shown],
      facts: [...(agreed ? ([["When", visitInWords(agreed)]] as const) : []), ...parcelFacts(quote)],
      action: tracking,
      closing: agreed
        ? ["Please make sure that somebody is there. If the time doesn't suit you, please phone us."]
        : [],
      signature: signatureWithPhone(),
    }),
  };
}
