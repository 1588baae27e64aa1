import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, lt } from "drizzle-orm";
import { MINUTES } from "#app/durations";
import { customerChanges } from "#db/schema/staff-actions";
import type { Store, Tx } from "#db/store.server";
import { inParts } from "../values/in-parts";
import type { Identity, TheirQuote } from "./customer.server";

/**
 * What the office has begun to forget or correct of a customer with many bookings. Whoever does it writes the time with
 * each few bookings; nobody does it any more when the time is old, and then another process goes on.
 */
export type CustomerChange = typeof customerChanges.$inferSelect;

/** So many bookings are changed in one transaction with all else. More are changed before, a few at a time. */
export const MOST_AT_ONCE = 100;
const QUOTES_AT_A_TIME = 4;
/** Customers book meanwhile. */
const BREATH_MS = 25;
/** A few bookings take some milliseconds, and as long as the write lock is kept from them. */
const INTERRUPTED_MS = 2 * MINUTES;
const LONG_AGO = new Date(0);

/** Notes that a change begins. Begun again, it is that of whoever began it last. */
export async function beginChange(
  store: Store,
  identity: Identity,
  about: Omit<CustomerChange, "person" | "workedAt">,
): Promise<CustomerChange> {
  const change = { ...about, person: personOf(identity), workedAt: await store.now() };
  const { person, kind } = customerChanges;
  await store.tx((tx) =>
    tx
      .insert(customerChanges)
      .values(change)
      .onConflictDoUpdate({ target: [person, kind], set: change }),
  );
  return change;
}

/**
 * Does a part of a change for each few bookings, in a transaction of their own.
 * @returns what came of each part; null if it isn't done: the process stops, or another has taken it over
 */
export async function inSteps<Result>(
  store: Store,
  change: CustomerChange,
  quotes: readonly TheirQuote[],
  work: (tx: Tx, some: TheirQuote[]) => Promise<Result>,
  isStopping: () => boolean = () => false,
): Promise<Result[] | null> {
  const results: Result[] = [];
  for (const some of inParts(quotes, QUOTES_AT_A_TIME)) {
    if (isStopping()) return leave(store, change);
    const done = await step(store, change, (tx) => work(tx, some));
    if (!done) return null;
    results.push(done.result);
    await pause(BREATH_MS);
  }
  return results;
}

/** Ends a change, in the transaction that does the last of it. Returns false if another process has taken it over. */
export async function endChange(tx: Tx, change: CustomerChange): Promise<boolean> {
  const ended = await tx.delete(customerChanges).where(isOurs(change)).returning();
  return ended.length > 0;
}

/** Takes over a change that nobody does any more; null if there is none. */
export async function takeInterrupted(store: Store): Promise<CustomerChange | null> {
  const before = new Date((await store.now()).getTime() - INTERRUPTED_MS);
  const [change] = await store.read
    .select()
    .from(customerChanges)
    .where(lt(customerChanges.workedAt, before))
    .orderBy(asc(customerChanges.workedAt))
    .limit(1);
  return change && (await step(store, change, async () => undefined)) ? change : null;
}

export function identityOf({ person }: CustomerChange): Identity {
  return person.includes("@") ? { email: person } : { phone: person };
}

function personOf(identity: Identity): string {
  return "email" in identity ? identity.email : identity.phone;
}

/** Lets another process go on at once, instead of when the time is old. */
async function leave(store: Store, change: CustomerChange): Promise<null> {
  await store.tx((tx) => tx.update(customerChanges).set({ workedAt: LONG_AGO }).where(isOurs(change)));
  return null;
}

/** Does something and writes the time; null if the change isn't ours any more, and then nothing is done. */
async function step<Result>(store: Store, change: CustomerChange, work: (tx: Tx) => Promise<Result>) {
  const workedAt = await store.now();
  const done = await store.tx(async (tx) => {
    const ours = await tx.update(customerChanges).set({ workedAt }).where(isOurs(change)).returning();
    return ours.length > 0 ? { result: await work(tx) } : null;
  });
  if (done) change.workedAt = workedAt;
  return done;
}

const isOurs = ({ person, kind, workedAt }: CustomerChange) =>
  and(eq(customerChanges.person, person), eq(customerChanges.kind, kind), eq(customerChanges.workedAt, workedAt));
