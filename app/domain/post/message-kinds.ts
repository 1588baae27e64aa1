type VisitOfMessage = "collection" | "delivery" | "return";
type HeldUp = `${VisitOfMessage}_held_up`;

/** What happens to a booking or its parcel, and may make what waits to be sent about it untrue. */
export type Overtaking =
  | "failed_collection"
  | "collected"
  /** It is at a depot, or between two: no driver brings it just now. */
  | "in_transit"
  /** It has come to our depot. */
  | "at_depot"
  | "out_for_delivery"
  | "failed_attempt"
  /** A part of it: the rest is still to come. */
  | "some_delivered"
  | "delivered"
  | "returned"
  /** A driver is sent to bring it back, or is no longer. */
  | "returning"
  | "returning_no_more"
  | "cancelled"
  /** It will not arrive. */
  | "ended"
  /** It is late, by a day on which it wasn't before. */
  | "late"
  /** The office has told its people something, by hand. */
  | "told"
  /** Nobody can come to its place before a day, or can again. */
  | "delayed"
  | "delay_over"
  /** A visit was agreed on, or agreed on no more. */
  | "collection_agreed"
  | "delivery_agreed"
  | "return_agreed"
  /** A driver came to nothing with a visit, and nobody comes as things stand. */
  | HeldUp
  /** A driver was given its delivery, for another day than before, or has it no more. */
  | "delivery_planned"
  /** The receiver chose another day or the depot. */
  | "wished"
  /** That holds no more, and nothing took its place. */
  | "wish_ended"
  /** Somebody's email or phone was put right. */
  | "readdressed"
  /** A price by hand was set. */
  | "priced"
  | "paid"
  | "payment_undone"
  | "refunded";

type Kind = {
  /** Customers' messages are in the site's language. Staff's are in English, and no catalogue has them. */
  readBy: "customers" | "staff";
  /**
   * What makes its words untrue before they could be sent. Nothing does where they tell what was done and stays so, or
   * what somebody did in a person's name. (A link that ends is another matter: `Email.worksUntil`.)
   */
  endedBy: readonly Overtaking[];
  /**
   * What makes its words untrue too, and its receiver knows of. The others need it all the same, so for them it is
   * written again, as it is true then (`write-again.server.ts`).
   */
  changedBy: readonly Overtaking[];
  /**
   * What makes a part of its words untrue, of which nobody is told otherwise: it is written again for everybody. Of a
   * message about several bookings of an order or an account: what happens to one of them.
   */
  retoldAfter: readonly Overtaking[];
  /**
   * For which visit it says that we come, on the day that was agreed or on one that it names. If then nobody comes, whoever
   * has read it is told so. Null if it says nothing of the kind.
   */
  promises: { visit: VisitOfMessage; on: "the agreed day" | "its own day" } | null;
};

const staysTrue: Kind = { readBy: "customers", endedBy: [], changedBy: [], retoldAfter: [], promises: null };
const toStaff: Kind = { ...staysTrue, readBy: "staff" };
const endedBy = (...happenings: Overtaking[]): Kind => ({ ...staysTrue, endedBy: happenings });
const promising = (promises: NonNullable<Kind["promises"]>, ...happenings: Overtaking[]): Kind => ({
  ...staysTrue,
  endedBy: [...happenings, `${promises.visit}_held_up`],
  promises,
});

const lateNoMore = [
  ...(["late", "told", "some_delivered", "failed_collection", "collected", "out_for_delivery"] as const),
  ...(["failed_attempt", "delivered", "returned", "cancelled", "ended"] as const),
];

/** What people hear of in another message, or the office's next words. */
const newsNoMore = [
  ...(["told", "collected", "at_depot", "out_for_delivery", "failed_attempt", "delivered", "returned"] as const),
  ...(["cancelled", "ended", "returning", "collection_agreed", "delivery_agreed", "return_agreed"] as const),
];

/** After these it is no news that nobody could come to a parcel. */
const visited = [
  ...(["failed_collection", "collected", "out_for_delivery", "failed_attempt", "delivered", "returned"] as const),
  ...(["cancelled", "ended", "collection_agreed", "delivery_agreed", "return_agreed", "wished"] as const),
];

/** After these nobody comes to the receiver as was said. */
const deliveryOver = ["failed_attempt", "delivered", "returned", "cancelled", "ended", "returning"] as const;

/** After these it is no news that a parcel comes. */
const announced = ["out_for_delivery", "failed_attempt", "delivered", "returned", "returning", "ended"] as const;

/** Each kind of message, by how its key begins, and what ends it. */
export const messageKinds = {
  // About a parcel on its way.
  booked: endedBy(...announced),
  failed_collection: endedBy("failed_collection", "collected", "collection_agreed", "cancelled", "ended"),
  collected: endedBy("failed_attempt", "delivered", "returned", "cancelled", "ended", "returning"),
  out_for_delivery: promising(
    { visit: "delivery", on: "its own day" },
    // A collection after it corrects it.
    ...(["failed_collection", "collected", "in_transit", "at_depot", "out_for_delivery", "failed_attempt"] as const),
    ...(["delivered", "returned", "cancelled", "ended", "returning"] as const),
  ),
  at_depot: endedBy(
    ...(["in_transit", "out_for_delivery", "failed_attempt", "delivered", "returned", "cancelled", "ended"] as const),
    ...(["delivery_agreed", "wished", "wish_ended", "returning"] as const),
  ),
  failed_attempt: {
    readBy: "customers",
    endedBy: [
      "out_for_delivery",
      "failed_attempt",
      "at_depot",
      "delivered",
      "returned",
      "cancelled",
      "ended",
      "returning",
    ],
    // The sender still has to know that we came: the address may be wrong.
    changedBy: ["delivery_agreed", "wished", "wish_ended", "delivery_held_up", "at_depot"],
    retoldAfter: ["delivery_planned"],
    promises: { visit: "delivery", on: "its own day" },
  },
  delivered: staysTrue,
  returned: staysTrue,
  returning: endedBy("delivered", "returned", "returning", "returning_no_more", "cancelled", "ended"),
  return_missed: endedBy("delivered", "returned", "returning_no_more", "return_agreed", "cancelled", "ended"),
  // What the office tells the people of a parcel, until a time (`Email.trueUntil`), and that nobody did.
  news: endedBy(...newsNoMore),
  news_overdue: endedBy(...newsNoMore),
  // That we may not come as we said.
  "not-today": endedBy(
    ...(["failed_collection", "collected", "out_for_delivery", "failed_attempt", "delivered", "returned"] as const),
    ...([
      "cancelled",
      "ended",
      "returning",
      "wished",
      "collection_agreed",
      "delivery_agreed",
      "return_agreed",
    ] as const),
  ),
  ended: staysTrue,
  // What happened since may be undone too, with its message: then nobody would say that the first one was wrong.
  correction: staysTrue,
  late: endedBy(...lateNoMore, "delivery_agreed", "wished", "returning"),
  // A parcel that we haven't collected stays late whatever is said of its delivery.
  "late-collection": endedBy(...lateNoMore, "collection_agreed"),
  delayed: endedBy(...visited, "delayed", "delay_over"),
  "delay-over": endedBy(...visited, "delayed"),
  "collection-agreed": promising(
    { visit: "collection", on: "the agreed day" },
    "failed_collection",
    "collected",
    "cancelled",
    "ended",
    "collection_agreed",
  ),
  "return-agreed": promising(
    { visit: "return", on: "the agreed day" },
    "delivered",
    "returned",
    "returning_no_more",
    "cancelled",
    "ended",
    "return_agreed",
  ),
  "visit-agreed": promising({ visit: "delivery", on: "the agreed day" }, ...deliveryOver, "delivery_agreed", "wished"),
  wish: promising({ visit: "delivery", on: "the agreed day" }, ...deliveryOver),
  // The receiver finds out that somebody else acted in their name.
  "wish-neighbour": staysTrue,
  "wish-day": promising({ visit: "delivery", on: "the agreed day" }, ...deliveryOver, "delivery_agreed", "wished"),
  "wish-ended": promising(
    { visit: "delivery", on: "the agreed day" },
    ...(["delivery_agreed", "wished", "out_for_delivery", "failed_attempt", "delivered", "returned"] as const),
    ...(["cancelled", "ended", "returning"] as const),
  ),
  "pin-again": promising({ visit: "delivery", on: "its own day" }, ...deliveryOver),
  "new-links": staysTrue,
  "links-again": staysTrue,
  "receiver-changed": staysTrue,
  "booking-changed": staysTrue,
  // About money.
  "manual-quote-received": endedBy("priced", "cancelled"),
  price_overdue: endedBy("priced", "paid", "cancelled"),
  "manual-quote-wanted": { ...endedBy("priced", "cancelled"), readBy: "staff" },
  "manual-price-ready": endedBy("priced", "paid", "cancelled"),
  "bookings-imported": { ...staysTrue, retoldAfter: ["paid", "cancelled"] },
  // The next afternoon's says what is not paid by then.
  "open-list": { ...staysTrue, retoldAfter: ["paid", "cancelled"] },
  "booking-confirmed": staysTrue,
  "list-announced": { ...staysTrue, retoldAfter: [...announced, "cancelled", "readdressed"] },
  "list-confirmed": staysTrue,
  "part-received": endedBy("paid", "payment_undone", "cancelled"),
  "payment-undone": endedBy("paid", "cancelled"),
  "invoice-sent": staysTrue,
  "booking-cancelled": staysTrue,
  // To the receiver: also when a payment was undone, and it may be paid after all.
  cancelled: endedBy("paid"),
  "refund-wanted": toStaff,
  "refund-paid": staysTrue,
  refund_overdue: endedBy("refunded"),
  "refund-undone": endedBy("refunded"),
  "payment-refused": toStaff,
  "payment-number": toStaff,
  // About other things.
  "already-registered": staysTrue,
  "application-acknowledged": staysTrue,
  "application-answered": staysTrue,
  application_overdue: staysTrue,
  "driver-link": toStaff,
  "driver-application": toStaff,
  "webhook-off": staysTrue,
  "payments-not-compared": toStaff,
  "payments-differ": toStaff,
  "payments-unsigned": toStaff,
  "money-to-pay-back": staysTrue,
  "continue-draft": staysTrue,
  "office-changed": toStaff,
  "office-join": toStaff,
  "case-received": staysTrue,
  case_overdue: staysTrue,
  "case-answered": staysTrue,
  "case-opened": toStaff,
  "verify-email": staysTrue,
  "reset-password": staysTrue,
  "change-email": staysTrue,
  "email-wanted": staysTrue,
  "recover-email": staysTrue,
  "password-changed": staysTrue,
} satisfies Record<string, Kind>;

/** The kinds of messages that say that we come for a visit. */
export function promisesOf(visit: VisitOfMessage, on: "the agreed day" | "its own day"): string[] {
  const kinds = Object.entries<Kind>(messageKinds);
  return kinds.flatMap(([kind, { promises }]) => (promises?.visit === visit && promises.on === on ? [kind] : []));
}

/** The kinds of messages that something makes untrue: `ended` for everybody, the others as `Kind` says. */
export function whatEnds(by: Overtaking) {
  const kinds = Object.entries<Kind>(messageKinds);
  const of = (member: "endedBy" | "changedBy" | "retoldAfter") =>
    kinds.flatMap(([kind, is]) => (is[member].includes(by) ? [kind] : []));
  return { ended: of("endedBy"), changed: of("changedBy"), retold: of("retoldAfter") };
}
