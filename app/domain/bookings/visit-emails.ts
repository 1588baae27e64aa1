import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { Visit } from "#app/domain/parcels/visits";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { salutationAt, signatureWithPhone } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, say } from "#app/language/say";

type Agreed = { day: string; fromTime: string | null; untilTime: string | null } | null;

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
  const { about, facts } = messagesCatalogue().emails;
  return {
    key: keyOf[stop](`${quote.id}:${now.toISOString()}`),
    to,
    ...compose({
      ...messagesCatalogue().bookings.visit(stop, agreed),
      about: about.waybill(shown),
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      large: [facts.waybill, say`${number(shown)}`],
      facts: [
        ...(agreed ? ([[facts.when, messagesCatalogue().parcel.visit(agreed)]] as const) : []),
        ...parcelFacts(quote),
      ],
      action: tracking,
      signature: signatureWithPhone(),
    }),
  };
}
