import { expect, test } from "vitest";
import type { ParcelEmailData } from "#app/domain/messages/parcel-email";
import { parcelCancelled, parcelReceived, parcelSentBack } from "#app/domain/messages/receiver-emails";
import { parcelReturned } from "#app/domain/messages/sender-emails";
import { say } from "#app/language/say";
import { aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-20T08:00:00Z");
const tracking = { label: say`Track your parcel`, url: "https://thuma.example/t/TH4821093753" };

async function data(person: "sender" | "receiver"): Promise<ParcelEmailData> {
  return {
    ...{ occasion: "x", person, to: "sipho@example.co.za", quote: await aQuote(await aStore(), undefined, now) },
    ...{ waybillNo: "TH4821093753", arrival: null, happenedAt: now, now },
    links: {
      tracking,
      receiversTracking: tracking,
      waybill: null,
      findMe: null,
      wrong: { label: say`Wrong?`, url: "https://x/" },
      stop: { sender: null, receiver: null, account: null },
    },
  };
}

const isButton = (html: string) => /<p><a [^>]*background[^>]*>Track your parcel/.test(html);

test("a parcel that comes no more has a link to its tracking page, and no button", async () => {
  const [receiver, sender] = [await data("receiver"), await data("sender")];
  for (const { text, html } of [parcelCancelled(receiver), parcelSentBack(receiver), parcelReturned(sender)]) {
    expect(text).toContain(`Track your parcel:\n${tracking.url}`);
    expect(isButton(html)).toBe(false);
  }
  expect(isButton(parcelReceived(receiver).html)).toBe(true);
});
