import { sql } from "drizzle-orm";
import { index, int, oneOf, table, text, time } from "../columns";
import { quotes } from "./quotes";

/** What PayFast said about one attempt to pay; `started` until it says anything. */
export const paymentStates = ["started", "pending", "complete", "cancelled", "failed", "duplicate"] as const;

/** One attempt to pay for one quote. A second completed payment of one booking is `duplicate`: to be refunded. */
export const payments = table(
  "payments",
  {
    id: text("id").primaryKey(),
    quoteId: text("quote_id")
      .notNull()
      .references(() => quotes.id),
    state: oneOf("state", paymentStates).notNull(),
    mode: oneOf("mode", ["simulator", "sandbox", "live"]).notNull(),
    /** What was asked for at the hand-over; the saved price, never a browser's word. */
    amountCents: int("amount_cents").notNull(),
    /** PayFast's own number for the attempt, known from its first notice on. */
    pfPaymentId: text("pf_payment_id").unique(),
    paidCents: int("paid_cents"),
    feeCents: int("fee_cents"),
    startedAt: time("started_at").notNull(),
    settledAt: time("settled_at"),
  },
  (payments) => [
    index("payments_by_quote").on(payments.quoteId),
    index("payments_by_start").on(payments.startedAt, payments.state),
    index("payments_unanswered").on(payments.startedAt).where(sql`state in ('started', 'pending')`),
    index("payments_to_refund").on(payments.settledAt).where(sql`state = 'duplicate'`),
  ],
);

/** Money that staff have paid back, as PayFast's own site shows it. The amounts of one payment's refunds add up. */
export const refunds = table(
  "refunds",
  {
    /** PayFast's number for the refund: noted twice, it is the same one. */
    reference: text("reference").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    amountCents: int("amount_cents").notNull(),
    notedAt: time("noted_at").notNull(),
  },
  (refunds) => [index("refunds_by_payment").on(refunds.paymentId)],
);

/** Every notice as it was received, good or bad, and why it was refused. */
export const paymentNotices = table(
  "payment_notices",
  {
    id: text("id").primaryKey(),
    receivedAt: time("received_at").notNull(),
    clientAddress: text("client_address").notNull(),
    body: text("body").notNull(),
    quoteId: text("quote_id"),
    outcome: text("outcome").notNull(),
    reason: text("reason"),
  },
  (notices) => [
    index("payment_notices_by_quote").on(notices.quoteId),
    index("payment_notices_refused").on(notices.receivedAt).where(sql`outcome = 'refused'`),
  ],
);
