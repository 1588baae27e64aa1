import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { number, say } from "#app/language/say";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose } from "../post/compose";
import { signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";

/** `waybillUrl` is null for people who may only track the parcel, `findMeUrl` for all but its receiver. */
export type FoundParcel = {
  waybillNo: string;
  /** Towns. */
  from: string;
  to: string;
  waybillUrl: string | null;
  findMeUrl: string | null;
  trackingUrl: string;
};

/** To somebody who lost their waybill number: the parcels that name their email or phone. */
export function linksAgain(id: string, to: string, parcels: FoundParcel[]): Email {
  const { emails, bookings } = messagesCatalogue();
  return {
    key: `links-again:${id}`,
    to,
    ...compose({
      ...bookings.linksAgain(parcels.length),
      greeting: emails.goodDay,
      facts: parcels.map(({ waybillNo, from, to }) => [
        say`${number(spokenWaybillNumber(waybillNo))}`,
        bookings.route(from, to),
      ]),
      links: parcels.flatMap(({ waybillNo, waybillUrl, findMeUrl, trackingUrl }) => {
        const shown = spokenWaybillNumber(waybillNo);
        return [
          ...(waybillUrl ? [{ label: bookings.waybillOf(shown), url: waybillUrl }] : []),
          ...(findMeUrl ? [{ label: emails.links.findMeFor(shown), url: findMeUrl }] : []),
          { label: bookings.trackOf(shown), url: trackingUrl },
        ];
      }),
      signature: signatureWithPhone(),
    }),
  };
}

/** The same as a text message: only the newest parcel, within 160 characters. */
export function linksAgainText(id: string, to: string, { waybillNo }: FoundParcel) {
  const words = plainText(messagesCatalogue().texts.linksAgain(spokenWaybillNumber(waybillNo)));
  return { key: `links-again:${id}:text`, to, about: "Your waybill number", words, holds: "nothing secret" } as const;
}
