import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { askCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { putOnAccount } from "#app/domain/bookings/charges/put-on-account.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { undoNotedPayment } from "#app/domain/bookings/payments/undo-payment.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { tellDelays } from "#app/domain/messages/tell-delays.server";
import type { QuoteStatus } from "#app/domain/money/payment-state";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import {
  bookingChanges,
  type LeadsTo,
  type ParcelChange,
  parcelChanges,
  type Told,
} from "#app/domain/parcels/state-changes";
import { anonymiseUnpaid } from "#app/domain/people/anonymise.server";
import { registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { webhookEvents } from "#app/domain/post/webhooks/event-types";
import { addDelay } from "#app/domain/prices/delays.server";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, HOURS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { trackingEvents } from "#db/schema/waybills";
import { aDraft } from "../../../demo/a-draft";
import { aParcel, type History, type Parcel } from "../../../demo/a-parcel";
import { byAccount } from "../../../demo/bookings";
import { limitsAsked } from "../../../demo/limits-asked";
import { pricesAt } from "../../../demo/world";
import { anOffice, type Office } from "../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;

let office: Office;
let uid: string;
beforeEach(async () => {
  office = await anOffice();
  uid = (await office.joined("shop@example.co.za", noon)).account.uid;
  const hook = { uid, url: "https://shop.example/hook", events: null };
  await office.store.tx((tx) => registerEndpoint(tx, hook, noon));
  await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
});

/** What leads to a state, and the change itself, two hours later. */
type Play<Before> = { before?: () => Promise<Before>; change: (before: Before, now: Date) => Promise<unknown> };
const later = new Date(noon.getTime() + 2 * HOURS);
const ofShop = () => aParcel().booked(byAccount(uid));
const happened = (history: History, now = noon) => history.in(office.world, now);
const priced = (answers = {}) =>
  priceDraft(
    { store: office.store, pricing: pricesAt(office, noon) },
    limitsAsked,
    "local",
    aDraft(answers),
    { guestId: null, uid },
    noon,
  );
const noted = ({ quote }: Parcel, now: Date) => {
  const found = { pfPaymentId: "1089999", amountCents: quote.grandTotalCents ?? 0, feeCents: null };
  return office.store.tx((tx) => notePayment(tx, quote.id, found, site, now));
};
const onAccount = async (quote: Booked, now: Date) => {
  const owed = { uid, priceCents: 80_62, mode: "sandbox" } as const;
  const booked = await fresh(quote);
  return office.store.tx((tx) => putOnAccount(tx, booked, owed, now));
};

/** A parcel whose price its account owes, with its invoice. */
async function collectedOnAccount(): Promise<Parcel> {
  const { quote } = await happened(ofShop().unpaid());
  await onAccount(quote, noon);
  const { waybillNo = "" } = (await waybillOfQuote(office.store.read, quote.id)) ?? {};
  return happened(aParcel({ quote: await fresh(quote), waybillNo }).collected());
}

type Booked = Pick<Quote, "id" | "draftId">;
const booked = async (history: History) => (await happened(history)).quote;

/** One play for each row of the table, so that a new row doesn't compile without one. */
const bookingPlays: { [Status in QuoteStatus]: Record<LeadsTo<Status>, Play<Booked>> } = {
  quoted: { priced: { change: () => priced() } },
  manual: { priced: { change: () => priced({ parcel: { weight: 900 } }) } },
  error: {
    priced: {
      change: () => {
        const pricing = { ...pricesAt(office, noon), quoteLocal: () => Promise.reject(new Error("nobody answers")) };
        return priceDraft(
          { store: office.store, pricing },
          limitsAsked,
          "local",
          aDraft(),
          { guestId: null, uid },
          noon,
        );
      },
    },
  },
  pending_payment: {
    booked: { change: () => booked(ofShop().unpaid()) },
    "priced by the office": {
      before: () => byAccount(uid)(office.world, { parcel: { weight: 900 } }, noon),
      change: (quote, now) => office.store.tx((tx) => priceManually(tx, quote.id, 900_00, site, now)),
    },
    "paying again": {
      before: () => booked(ofShop().paid("FAILED")),
      change: (quote, now) => noteReturn(office.store, quote.id, 1, "sandbox", now),
    },
    "attempt reported": {
      before: () => booked(ofShop().paid("FAILED")),
      change: async (quote, now) => office.tell(await fresh(quote), { pfPaymentId: "2", status: "PENDING" }, now),
    },
    "payment undone": {
      before: async () => {
        const parcel = await happened(ofShop().unpaid());
        await noted(parcel, noon);
        return parcel.quote;
      },
      change: (quote, now) => office.store.tx((tx) => undoNotedPayment(tx, quote.id, site.appUrl, now)),
    },
  },
  waybill_created: {
    paid: {
      before: () => booked(ofShop().unpaid()),
      change: async (quote, now) => noted({ quote: await fresh(quote), waybillNo: "" }, now),
    },
    "on account": {
      before: () => priced(),
      change: async (quote, now) => {
        await office.store.tx((tx) => tx.update(quotes).set({ bookedAt: now }).where(eq(quotes.id, quote.id)));
        await onAccount(quote, now);
      },
    },
    "on account later": { before: () => booked(ofShop().unpaid()), change: onAccount },
  },
  payfast_failed: { "attempt reported": { change: () => booked(ofShop().paid("FAILED")) } },
  payfast_cancelled: { "attempt reported": { change: () => booked(ofShop().paid("CANCELLED")) } },
  cancelled: {
    cancelled: {
      before: () => booked(ofShop().unpaid()),
      change: async (quote, now) => happened(aParcel({ quote: await fresh(quote), waybillNo: "" }).cancelled(), now),
    },
    replaced: {
      before: () => booked(ofShop().unpaid()),
      change: (quote, now) => replaceBooking(office.store, quote.draftId, now),
    },
    anonymised: {
      before: () => booked(ofShop().paid("FAILED")),
      change: () => {
        const now = new Date(noon.getTime() + 100 * DAYS);
        return office.store.tx((tx) => anonymiseUnpaid(tx, now, 10, now, async () => undefined));
      },
    },
  },
  paid: {},
  payfast_complete: {},
  failed: {},
};

const at = (history: (parcel: History) => History): Play<Parcel> => ({
  before: () => happened(ofShop()),
  change: (parcel, now) => happened(history(aParcel(parcel)), now),
});
const muchLater = new Date(noon.getTime() + 30 * DAYS);
const notice = () => noticeLateParcels(office.store, muchLater);

/** The same of parcels. `also`: what else changes with it. */
const parcelPlays: Record<ParcelChange, Play<Parcel> & { also?: Told }> = {
  booked: {
    before: () => happened(ofShop().unpaid()),
    change: noted,
    also: bookingChanges.waybill_created.paid,
  },
  failed_collection: at((parcel) => parcel.notCollected()),
  collected: at((parcel) => parcel.collected()),
  in_transit: at((parcel) => parcel.inTransit("Soweto")),
  at_depot: at((parcel) => parcel.marked("at_depot")),
  out_for_delivery: at((parcel) => parcel.outForDelivery()),
  delivered: at((parcel) => parcel.delivered()),
  failed_attempt: {
    before: () => happened(ofShop().collected()),
    change: (parcel, now) => happened(aParcel(parcel).missed(), now),
  },
  returning: {
    before: () => happened(ofShop().collected()),
    change: (parcel, now) => happened(aParcel(parcel).given("Sipho Nkosi", "return"), now),
  },
  returned: {
    before: () => happened(ofShop().collected()),
    change: (parcel, now) => happened(aParcel(parcel).returned(), now),
  },
  cancelled: { ...at((parcel) => parcel.cancelled()), also: bookingChanges.cancelled.cancelled },
  ended: {
    before: () => happened(ofShop().collected()),
    change: (parcel, now) => happened(aParcel(parcel).ended("lost"), now),
  },
  reported: {
    before: () => happened(ofShop().given("Sipho Nkosi", "delivery")),
    change: (parcel, now) => happened(aParcel(parcel).by("Sipho Nkosi").reported("nobody", "delivery"), now),
  },
  "mark undone": {
    before: async () => {
      const parcel = await happened(ofShop().collected());
      await office.store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }));
      return parcel;
    },
    change: (parcel, now) => happened(aParcel(parcel).undone(), now),
  },
  "more to pay": {
    before: () => happened(ofShop().collected()),
    change: async ({ quote }, now) => {
      const paid = await fresh(quote);
      const how = { pricing: pricesAt(office, paid.pricedAt), mode: "sandbox" } as const;
      const why = { because: "It is larger.", agreed: "Nomsa, by phone, 14:20" };
      const asked = await office.store.tx((tx) => askCharge(tx, paid, { found: { pieces: 9 } }, why, how, now));
      expect(asked).toMatchObject({ ok: true });
    },
  },
  "paid on account": { before: collectedOnAccount, change: noted },
  "owed again on account": {
    before: async () => {
      const parcel = await collectedOnAccount();
      await noted(parcel, noon);
      return parcel;
    },
    change: ({ quote }, now) => office.store.tx((tx) => undoNotedPayment(tx, quote.id, site.appUrl, now)),
  },
  late: { before: () => happened(ofShop()), change: notice },
  delayed: {
    before: () => happened(ofShop()),
    change: async (_, now) => {
      const day = saDay(now);
      const asked = { codes: null, fromDay: day, untilDay: day, because: "flood", who: "Lindiwe" };
      await office.store.tx((tx) => addDelay(tx, asked, now));
      expect(await tellDelays(office.store, now)).toBe(1);
    },
  },
  "no longer late": {
    before: async () => {
      const parcel = await happened(ofShop());
      await notice();
      return happened(aParcel(parcel).delivered(), muchLater);
    },
    change: notice,
  },
};

const fresh = async ({ id }: Booked) => (await quoteById(office.store.read, id)) ?? expect.fail("no quote");

/** The calls that a change has queued. */
async function toldBy<Before>({ before, change }: Play<Before>) {
  const was = (await before?.()) as Before;
  const calls = () => office.store.read.select().from(outgoingMails).where(eq(outgoingMails.channel, "webhook"));
  const known = new Set((await calls()).map(({ id }) => id));
  await change(was, later);
  return (await calls()).filter(({ id }) => !known.has(id)).map(({ textBody }) => JSON.parse(textBody));
}

const typesOf = (...told: (Told | undefined)[]) => told.filter((each) => typeof each === "string");

describe("a change of a booking's status is told to programs as the table says", () => {
  const rows = Object.entries(bookingPlays).flatMap(([status, plays]) =>
    Object.entries<Play<Booked>>(plays).map(([how, play]) => ({ status: status as QuoteStatus, how, play })),
  );

  test.each(rows)("$status, $how", async ({ status, how, play }) => {
    const calls = await toldBy(play);
    const told = (bookingChanges[status] as Record<string, Told>)[how];
    expect(calls.map(({ type }) => type)).toEqual(typesOf(told));
    const [{ id } = { id: "" }] = office.staff<{ id: string }>("SELECT id FROM quotes");
    expect(await quoteById(office.store.read, id)).toMatchObject({ status });
    for (const { data } of calls) expect(data).toMatchObject({ bookingId: id, status });
  });
});

describe("a change of a parcel's state is told to programs as the table says", () => {
  test.each(Object.entries(parcelPlays))("%s", async (change, play) => {
    const calls = await toldBy(play);
    const told = parcelChanges[change as ParcelChange];
    expect(calls.map(({ type }) => type).toSorted()).toEqual(typesOf(told, play.also).toSorted());
    const events = await office.store.read.select().from(trackingEvents).orderBy(desc(trackingEvents.happenedAt));
    if (!/ |^late$|^delayed$|^returning$/.test(change)) expect(events[0]?.kind).toBe(change);
  });
});

test("a payment that was taken back is told with the number of the waybill that is void, and so is the next payment", async () => {
  const { before, change } = bookingPlays.pending_payment["payment undone"];
  const calls = await toldBy({ before, change });
  const [{ no = "" } = {}] = office.staff<{ no: string }>("SELECT waybill_no AS no FROM waybills");
  expect(calls).toEqual([
    {
      type: "booking.unpaid",
      timestamp: later.toISOString(),
      data: {
        bookingId: expect.any(String),
        reference: null,
        waybillNo: no,
        status: "pending_payment",
        paymentStatus: "unpaid",
        place: null,
        pieces: null,
        of: 1,
      },
    },
  ]);
  const quote = await fresh({ id: calls[0]?.data.bookingId, draftId: "" });
  const again = await toldBy({ change: (_, now) => noted({ quote, waybillNo: "" }, now) });
  expect(again).toMatchObject([{ type: "booking.paid", data: { waybillNo: no, status: "waybill_created" } }]);
});

test("what goes on account later is told as owed and not as paid, with its waybill", async () => {
  const calls = await toldBy(bookingPlays.waybill_created["on account later"]);
  const waybillNo = expect.stringMatching(/^TH\d{10}$/);
  expect(calls).toMatchObject([
    { type: "booking.on_account", data: { waybillNo, status: "waybill_created", paymentStatus: "on_account" } },
  ]);
});

test.each([
  ["paid on account", "paid"],
  ["owed again on account", "on_account"],
] as const)("what is %s is told by its paymentStatus", async (change, paymentStatus) => {
  expect(await toldBy(parcelPlays[change])).toMatchObject([{ data: { paymentStatus, status: "waybill_created" } }]);
});

test("every event is told by a change", () => {
  const all: Told[] = [
    ...Object.values(bookingChanges).flatMap((ways) => Object.values(ways)),
    ...Object.values(parcelChanges),
  ];
  expect([...new Set(typesOf(...all))].toSorted()).toEqual(webhookEvents.toSorted());
});
