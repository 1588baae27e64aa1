import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import type { Asked, GuardedBy } from "#app/domain/limits/cause";
import type { LimitOf } from "#app/domain/limits/limits";
import { networkOf } from "#app/domain/values/network.server";
import { MINUTES, SECONDS } from "#app/durations";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { type PrivateAnswer, tooSoon, withCookies } from "#app/http/pages/private-page.server";
import { signedText, signedTextIn } from "#app/signature.server";
import { allow, type Limited } from "./rate-limit.server";

/** Short for a person, but a bot has to wait for every parcel. */
const WAIT_MS = 20 * SECONDS;
const TICKET_LIVES_MS = 60 * MINUTES;

/** The field with the ticket that says since when a form has waited. Showing the form again includes it. */
const WAITED_FIELD = "waited";

const turns = {
  quotes: { freely: "quotesFromNetwork", afterWaiting: "quotesAfterWaiting", people: "get prices" },
  bookings: { freely: "bookingsFromNetwork", afterWaiting: "bookingsAfterWaiting", people: "book" },
  emails: { freely: "emailsFromNetwork", afterWaiting: "emailsAfterWaiting", people: "ask for emails" },
  registrations: { freely: "registrationsFromNetwork", afterWaiting: "registrationsAfterWaiting", people: "register" },
} as const;

type Turns = typeof turns;

export type Turn<Name extends LimitOf<"window">> = { kind: "now"; asked: Asked<GuardedBy<Name>> } | NotNow;

type NotNow =
  /** Show the form again with a ticket, to be sent again after the time in `words`. */
  | { kind: "wait"; why: string; answer: PrivateAnswer }
  /** Another limit was reached. */
  | { kind: "refused"; why: string; answer: PrivateAnswer };

/**
 * Counts one more quote, booking or email of a network. Thousands of people may share one, so nobody is refused because
 * of others: beyond an hourly number each form waits a little, and then a few a minute pass.
 * @param form as it was posted; its ticket is added to it when it has to wait
 * @param others further limits; over one of these, waiting doesn't help
 */
export async function takeTurn<What extends keyof Turns, Name extends LimitOf<"window"> = never>(
  context: AppLoadContext,
  what: What,
  form: FormData,
  now: Date,
  ...others: Limited<Name>[]
): Promise<Turn<Name | Turns[What]["freely"]> | Turn<Name | Turns[What]["afterWaiting"]>> {
  const { freely, afterWaiting, people }: Turns[What] = turns[what];
  const network = networkOf(context.clientAddress);
  const free = await allow<Name | Turns[What]["freely"]>(context, now, ...others, [freely, network]);
  if (free.ok) return { kind: "now", asked: free.asked };
  if (free.limit !== freely) return { kind: "refused", why: free.why, answer: free.answer };

  const ticket = carriedValue(form, WAITED_FIELD);
  const waitedMs = msSince(context.settings, ticket, now);
  form.set(WAITED_FIELD, waitedMs === null ? newTicket(context.settings, now) : ticket);
  const leftMs = WAIT_MS - (waitedMs ?? 0);
  if (leftMs > 0) return wait(people, leftMs);

  const waited = await allow<Name | Turns[What]["afterWaiting"]>(context, now, ...others, [afterWaiting, network]);
  if (waited.ok) return { kind: "now", asked: waited.asked };
  return waited.limit === afterWaiting
    ? wait(people, waited.waitMs)
    : { kind: "refused", why: waited.why, answer: waited.answer };
}

/** A form that has to wait: what its page shows, and its answer's status and headers. */
export type WaitingForm = {
  wait: { words: string; typed: Record<string, string> };
  answer: { status: number; headers: Headers };
};

/** Everything that was typed, so that one button sends the form again. */
export function waitingFor(turn: NotNow, form: FormData, cookies: string[] = []): WaitingForm {
  return { wait: { words: turn.why, typed: typedValues(form) }, answer: withCookies(turn.answer, cookies) };
}

function wait(people: string, leftMs: number): NotNow {
  const seconds = Math.ceil(leftMs / SECONDS);
  const words = `Many people on your network ${people} right now. Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then press the button again.`;
  return { kind: "wait", why: words, answer: tooSoon(leftMs) };
}

function newTicket(settings: Config, now: Date): string {
  return signedText(settings, "wait", now.getTime().toString(36));
}

/**
 * How long a form has waited; null without a valid ticket, or when it is too old or from before the clock was set back.
 */
function msSince(settings: Config, ticket: string, now: Date): number | null {
  const since = signedTextIn(settings, "wait", ticket);
  if (since === null) return null;
  const waitedMs = now.getTime() - Number.parseInt(since, 36);
  return waitedMs >= 0 && waitedMs <= TICKET_LIVES_MS ? waitedMs : null;
}
