import type { Cause } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader, Tx } from "#db/store.server";
import type { Party } from "../form/fields";
import { labelOf } from "../money/invoice";
import { papersOf } from "../money/invoices.server";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import { isOtherPerson } from "../parcels/quotes/change-form.server";
import { isNameless, type Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Link } from "../post/compose";
import { salutationAt, signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { signedLink } from "../post/emailed-link.server";
import { queueEmail } from "../post/outbox.server";
import { linksOf } from "./message-links.server";
import { stoppedSince } from "./opt-out.server";
import { parcelFacts } from "./parcel-facts";

/** Of older parcels nobody needs a link; `/lost` sends those that somebody asks for. */
const NEEDED_MS = 180 * DAYS;
const MOST_PARCELS = 5;

const partyOf = { sender: "from", receiver: "to" } as const satisfies Record<string, Party>;
type Person = keyof typeof partyOf;
const people = Object.keys(partyOf) as Person[];

/**
 * After somebody's email was put right, or another receiver took the place of one: their earlier links have ended
 * (`changeForm`), so they are sent new ones, for the newest parcels.
 * @param changed the bookings as they were
 */
export async function sendNewLinks(tx: Tx, cause: Cause, changed: readonly Quote[], now: Date): Promise<void> {
  const newestFirst = changed.toSorted(
    (one, other) => (other.bookedAt?.getTime() ?? 0) - (one.bookedAt?.getTime() ?? 0),
  );
  const sent: Record<Person, number> = { sender: 0, receiver: 0 };
  for (const was of newestFirst) {
    const is = await quoteById(tx, was.id);
    for (const person of is ? people : []) {
      if (!is || !isOtherPerson(was, is, partyOf[person])) continue;
      const to = emailOf[person](is);
      if (sent[person] < MOST_PARCELS && (await sendTo(tx, cause, is, { person, to }, now))) sent[person] += 1;
    }
  }
}

const emailOf: Record<Person, (quote: Quote) => string> = {
  sender: ({ email }) => email,
  receiver: ({ formSnapshot }) => formSnapshot.addresses.toEmail,
};

/** Returns false if there is nothing to open, or nobody to write to. */
async function sendTo(tx: Tx, cause: Cause, quote: Quote, { person, to }: { person: Person; to: string }, now: Date) {
  const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
  const isOld = !quote.bookedAt || quote.bookedAt.getTime() < now.getTime() - NEEDED_MS;
  if (!waybillNo || isOld || isNameless(quote) || to === "") return false;
  if (person === "receiver" && (await stoppedSince(tx, "email", to))) return false;
  const appUrl = (await readSiteFacts(tx))?.appUrl ?? "";
  const links = await linksFor[person](tx, quote, waybillNo);
  await queueEmail(tx, cause, newLinks(quote, { person, to, waybillNo, links, appUrl }, now), now);
  return true;
}

/** Every page that a person's links open. */
const linksFor: Record<Person, (store: Reader, quote: Quote, waybillNo: string) => Promise<Link[]>> = {
  async sender(store, quote, waybillNo) {
    const links = await linksOf(store, { quoteId: quote.id, waybillNo });
    const papers = await papersOf(store, quote.id);
    return present([
      links.waybill,
      links.tracking,
      ...(await Promise.all(papers.map((paper) => signedLink(store, labelOf(paper), paths.invoice(paper.invoiceNo))))),
      await signedLink(store, messagesCatalogue().emails.links.change, paths.changeBooking(quote.id)),
      await signedLink(store, messagesCatalogue().emails.links.cancel, paths.cancelBooking(quote.id)),
      quote.paymentOrderId
        ? await signedLink(store, messagesCatalogue().emails.links.allWaybills, paths.waybillsPdf(quote.id))
        : null,
      links.wrong,
      links.stop.sender,
    ]);
  },
  async receiver(store, quote, waybillNo) {
    const links = await linksOf(store, { quoteId: quote.id, waybillNo });
    return present([links.findMe, links.receiversTracking, links.wrong, links.stop.receiver]);
  },
};

const present = (links: (Link | null)[]) => links.filter((link) => link !== null);

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
      facts: parcelFacts(quote, person),
      links: [...links, { label: labels.otherParcels, url: appUrl + paths.lost() }],
      signature: signatureWithPhone(),
    }),
  };
}
