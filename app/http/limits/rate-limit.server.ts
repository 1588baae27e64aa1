import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { Asked, type GuardedBy } from "#app/domain/limits/cause";
import { countedTries, countTry, forgetTriesOf } from "#app/domain/limits/counted-tries.server";
import { type LimitOf, limits } from "#app/domain/limits/limits";
import { mailboxOf } from "#app/domain/values/email";
import { networkOf, wideNetworkOf } from "#app/domain/values/network.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { MINUTES, SECONDS } from "#app/durations";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { type PrivateAnswer, tooSoon } from "#app/http/pages/private-page.server";
import { signatureOf } from "#app/signature.server";
import type { Reader, Tx, TxOptions } from "#db/store.server";

type InWindow = LimitOf<"window">;
export type Limited<Name extends InWindow> = readonly [limit: Name, who: string];
/**
 * A refusal names the limit that was reached, says when to try again, and holds the status and headers to answer with.
 */
export type Allowance<Name extends InWindow> =
  | { ok: true; asked: Asked<GuardedBy<Name>> }
  | { ok: false; limit: InWindow; waitMs: number; why: string; answer: PrivateAnswer };

/**
 * Counts one more try against each limit, in one transaction. If one is over its limit already, only reads, so that an
 * attack doesn't keep the database writing.
 */
export function allow<Name extends InWindow = never>(
  context: AppLoadContext,
  now: Date,
  ...tries: Limited<Name>[]
): Promise<Allowance<Name>> {
  return counted(context, now, tries, COUNTING);
}

/**
 * The same before something that is only read. It waits a second at most for its count: while nothing can be written
 * nobody is refused for it.
 */
export async function allowReading<Name extends InWindow>(
  context: AppLoadContext,
  now: Date,
  ...tries: Limited<Name>[]
): Promise<Allowance<Name>> {
  let allowance = allowed(tries);
  await ifWritable(async () => {
    allowance = await counted(context, now, tries, { ...COUNTING, waitMs: 1 * SECONDS });
  });
  return allowance;
}

function allowed<Name extends InWindow>(tries: Limited<Name>[]): Allowance<Name> {
  return { ok: true, asked: Asked.after(...tries.map(([limit]) => limit)) };
}

async function counted<Name extends InWindow>(
  context: AppLoadContext,
  now: Date,
  tries: Limited<Name>[],
  how: TxOptions,
): Promise<Allowance<Name>> {
  const { store } = context.services;
  for (const one of tries) {
    const refusal = await refusalOf(context.settings, store.read, one, now);
    if (refusal) return refusal;
  }
  try {
    await store.tx(async (tx) => {
      for (const one of tries) {
        const { points, leftMs } = await countTry(tx, keyOf(context.settings, one), windowMs(one), now);
        // Throwing undoes the other counts too.
        if (points > pointsOf(context.settings, one[0])) throw new OverLimit(refusalFor(one[0], leftMs, now));
      }
    }, how);
    return allowed(tries);
  } catch (error) {
    if (error instanceof OverLimit) return error.refusal;
    throw error;
  }
}

/** Counts one more try in a transaction of the caller's, which it is lost with. */
export async function countIn<Name extends InWindow>(
  settings: Config,
  tx: Tx,
  one: Limited<Name>,
  now: Date,
): Promise<Allowance<Name>> {
  const { points, leftMs } = await countTry(tx, keyOf(settings, one), windowMs(one), now);
  return points > pointsOf(settings, one[0])
    ? refusalFor(one[0], leftMs, now)
    : { ok: true, asked: Asked.after(one[0]) };
}

/** A whole network's tries are one row, locked for as long as a COMMIT takes. */
const COUNTING = { rowLocks: true, mayBeLost: true };

type Refused = Allowance<never> & { ok: false };

/** Rolls back the transaction whose count is over the limit. */
class OverLimit extends Error {
  constructor(readonly refusal: Refused) {
    super("over a limit");
  }
}

/** All that strangers cause counts against the mailbox or the phone that it goes to. `messageTo` knows who is one. */
export function byStranger(contact: string): Limited<"messagesByStrangers"> {
  return ["messagesByStrangers", recipientOf(contact)];
}

/** @param owner the account's uid or the booking's id, or the recipient */
export function byOwner(owner: string): Limited<"messagesByOwner"> {
  return ["messagesByOwner", owner];
}

/** The limits of a text that nobody has paid a parcel for. Drivers' links, staff's answers and `/lost` aren't such. */
export function unpaidText(
  phone: string,
  clientAddress: string | undefined,
): Limited<"unpaidTextsToPhone" | "unpaidTextsFromNetwork" | "unpaidTextsOfSite">[] {
  return [
    ["unpaidTextsToPhone", phone],
    ["unpaidTextsFromNetwork", wideNetworkOf(clientAddress)],
    ["unpaidTextsOfSite", "all"],
  ];
}

/** The limits of a network and, for IPv6, of the wider one that one customer may have too. */
export function fromNetwork<Name extends InWindow>(
  limit: Name,
  wideLimit: Name,
  clientAddress: string | undefined,
): Limited<Name>[] {
  const [network, wide] = [networkOf(clientAddress), wideNetworkOf(clientAddress)];
  return network === wide
    ? [[limit, network]]
    : [
        [limit, network],
        [wideLimit, wide],
      ];
}

/** A mailbox, or a phone as `+27821234567`. */
export function recipientOf(contact: string): string {
  return contact.includes("@") ? mailboxOf(contact) : contact;
}

/** Resets counts, for example after the right password; if nothing can be written they stay, and nobody is refused for it. */
export async function resetCounts(
  { services, settings }: AppLoadContext,
  ...tries: Limited<InWindow>[]
): Promise<void> {
  const keys = tries.map((one) => keyOf(settings, one));
  await ifWritable(() => services.store.tx((tx) => forgetTriesOf(tx, keys), COUNTING));
}

async function refusalOf(settings: Config, store: Reader, one: Limited<InWindow>, now: Date): Promise<Refused | null> {
  const [limit] = one;
  const { points, leftMs } = await countedTries(store, keyOf(settings, one), windowMs(one), now);
  return points < pointsOf(settings, limit) ? null : refusalFor(limit, leftMs, now);
}

function refusalFor(limit: InWindow, leftMs: number, now: Date): Refused {
  const minutes = Math.ceil(leftMs / MINUTES);
  const clock = saDateTime(new Date(now.getTime() + leftMs + MINUTES - 1)).slice(-5);
  const rule = limits[limit];
  const said = "said" in rule ? rule.said : "Too many requests.";
  const why = `${said} Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}, at ${clock}.`;
  return { ok: false, limit, waitMs: leftMs, why, answer: tooSoon(leftMs) };
}

export function pointsOf(settings: Config, limit: InWindow): number {
  const { points } = limits[limit];
  return typeof points === "string" ? settings[points] : points;
}

function windowMs([limit]: Limited<InWindow>): number {
  return limits[limit].windowMs;
}

/**
 * Addresses are personal data. A plain hash wouldn't hide them: there are so few IPv4 addresses that all can be tried.
 */
function keyOf(settings: Config, [limit, subject]: Limited<InWindow>): string {
  return `${limit}:${signatureOf(settings, "rate-limit", subject)}`;
}
