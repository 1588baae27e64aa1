import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { changeDetails } from "#app/domain/bookings/change-details.server";
import { askCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { tellOverdue } from "#app/domain/bookings/overdue.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { tellNews } from "#app/domain/messages/tell.server";
import { tellDelays } from "#app/domain/messages/tell-delays.server";
import type { NotifiedEvent, Person } from "#app/domain/messages/who-is-notified";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { consequences } from "#app/domain/parcels/reports";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { addDelay, endDelay } from "#app/domain/prices/delays.server";
import { DAYS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { aParcel, type History } from "../../../demo/a-parcel";
import { pricesAt } from "../../../demo/world";
import { APP_URL, aParcelOnTheWay, type ParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";
import type { OtherMessage } from "./other-messages";

export type Event = NotifiedEvent | "correction";

/**
 * Sends each message about an event once, through the code that a running site uses.
 * @param stored gets what was in the outbox, more than once
 */
export async function eventMessages(noon: Date, stored: OtherMessage[] = []): Promise<Map<Event, SentMessage[]>> {
  const all = new Map<Event, SentMessage[]>();
  const withSampleNumbers = async (parcel: ParcelOnTheWay, heard: SentMessage[], asked?: Quote) => {
    stored.push(...(await parcel.office.store.read.select().from(outgoingMails)));
    return sampled(parcel, heard, asked);
  };
  const keep = (event: Event, parcel: ParcelOnTheWay, heard: SentMessage[], quote?: Quote) =>
    withSampleNumbers(parcel, heard, quote).then((messages) => all.set(event, messages));

  const parcel = await aParcelOnTheWay(noon);
  await keep("booked", parcel, await parcel.after(0));
  await parcel.mark("failed_collection");
  await keep("failed_collection", parcel, await parcel.after(MINUTES));
  const visit = { day: "2026-11-24", fromTime: "09:00", untilTime: "12:00" };
  for (const kind of ["collected", "in_transit"] as const) {
    await parcel.mark(kind);
    await keep(kind, parcel, await parcel.after(MINUTES));
  }
  const changed = { ...parcel.quote.formSnapshot };
  changed.addresses = { ...changed.addresses, toAddressLine: "9 Vilakazi Street" };
  const judged = { ok: true, form: changed, changed: ["toAddressLine"], differenceCents: 0 } as const;
  await parcel.office.store.tx((tx) =>
    changeDetails(
      tx,
      parcel.quote,
      { ...judged, changed: [...judged.changed] },
      { cause: "the office", link: null, now: parcel.now() },
    ),
  );
  await keep("changed", parcel, await parcel.after(0));
  await parcel.office.store.tx((tx) => agreeVisit(tx, parcel.waybillNo, visit, parcel.now()));
  await keep("visit_agreed", parcel, await parcel.after(0));
  for (const kind of ["out_for_delivery", "failed_attempt", "delivered"] as const) {
    await parcel.mark(kind, kind === "failed_attempt" ? { missed: consequences.nobody.delivery.told } : {});
    await keep(kind, parcel, await parcel.after(MINUTES));
  }
  await parcel.undo();
  const corrected = await parcel.after(0);
  await parcel.undo();
  await keep("correction", parcel, [...corrected, ...(await parcel.after(0)).filter(({ way }) => way === "sms")]);
  await parcel.mark("returned");
  await keep("returned", parcel, await parcel.after(MINUTES));

  const back = await aParcelOnTheWay(noon);
  await back.after(0);
  await back.mark("collected");
  await back.after(MINUTES);
  await back.office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  const theirs = (history: History) => history.in(back.office.world, back.now());
  await theirs(aParcel(back.waybillNo).given("Sipho Nkosi", "delivery"));
  await theirs(aParcel(back.waybillNo).by("Sipho Nkosi").reported("refused"));
  await theirs(aParcel(back.waybillNo).given("Sipho Nkosi", "return"));
  await keep("returning", back, await back.after(MINUTES));
  await theirs(aParcel(back.waybillNo).by("Sipho Nkosi").reported("gate_closed", "return"));
  await keep("return_missed", back, await back.after(MINUTES));
  await back.office.store.tx((tx) => agreeVisit(tx, back.waybillNo, visit, back.now()));
  all.set("visit_agreed", [
    ...(all.get("visit_agreed") ?? []),
    ...(await withSampleNumbers(back, await back.after(0))),
  ]);

  const withoutEmail = await aParcelOnTheWay(noon, { addresses: { toEmail: "" } });
  await withoutEmail.mark("collected");
  await withoutEmail.after(MINUTES);
  for (const agreed of [visit, null]) {
    await withoutEmail.office.store.tx((tx) => agreeVisit(tx, withoutEmail.waybillNo, agreed, withoutEmail.now()));
    const texts = (await withoutEmail.after(MINUTES)).filter(({ way }) => way === "sms");
    all.set("visit_agreed", [...(all.get("visit_agreed") ?? []), ...(await withSampleNumbers(withoutEmail, texts))]);
  }

  const wishes = [await aParcelOnTheWay(noon), await aParcelOnTheWay(noon, { addresses: { toEmail: "" } })];
  const heard: SentMessage[] = [];
  for (const wished of wishes) {
    await wished.mark("collected");
    await wished.after(MINUTES);
    for (const asked of [
      { kind: "day", day: "2026-11-24", part: "morning" },
      { kind: "neighbour", name: "Gogo Mabena", house: "14 Ncome Crescent" },
      { kind: "depot" },
    ] as const) {
      await wished.office.store.tx((tx) => takeWish(tx, wished.quote, asked, wished.now()));
      const messages = (await wished.after(MINUTES)).filter(({ to }) => to !== wished.quote.email);
      heard.push(...(await withSampleNumbers(wished, messages)));
    }
  }
  all.set("wished", heard);
  const [fetched] = wishes;
  if (fetched) {
    await fetched.mark("at_depot");
    await keep("at_depot", fetched, await fetched.after(MINUTES));
  }
  const lost = await aParcelOnTheWay(noon);
  await lost.mark("collected");
  await lost.after(MINUTES);
  await lost.mark("ended", { because: "lost" });
  await keep("ended", lost, await lost.after(MINUTES));

  const former = await aParcelOnTheWay(noon);
  await former.after(0);
  const { parcel: box, addresses: old } = former.quote.formSnapshot;
  const form = { parcel: box, addresses: { ...old, toEmail: "sipho@example.com", toPhone: "083 111 2222" } };
  await former.office.store.tx((tx) =>
    changeDetails(
      tx,
      former.quote,
      { ok: true, form, changed: ["toEmail", "toPhone"], differenceCents: 0 },
      { cause: "the office", link: null, now: former.now() },
    ),
  );
  const toFormer = (await former.after(0)).filter(({ to }) => to === old.toEmail || to === "+27735550101");
  await keep("receiver_changed", former, toFormer);

  const few = await aParcelOnTheWay(noon, { quantity: 3 });
  await few.after(0);
  await few.mark("collected", { pieces: 2, fewer: "not_ready" });
  await keep("fewer_collected", few, await few.after(MINUTES));

  const slow = await aParcelOnTheWay(noon);
  await slow.mark("collected");
  await slow.after(7 * DAYS);
  await noticeLateParcels(slow.office.store, slow.now());
  const unfetched = await aParcelOnTheWay(noon);
  await unfetched.after(7 * DAYS);
  await noticeLateParcels(unfetched.office.store, unfetched.now());
  const late = await withSampleNumbers(slow, await slow.after(0));
  const { store } = slow.office;
  const said = "It is in Bloemfontein and comes on Thursday.";
  await store.tx((tx) => tellNews(tx, slow.waybillNo, said, "2026-12-03", slow.now()));
  await keep("news", slow, await slow.after(0));
  await slow.after(4 * DAYS);
  await tellOverdue(store, slow.now());
  await keep("news_overdue", slow, await slow.after(0));
  all.set("late", [...late, ...(await withSampleNumbers(unfetched, await unfetched.after(0)))]);
  await unfetched.office.store.tx((tx) =>
    agreeVisit(tx, unfetched.waybillNo, { ...visit, day: "2026-12-01" }, unfetched.now()),
  );
  const toCollect = await withSampleNumbers(unfetched, await unfetched.after(0));
  all.set("visit_agreed", [...toCollect, ...(all.get("visit_agreed") ?? [])]);

  for (const codes of [{ fromCode: "1000", toCode: "2999" }, null]) {
    const delayed = await aParcelOnTheWay(noon);
    await delayed.after(0);
    if (codes) await delayed.mark("collected");
    await delayed.after(MINUTES);
    const asked = { codes, fromDay: "2026-11-23", untilDay: "2026-11-25", because: "flood", who: "Lindiwe" };
    await delayed.office.store.tx((tx) => addDelay(tx, asked, delayed.now()));
    await tellDelays(delayed.office.store, delayed.now());
    const told = await delayed.after(0);
    await delayed.office.store.tx((tx) => endDelay(tx, codes, delayed.now()));
    await tellDelays(delayed.office.store, delayed.now());
    const heard = await withSampleNumbers(delayed, [...told, ...(await delayed.after(0))]);
    all.set("delayed", [...(all.get("delayed") ?? []), ...heard]);
  }

  const heavy = await aParcelOnTheWay(noon);
  await heavy.mark("collected");
  await heavy.after(MINUTES);
  const how = { pricing: pricesAt(heavy.office, noon), mode: "sandbox" } as const;
  const why = { because: "It weighs 12 kg.", agreed: "Nomsa, by phone, 14:20" };
  const more = await heavy.office.store.tx(async (tx) => {
    const quote = (await quoteById(tx, heavy.quote.id)) ?? heavy.quote;
    return askCharge(tx, quote, { found: { weightKg: 12 } }, why, how, heavy.now());
  });
  await keep("amount_due", heavy, await heavy.after(0));
  if (more.ok) {
    const found = { pfPaymentId: "1089996", amountCents: more.charge.amountCents, feeCents: null };
    const payfast = { mode: "sandbox", appUrl: APP_URL } as const;
    await heavy.office.store.tx((tx) => notePayment(tx, heavy.quote.id, found, payfast, heavy.now()));
  }
  await keep("amount_settled", heavy, await heavy.after(0));

  const other = await aParcelOnTheWay(noon);
  await other.after(0);
  await other.cancel();
  await keep("cancelled", other, await other.after(0));
  const refund = { reference: "2211334", amountCents: other.quote.grandTotalCents ?? 0, goodwill: false };
  await other.office.store.tx((tx) => noteRefund(tx, other.quote.id, refund, noon));
  await keep("refunded", other, await other.after(0));

  const wish = await other.office.booked({ addresses: { fromPostal: "9100" } }, noon);
  await keep("price_asked", other, await other.after(0), wish);
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  await other.office.store.tx((tx) => priceManually(tx, wish.id, 350_00, site, noon));
  await keep("price_ready", other, await other.after(0), wish);
  return all;
}

/** Replaces random numbers and links' keys, so that they are the same every time. Emails to ourselves are left out. */
async function sampled(
  { waybillNo, office, quote }: ParcelOnTheWay,
  heard: SentMessage[],
  asked = quote,
): Promise<SentMessage[]> {
  const pin = (await readPin(office.store.read, waybillNo))?.pin;
  const sample = (text: string) =>
    [
      [waybillNo, "TH4701569556"],
      [spokenWaybillNumber(waybillNo), "TH 470 156 955 6"],
      [asked.quoteNo, "Q48210934"],
      [asked.id, "q2Xb0vT7yC1n8sKfWm3e5A"],
      [quote.id, "q2Xb0vT7yC1n8sKfWm3e5A"],
      ["http://x/", `${APP_URL}/`],
    ]
      .reduce((changed, [ours = "", one = ""]) => changed.replaceAll(ours, one), text)
      .replace(/key=[\w-]{22}/g, "key=…")
      .replace(/not-me\/[\w-]+/g, "not-me/…")
      .replace(pin ? `PIN ${pin}` : "PIN", pin ? "PIN 1234" : "PIN");
  return heard
    .filter(({ to }) => !to.endsWith("@thuma.example"))
    .map((message) => ({
      ...message,
      subject: sample(message.subject),
      text: sample(message.text),
      html: sample(message.html),
    }))
    .toSorted(
      (one, other) =>
        Number(personOf(one) === "receiver") - Number(personOf(other) === "receiver") ||
        one.way.localeCompare(other.way),
    );
}

export function personOf({ to }: SentMessage): Person {
  return to === "thandi@example.co.za" || to === "+27821234567" ? "sender" : "receiver";
}
