import { expect, test } from "vitest";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { quoteOccasions } from "#app/domain/people/quote-emails.server";
import { trackingEventKinds } from "#db/schema/waybills";
import { anOffice } from "../../support/an-office";
import { openedCase } from "../../support/opened-case";

const now = new Date("2026-11-20T08:00:00Z");

test("every email about a parcel belongs to an occasion of it: what happened, what is wrong with it, what was paid back", async () => {
  const { store, booked, paid } = await anOffice();
  const ofQuote = [
    ...["manual-quote-received", "manual-quote-wanted", "manual-price-ready", "booking-confirmed"],
    ...[
      "booking-cancelled",
      "money-to-pay-back",
      "refund-wanted",
      "collection-agreed",
      "return-agreed",
      "visit-agreed",
      "booking-changed",
    ],
    ...["part-received", "payment-number", "payment-undone", "refund-undone", "invoice-sent", "new-links"],
    ...[
      ...trackingEventKinds,
      "returning",
      "return_missed",
      "not-today",
      "delayed",
      "delay-over",
      "correction",
      "pin-again",
    ],
  ];
  const unpaid = await booked({}, now);
  expect(await quoteOccasions(store.read, unpaid.id)).toEqual(ofQuote.map((occasion) => `${occasion}:${unpaid.id}`));

  const { quote, waybillNo } = await paid({}, now);
  const report = { kind: "damaged", words: "", contact: null } as const;
  const { caseNo } = await openedCase({ store }, waybillNo, report, { now });
  const refund = { reference: "r1", amountCents: 1_00, goodwill: true };
  await store.tx((tx) => noteRefund(tx, quote.id, refund, now));
  expect(await quoteOccasions(store.read, quote.id)).toEqual([
    ...ofQuote.map((occasion) => `${occasion}:${quote.id}`),
    ...["case-opened", "case-received", "case-answered"].map((occasion) => `${occasion}:${caseNo}`),
    "refund-paid:r1",
  ]);
});
