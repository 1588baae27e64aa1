import type { trackingEventKinds } from "#db/schema/waybills";

/** What people are told of: what happens to a parcel, and what happens to its price and money. */
export type ToldEvent =
  | (typeof trackingEventKinds)[number]
  | "price_asked"
  | "price_ready"
  | "visit_agreed"
  | "changed"
  | "refunded";

/** `account`: the account that booked, where its address isn't the sender's; it reads what the sender reads. */
export type Person = "sender" | "receiver" | "account";

export type Way = "email" | "sms";

const none: readonly Way[] = [];
const email: readonly Way[] = ["email"];
const both: readonly Way[] = ["email", "sms"];

/** Who is told what, and how. A correction goes to whom the mistake was told, in the same ways. */
export const whoIsTold: Record<ToldEvent, Record<Person, readonly Way[]>> = {
  price_asked: { sender: email, receiver: none, account: email },
  price_ready: { sender: email, receiver: none, account: email },
  booked: { sender: email, receiver: email, account: email },
  changed: { sender: email, receiver: email, account: email },
  visit_agreed: { sender: email, receiver: email, account: email },
  collected: { sender: email, receiver: none, account: email },
  in_transit: { sender: none, receiver: none, account: none },
  out_for_delivery: { sender: none, receiver: both, account: none },
  delivered: { sender: email, receiver: email, account: email },
  failed_attempt: { sender: email, receiver: both, account: email },
  returned: { sender: email, receiver: none, account: email },
  cancelled: { sender: email, receiver: email, account: email },
  refunded: { sender: email, receiver: none, account: email },
};

/** Receipts, prices, refunds and what was agreed on: whoever pays gets them, although they want no other messages. */
const aboutMoney: readonly ToldEvent[] = [
  "price_asked",
  "price_ready",
  "booked",
  "changed",
  "visit_agreed",
  "cancelled",
  "refunded",
];

/** Whether somebody who wants no messages is spared this one. */
export function mayBeStopped(event: ToldEvent, person: Person): boolean {
  return person === "receiver" || !aboutMoney.includes(event);
}
