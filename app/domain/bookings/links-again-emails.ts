import { brand } from "#app/brand";
import { signatureWithPhone } from "#app/contact";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose } from "../post/compose";
import type { Email } from "../post/email";

/** `waybillUrl` is null for people who may only track the parcel, `findMeUrl` for all but its receiver. */
export type FoundParcel = {
  waybillNo: string;
  route: string;
  waybillUrl: string | null;
  findMeUrl: string | null;
  trackingUrl: string;
};

/** To somebody who lost their waybill number: the parcels that name their email or phone. */
export function linksAgain(id: string, to: string, parcels: FoundParcel[]): Email {
  return {
    key: `links-again:${id}`,
    to,
    ...compose({
      subject: parcels.length === 1 ? "Your waybill number" : "Your waybill numbers",
      greeting: "Good day,",
      opening: ["You asked for the numbers and links of your parcels. Here they are, the newest first."],
      facts: parcels.map(({ waybillNo, route }) => [spokenWaybillNumber(waybillNo), route] as const),
      links: parcels.flatMap(({ waybillNo, waybillUrl, findMeUrl, trackingUrl }) => {
        const shown = spokenWaybillNumber(waybillNo);
        return [
          ...(waybillUrl ? [{ label: `Waybill ${shown}`, url: waybillUrl }] : []),
          ...(findMeUrl ? [{ label: `How will the driver find you: ${shown}`, url: findMeUrl }] : []),
          { label: `Track ${shown}`, url: trackingUrl },
        ];
      }),
      closing: ["Did you not ask for this? Then somebody typed your email or phone by mistake. Nothing has changed."],
      signature: signatureWithPhone(),
    }),
  };
}

/** The same as a text message: only the newest parcel, within 160 characters. */
export function linksAgainText(id: string, to: string, { waybillNo }: FoundParcel) {
  const words = `${brand.name}: your waybill number is ${spokenWaybillNumber(waybillNo)}. Type it on our site, at Track.`;
  return { key: `links-again:${id}:text`, to, about: "Your waybill number", words, holds: "nothing secret" } as const;
}
