import { sql } from "drizzle-orm";
// Not as #app/…: drizzle-kit reads this file too, and can't resolve that.
import { readSavedForm } from "../../app/domain/form/saved-form";
import { journeyNames } from "../../app/paths";
import { index, int, json, jsonReadBy, oneOf, table, text, time, uniqueIndex } from "../columns";

/** Specification section 4, "Quote status values". */
export const quoteStatuses = [
  "quoted",
  "manual",
  "error",
  "pending_payment",
  "paid",
  "payfast_complete",
  "waybill_created",
  "payfast_failed",
  "payfast_cancelled",
  "cancelled",
  "failed",
] as const;

/**
 * One price for one parcel, and its booking's status. `id` can't be guessed; `quote_no` can be read out on the phone.
 */
export const quotes = table(
  "quotes",
  {
    id: text("id").primaryKey(),
    quoteNo: text("quote_no").notNull().unique(),
    /** The draft that it was made from: one draft makes at most one quote, however often it is retried. */
    draftId: text("draft_id").notNull().unique(),
    journey: oneOf("journey", journeyNames).notNull(),
    type: oneOf("type", ["local", "international"]).notNull(),
    status: oneOf("status", quoteStatuses).notNull(),
    /** The browser that made it, for people without an account. */
    guestId: text("guest_id"),
    uid: text("uid"),
    email: text("email").notNull(),
    fromPostal: text("from_postal").notNull(),
    toPostal: text("to_postal").notNull(),
    toCountry: text("to_country").notNull(),
    boxId: text("box_id").notNull(),
    quantity: int("quantity").notNull(),
    /** What the customer pays, VAT included. Empty, never zero, while there is no instant price. */
    grandTotalCents: int("grand_total_cents"),
    /** The earlier price of the same form, if it was different. */
    previousTotalCents: int("previous_total_cents"),
    apiBase: text("api_base").notNull(),
    request: json<unknown>("request").notNull(),
    formSnapshot: jsonReadBy("form_snapshot", readSavedForm).notNull(),
    response: json<unknown>("response"),
    /** Fingerprint of the form that was priced: a draft that no longer matches needs a new price. */
    formHash: text("form_hash").notNull(),
    message: text("message"),
    createdAt: time("created_at").notNull(),
    pricedAt: time("priced_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    bookedAt: time("booked_at"),
    /** The version of the terms that the customer agreed to; empty until it is booked or requested. */
    termsVersion: text("terms_version"),
    /** The buyer's own VAT number, for an invoice of more than R 5 000. */
    vatNumber: text("vat_number"),
    manualRequestedAt: time("manual_requested_at"),
    /** When it was cancelled. Empty if its customer replaced it by another booking: money for it is still accepted. */
    cancelledAt: time("cancelled_at"),
    cancelledBy: oneOf("cancelled_by", ["staff", "customer"]),
    /** The customer's reason; staff's is in `staff_actions`. */
    cancelReason: text("cancel_reason"),
    /** When its customer refused a charge for a parcel that we have: all that was paid is to be refunded. */
    priceBackAt: time("price_back_at"),
    /** The payment mode of the site when it was booked: only `live` is a real parcel. */
    mode: oneOf("mode", ["simulator", "sandbox", "live"]),
    /** When names, phones, emails and streets were erased (app/domain/people/keeping-times.ts). */
    anonymisedAt: time("anonymised_at"),
    /** The PayFast order that pays for it together with other bookings of a list; empty if it is paid by itself. */
    paymentOrderId: text("payment_order_id"),
    /** The shop's own order number of a booking by API. */
    reference: text("reference"),
    /** The key that booked it. Not a foreign key: the booking outlives the account. */
    apiKeyId: text("api_key_id"),
    /** How often the signed links of its sender and of its receiver have ended (app/domain/post/signed-pages.ts). */
    senderLinks: int("sender_links").notNull().default(0),
    receiverLinks: int("receiver_links").notNull().default(0),
    updatedAt: time("updated_at").notNull(),
  },
  (quotes) => [
    // A reference is free again once its booking was cancelled.
    uniqueIndex("quotes_by_reference")
      .on(quotes.uid, quotes.reference)
      .where(sql`reference is not null and status <> 'cancelled'`),
    index("quotes_by_api_key").on(quotes.apiKeyId, quotes.bookedAt).where(sql`api_key_id is not null`),
    index("quotes_by_payment_order").on(quotes.paymentOrderId).where(sql`payment_order_id is not null`),
    index("quotes_by_uid").on(quotes.uid, quotes.createdAt),
    // What an account hasn't paid is counted at each of its bookings.
    index("quotes_by_uid_and_status").on(quotes.uid, quotes.status),
    index("quotes_by_guest").on(quotes.guestId, quotes.createdAt),
    // Includes the wizard, so that the figures of a day are counted from the index alone.
    index("quotes_by_status").on(quotes.status, quotes.createdAt, quotes.journey),
    index("quotes_by_email").on(quotes.email),
    index("quotes_waiting_for_price")
      .on(quotes.manualRequestedAt)
      .where(sql`manual_requested_at is not null and booked_at is null`),
    index("quotes_cancelled_by_staff").on(quotes.cancelledAt, quotes.id).where(sql`cancelled_at is not null`),
    index("quotes_price_back").on(quotes.priceBackAt).where(sql`price_back_at is not null`),
    // Holds only the quotes that the nightly deletion may still have to delete.
    index("quotes_unbooked").on(quotes.expiresAt).where(sql`booked_at is null`),
    index("quotes_with_names")
      .on(quotes.status, quotes.bookedAt)
      .where(sql`booked_at is not null and anonymised_at is null`),
  ],
);
