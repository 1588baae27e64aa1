import { sql } from "drizzle-orm";
import { index, int, json, oneOf, table, text, time, uniqueIndex } from "../columns";
import { quotes } from "./quotes";

/** Why more is owed than the price. */
export const chargeReasons = ["weight", "box", "town", "pieces", "other"] as const;

/** `withdrawn`: by the office, or because its booking was cancelled or its parcel has ended. */
export const chargeStates = ["open", "paid", "refused", "withdrawn"] as const;

/** What a parcel is that isn't as it was booked. A weight needs another box. */
export type ParcelFound = { weightKg?: number; boxId?: string; toPostal?: string; pieces?: number };

/** What a customer is asked to pay beside the price: the parcel isn't as it was booked, or is to go elsewhere. */
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
    /** The South African day until whose end we wait for an answer. */
    payBy: text("pay_by").notNull(),
    /** When it was paid, refused or withdrawn. */
    endedAt: time("ended_at"),
  },
  (charges) => [
    uniqueIndex("charges_once").on(charges.quoteId, charges.reason).where(sql`state <> 'withdrawn'`),
    index("charges_by_quote").on(charges.quoteId),
    index("charges_to_watch").on(charges.payBy).where(sql`state in ('open', 'refused')`),
  ],
);
