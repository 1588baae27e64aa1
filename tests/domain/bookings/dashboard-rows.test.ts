import { beforeEach, describe, expect, test } from "vitest";
import { bookingShown, quoteShown } from "#app/domain/bookings/dashboard-rows";
import type { Charge } from "#app/domain/money/charges.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { anOffice } from "../../support/an-office";

const booked = new Date("2026-11-20T08:00:00Z");
const later = (seconds: number) => new Date(booked.getTime() + seconds * 1000);
const WAITING = "Booked, not paid yet";

let quote: Quote;
let abroad: Quote;
beforeEach(async () => {
  const office = await anOffice();
  quote = await office.booked({}, booked);
  const addresses = { toCountry: "Botswana", toCity: "Gaborone", toPostal: "" };
  abroad = { ...quote, toCountry: "Botswana", formSnapshot: { ...quote.formSnapshot } };
  abroad.formSnapshot.addresses = { ...quote.formSnapshot.addresses, ...addresses };
});

describe("a quote on the dashboard", () => {
  const shown = (given: Partial<Quote> = {}, now = later(60)) =>
    quoteShown(
      { quote: { ...quote, bookedAt: booked, status: "pending_payment", ...given }, waybillNo: null } as never,
      new Set(),
      now,
    );

  test("has its number, its way, its receiver, its price and its date", () => {
    expect(shown()).toEqual({
      id: quote.id,
      quoteNo: quote.quoteNo,
      state: "unpaid",
      title: "Sipho Dlamini, Soweto",
      words: WAITING,
      route: "Katlehong 1431 → Soweto 1804",
      price: "R\u00a080,62",
      date: "20 November 2026",
      payHref: `/payfast/start/${quote.id}`,
      waitsLong: false,
      statusHref: null,
    });
    expect(shown({ grandTotalCents: null }).price).toBeNull();
  });

  test("says after a minute why nobody should pay twice", () => {
    expect(shown({}, later(60)).waitsLong).toBe(false);
    expect(shown({}, later(61))).toMatchObject({ words: WAITING, waitsLong: true });
  });

  test.each<[string, Partial<Quote>, { state: string; status: string; pays: boolean; follows: boolean }]>([
    [
      "paid",
      { status: "payfast_complete" },
      { state: "booked", status: "Payment received", pays: false, follows: true },
    ],
    [
      "refused by the bank",
      { status: "payfast_failed" },
      { state: "unpaid", status: "failed", pays: true, follows: false },
    ],
    [
      "given up",
      { status: "cancelled" },
      { state: "not_completed", status: "Not completed", pays: false, follows: false },
    ],
    [
      "cancelled by us",
      { status: "cancelled", cancelledAt: booked, cancelledBy: "staff" },
      { state: "cancelled", status: "Cancelled by us on 20 November 2026", pays: false, follows: false },
    ],
    [
      "cancelled by its customer",
      { status: "cancelled", cancelledAt: booked, cancelledBy: "customer" },
      { state: "cancelled", status: "Cancelled on 20 November 2026", pays: false, follows: false },
    ],
    [
      "to be priced",
      { bookedAt: null, manualRequestedAt: booked },
      { state: "not_completed", status: "We are working out the price", pays: false, follows: false },
    ],
    [
      "priced by us",
      { manualRequestedAt: booked, expiresAt: later(61) },
      { state: "price_ready", status: "Your price is ready, price held until 20 November", pays: true, follows: false },
    ],
    [
      "without an instant price",
      { bookedAt: null, grandTotalCents: null },
      { state: "not_completed", status: "Instant price not available", pays: false, follows: false },
    ],
    [
      "held",
      { bookedAt: null, expiresAt: later(61) },
      { state: "not_completed", status: "Price held until 20 November 2026", pays: false, follows: false },
    ],
    [
      "expired this moment",
      { bookedAt: null, expiresAt: later(60) },
      { state: "not_completed", status: "The price has expired", pays: false, follows: false },
    ],
  ])("that is %s", (_, given, { state, status, pays, follows }) => {
    const card = shown(given);
    expect(card.state).toBe(state);
    expect(card.words.toLowerCase()).toContain(status.toLowerCase());
    expect([card.payHref !== null, card.statusHref !== null]).toEqual([pays, follows]);
  });

  test("shows the country abroad, and says whose name is no longer kept", () => {
    const { formSnapshot } = abroad;
    expect(quoteShown({ quote: abroad, waybillNo: null } as never, new Set(), booked).route).toBe(
      "Katlehong 1431 → Gaborone, Botswana",
    );
    const nameless = { ...formSnapshot, addresses: { ...formSnapshot.addresses, toName: "" } };
    expect(shown({ formSnapshot: nameless }).title).toBe("No longer kept, Gaborone, South Africa");
  });
});

describe("a booking on the dashboard", () => {
  const onItsWay = { state: "on_the_way", stage: 3, arrival: null, fetching: null } as const;
  const shown = (given: Partial<Quote> = {}, trackingUrl?: string, owed?: Partial<Charge>) =>
    bookingShown(
      { quote: { ...quote, status: "waybill_created", ...given }, waybillNo: "TH4821093753" } as never,
      onItsWay,
      trackingUrl,
      new Set(given.id ? [given.id] : []),
      [],
      owed as Charge | undefined,
      booked,
    );

  test("on account says so and never that it is paid, and once it is invoiced leads to the statement that pays it", () => {
    const owed = { state: "open", invoicedAt: null, amountCents: 80_62, creditedCents: 0 } as const;
    expect(shown({}, undefined, owed)).toMatchObject({ price: "R\u00a080,62 on account", statement: null, due: null });
    const invoiced = { ...owed, invoicedAt: new Date("2026-11-30T22:30:00Z") };
    expect(shown({}, undefined, invoiced).statement).toEqual({
      href: "/account/statement/2026-12",
      words: "Statement for December 2026",
    });
    const cancelled = { status: "cancelled", cancelledAt: booked } as const;
    for (const row of [shown({}, undefined, { ...invoiced, state: "paid" }), shown(cancelled, undefined, invoiced)])
      expect(row).toMatchObject({ price: "R\u00a080,62", statement: null });
  });

  test("leads to its waybill and its tracking", () => {
    expect(shown()).toMatchObject({
      waybillNo: "TH 482 109 375 3",
      waybillHref: "/waybill/TH4821093753",
      trackHref: "/tracking?action=track&accno=&no=TH4821093753",
      state: "on_the_way",
      words: "On its way",
      statusHref: null,
    });
    expect(shown({}, "https://track.example/")).toMatchObject({
      trackHref: "https://track.example/?action=track&accno=&no=TH4821093753",
    });
  });

  test("waits to be paid once staff have taken back its payment, or waits for its bank", () => {
    const unpaid = { state: "unpaid", waybillHref: null, statusHref: `/payfast/return?quoteId=${quote.id}&look=1` };
    expect(shown({ status: "pending_payment" })).toMatchObject({ ...unpaid, words: WAITING });
    const atBank = { id: quote.id, status: "pending_payment" as const };
    expect(shown(atBank)).toMatchObject({ ...unpaid, words: "We are waiting for your bank" });
  });

  test("that was cancelled leads to what happens to the money instead", () => {
    expect(shown({ cancelledAt: booked, cancelledBy: "staff" })).toMatchObject({
      state: "cancelled",
      words: "Cancelled by us on 20 November 2026",
      waybillHref: null,
      statusHref: `/payfast/return?quoteId=${quote.id}&look=1`,
    });
  });
});
