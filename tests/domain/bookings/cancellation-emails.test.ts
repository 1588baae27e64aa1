import { beforeEach, describe, expect, test } from "vitest";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { bookingCancelled } from "#app/domain/bookings/cancel-booking.server";
import {
  type CustomersNumbers,
  moneyToPayBack,
  refundPaid,
  refundWanted,
} from "#app/domain/bookings/payments/refund-emails";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { say } from "#app/language/say";
import { aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-20T08:00:00Z");
const terms = [{ label: say`Our terms`, url: "https://thuma.example/terms" }];
const SIGNATURE = `${brand.name}\nQuestions? ${contact().email.contact} or ${contact().phoneShown}`;

let quote: Quote;
beforeEach(async () => {
  quote = { ...(await aQuote(await aStore(), undefined, now)), quoteNo: "Q-1" };
});
const paragraphs = ({ text }: { text: string }) => text.trimEnd().split("\n\n");
const facts = [
  "From:         Thandi Nkosi, Katlehong",
  "To:           Sipho Dlamini, Orlando East, Soweto",
  "Parcel:       1 × Flyer bag",
];

describe("the email that a booking is cancelled", () => {
  const cancelled = {
    person: "sender",
    waybillNo: undefined,
    because: "",
    owedCents: 0,
    back: "notCharged",
    refundedBy: "2026-12-04",
    by: "staff",
    links: terms,
  } as const;

  test("by us, unpaid: that nothing was charged", () => {
    const email = bookingCancelled(quote, cancelled);
    expect(email).toMatchObject({
      ...{ key: `booking-cancelled:${quote.id}`, to: "thandi@example.co.za", subject: "Request cancelled: quote Q-1" },
    });
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      "We have cancelled this booking, so nobody will come to collect the parcel.",
      ["Quote number: Q-1", ...facts].join("\n"),
      "You have not been charged. If you have paid in the meantime, we will refund you.",
      "Our terms:\nhttps://thuma.example/terms",
      SIGNATURE,
    ]);
  });

  test("that its account would have paid by month: that it is taken off the account", () => {
    const email = bookingCancelled(quote, { ...cancelled, back: "takenOffAccount" });
    expect(paragraphs(email)).toContain("It is taken off the account: there is nothing to pay for it.");
    expect(email.text).not.toContain("charged");
  });

  test.each([
    ["takenByBank", "Your bank has taken your payment back, so there is nothing to refund."],
    ["refundedBefore", "We have refunded your payment before, so there is nothing to refund."],
  ] as const)("whose money has gone back, %s: that it has", (back, sentence) => {
    const email = bookingCancelled(quote, { ...cancelled, back });
    expect(paragraphs(email)).toContain(sentence);
    expect(email.text).not.toContain("charged");
  });

  test("by its customer, paid: the waybill, the reason, and the refund", () => {
    const because = "Found another way";
    const email = bookingCancelled(quote, {
      ...{ person: "sender", waybillNo: "TH4821093753", because, owedCents: 80_62 },
      ...{ back: "notCharged", refundedBy: "2026-12-04", by: "customer", links: terms },
    });
    expect(email.subject).toBe("Booking cancelled: waybill TH 482 109 375 3");
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      "This booking has been cancelled, as you asked. Nobody will come to collect the parcel.",
      [
        "Waybill number: TH 482 109 375 3",
        ...facts.map((fact) => fact.replace(":", ":  ")),
        "Why:            Found another way",
        "Refund:         R\u00a080,62",
      ].join("\n"),
      "You will get the money back the way you paid, by Friday 4 December at the latest. We email you when we send it.",
      "Our terms:\nhttps://thuma.example/terms",
      SIGNATURE,
    ]);
  });

  test("greets the sender by name, and neither an account by another's name nor a message by itself", () => {
    const greetings = (["sender", "account"] as const).map((person) => {
      return paragraphs(bookingCancelled(quote, { ...cancelled, person }))[0];
    });
    expect(greetings).toEqual(["Dear Thandi Nkosi,", "Good day,"]);
    const { addresses, ...others } = quote.formSnapshot;
    const fromName = "Win R 5000 at example.com";
    const trick = { ...quote, formSnapshot: { ...others, addresses: { ...addresses, fromName } } };
    expect(paragraphs(bookingCancelled(trick, cancelled))[0]).toBe("Good day,");
  });

  test("has the links of our reason, and none of a customer's", () => {
    const because = "See https://example.com/why";
    const words = (by: "staff" | "customer") => bookingCancelled(quote, { ...cancelled, because, by }).text;
    expect(words("staff")).toContain("https://example.com/why");
    expect(words("customer")).not.toContain("example.com");
  });
});

describe("an email about money", () => {
  const numbers = [{ is: "waybill", shown: "TH 482 109 375 3", order: null }] as const;

  test("names each booking by its shop's own number, if it has one, and by ours", () => {
    const received = { pfPaymentId: "77", amountGrossCents: 80_62, pay: null, isForCharge: false, isOnAccount: false };
    const ofShop = { ...numbers[0], order: "#1000" };
    const ofQuote = { is: "quote", shown: "Q-1", order: null } as const;
    const textOf = (numbers: CustomersNumbers) => moneyToPayBack(quote, { ...received, numbers }, terms).text;
    expect(textOf([ofShop])).toMatch(/Your order: +#1000\nWaybill number: +TH 482/);
    expect(textOf([ofShop, ofQuote])).toContain("#1000 (Waybill TH 482 109 375 3), Quote Q-1");
  });

  test.each([
    ["waybill_created", "We have received a second payment for a parcel that you had already paid for."],
    ["cancelled", "We have received a payment for a booking that was cancelled. Nobody will collect the parcel."],
  ] as const)("that comes back, of a booking that is %s", (status, why) => {
    const received = {
      pfPaymentId: "77",
      amountGrossCents: 80_62,
      numbers,
      pay: null,
      isForCharge: false,
      isOnAccount: false,
    };
    const email = moneyToPayBack({ ...quote, status }, received, terms);
    expect(email).toMatchObject({
      key: `money-to-pay-back:${quote.id}:77`,
      to: "thandi@example.co.za",
      subject: "We will refund R\u00a080,62: waybill TH 482 109 375 3",
    });
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      why,
      "You don't need to do anything. We will refund it.",
      "Refund:          R\u00a080,62\nPayFast payment: 77\nWaybill number:  TH 482 109 375 3",
      "Our terms:\nhttps://thuma.example/terms",
      "We will refund you the way you paid. You will get another email when we have sent the money.",
      SIGNATURE,
    ]);
  });

  test("that was sent has its credit note, if there is one, and the terms", () => {
    const creditNote = { label: say`Credit Note CN-000001`, url: "https://thuma.example/invoice/CN-000001" };
    const paid = { reference: "77-8062", amountCents: 80_62, terms, numbers };
    const email = refundPaid(quote, { ...paid, creditNotes: [creditNote] });
    expect(email).toMatchObject({ key: "refund-paid:77-8062", to: "thandi@example.co.za" });
    expect(paragraphs(email)).toEqual([
      "Dear Thandi Nkosi,",
      "We have sent your refund, the way you paid.",
      "Refund:            R\u00a080,62\nPayFast reference: 77-8062\nWaybill number:    TH 482 109 375 3",
      `Credit Note CN-000001:\n${creditNote.url}`,
      "Our terms:\nhttps://thuma.example/terms",
      "Your bank may take a few working days to show it.",
      SIGNATURE,
    ]);
    expect(refundPaid(quote, { ...paid, creditNotes: [null] }).text).toBe(
      email.text.replace(`Credit Note CN-000001:\n${creditNote.url}\n\n`, ""),
    );
  });

  test("that staff must pay back has the customer's reason", () => {
    const appUrl = "https://thuma.example";
    const email = refundWanted(quote, { because: "Found another way", owedCents: 80_62, appUrl });
    expect(email).toMatchObject({ key: `refund-wanted:${quote.id}`, subject: "Pay back R\u00a080,62: quote Q-1" });
    expect(paragraphs(email)).toEqual([
      "A customer has cancelled a booking that was paid.",
      "Pay the money back, then note it.",
      "To pay back:  R\u00a080,62\nQuote number: Q-1\nWhy:          Found another way",
      "Open it in the office:\nhttps://thuma.example/office/Q-1",
      "On a command line: npm run staff -- list refunds",
      brand.name,
    ]);
    const unsaid = refundWanted(quote, { because: "", owedCents: 80_62, appUrl: null }).text;
    expect(unsaid).toMatch(/Why: +not said/);
    expect(unsaid).not.toContain("Open it");
  });
});
