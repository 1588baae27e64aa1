import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Link } from "../post/compose";
import { salutationAt, signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { parcelFacts } from "./parcel-facts";

/** To a sender or receiver whose earlier links have ended: theirs of today. */
export function newLinks(
  quote: Quote,
  {
    person,
    to,
    waybillNo,
    links,
    appUrl,
  }: { person: "sender" | "receiver"; to: string; waybillNo: string; links: Link[]; appUrl: string },
  now: Date,
): Email {
  const { about, links: labels } = messagesCatalogue().emails;
  const words = messagesCatalogue().toSender.newLinks;
  return {
    key: `new-links:${quote.id}:${now.toISOString()}:${person}`,
    to,
    quoteId: quote.id,
    person,
    ...compose({
      ...words,
      about: about.waybill(spokenWaybillNumber(waybillNo)),
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      opening: [words.opening[person]],
      facts: parcelFacts(quote),
      links: [...links, { label: labels.otherParcels, url: appUrl + paths.lost() }],
      signature: signatureWithPhone(),
    }),
  };
}
