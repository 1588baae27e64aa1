import type { Messages } from "#app/language/messages.server";
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
  /** What the office tells by hand, and that nobody did so by the time that was said. */
  | "news"
  | "news_overdue"
  /** Its place is delayed, and is no longer. */
  | "delayed"
  | "changed"
  | "receiver_changed"
  | "refunded"
  /** More is to be paid than the price, and is no more. */
  | "amount_due"
  | "amount_settled"
  /** A driver is sent to bring it back to the sender, and nobody was there when they came. */
  | "returning"
  | "return_missed";

/** `account`: the account that booked, if its email isn't the sender's. It gets the sender's messages. */
export type Person = "sender" | "receiver" | "account";

export type Way = "email" | "sms";

/** How the table says it: some get a text only where they have no email. */
export type ToldBy = Way | "sms without an email";

const none: readonly ToldBy[] = [];
const email: readonly ToldBy[] = ["email"];
const both: readonly ToldBy[] = ["email", "sms"];
const either: readonly ToldBy[] = ["email", "sms without an email"];

/**
 * Whether whoever has stopped messages still gets these.
 * - `about money`: receipts, prices, refunds and agreements are sent to whoever pays.
 * - `holds the PIN`: the text without which a receiver can't take their parcel.
 * - `against strangers`: the receiver finds out that somebody else acted in their name.
 */
type Stoppable = "may be stopped" | "about money" | "holds the PIN" | "against strangers";

/** What the catalogue has a correction of. */
export type Corrected = keyof Messages["toSender"]["corrections"];

type Told = Record<Person, readonly ToldBy[]> & {
  stop: Stoppable;
  /**
   * What a correction takes back when staff undo the mark. Null where no correction is sent: nobody was told, or a message
   * of its own says what is so then.
   */
  corrected: Corrected | null;
};

/** Who is told of each event, and how. A correction goes to the same people in the same ways. */
export const whoIsNotified: Record<NotifiedEvent, Told> = {
  price_asked: { sender: email, receiver: none, account: email, stop: "about money", corrected: null },
  price_ready: { sender: email, receiver: none, account: email, stop: "about money", corrected: null },
  booked: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  changed: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  // To the receiver's former email or phone.
  receiver_changed: { sender: none, receiver: both, account: none, stop: "against strangers", corrected: null },
  visit_agreed: { sender: email, receiver: either, account: email, stop: "about money", corrected: null },
  wished: { sender: none, receiver: either, account: none, stop: "against strangers", corrected: null },
  failed_collection: {
    sender: both,
    receiver: none,
    account: email,
    stop: "may be stopped",
    corrected: "failed_collection",
  },
  collected: { sender: both, receiver: none, account: email, stop: "may be stopped", corrected: "collected" },
  fewer_collected: { sender: both, receiver: none, account: email, stop: "may be stopped", corrected: null },
  in_transit: { sender: none, receiver: none, account: none, stop: "may be stopped", corrected: null },
  // The PIN, for who fetches it there.
  at_depot: { sender: none, receiver: both, account: none, stop: "holds the PIN", corrected: "at_depot" },
  out_for_delivery: {
    sender: none,
    receiver: both,
    account: none,
    stop: "holds the PIN",
    corrected: "out_for_delivery",
  },
  delivered: { sender: both, receiver: email, account: email, stop: "may be stopped", corrected: "delivered" },
  late: { sender: email, receiver: both, account: email, stop: "may be stopped", corrected: null },
  news: { sender: email, receiver: both, account: email, stop: "may be stopped", corrected: null },
  news_overdue: { sender: email, receiver: both, account: email, stop: "may be stopped", corrected: null },
  // By text only the one whom we would visit.
  delayed: { sender: both, receiver: both, account: email, stop: "may be stopped", corrected: null },
  failed_attempt: {
    sender: email,
    receiver: both,
    account: email,
    stop: "may be stopped",
    corrected: "failed_attempt",
  },
  returning: { sender: both, receiver: both, account: email, stop: "may be stopped", corrected: "returning" },
  return_missed: { sender: both, receiver: none, account: email, stop: "may be stopped", corrected: "return_missed" },
  returned: { sender: email, receiver: both, account: email, stop: "may be stopped", corrected: "returned" },
  cancelled: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  ended: { sender: both, receiver: both, account: email, stop: "may be stopped", corrected: "ended" },
  refunded: { sender: email, receiver: none, account: email, stop: "about money", corrected: null },
  amount_due: { sender: both, receiver: both, account: email, stop: "about money", corrected: null },
  amount_settled: { sender: email, receiver: email, account: email, stop: "about money", corrected: null },
  // The office phones whoever it concerns.
  reported: { sender: none, receiver: none, account: none, stop: "may be stopped", corrected: null },
};

/** In which ways a person is told. @param hasEmail whether we know an email of theirs */
export function waysTo(event: NotifiedEvent, person: Person, hasEmail: boolean): Way[] {
  const ways = whoIsNotified[event][person];
  return ways.flatMap((way) => (way !== "sms without an email" ? way : hasEmail ? [] : "sms"));
}

/** The event that a kind of stored message tells of; undefined where nobody can stop it. */
export function eventOfKind(kind: string): NotifiedEvent | undefined {
  if (kind === "late-collection") return "late";
  if (kind === "delay-over") return "delayed";
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
