import { tellAnew } from "#app/domain/bookings/tell-anew.server";
import type { Addresses } from "#app/domain/form/addresses";
import { signing } from "#app/domain/messages/sign-email.server";
import type { NewMark } from "#app/domain/parcels/mark-parcel.server";
import type { Mark } from "#app/domain/parcels/marks";
import { ChannelError, type Envelope, type MailTransport } from "#app/domain/post/transport.server";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../demo/a-parcel";
import { sendDueEmails } from "../../demo/send-due-emails";
import { anOffice } from "./an-office";

export const APP_URL = "https://courier.example";
/** What the links in its emails are signed with. */
export const LINK_KEY = "a key";

/** A message that somebody received. */
export type SentMessage = { way: "email" | "sms"; to: string; subject: string; text: string; html: string };

/**
 * A paid parcel with a real outbox. The clock stands still until it is moved; then everything that is due is sent.
 * Begins after both people were told about the booking, unless `at` says otherwise.
 */
export async function aParcelOnTheWay(
  at: Date,
  {
    addresses = {},
    quantity = 1,
    collectionDay = "",
  }: { addresses?: Partial<Addresses>; quantity?: number; collectionDay?: string } = {},
) {
  const office = await anOffice();
  const site = { appUrl: APP_URL, paymentMode: "sandbox", quietHours: "20:00-07:00" };
  await storeSiteFacts(office.store, site, at);
  const { quote, waybillNo } = await office.paid({ addresses, parcel: { quantity, collectionDay } }, at);
  let now = at;
  let messages: SentMessage[] = [];
  let isDown = false;
  const post = (channel: "email" | "sms"): MailTransport => ({
    channel,
    passed: tellAnew,
    async send({ to, subject, text, html }: Envelope, attempt) {
      if (isDown) throw new ChannelError("no connection");
      attempt.textLeaves();
      messages.push({ way: channel, to, subject, text, html });
    },
  });
  const parcel = {
    office,
    quote,
    waybillNo,
    now: () => now,
    /** Whether mail server and text provider can't be reached. */
    outage(begins: boolean): void {
      isDown = begins;
    },
    /** Moves the clock and sends what is due. Returns all messages received since the last call. */
    async after(ms: number): Promise<SentMessage[]> {
      now = new Date(now.getTime() + ms);
      for (const transport of [signing(office.store, LINK_KEY, post("email")), post("sms")])
        await sendDueEmails(office.store, transport, now);
      const since = messages;
      messages = [];
      return since;
    },
    mark: (kind: Mark, also: Pick<NewMark, "correct" | "pieces" | "fewer" | "missed" | "because"> = {}) =>
      aParcel(waybillNo).marked(kind, also).in(office.world, now),
    undo: () => aParcel(waybillNo).undone().in(office.world, now),
    cancel: () => aParcel(waybillNo).cancelled().in(office.world, now),
  };
  return parcel;
}

export type ParcelOnTheWay = Awaited<ReturnType<typeof aParcelOnTheWay>>;

/** Who received a message, and how: `email thandi@example.co.za`. */
export function recipientsOf(messages: SentMessage[]): string[] {
  return messages.map(({ way, to }) => `${way} ${to}`).toSorted();
}
