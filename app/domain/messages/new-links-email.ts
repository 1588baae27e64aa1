import { signatureWithPhone } from "#app/contact";
import { paths } from "#app/paths";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Link } from "../post/compose";
import { salutationAt } from "../post/customer-words";
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
  return {
    key: `new-links:${quote.id}:${now.toISOString()}:${person}`,
    to,
    quoteId: quote.id,
    person,
    ...compose({
      subject: `Your links to this parcel: waybill ${spokenWaybillNumber(waybillNo)}`,
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      opening: [
        `The ${person}'s details of this parcel were put right. The links in our earlier emails don't open any more. These do.`,
      ],
      facts: parcelFacts(quote),
      links: [...links, { label: "Links to your other parcels", url: appUrl + paths.lost() }],
      closing: ["If you know nothing of this parcel, please phone us."],
      signature: signatureWithPhone(),
    }),
  };
}
