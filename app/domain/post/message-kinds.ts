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
  /** The delivery was agreed on for a later day than today. */
  | "delivery_put_off"
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
  /** More is to be paid than the price, and is no more: it was paid, refused, or is asked for no longer. */
  | "amount_due"
  | "amount_settled"
  | "paid"
  | "payment_undone"
  | "refunded";

type Kind = Fate & {
  /**
   * For whom what happens to several parcels within some minutes is one message with a row for each, in which this is a
   * row; null where each is a message of its own. (A receiver gets one parcel, and its messages say to do something.)
   */
  togetherFor: "the sender" | null;
};

type Fate = {
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

const together = (fate: Fate) => ({ ...fate, togetherFor: "the sender" as const });
const apart = (fate: Fate) => ({ ...fate, togetherFor: null });
const staysTrue: Fate = { readBy: "customers", endedBy: [], changedBy: [], retoldAfter: [], promises: null };
const toStaff: Fate = { ...staysTrue, readBy: "staff" };
const endedBy = (...happenings: Overtaking[]): Fate => ({ ...staysTrue, endedBy: happenings });
const promising = (promises: NonNullable<Fate["promises"]>, ...happenings: Overtaking[]): Fate => ({
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
  booked: apart(endedBy(...announced)),
  failed_collection: together(endedBy("failed_collection", "collected", "collection_agreed", "cancelled", "ended")),
  collected: together(endedBy("failed_attempt", "delivered", "returned", "cancelled", "ended", "returning")),
  out_for_delivery: apart(
    promising(
      { visit: "delivery", on: "its own day" },
      // A collection after it corrects it.
      ...(["failed_collection", "collected", "in_transit", "at_depot", "out_for_delivery", "failed_attempt"] as const),
      ...(["delivered", "returned", "cancelled", "ended", "returning", "delivery_put_off"] as const),
    ),
  ),
  at_depot: apart(
    endedBy(
      ...(["in_transit", "out_for_delivery", "failed_attempt", "delivered", "returned", "cancelled", "ended"] as const),
      ...(["delivery_agreed", "wished", "wish_ended", "returning"] as const),
    ),
  ),
  failed_attempt: together({
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
  }),
  delivered: together(staysTrue),
  returned: together(staysTrue),
  returning: together(endedBy("delivered", "returned", "returning", "returning_no_more", "cancelled", "ended")),
  return_missed: together(endedBy("delivered", "returned", "returning_no_more", "return_agreed", "cancelled", "ended")),
  // What the office tells the people of a parcel, until a time (`Email.trueUntil`), and that nobody did.
  news: together(endedBy(...newsNoMore)),
  news_overdue: together(endedBy(...newsNoMore)),
  // That we may not come as we said.
  "not-today": together(
    endedBy(
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
  ),
  ended: together(staysTrue),
  // What happened since may be undone too, with its message: then nobody would say that the first one was wrong.
  correction: together(staysTrue),
  late: together(endedBy(...lateNoMore, "delivery_agreed", "wished", "returning")),
  // A parcel that we haven't collected stays late whatever is said of its delivery.
  "late-collection": together(endedBy(...lateNoMore, "collection_agreed")),
  delayed: together(endedBy(...visited, "delayed", "delay_over")),
  "delay-over": together(endedBy(...visited, "delayed")),
  "collection-agreed": apart(
    promising(
      { visit: "collection", on: "the agreed day" },
      "failed_collection",
      "collected",
      "cancelled",
      "ended",
      "collection_agreed",
    ),
  ),
  "return-agreed": apart(
    promising(
      { visit: "return", on: "the agreed day" },
      "delivered",
      "returned",
      "returning_no_more",
      "cancelled",
      "ended",
      "return_agreed",
    ),
  ),
  "visit-agreed": apart(
    promising({ visit: "delivery", on: "the agreed day" }, ...deliveryOver, "delivery_agreed", "wished"),
  ),
  wish: apart(promising({ visit: "delivery", on: "the agreed day" }, ...deliveryOver)),
  // The receiver finds out that somebody else acted in their name.
  "wish-neighbour": apart(staysTrue),
  "wish-day": apart(
    promising({ visit: "delivery", on: "the agreed day" }, ...deliveryOver, "delivery_agreed", "wished"),
  ),
  "wish-ended": apart(
    promising(
      { visit: "delivery", on: "the agreed day" },
      ...(["delivery_agreed", "wished", "out_for_delivery", "failed_attempt", "delivered", "returned"] as const),
      ...(["cancelled", "ended", "returning"] as const),
    ),
  ),
  "pin-again": apart(promising({ visit: "delivery", on: "its own day" }, ...deliveryOver, "delivery_put_off")),
  "new-links": apart(staysTrue),
  "links-again": apart(staysTrue),
  "receiver-changed": apart(staysTrue),
  "booking-changed": apart(staysTrue),
  // About money.
  "manual-quote-received": apart(endedBy("priced", "cancelled")),
  price_overdue: apart(endedBy("priced", "paid", "cancelled")),
  "manual-quote-wanted": apart({ ...endedBy("priced", "cancelled"), readBy: "staff" }),
  "manual-price-ready": apart(endedBy("priced", "paid", "cancelled")),
  "bookings-imported": apart({ ...staysTrue, retoldAfter: ["paid", "cancelled"] }),
  // The next afternoon's says what is not paid by then.
  "open-list": apart({ ...staysTrue, retoldAfter: ["paid", "cancelled"] }),
  "booking-confirmed": apart(staysTrue),
  "list-announced": apart({ ...staysTrue, retoldAfter: [...announced, "cancelled", "readdressed"] }),
  "list-confirmed": apart(staysTrue),
  "part-received": apart(endedBy("paid", "payment_undone", "cancelled")),
  "payment-undone": apart(endedBy("paid", "cancelled")),
  "amount-due": apart(
    endedBy("amount_due", "amount_settled", "cancelled", "delivered", "returned", "ended", "returning"),
  ),
  "amount-on-account": apart(staysTrue),
  "amount-paid": apart(endedBy("payment_undone")),
  "amount-withdrawn": apart(endedBy("amount_due")),
  "amount-refused": apart(staysTrue),
  "goes-on": apart(endedBy("amount_due", ...announced)),
  "pay-link": apart(endedBy("paid", "cancelled")),
  "payment-moved": apart(endedBy("paid", "cancelled")),
  "invoice-sent": apart(staysTrue),
  "credit-changed": apart(staysTrue),
  "statement-ready": apart(staysTrue),
  "statement-paid": apart(staysTrue),
  "taken-off": apart(staysTrue),
  "put-back": apart(staysTrue),
  "booking-cancelled": apart(staysTrue),
  // To the receiver: also when a payment was undone, and it may be paid after all.
  cancelled: apart(endedBy("paid")),
  "refund-wanted": apart(toStaff),
  "refund-paid": apart(staysTrue),
  refund_overdue: apart(endedBy("refunded")),
  "refund-undone": apart(endedBy("refunded")),
  "claim-paid": apart(staysTrue),
  // Paying it after all takes its place.
  "claim-undone": apart(staysTrue),
  "payment-refused": apart(toStaff),
  "payment-number": apart(toStaff),
  // About other things.
  "already-registered": apart(staysTrue),
  "application-acknowledged": apart(staysTrue),
  "application-answered": apart(staysTrue),
  application_overdue: apart(staysTrue),
  "driver-link": apart(toStaff),
  "driver-application": apart(toStaff),
  "webhook-off": apart(staysTrue),
  "shop-order-open": apart(staysTrue),
  "payments-not-compared": apart(toStaff),
  "payments-differ": apart(toStaff),
  "payments-unsigned": apart(toStaff),
  "money-to-pay-back": apart(staysTrue),
  "continue-draft": apart(staysTrue),
  "office-changed": apart(toStaff),
  "office-join": apart(toStaff),
  "case-received": apart(staysTrue),
  case_overdue: apart(staysTrue),
  "case-answered": apart(staysTrue),
  "case-opened": apart(toStaff),
  "verify-email": apart(staysTrue),
  "reset-password": apart(staysTrue),
  "change-email": apart(staysTrue),
  "email-wanted": apart(staysTrue),
  "recover-email": apart(staysTrue),
  "password-changed": apart(staysTrue),
  "account-moves": apart(staysTrue),
  "account-move": apart(staysTrue),
  "account-stays": apart(staysTrue),
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

type Kinds = typeof messageKinds;
/** The kinds of messages that may be rows of one about several parcels. */
export type TogetherKind = {
  [Name in keyof Kinds]: Kinds[Name]["togetherFor"] extends null ? never : Name;
}[keyof Kinds];

/** A message's kind, if it may be a row of one about several parcels of its receiver; null where it goes by itself. */
export function togetherKindOf(key: string): TogetherKind | null {
  const kind = key.split(":")[0] ?? "";
  return goesTogether(kind) ? kind : null;
}

function goesTogether(kind: string): kind is TogetherKind {
  return (messageKinds as Record<string, Kind>)[kind]?.togetherFor === "the sender";
}

/** Of what these tell nothing makes untrue, and yet it is how something stands. */
const finals = ["delivered", "returned", "ended", "correction", "cancelled", "booking-cancelled"];

/** Whether a message says how something stands, rather than what was done about it. */
export function saysHowItStands(emailKey: string): boolean {
  const [kind = ""] = emailKey.split(":");
  return (
    finals.includes(kind) ||
    (Object.entries<Kind>(messageKinds).find(([name]) => name === kind)?.[1].endedBy ?? []).length > 0
  );
}
