import { sql } from "drizzle-orm";
import { index, int, json, oneOf, table, text, time, uniqueIndex } from "../columns";
import { users } from "./accounts";
import { quotes } from "./quotes";

/** Why more is owed than the price; or the `price` itself, of a booking that its account pays by month. */
export const chargeReasons = ["weight", "box", "town", "pieces", "other", "price"] as const;

/** `withdrawn`: by the office, or because its booking was cancelled or its parcel has ended. */
export const chargeStates = ["open", "paid", "refused", "withdrawn"] as const;

/** What a parcel is that isn't as it was booked. A weight needs another box. */
export type ParcelFound = { weightKg?: number; boxId?: string; toPostal?: string; pieces?: number };

/**
 * What a customer is asked to pay beside the price, because the parcel isn't as it was booked or is to go elsewhere; and what
 * an account owes that pays by month: the price of a booking, and charges of it.
 */
export const charges = table(
  "charges",
  {
    /** `charge-…`, which is also its order at PayFast (`m_payment_id`). */
    id: text("id").primaryKey(),
    quoteId: text("quote_id")
      .notNull()
      .references(() => quotes.id),
    reason: oneOf("reason", chargeReasons).notNull(),
    /** How the parcel is, where the price list was asked. */
    found: json<ParcelFound>("found").notNull(),
    amountCents: int("amount_cents").notNull(),
    /** In the office's words, as the customer reads it. */
    because: text("because").notNull(),
    /** Who said yes, how and when, in the office's words. */
    agreed: text("agreed").notNull(),
    state: oneOf("state", chargeStates).notNull(),
    askedAt: time("asked_at").notNull(),
    /**
     * The South African day until whose end we wait for an answer; of what is on account, the day on which it is due, blank
     * until its invoice is issued.
     */
    payBy: text("pay_by").notNull(),
    /** The account that pays it by month. Empty for what is paid by itself: its parcel waits for it. */
    accountUid: text("account_uid"),
    /** What of its amount was credited, because less was owed. */
    creditedCents: int("credited_cents").notNull().default(0),
    /** When the invoice of what is on account was issued: when its parcel was collected. */
    invoicedAt: time("invoiced_at"),
    /** When it was paid, refused or withdrawn. */
    endedAt: time("ended_at"),
  },
  (charges) => [
    uniqueIndex("charges_once").on(charges.quoteId, charges.reason).where(sql`state <> 'withdrawn'`),
    index("charges_by_quote").on(charges.quoteId),
    index("charges_to_watch").on(charges.payBy).where(sql`state in ('open', 'refused')`),
    index("charges_on_account").on(charges.accountUid, charges.invoicedAt).where(sql`account_uid is not null`),
  ],
);

/** Accounts that pay by month: what they may owe, and for how long. One that was stopped keeps its row. */
export const creditTerms = table("credit_terms", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  limitCents: int("limit_cents").notNull(),
  /** How many days after the end of the month of its invoice something is due. */
  days: int("days").notNull(),
  allowedAt: time("allowed_at").notNull(),
  allowedBy: text("allowed_by").notNull(),
  stoppedAt: time("stopped_at"),
  stoppedBy: text("stopped_by"),
});
