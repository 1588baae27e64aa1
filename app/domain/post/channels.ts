import { HOURS, MINUTES, SECONDS } from "#app/durations";
import type { channels } from "#db/schema/mail";

/** How a message is sent: by email, text message or webhook. */
export type Channel = (typeof channels)[number];

/** What differs between the channels of the one outbox. */
type ChannelRules = {
  /** How long to wait after each failed attempt. After the last one the message is `dead`, and staff see it. */
  gapsMs: readonly number[];
  /** The longest time for which a receiver may ask us to wait; 0 where none can ask. */
  longestAskedMs: number;
  /** Whom the places for one receiver are for: a mail domain, or a whole address. */
  receiver: "domain" | "address";
  /** How many messages are sent at a time. */
  places: number;
  /** How many of those may go to one receiver, so that one slow server doesn't hold up the others. */
  placesForReceiver: number;
  /** How many of those may go to receivers that come last (`MailTransport.last`): the rest stay free for the others. */
  placesForLast: number;
};

/** Answers take seconds, and a person waits for the message. */
const forPeople: Omit<ChannelRules, "receiver"> = {
  gapsMs: [30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 1 * HOURS, 6 * HOURS, 24 * HOURS],
  longestAskedMs: 0,
  places: 4,
  placesForReceiver: 2,
  placesForLast: 4,
};

export const channelRules: Record<Channel, ChannelRules> = {
  email: { ...forPeople, receiver: "domain" },
  sms: { ...forPeople, receiver: "address" },
  webhook: {
    // The gaps that Standard Webhooks 1.0.0 gives as an example, 75 hours in all.
    gapsMs: [5 * SECONDS, 5 * MINUTES, 30 * MINUTES, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOURS)],
    longestAskedMs: 24 * HOURS,
    receiver: "address",
    places: 32,
    placesForReceiver: 1,
    placesForLast: 24,
  },
};

/** How long a message about a mark is held before its first attempt, in case the mark is undone. */
export const HOLD_MS = 1 * MINUTES;

/**
 * How long what happens to one of a sender's several parcels is held, from when the first of it happened, so that it
 * leaves in one message with what happens to the others.
 */
export const TOGETHER_MS = 5 * MINUTES;

/** Whom a message takes a place of: `placesForReceiver`. */
export function receiverOf(channel: Channel, to: string): string {
  return channelRules[channel].receiver === "domain" ? to.slice(to.indexOf("@") + 1).toLowerCase() : to;
}

/**
 * A message's address, with the receiver that it counts for: never one without the other. With a new address it leaves
 * those with which it was tried.
 */
export function addressed(channel: Channel, to: string): { toAddress: string; receiver: string; digestId: null } {
  return { toAddress: to, receiver: receiverOf(channel, to), digestId: null };
}

/** How many attempts have been made this long after the first, if all of them failed. */
export function attemptsWithin(channel: Channel, ms: number): number {
  const { gapsMs } = channelRules[channel];
  const madeAfter = gapsMs.map((_, n) => gapsMs.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0));
  return 1 + madeAfter.filter((afterMs) => afterMs <= ms).length;
}

/** When to try again after this many attempts; undefined after the last. */
export function retryAt(channel: Channel, attempts: number, now: Date): Date | undefined {
  const gapMs = channelRules[channel].gapsMs[attempts - 1];
  return gapMs === undefined ? undefined : new Date(now.getTime() + gapMs);
}

/**
 * When a receiver that asked for a moment is tried again: not before its turn, and not after the longest wait.
 * @param turn when it would be tried anyway
 */
export function askedFor(channel: Channel, asked: Date, turn: Date, now: Date): Date {
  const latest = now.getTime() + channelRules[channel].longestAskedMs;
  return new Date(Math.max(turn.getTime(), Math.min(asked.getTime(), latest)));
}

/** The receivers that may get no further message now, given the receivers of those being sent. */
export function fullReceivers(channel: Channel, underway: readonly string[]): string[] {
  const { placesForReceiver } = channelRules[channel];
  return [...new Set(underway)].filter(
    (receiver) => underway.filter((other) => other === receiver).length >= placesForReceiver,
  );
}
