import { sql } from "drizzle-orm";
import { bool, index, int, oneOf, primaryKey, table, text, time, uniqueIndex } from "../columns";
import { charges } from "./charges";
import { quotes } from "./quotes";
import { waybills } from "./waybills";

/** How money comes, and goes back. */
export const paymentWays = ["payfast", "cash", "bank"] as const;

/**
 * What PayFast reported about one attempt to pay; `started` until its first notice. Three come from staff: `part` of a
 * price that isn't complete yet, a payment noted by mistake and `undone`, and the number that a notice has `replaced`.
 */
export const paymentStates = [
  "started",
  "pending",
  "complete",
  "cancelled",
  "failed",
  "duplicate",
  "part",
  "undone",
  "replaced",
] as const;

/**
 * An attempt to pay for a quote, its share of one for several, or an attempt to pay a charge of it. What has been paid
 * for already gets `duplicate`: to be refunded.
 */
export const payments = table(
  "payments",
  {
    id: text("id").primaryKey(),
    quoteId: text("quote_id")
      .notNull()
      .references(() => quotes.id),
    /** The charge that it is for; empty for the price. */
    chargeId: text("charge_id").references(() => charges.id),
    state: oneOf("state", paymentStates).notNull(),
    mode: oneOf("mode", ["simulator", "sandbox", "live"]).notNull(),
    /** The amount that was asked for: the saved price, never a value from the browser. */
    amountCents: int("amount_cents").notNull(),
    way: oneOf("way", paymentWays).notNull().default("payfast"),
    /**
     * PayFast's own number for the attempt, set by its first notice. Bookings paid together share it. What came another way
     * has its way in front: `bank:ABSA 4711`. PayFast's numbers are digits, so none is ever one of these.
     */
    pfPaymentId: text("pf_payment_id"),
    /**
     * Until when the amount can be paid after another price has replaced it; empty means no limit (before this was
     * recorded).
     */
    heldUntil: time("held_until"),
    paidCents: int("paid_cents"),
    feeCents: int("fee_cents"),
    startedAt: time("started_at").notNull(),
    /**
     * When we first knew that the customer was at PayFast with it: the browser came back from there, a notice told of it, or
     * PayFast's list has it. Empty while nobody knows, and before this was recorded.
     */
    atPayfastAt: time("at_payfast_at"),
    settledAt: time("settled_at"),
    /** When staff noted it, if they told of it before PayFast did; and who. */
    notedAt: time("noted_at"),
    notedBy: text("noted_by"),
    /** When PayFast told of such a payment too: by a signed notice, or in its list. */
    confirmedAt: time("confirmed_at"),
    /** When a list of PayFast's for its days showed that there is no such payment. */
    notListedAt: time("not_listed_at"),
    /** The order that PayFast has for it, if it was moved here from another booking. */
    movedFrom: text("moved_from"),
  },
  (payments) => [
    // Each once, also where a payment is for several bookings, or for the price and charges of one. For both databases,
    // empty charges differ.
    uniqueIndex("payments_by_number").on(payments.pfPaymentId, payments.quoteId, payments.chargeId),
    uniqueIndex("payments_of_price_by_number").on(payments.pfPaymentId, payments.quoteId).where(sql`charge_id is null`),
    index("payments_by_quote").on(payments.quoteId, payments.state),
    index("payments_by_charge").on(payments.chargeId).where(sql`charge_id is not null`),
    index("payments_by_start").on(payments.startedAt, payments.state),
    index("payments_unanswered")
      .on(payments.atPayfastAt)
      .where(sql`at_payfast_at is not null and state in ('started', 'pending')`),
    index("payments_to_refund").on(payments.settledAt).where(sql`state = 'duplicate'`),
    index("payments_in_part").on(payments.settledAt).where(sql`state = 'part'`),
    index("payments_on_staffs_word")
      .on(payments.notedAt)
      .where(sql`noted_at is not null and confirmed_at is null and state <> 'undone' and way = 'payfast'`),
    index("payments_at_counter").on(payments.settledAt).where(sql`way <> 'payfast'`),
  ],
);

/** `refund`: we sent it. `chargeback`: the customer's bank took it back. */
export const refundKinds = ["refund", "chargeback"] as const;

/**
 * Money that went back. Refunds went the way that their payment came. A payment may have several, and one may be for several
 * payments.
 */
export const refunds = table(
  "refunds",
  {
    /** PayFast's number for it, so that the same refund isn't recorded twice; of another way as in `payments`. */
    reference: text("reference").notNull(),
    kind: oneOf("kind", refundKinds).notNull().default("refund"),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    amountCents: int("amount_cents").notNull(),
    notedAt: time("noted_at").notNull(),
    notedBy: text("noted_by"),
  },
  (refunds) => [
    primaryKey({ columns: [refunds.reference, refunds.paymentId] }),
    index("refunds_by_payment").on(refunds.paymentId),
  ],
);

/** What we paid for the contents of a lost or damaged parcel, by bank. Once for each parcel. */
export const claims = table(
  "claims",
  {
    waybillNo: text("waybill_no")
      .primaryKey()
      .references(() => waybills.waybillNo),
    amountCents: int("amount_cents").notNull(),
    /** The bank's, of the transfer. */
    reference: text("reference").notNull(),
    mode: oneOf("mode", ["simulator", "sandbox", "live"]).notNull(),
    notedAt: time("noted_at").notNull(),
    notedBy: text("noted_by").notNull(),
  },
  (claims) => [index("claims_by_time").on(claims.notedAt)],
);

/** Every notice that was signed, or came from PayFast's addresses, as it was received, and why it was refused. */
export const paymentNotices = table(
  "payment_notices",
  {
    id: text("id").primaryKey(),
    receivedAt: time("received_at").notNull(),
    clientAddress: text("client_address").notNull(),
    body: text("body").notNull(),
    /** The order, the payment and the amount in the notice, in PayFast's format; set if its signature was right. */
    quoteId: text("quote_id"),
    pfPaymentId: text("pf_payment_id"),
    amountTold: text("amount_told"),
    isSigned: bool("is_signed").notNull().default(true),
    /** The payment mode of the site at that time. */
    mode: oneOf("mode", ["simulator", "sandbox", "live"]),
    outcome: text("outcome").notNull(),
    reason: text("reason"),
    /** When staff closed a refused one, because no money came with it. */
    closedAt: time("closed_at"),
  },
  (notices) => [
    index("payment_notices_by_quote").on(notices.quoteId),
    index("payment_notices_by_payment").on(notices.pfPaymentId).where(sql`pf_payment_id is not null`),
    index("payment_notices_refused").on(notices.receivedAt).where(sql`outcome = 'refused'`),
    index("payment_notices_unconfirmed").on(notices.receivedAt).where(sql`outcome = 'ask_again'`),
  ],
);

/**
 * Notices that were not properly signed, counted by South African day, network and order. Anybody can post them, so
 * those that don't come from PayFast's addresses are only counted.
 */
export const unsignedNotices = table(
  "unsigned_notices",
  {
    day: text("day").notNull(),
    /** A keyed hash of the address. `payfast` for PayFast's own; blank beyond a number of rows a day. */
    network: text("network").notNull(),
    /** The order that they name, if it is ours; otherwise blank. */
    quoteId: text("quote_id").notNull(),
    notices: int("notices").notNull(),
    /** The start of the first of them, within the day's and the network's limits. */
    sample: text("sample").notNull(),
    /** Why the last of them was refused. */
    reason: text("reason").notNull(),
    firstReceivedAt: time("first_received_at").notNull(),
    lastReceivedAt: time("last_received_at").notNull(),
    closedAt: time("closed_at"),
  },
  (notices) => [primaryKey({ columns: [notices.day, notices.network, notices.quoteId] })],
);
