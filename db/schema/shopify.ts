import { index, int, json, oneOf, primaryKey, table, text, time } from "../columns";
import { users } from "./accounts";

/** An account's shop on Shopify, which asks for prices and tells of its orders. Deleted with the account. */
export const shopifyShops = table("shopify_shops", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid, { onDelete: "cascade" }),
  /** In both of its addresses. It opens prices alone, and is shown to its owner again and again. */
  number: text("number").notNull().unique(),
  /** By which Shopify signs its orders; as it is, because a hash can't check a signature. Blank: no order counts. */
  signingSecret: text("signing_secret").notNull(),
  /** The smallest box that the shop uses; blank: the cheapest that carries the weight. */
  smallestBox: text("smallest_box").notNull(),
  /** The version of the terms that its owner agreed to for what its orders book. */
  termsVersion: text("terms_version").notNull(),
  /** When a call came last that was signed by this secret, whatever it said, to some minutes. */
  signedAt: time("signed_at"),
  /** When one came last that wasn't. */
  unsignedAt: time("unsigned_at"),
  madeAt: time("made_at").notNull(),
});

/** Orders in which our price was chosen, once each. Deleted with the account, or after `keeping.shopOrderDays`. */
export const shopifyOrders = table(
  "shopify_orders",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** Shopify's. */
    orderId: text("order_id").notNull(),
    /** The shop's own number of it: "#1001". */
    name: text("name").notNull(),
    /**
     * `waiting` to be booked; `booked`; `open`: only its owner can go on, `why` says why; `cancelled`, also before it was
     * paid; `closed` by its owner.
     */
    state: oneOf("state", ["waiting", "booked", "open", "cancelled", "closed"]).notNull(),
    /** What is to be booked, as `POST /v1/bookings` takes it; empty once that is settled. */
    booking: json<Record<string, unknown>>("booking"),
    why: text("why").notNull(),
    /** Today's price, if the buyer saw another one. */
    priceCents: int("price_cents"),
    quoteId: text("quote_id"),
    receivedAt: time("received_at").notNull(),
  },
  (orders) => [
    primaryKey({ columns: [orders.uid, orders.orderId] }),
    index("shopify_orders_by_state").on(orders.state, orders.receivedAt),
    index("shopify_orders_by_time").on(orders.receivedAt),
  ],
);
