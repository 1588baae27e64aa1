import type { trackingEventKinds } from "#db/schema/waybills";

/** The events that people are told of: a parcel's events, and changes of its price or payment. */
export type NotifiedEvent =
  | (typeof trackingEventKinds)[number]
  | "fewer_collected"
  | "price_asked"
  | "price_ready"
  | "visit_agreed"
  | "wished"
  | "late"
  | "changed"
  | "receiver_changed"
  | "refunded"
  /** A driver is sent to bring it back to the sender, and nobody was there when they came. */
  | "returning"
  | "return_missed";

/** `account`: the account that booked, if its email isn't the sender's. It gets the sender's messages. */
export type Person = "sender" | "receiver" | "account";

export type Way = "email" | "sms";

const none: readonly Way[] = [];
const email: readonly Way[] = ["email"];
const both: readonly Way[] = ["email", "sms"];

/** Who is told of each event, and how. A correction goes to the same people in the same ways. */
export const whoIsNotified: Record<NotifiedEvent, Record<Person, readonly Way[]>> = {
  price_asked: { sender: email, receiver: none, account: email },
  price_ready: { sender: email, receiver: none, account: email },
  booked: { sender: email, receiver: email, account: email },
  changed: { sender: email, receiver: email, account: email },
  // To the receiver's former email or phone.
  receiver_changed: { sender: none, receiver: both, account: none },
  visit_agreed: { sender: email, receiver: email, account: email },
  // By text only where the receiver has no email.
  wished: { sender: none, receiver: both, account: none },
  failed_collection: { sender: both, receiver: none, account: email },
  collected: { sender: both, receiver: none, account: email },
  fewer_collected: { sender: both, receiver: none, account: email },
  in_transit: { sender: none, receiver: none, account: none },
  // The PIN, for who fetches it there.
  at_depot: { sender: none, receiver: both, account: none },
  out_for_delivery: { sender: none, receiver: both, account: none },
  delivered: { sender: both, receiver: email, account: email },
  late: { sender: email, receiver: both, account: email },
  failed_attempt: { sender: email, receiver: both, account: email },
  returning: { sender: both, receiver: both, account: email },
  return_missed: { sender: both, receiver: none, account: email },
  returned: { sender: email, receiver: both, account: email },
  cancelled: { sender: email, receiver: email, account: email },
  ended: { sender: both, receiver: both, account: email },
  refunded: { sender: email, receiver: none, account: email },
  // The office phones whoever it concerns.
  reported: { sender: none, receiver: none, account: none },
};

/** Receipts, prices, refunds and agreements are sent to whoever pays, even if they have stopped other messages. */
const aboutMoney: readonly NotifiedEvent[] = [
  "price_asked",
  "price_ready",
  "booked",
  "changed",
  "visit_agreed",
  "cancelled",
  "refunded",
];

/** The text messages that hold the PIN, without which a receiver can't take their parcel. */
const withPin: readonly NotifiedEvent[] = ["out_for_delivery", "at_depot"];

/** With these the receiver finds out that somebody else acted in their name. */
const againstStrangers: readonly NotifiedEvent[] = ["wished", "receiver_changed"];

/** The event that a kind of stored message tells of; undefined where nobody can stop it. */
export function eventOfKind(kind: string): NotifiedEvent | undefined {
  if (kind === "late-collection") return "late";
  if (kind === "visit-agreed") return "visit_agreed";
  return isEvent(kind) ? kind : undefined;
}

const isEvent = (kind: string): kind is NotifiedEvent => kind in whoIsNotified;

/** Whether somebody who has stopped messages in this way doesn't get this one. */
export function mayBeStopped(event: NotifiedEvent, person: Person, way: Way): boolean {
  if (againstStrangers.includes(event)) return false;
  if (way === "sms") return !withPin.includes(event);
  return person === "receiver" || !aboutMoney.includes(event);
}
