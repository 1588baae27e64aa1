import { proveAddress } from "#app/domain/accounts/accounts.server";
import { tellAnew } from "#app/domain/bookings/tell-anew.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { signing } from "#app/domain/messages/sign-email.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { ChannelError, type Envelope, type MailTransport } from "#app/domain/post/transport.server";
import { MINUTES } from "#app/durations";
import { storeSiteFacts } from "#db/site-facts.server";
import type { Answers } from "../../demo/a-draft";
import { bookList } from "../../demo/a-list";
import { aParcel, type History, type Parcel } from "../../demo/a-parcel";
import { notify } from "../../demo/payment";
import { sendDueEmails } from "../../demo/send-due-emails";
import { APP_URL, LINK_KEY, type SentMessage } from "./a-parcel-on-the-way";
import { anOffice } from "./an-office";

export const SHOP = "orders@zodwa.example";
const NAMES = ["Naledi", "Sipho", "Lerato", "Thabo", "Zanele", "Bongani", "Palesa", "Kagiso", "Nomsa", "Mandla"];

/**
 * A shop with an account that has booked parcels with one list, each to a receiver of its own, and has paid for them; and
 * the post. What it was told of that has arrived.
 */
export async function aShopsList(parcels: number, at: Date, differs: (index: number) => Answers = () => ({})) {
  const office = await anOffice();
  const { store, world } = office;
  await storeSiteFacts(store, { appUrl: APP_URL, paymentMode: "sandbox", quietHours: "20:00-07:00" }, at);
  const { account } = await office.joined(SHOP, at);
  await store.tx((tx) => proveAddress(tx, account.uid, SHOP, at));
  const answers = Array.from({ length: parcels }, (_, index): Answers => {
    const toName = `${NAMES[index % NAMES.length]} ${"ABCDEFGHIJKL"[Math.floor(index / NAMES.length)]}`;
    const to = { toName, toEmail: `to${index}@example.com`, toPhone: `073555${String(1000 + index)}` };
    const { addresses, parcel } = differs(index);
    return { addresses: { fromName: "Zodwa Fashion", fromEmail: SHOP, ...to, ...addresses }, parcel };
  });
  const { booked } = await bookList(world, account.uid, answers, at);
  if (booked[0]) await notify(world, booked[0], { decision: "COMPLETE" }, at);
  const waybillNo = async (id: string) => (await waybillOfQuote(store.read, id))?.waybillNo ?? "";
  const all: Parcel[] = [];
  for (const quote of booked) all.push({ quote, waybillNo: await waybillNo(quote.id) });

  let sent: (SentMessage & { id: string })[] = [];
  let now = at;
  let isDown: (message: Envelope) => boolean = () => false;
  const post = (way: "email" | "sms"): MailTransport => ({
    channel: way,
    passed: tellAnew,
    async send(message, attempt) {
      if (isDown(message)) throw new ChannelError("no connection");
      attempt.textLeaves();
      const { id, to, subject, text, html } = message;
      sent.push({ id, way, to, subject, text, html });
    },
  });
  const shop = {
    office,
    account,
    parcels: all,
    now: () => now,
    /** What can't be sent for now. */
    outage(of: (message: Envelope) => boolean): void {
      isDown = of;
    },
    /** Lets a history of one of its parcels go on now. */
    lives: (parcel: Parcel | undefined, goesOn: (history: History) => History) =>
      goesOn(aParcel(parcel?.waybillNo ?? "")).in(world, now),
    /** Moves the clock, at most so far at once, and sends what is due each time. Returns what was sent since the last call. */
    async after(ms: number, atOnceMs = MINUTES): Promise<typeof sent> {
      const end = now.getTime() + ms;
      do {
        now = new Date(Math.min(now.getTime() + atOnceMs, end));
        for (const transport of [signing(store, LINK_KEY, post("email")), post("sms")])
          await sendDueEmails(store, transport, now);
      } while (now.getTime() < end);
      const since = sent;
      sent = [];
      return since;
    },
    /** The same until a moment, as the site lives: it looks for parcels that are late every quarter of an hour. */
    async until(moment: Date): Promise<typeof sent> {
      const heard: typeof sent = [];
      while (now < moment) {
        const quarterMs = Math.min(15 * MINUTES, moment.getTime() - now.getTime());
        if ((await noticeLateParcels(store, now)) > 0) heard.push(...(await shop.after(quarterMs)));
        else heard.push(...(await shop.after(quarterMs, 5 * MINUTES)));
      }
      return heard;
    },
  };
  return { ...shop, told: await shop.after(0) };
}

export type ShopsList = Awaited<ReturnType<typeof aShopsList>>;
