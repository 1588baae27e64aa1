import { brand, placeholders } from "#app/brand";
import type { Asked } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { number, say } from "#app/language/say";
import { paths } from "#app/paths";
import { unpaidWith, waybillsWith } from "#db/quotes-of-person.server";
import type { Tx } from "#db/store.server";
import { type Addresses, HOME_COUNTRY, isLocal } from "../form/addresses";
import { isContactOf } from "../form/contacts.server";
import { type Party, parties } from "../form/fields";
import { type AmountDue, amountsDue } from "../money/charges.server";
import { unpaidStatuses } from "../money/payment-state";
import { payPath } from "../parcels/quotes/payment-order.server";
import type { Visit } from "../parcels/visits";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Fact } from "../post/compose";
import { signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { toBeSigned } from "../post/emailed-link.server";
import { nextMomentToLeave } from "../post/leave-together";
import { queueEmail, takeBackEmail } from "../post/outbox.server";
import { queueText } from "../post/queue-text.server";
import { placeOnRoute } from "../prices/place-on-route.server";
import { newId } from "../values/ids.server";

/** Older parcels are left out. */
const LOOKED_FOR_MS = 180 * DAYS;
const MOST_PARCELS = 5;

/** Stands in for a booking when there is none, so that the work is the same. */
const placeholderRow: Row = {
  waybillNo: "TH0000000000",
  quoteId: "nobodys",
  nextVisit: null,
  email: placeholders.sender,
  response: null,
  form: {
    addresses: {
      ...{ fromCity: brand.city, fromEmail: placeholders.sender, fromPhone: "0820000000", fromCell: "" },
      ...{
        toCity: "Cape Town",
        toCountry: HOME_COUNTRY,
        toEmail: placeholders.sender,
        toPhone: "0820000000",
        toCell: "",
      },
    },
  },
};

/**
 * Sends the links of a person's parcels again, by email, or by text message if they gave a phone. The sender's link
 * opens the waybill, and what waits to be paid for it; the receiver's lead to the tracking page and, with the key of the receiver, to their wishes. For an
 * unknown contact the same work is done and the messages are withdrawn at once, so that the answer takes just as long.
 * The caller must not send the outbox itself.
 * @param contact an email in lower case, or a phone as `+27821234567`
 */
export async function sendLinksAgain(
  tx: Tx,
  asked: Asked<"a letter" | "a text" | "an email asked for">,
  contact: string,
  at: { appUrl: string; now: Date },
): Promise<void> {
  const { now } = at;
  const since = new Date(now.getTime() - LOOKED_FOR_MS);
  const lookedFor = { since, unpaid: unpaidStatuses, atMost: MOST_PARCELS };
  const rows = await waybillsWith(tx, contact, lookedFor);
  const unpaid = (await unpaidWith(tx, contact, lookedFor)).filter(
    (row) => partyWith(row, contact) === "from" && row.email !== "",
  );
  const theirs = rows.flatMap((row) => {
    const party = partyWith(row, contact);
    return party ? [{ ...row, party }] : [];
  });
  const isKnown = theirs.length > 0 || unpaid.length > 0;
  const givenEmail = contact.includes("@") ? contact : null;
  const placeholder: Theirs = { ...placeholderRow, email: givenEmail ?? placeholderRow.email, party: "from" };
  const [newest = placeholder] = theirs;
  const [newestUnpaid] = unpaid;
  const email = givenEmail ?? (theirs.length === 0 && newestUnpaid ? newestUnpaid.email : emailOf(newest));
  const shown = theirs.length === 0 && newestUnpaid ? [] : [newest, ...theirs.slice(1)];
  const due = await amountsDue(
    tx,
    shown.map(({ quoteId }) => quoteId),
  );
  const facts = (row: Theirs) => parcelOf(row, email, at.appUrl, due.get(row.quoteId));
  const id = newId();
  // Whoever asks by phone gets one email, which may be another person's than a booking's.
  const toPay = unpaid.filter((row) => partyWith(row, email.toLowerCase()) === "from");
  const message = linksAgain(
    id,
    email,
    shown.map(facts),
    toPay.map((row) => bookingOf(row, at.appUrl)),
  );
  await queueEmail(tx, asked, message, now, nextMomentToLeave(now));
  await takeBackEmail(tx, isKnown ? "nobody's" : message.key);
  if (givenEmail) return;
  const text = linksAgainText(id, contact, shown.length === 0 && newestUnpaid ? newestUnpaid : facts(newest));
  await queueText(tx, asked, text, now, nextMomentToLeave(now));
  await takeBackEmail(tx, isKnown ? "nobody's" : text.key);
}

type Row = {
  waybillNo: string;
  quoteId: string;
  nextVisit: Visit | null;
  email: string;
  response: unknown;
  form: { addresses: Partial<Addresses> & Pick<Addresses, "fromCity" | "toCity" | "toCountry" | "toEmail"> };
};
type Theirs = Row & { party: Party };

/** The party that a contact belongs to. The account's email counts as the sender's. */
function partyWith({ email, form: { addresses } }: Pick<Row, "email" | "form">, contact: string): Party | null {
  if (email.toLowerCase() === contact) return "from";
  return parties.find((party) => isContactOf(addresses, party, contact)) ?? null;
}

function emailOf({ party, email, form }: Theirs): string {
  return party === "from" ? email : form.addresses.toEmail;
}

/**
 * A parcel's links for the person of its booking who has this email address: the sender's, if both have it. Whoever asks
 * by phone gets one email about several bookings, and in some of them that address may be nobody's.
 */
function parcelOf(
  { waybillNo, quoteId, nextVisit, ...row }: Theirs,
  email: string,
  appUrl: string,
  due: AmountDue | undefined,
): FoundParcel {
  const quote = { formSnapshot: row.form, response: row.response };
  const person = partyWith(row, email.toLowerCase());
  const isReceiver = person === "to";
  const tracking = paths.shortTracking(waybillNo);
  // Whoever gets their parcel back pays no more for it.
  const isToPay = due !== undefined && !due.isRefused && nextVisit !== "return";
  return {
    waybillNo,
    from: placeOnRoute(quote, "from"),
    to: placeOnRoute(quote, "to"),
    waybillUrl: person === "from" ? toBeSigned(paths.waybill(waybillNo), appUrl) : null,
    dueUrl: person === "from" && isToPay ? toBeSigned(paths.charge(due.id), appUrl) : null,
    findMeUrl: isReceiver && isLocal(row.form.addresses) ? toBeSigned(paths.findMe(quoteId), appUrl) : null,
    trackingUrl: isReceiver ? toBeSigned(tracking, appUrl) : appUrl + tracking,
  };
}

/** A booking that isn't paid, with the page where it is. */
function bookingOf(row: Unpaid, appUrl: string): UnpaidBooking {
  const { quoteId: id, quoteNo, paymentOrderId, form: formSnapshot, response } = row;
  const quote = { formSnapshot, response };
  return {
    quoteNo,
    ...{ from: placeOnRoute(quote, "from"), to: placeOnRoute(quote, "to") },
    payUrl: appUrl + payPath({ id, paymentOrderId }),
  };
}

type Unpaid = Awaited<ReturnType<typeof unpaidWith>>[number];
type UnpaidBooking = { quoteNo: string; from: string; to: string; payUrl: string };

/**
 * `waybillUrl` is null for people who may only track the parcel, `findMeUrl` for all but its receiver. `dueUrl` is where
 * its sender pays more; null if nothing waits to be paid.
 */
type FoundParcel = {
  waybillNo: string;
  /** Towns. */
  from: string;
  to: string;
  waybillUrl: string | null;
  dueUrl: string | null;
  findMeUrl: string | null;
  trackingUrl: string;
};

/** To somebody who lost their waybill number: the parcels that name their email or phone, and what they haven't paid. */
export function linksAgain(id: string, to: string, parcels: FoundParcel[], unpaid: UnpaidBooking[] = []): Email {
  const { emails, bookings } = messagesCatalogue();
  return {
    key: `links-again:${id}`,
    to,
    ...compose({
      ...(parcels.length > 0 ? bookings.linksAgain(parcels.length) : bookings.unpaidAgain(unpaid.length)),
      greeting: emails.goodDay,
      facts: [
        ...parcels.map(
          ({ waybillNo, from, to, dueUrl }): Fact => [
            say`${number(spokenWaybillNumber(waybillNo))}`,
            dueUrl ? say`${bookings.route(from, to)}, ${bookings.moreToPay}` : bookings.route(from, to),
          ],
        ),
        ...unpaid.map(
          ({ quoteNo, from, to }): Fact => [
            say`${number(quoteNo)}`,
            say`${bookings.route(from, to)}, ${bookings.notPaid}`,
          ],
        ),
      ],
      links: [
        ...unpaid.map(({ quoteNo, payUrl }) => ({ label: bookings.payFor(quoteNo), url: payUrl })),
        ...parcels.flatMap(({ waybillNo, waybillUrl, dueUrl, findMeUrl, trackingUrl }) => {
          const shown = spokenWaybillNumber(waybillNo);
          return [
            ...(dueUrl ? [{ label: bookings.payMoreFor(shown), url: dueUrl }] : []),
            ...(waybillUrl ? [{ label: bookings.waybillOf(shown), url: waybillUrl }] : []),
            ...(findMeUrl ? [{ label: emails.links.findMeFor(shown), url: findMeUrl }] : []),
            { label: bookings.trackOf(shown), url: trackingUrl },
          ];
        }),
      ],
      signature: signatureWithPhone(),
    }),
  };
}

/** The same as a text message: only the newest parcel, within 160 characters. */
function linksAgainText(id: string, to: string, newest: FoundParcel | Unpaid) {
  const { texts } = messagesCatalogue();
  const words = plainText(
    "waybillNo" in newest
      ? texts.linksAgain(spokenWaybillNumber(newest.waybillNo))
      : texts.linksAgainUnpaid(newest.quoteNo),
  );
  const about = "waybillNo" in newest ? "Your waybill number" : "Your booking";
  return { key: `links-again:${id}:text`, to, about, words, holds: "nothing secret" } as const;
}
