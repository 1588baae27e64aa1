import { beforeEach, describe, expect, test } from "vitest";
import { bookingShown, quoteShown } from "#app/domain/bookings/dashboard-cards";
import type { Quote } from "#app/domain/quotes/quote";
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
    quoteShown({ quote: { ...quote, bookedAt: booked, status: "new", ...given }, waybillNo: null } as never, now);

  test("has its number, its way, its receiver, its price and its date", () => {
    expect(shown()).toEqual({
      id: quote.id,
      quoteNo: quote.quoteNo,
      route: "Germiston 1431 → Soweto 1804",
      receiver: "Sipho Dlamini",
      price: "R\u00a080,62",
      date: "20 November 2026",
      status: WAITING,
      payHref: `/payfast/start/${quote.id}`,
      statusHref: null,
    });
    expect(shown({ grandTotalCents: null }).price).toBeNull();
  });

  test("says after a minute why nobody should pay twice", () => {
    expect(shown({}, later(60)).status).toBe(WAITING);
    expect(shown({}, later(61)).status).toMatch(/^Booked, not paid yet\. If you have paid, .* don't pay twice/);
  });

  test.each<[string, Partial<Quote>, { status: string; pays: boolean; follows: boolean }]>([
    ["paid", { status: "payfast_complete" }, { status: "Payment received", pays: false, follows: true }],
    ["refused by the bank", { status: "payfast_failed" }, { status: "failed", pays: true, follows: false }],
    ["given up", { status: "cancelled" }, { status: "Not completed", pays: false, follows: false }],
    [
      "cancelled by us",
      { status: "cancelled", cancelledAt: booked, cancelledBy: "staff" },
      { status: "Cancelled by us on 20 November 2026", pays: false, follows: false },
    ],
    [
      "cancelled by its customer",
      { status: "cancelled", cancelledAt: booked, cancelledBy: "customer" },
      { status: "Cancelled on 20 November 2026", pays: false, follows: false },
    ],
    [
      "to be priced",
      { bookedAt: null, manualRequestedAt: booked },
      { status: "We are working out the price", pays: false, follows: false },
    ],
    [
      "without an instant price",
      { bookedAt: null, grandTotalCents: null },
      { status: "Instant price not available", pays: false, follows: false },
    ],
    [
      "held",
      { bookedAt: null, expiresAt: later(61) },
      { status: "Price held until 20 November 2026", pays: false, follows: false },
    ],
    [
      "expired this moment",
      { bookedAt: null, expiresAt: later(60) },
      { status: "The price has expired", pays: false, follows: false },
    ],
  ])("that is %s", (_, given, { status, pays, follows }) => {
    const card = shown(given);
    expect(card.status.toLowerCase()).toContain(status.toLowerCase());
    expect([card.payHref !== null, card.statusHref !== null]).toEqual([pays, follows]);
  });

  test("shows the country abroad, and says whose name is no longer kept", () => {
    const { formSnapshot } = abroad;
    expect(quoteShown({ quote: abroad, waybillNo: null } as never, booked).route).toBe(
      "Germiston 1431 → Gaborone, Botswana",
    );
    const nameless = { ...formSnapshot, addresses: { ...formSnapshot.addresses, toName: "" } };
    expect(shown({ formSnapshot: nameless }).receiver).toBe("No longer kept");
  });
});

describe("a booking on the dashboard", () => {
  const shown = (given: Partial<Quote> = {}, trackingUrl?: string) =>
    bookingShown({ quote: { ...quote, ...given }, waybillNo: "TH4821093753" } as never, trackingUrl);

  test("leads to its waybill and its tracking", () => {
    expect(shown()).toMatchObject({
      waybillNo: "TH 482 109 375 3",
      waybillHref: "/waybill/TH4821093753",
      trackHref: "/tracking?action=track&accno=&no=TH4821093753",
      isTrackedElsewhere: false,
      status: null,
      statusHref: null,
    });
    expect(shown({}, "https://track.example/")).toMatchObject({ isTrackedElsewhere: true });
  });

  test("that was cancelled leads to what happens to the money instead", () => {
    expect(shown({ cancelledAt: booked, cancelledBy: "staff" })).toMatchObject({
      status: "Cancelled by us on 20 November 2026",
      waybillHref: null,
      statusHref: `/payfast/return?quoteId=${quote.id}`,
    });
  });
});
