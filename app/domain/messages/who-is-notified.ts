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

/**
 * Whether whoever has stopped messages still gets these.
 * - `about money`: receipts, prices, refunds and agreements are sent to whoever pays.
 * - `holds the PIN`: the text without which a receiver can't take their parcel.
 * - `against strangers`: the receiver finds out that somebody else acted in their name.
 */
type Stop = "may be stopped" | "about money" | "holds the PIN" | "against strangers";

type Told = Record<Person, readonly Way[]> & {
  stop: Stop;
  /**
   * What a correction takes back when staff undo the mark, and what is true instead. Null where no correction is sent:
   * nobody was told, or a message of its own says what is so then.
   */
  corrected: { said: string; isTrue: string } | null;
};

/** Who is told of each event, and how. A correction goes to the same people in the same ways. */
export const whoIsNotified: Record<NotifiedEvent, Told> = {
  price_asked: { sender: email, receiver: none, account: email, stop: "about money", corrected: null },
  price_ready: { sender: email, receiver: none, account: email, stop: "about money", corrected: null },
  booked: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  changed: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  // To the receiver's former email or phone.
  receiver_changed: { sender: none, receiver: both, account: none, stop: "against strangers", corrected: null },
  visit_agreed: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  // By text only where the receiver has no email.
  wished: { sender: none, receiver: both, account: none, stop: "against strangers", corrected: null },
  failed_collection: {
    sender: both,
    receiver: none,
    account: email,
    stop: "may be stopped",
    corrected: { said: "nobody was there when we came to collect", isTrue: "we did not miss anybody" },
  },
  collected: {
    sender: both,
    receiver: none,
    account: email,
    stop: "may be stopped",
    corrected: { said: "we had collected your parcel", isTrue: "it was not collected" },
  },
  fewer_collected: { sender: both, receiver: none, account: email, stop: "may be stopped", corrected: null },
  in_transit: { sender: none, receiver: none, account: none, stop: "may be stopped", corrected: null },
  // The PIN, for who fetches it there.
  at_depot: {
    sender: none,
    receiver: both,
    account: none,
    stop: "holds the PIN",
    corrected: { said: "your parcel was ready at our depot", isTrue: "it is not there yet" },
  },
  out_for_delivery: {
    sender: none,
    receiver: both,
    account: none,
    stop: "holds the PIN",
    corrected: { said: "your parcel was out for delivery", isTrue: "it was not out for delivery" },
  },
  delivered: {
    sender: both,
    receiver: email,
    account: email,
    stop: "may be stopped",
    corrected: { said: "your parcel had been delivered", isTrue: "it was not delivered" },
  },
  late: { sender: email, receiver: both, account: email, stop: "may be stopped", corrected: null },
  failed_attempt: {
    sender: email,
    receiver: both,
    account: email,
    stop: "may be stopped",
    corrected: { said: "we could not deliver your parcel", isTrue: "we did not miss anybody" },
  },
  returning: {
    sender: both,
    receiver: both,
    account: email,
    stop: "may be stopped",
    corrected: { said: "your parcel goes back to the sender", isTrue: "it does not go back" },
  },
  return_missed: {
    sender: both,
    receiver: none,
    account: email,
    stop: "may be stopped",
    corrected: { said: "nobody was there when we came to bring your parcel back", isTrue: "we did not miss anybody" },
  },
  returned: {
    sender: email,
    receiver: both,
    account: email,
    stop: "may be stopped",
    corrected: { said: "your parcel was returned", isTrue: "it was not returned" },
  },
  cancelled: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  ended: {
    sender: both,
    receiver: both,
    account: email,
    stop: "may be stopped",
    corrected: { said: "your parcel will not arrive", isTrue: "it is still to come" },
  },
  refunded: { sender: email, receiver: none, account: email, stop: "about money", corrected: null },
  // The office phones whoever it concerns.
  reported: { sender: none, receiver: none, account: none, stop: "may be stopped", corrected: null },
};

/** The event that a kind of stored message tells of; undefined where nobody can stop it. */
export function eventOfKind(kind: string): NotifiedEvent | undefined {
  if (kind === "late-collection") return "late";
  if (kind === "visit-agreed") return "visit_agreed";
  return isEvent(kind) ? kind : undefined;
}

const isEvent = (kind: string): kind is NotifiedEvent => kind in whoIsNotified;

/** Whether somebody who has stopped messages in this way doesn't get this one. */
export function mayBeStopped(event: NotifiedEvent, person: Person, way: Way): boolean {
  const { stop } = whoIsNotified[event];
  if (stop === "against strangers") return false;
  if (way === "sms") return stop !== "holds the PIN";
  return person === "receiver" || stop !== "about money";
}
