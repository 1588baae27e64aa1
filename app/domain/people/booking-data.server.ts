import type { Reader } from "#db/store.server";
import { papersOf } from "../invoices/invoices.server";
import { attemptsOf } from "../payments/attempts.server";
import { notesOf } from "../quotes/booking-notes.server";
import type { Quote } from "../quotes/quote";
import { wishesOf } from "../rounds/wishes.server";
import { agreedVisits } from "../waybills/agreed-visit.server";
import { driversWordOn, reportedWordOn } from "../waybills/delivery-proof.server";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";

/** A quote or booking with the rows that belong to it. */
export async function bookingData(store: Reader, quote: Quote) {
  const waybill = await waybillOfQuote(store, quote.id);
  const waybillNo = waybill?.waybillNo ?? null;
  return {
    ...quote,
    payments: await attemptsOf(store, quote.id),
    invoices: await papersOf(store, quote.id),
    waybillNo,
    piecesSent: waybill?.pieces ?? null,
    tracking: waybillNo ? await historyOf(store, waybillNo) : [],
    driver_marks: waybillNo ? await driversWordOn(store, waybillNo) : [],
    reported_marks: waybillNo ? await reportedWordOn(store, waybillNo) : [],
    agreed_visits: waybillNo ? await agreedVisits(store, waybillNo) : [],
    receiver_wishes: waybillNo ? await wishesOf(store, waybillNo) : [],
    notes: (await notesOf(store, quote.id)).map(({ note, notedAt }) => ({ note, notedAt })),
  };
}
