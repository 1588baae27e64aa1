import { beforeEach, describe, expect, test } from "vitest";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { visitAgreed } from "#app/domain/bookings/agree-visit.server";
import { bookingsImported } from "#app/domain/bookings/imported-bookings.server";
import { bookingConfirmed, bookingsConfirmed } from "#app/domain/bookings/payments/list-confirmed-emails";
import { manualPriceReady, manualQuoteReceived, manualQuoteWanted } from "#app/domain/bookings/price-manually.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { say } from "#app/language/say";
import { aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-20T08:00:00Z");
const SITE = "https://thuma.example";
const QUESTIONS = `${brand.name}\nQuestions? ${contact().email.contact}`;

let quote: Quote;
beforeEach(async () => {
  quote = { ...(await aQuote(await aStore(), undefined, now)), quoteNo: "Q-1", termsVersion: "2026-11-22" };
});
const paragraphs = ({ text }: { text: string }) => text.trimEnd().split("\n\n");
/** The parcel in the table of an email whose labels take so much room. */
const parcel = (room: number) => [
  `${"From:".padEnd(room)}Thandi Nkosi, Katlehong`,
  `${"To:".padEnd(room)}Sipho Dlamini, Orlando East, Soweto`,
  `${"Parcel:".padEnd(room)}1 × Flyer bag`,
];

describe("the receipt of a booking", () => {
  const paid = { person: "sender", waybillNo: "TH4821093753", money: { is: "paid", cents: 80_62 }, links: [] } as const;

  test("has the number to write on the parcel, when it arrives, what was paid, and every link", () => {
    const links = [
      { label: say`Print the waybill`, url: `${SITE}/w` },
      null,
      { label: say`Receipt`, url: `${SITE}/r` },
    ];
    const arrival = { first: "2026-11-24", last: "2026-11-25" };
    const email = bookingConfirmed(quote, { ...paid, links, arrival }, SITE, now);
    expect(email).toMatchObject({
      key: `booking-confirmed:${quote.id}`,
      to: "thandi@example.co.za",
      subject: "Booking confirmed: waybill TH 482 109 375 3",
    });
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      "Thank you. Your payment arrived and your parcel is booked.",
      "Waybill number:  TH 482 109 375 3",
      [
        ...parcel(10),
        "Delivery: Usually Tuesday 24 to Wednesday 25 November",
        "Paid:     R\u00a080,62",
        "Booked:   20 November 2026, 10:00",
      ].join("\n"),
      `Track your parcel:\n${SITE}/t/TH4821093753`,
      `Print the waybill:\n${SITE}/w`,
      `Receipt:\n${SITE}/r`,
      `Our terms, version 2026-11-22:\n${SITE}/terms`,
      expect.stringContaining("write the waybill number on the parcel, large and clear."),
      QUESTIONS,
    ]);
    const account = { ...paid, person: "account" } as const;
    const greeting = (told: typeof account & { accountName?: string }) =>
      paragraphs(bookingConfirmed(quote, told, SITE, now))[0];
    expect(greeting({ ...account, accountName: "Nomsa Dube" })).toBe("Dear Nomsa Dube,");
    expect(greeting({ ...account, accountName: "https://evil.example" })).toBe("Good day,");
    expect(greeting(account)).toBe("Good day,");
    expect(email.html).toContain('"expectedArrivalFrom":"2026-11-24"');
    expect(email.html).toContain(`"trackingUrl":"${SITE}/t/TH4821093753"`);
  });

  test("on account says when it is invoiced and due, and nowhere that it is paid", () => {
    const money = { is: "on account", cents: 80_62, days: 30 } as const;
    const email = bookingConfirmed(quote, { ...paid, money }, SITE, now);
    expect(paragraphs(email)[1]).toBe("Thank you. Your parcel is booked, on account: there is nothing to pay now.");
    expect(paragraphs(email)[3]?.split("\n").slice(3, 5)).toEqual([
      "On account: R\u00a080,62",
      "Invoice:    When we collect it. Due 30 days after the end of that month",
    ]);
    expect(email.text).not.toMatch(/\bpaid|payment/i);
    const two = [
      { quote, waybillNo: paid.waybillNo, money },
      { quote, waybillNo: "TH4701569556", money },
    ] as const;
    const together = bookingsConfirmed({ person: "sender", to: "", pdf: null, trackingUrl: null }, two, SITE, now);
    expect(together.text).toContain("Thank you. Your 2 parcels are booked, on account: there is nothing to pay now.");
    expect(together.text).toMatch(/On account: +R\u00a0161,24/);
    expect(together.text).not.toMatch(/\bpaid|payment/i);
  });

  test("leads to another company's tracking page if there is one, where it may take a few minutes, and says nothing of an arrival that nobody knows", () => {
    const email = bookingConfirmed(quote, { ...paid, trackingUrl: "https://track.example/" }, SITE, now);
    expect(email.text).toContain("Track your parcel:\nhttps://track.example/");
    expect(paragraphs(email)).toContain("A new waybill may take a few minutes to show on the tracking page.");
    expect(paragraphs(email)[3]?.split("\n").slice(2, 4)).toEqual([
      ...["Parcel: 1 × Flyer bag", "Paid:   R\u00a080,62"],
    ]);
  });
});

describe("a price that a person works out", () => {
  test("is promised to the customer", () => {
    const email = manualQuoteReceived(quote, { time: "17:00", day: "2026-11-27" });
    expect(email).toMatchObject({ key: `manual-quote-received:${quote.id}`, to: "thandi@example.co.za" });
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      "Thank you for your request. There is no instant price for this parcel, so a person is working it out.",
      ["Quote number: Q-1", ...parcel(14)].join("\n"),
      "We will email you the price by 17:00 on Friday 27 November. You have not been charged.",
      QUESTIONS,
    ]);
  });

  test("is asked of our staff, with the place, the packaging and the reason", () => {
    const facts = (changes: Partial<Quote>) => manualQuoteWanted({ ...quote, ...changes }, "https://courier.example");
    const email = facts({ toCountry: "Botswana", toPostal: "", message: "Too heavy", quantity: 3 });
    expect(email).toMatchObject({ key: `manual-quote-wanted:${quote.id}`, to: contact().email.quotes });
    expect(paragraphs(email)).toEqual([
      "A customer has asked for a price.",
      [
        "Quote number: Q-1",
        "From:         1431",
        "To:           Botswana",
        "Packaging:    3 × Flyer bag",
        "Why by hand:  Too heavy",
        "Answer to:    thandi@example.co.za",
      ].join("\n"),
      `Open it in the office:\nhttps://courier.example/office/${quote.quoteNo}`,
      brand.name,
    ]);
    expect(
      paragraphs(facts({ message: null }))[1]
        ?.split("\n")
        .slice(2, 5),
    ).toEqual([...["To:           1804, South Africa", "Packaging:    1 × Flyer bag", "Why by hand:  "]]);
  });

  test.each([
    [null, "Your price is ready: quote Q-1", "Thank you for waiting. We have worked out what your parcel costs."],
    [
      80_62,
      "Your price is held until 27 November 2026: quote Q-1",
      "Your price has not changed, and we now hold it for longer. This email replaces the one before.",
    ],
    [
      90_00,
      "Your new price is R\u00a080,62: quote Q-1",
      "We have worked out your price again. This email replaces the one before, which said R\u00a090,00.",
    ],
  ])("is sent, after one of %s cents, with the link to pay", (before, subject, opening) => {
    const email = manualPriceReady(quote, before, SITE, now);
    expect(email).toMatchObject({ key: `manual-price-ready:${quote.id}:8062:${now.toISOString()}`, subject });
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      opening,
      [
        "Total, all included: R\u00a080,62",
        "Quote number:        Q-1",
        "Held until:          27 November 2026",
        ...parcel(21),
      ].join("\n"),
      `Pay and book:\n${SITE}/payfast/start/${quote.id}`,
      `Our terms, version 2026-11-22:\n${SITE}/terms`,
      "You have not been charged. We will collect the parcel once you have paid.",
      QUESTIONS,
    ]);
  });
});

test("a list that was booked has each parcel's price, their sum, and the shortest time that a price is held", () => {
  const later = { ...quote, quoteNo: "Q-2", toPostal: "8001", grandTotalCents: 10_00 };
  const booked = [{ ...later, expiresAt: new Date(quote.expiresAt.getTime() + 24 * 60 * 60 * 1000) }, quote];
  const email = bookingsImported(
    { name: "Nomsa Mokoena", email: "shop@example.co.za" },
    { orderId: "list-1", booked },
    SITE,
  );
  expect(email).toMatchObject({
    key: "bookings-imported:list-1",
    to: "shop@example.co.za",
    subject: "Your 2 parcels are ready to pay",
  });
  expect(paragraphs(email)).toEqual([
    "Dear Nomsa Mokoena,",
    "We have your list of 2 parcels. Together they cost R\u00a090,62.",
    "Sipho Dlamini, Orlando East, Soweto: R\u00a010,00\nSipho Dlamini, Orlando East, Soweto: R\u00a080,62",
    `Pay for all of them: R\u00a090,62:\n${SITE}/payfast/order/list-1`,
    `Our terms, which you agree to when you pay:\n${SITE}/terms`,
    expect.stringMatching(/^You pay once for all parcels\./),
    "We hold the prices until 27 November 2026.",
    QUESTIONS,
  ]);
});

describe("an agreed visit", () => {
  const visit = { waybillNo: "TH4821093753", to: "sipho@example.co.za" };
  const agreed = { day: "2026-12-01", fromTime: "09:00", untilTime: "12:00" };
  const tracking = { label: say`Track your parcel`, url: `${SITE}/t/TH4821093753` };
  const signature = `${QUESTIONS} or ${contact().phoneShown}`;

  test("is told with its day and times", () => {
    const email = visitAgreed(quote, { ...visit, stop: "delivery", agreed, reader: "whom we visit", tracking }, now);
    expect(email).toMatchObject({
      key: `visit-agreed:${quote.id}:${now.toISOString()}`,
      to: "sipho@example.co.za",
      subject: "We deliver on Tuesday 1 December, 09:00 to 12:00: waybill TH 482 109 375 3",
    });
    expect(paragraphs(email)).toEqual([
      "Dear Sipho Dlamini,",
      "We have agreed when we will deliver your parcel.",
      "Waybill number:  TH 482 109 375 3",
      ["When:   Tuesday 1 December, 09:00 to 12:00", ...parcel(8)].join("\n"),
      `Track your parcel:\n${SITE}/t/TH4821093753`,
      "Please make sure that somebody is there. If the time doesn't suit you, please phone us.",
      signature,
    ]);
  });

  test("of a delivery leaves its sender nothing to do", () => {
    const reader = "the sender of a delivery";
    const [kept, ended] = [agreed, null].map((each) =>
      paragraphs(visitAgreed(quote, { ...visit, stop: "delivery", agreed: each, reader, tracking }, now)),
    );
    expect(kept).toContain("We have agreed with the receiver when we will deliver the parcel.");
    expect(ended).toContainEqual(expect.stringMatching(/^The day that we agreed on with the receiver is cancelled\./));
    for (const each of [kept, ended]) {
      expect(each?.at(-2)).toBe("You don't need to do anything.");
      expect(each?.join()).not.toContain("make sure");
    }
  });

  test("that no longer holds says that we will phone", () => {
    const its = { ...visit, stop: "collection", agreed: null, reader: "whom we visit", tracking } as const;
    const email = visitAgreed(quote, its, now);
    expect(email.subject).toBe("A new day to collect: waybill TH 482 109 375 3");
    expect(paragraphs(email)).toEqual([
      "Dear Sipho Dlamini,",
      "The day that we agreed on to collect your parcel is cancelled. We will phone to agree on another day.",
      "Waybill number:  TH 482 109 375 3",
      parcel(8).join("\n"),
      `Track your parcel:\n${SITE}/t/TH4821093753`,
      signature,
    ]);
  });
});
