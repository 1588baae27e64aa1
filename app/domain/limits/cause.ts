import type { Act, limits } from "./limits";

type LimitName = keyof typeof limits;

/** The acts that these limits guard. */
export type GuardedBy<Name extends LimitName> = (typeof limits)[Name]["guards"][number];

/**
 * Proof that limits of these acts were asked, and let them through. Only what counts tries makes one, so that whoever does
 * what a limit guards can't leave out the asking. A proof for two acts is a proof for each.
 */
export class Asked<Guarded extends Act> {
  /** Only for the compiler. */
  declare protected readonly lets: (act: Guarded) => void;

  protected constructor() {}

  static after<Name extends LimitName>(..._asked: Name[]): Asked<GuardedBy<Name>> {
    return new Asked();
  }
}

/** What leads to messages without being counted, and why no stranger can cause as many as they like. */
export const uncounted = {
  "the office": "a person of the office or a driver did it, and it is on record",
  "a parcel":
    "it happened to a parcel that is paid for, by a driver, the office, or its receiver, whose wishes are few",
  "booked on account": "it is about a booking that its account may owe us, which the office allowed up to a limit",
  "a payment": "PayFast or the office told us of money for a booking",
  "a promise": "we said by when something is done that was asked for, which was counted, and are late; once each",
  "an emailed link": "only who reads that mailbox has it; sending it was counted",
  "its own account": "it goes to the account's own address, and to nobody else whom the booking names",
  ourselves: "it goes to our own mailbox",
} as const;

/** Why a message may leave us. */
export type Cause<Guarded extends Act = "a letter" | "a text"> = Asked<Guarded> | keyof typeof uncounted;

/** Whose doing it is that something is stored or worked out: counted, or by a person of the office. */
export type Doing<Guarded extends Act> = Asked<Guarded> | "the office";
