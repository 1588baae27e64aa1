import { signatureWithPhone } from "#app/contact";
import { compose, type Link } from "#app/domain/mail/compose";
import { salutationAt } from "#app/domain/mail/customer-words";
import type { Email } from "#app/domain/mail/email";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/quotes/quote";
import { type Stop, visitInWords } from "#app/domain/waybills/agreed-visit.server";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";

type Agreed = { day: string; fromTime: string | null; untilTime: string | null } | null;

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
    stop: Stop;
    agreed: Agreed;
    tracking: Link;
    to: string;
  },
  now: Date,
): Email {
  const shown = spokenWaybillNumber(waybillNo);
  const doing = { collection: "collect", delivery: "deliver" }[stop];
  return {
    key: `${stop === "collection" ? "collection" : "visit"}-agreed:${quote.id}:${now.toISOString()}`,
    to,
    ...compose({
      subject: agreed
        ? `We ${doing} on ${visitInWords(agreed)}: waybill ${shown}`
        : `A new day to ${doing}: waybill ${shown}`,
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      opening: [
        agreed
          ? `We have agreed when we will ${doing} your parcel.`
          : `The day that we agreed to ${doing} your parcel no longer holds. We will phone to agree on another day.`,
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
