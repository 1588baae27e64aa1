import { and, asc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { charges } from "#db/schema/charges";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import type { Cents } from "../values/money";

/** What a customer is asked to pay beside the price. */
export type Charge = typeof charges.$inferSelect;
export type ChargeReason = Charge["reason"];

const PREFIX = "charge-";

/** Whether an order's id at PayFast is of a charge. */
const isChargeId = (orderId: string) => orderId.startsWith(PREFIX);

/** The charge with this id, which is its order's at PayFast; null if there is none. */
export async function chargeById(store: Reader, id: string): Promise<Charge | null> {
  if (!isChargeId(id)) return null;
  const [charge] = await store.select().from(charges).where(eq(charges.id, id));
  return charge ?? null;
}

/** Every charge of a booking, oldest first. */
export async function chargesOf(store: Reader, quoteId: string): Promise<Charge[]> {
  return store
    .select()
    .from(charges)
    .where(eq(charges.quoteId, quoteId))
    .orderBy(asc(charges.askedAt), asc(charges.id));
}

/** What some charges are together, in cents. */
export function sumOf(all: readonly Pick<Charge, "amountCents">[]): Cents {
  return all.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** What a parcel waits for: a charge on account is paid by month. */
const isWaitedFor = isNull(charges.accountUid);

/** Those of some bookings that wait to be paid by themselves, oldest first. */
export async function openChargesOf(store: Reader, quoteIds: readonly string[]): Promise<Charge[]> {
  if (quoteIds.length === 0) return [];
  return store
    .select()
    .from(charges)
    .where(and(inArray(charges.quoteId, [...quoteIds]), eq(charges.state, "open"), isWaitedFor))
    .orderBy(asc(charges.askedAt), asc(charges.id));
}

/** The same of the bookings that an account's keys have made, each with its booking. */
export function openChargesByKeys(store: Reader, uid: string) {
  return store
    .select({ charge: charges, quote: quotes })
    .from(charges)
    .innerJoin(quotes, eq(quotes.id, charges.quoteId))
    .where(and(eq(quotes.uid, uid), isNotNull(quotes.apiKeyId), eq(charges.state, "open"), isWaitedFor))
    .orderBy(asc(charges.askedAt), asc(charges.id));
}

/**
 * Stores a charge that is to be paid.
 * @param asked.accountUid the account that pays it by month; then `payBy` is blank until its invoice is issued
 */
export async function addCharge(
  tx: Tx,
  asked: Pick<Charge, "quoteId" | "reason" | "found" | "amountCents" | "because" | "agreed" | "payBy" | "accountUid">,
  now: Date,
): Promise<Charge> {
  const fresh = { creditedCents: 0, invoicedAt: null, askedAt: now, endedAt: null };
  const charge = { ...asked, ...fresh, id: `${PREFIX}${newId()}`, state: "open" } as const;
  await tx.insert(charges).values(charge);
  return charge;
}

/** Notes what has become of a charge. One that waits again, because its payment was noted by mistake, has no end. */
export async function setChargeState(
  tx: Tx,
  { id }: Pick<Charge, "id">,
  state: Charge["state"],
  now: Date,
  payBy?: string,
): Promise<void> {
  const its = { state, endedAt: state === "open" ? null : now, ...(payBy && { payBy }) };
  await tx.update(charges).set(its).where(eq(charges.id, id));
}

/** Gives all that a booking waits for the same last day: people are told of one. */
export async function waitForAllUntil(tx: Tx, quoteId: string, payBy: string): Promise<void> {
  await tx
    .update(charges)
    .set({ payBy })
    .where(and(eq(charges.quoteId, quoteId), eq(charges.state, "open"), isWaitedFor));
}

/** Every charge of a booking that its account pays by month, oldest first. */
export async function onAccountOf(store: Reader, quoteId: string): Promise<Charge[]> {
  return (await chargesOf(store, quoteId)).filter(({ accountUid }) => accountUid !== null);
}

/** Whether an account owes it; it can be paid once it is invoiced. */
export const isOpenOnAccount = ({ accountUid, state }: Charge) => accountUid !== null && state === "open";

/** Notes that the invoice of what is on account was issued, and when it is due; or that it is owed no more, or in part. */
export async function changeOnAccount(
  tx: Tx,
  { id }: Pick<Charge, "id">,
  to: Partial<Pick<Charge, "invoicedAt" | "payBy" | "creditedCents" | "state" | "endedAt">>,
): Promise<void> {
  await tx.update(charges).set(to).where(eq(charges.id, id));
}

/** Erases who agreed, and why, of bookings that are being anonymised: the office's words may name somebody. */
export async function forgetWhoAgreed(tx: Tx, quoteIds: string[]): Promise<void> {
  await tx.update(charges).set({ because: "", agreed: "" }).where(inArray(charges.quoteId, quoteIds));
}

/**
 * That a parcel waits for its customer to pay more, until the end of a South African day, or goes back because they won't.
 * Of several charges it has the sum; the page of each leads to the others, so `id` is the first's.
 */
export type AmountDue = Pick<Charge, "id" | "amountCents"> & { by: string; isRefused: boolean };

/**
 * What parcels wait for, by their bookings: `due`, without those of which nothing is open or refused; and when the last charge
 * of each was paid, or no longer asked for.
 */
export async function amountsWaitedFor(
  store: Reader,
  quoteIds: readonly string[],
): Promise<{ due: ReadonlyMap<string, AmountDue>; settledAt: ReadonlyMap<string, Date> }> {
  const due = new Map<string, AmountDue>();
  const settledAt = new Map<string, Date>();
  if (quoteIds.length === 0) return { due, settledAt };
  const rows = await store
    .select()
    .from(charges)
    .where(and(inArray(charges.quoteId, [...quoteIds]), isWaitedFor))
    .orderBy(asc(charges.askedAt), asc(charges.id));
  for (const { id, quoteId, amountCents, payBy: by, state, endedAt } of rows) {
    if (state === "paid" || state === "withdrawn") {
      if (endedAt && endedAt > (settledAt.get(quoteId) ?? new Date(0))) settledAt.set(quoteId, endedAt);
      continue;
    }
    const isRefused = state === "refused";
    const before = due.get(quoteId);
    if (before?.isRefused === isRefused) before.amountCents += amountCents;
    else if (isRefused || !before) due.set(quoteId, { id, amountCents, by, isRefused });
  }
  return { due, settledAt };
}

/** What parcels wait for, by their bookings. */
export async function amountsDue(store: Reader, quoteIds: readonly string[]): Promise<ReadonlyMap<string, AmountDue>> {
  return (await amountsWaitedFor(store, quoteIds)).due;
}

/** It is paid, or its account pays it by month. */
const isAgreed = or(eq(charges.state, "paid"), and(eq(charges.state, "open"), isNotNull(charges.accountUid)));

/** Of a quote, the charge for more pieces that is paid or on account: `found` has how many they are. There is one at most. */
export const chargeOfItsPieces = and(eq(charges.quoteId, quotes.id), eq(charges.reason, "pieces"), isAgreed);

/**
 * Where bookings go that were paid for another town and still have the old address, by their ids: postal codes. Nobody
 * brings them to the old one.
 */
export async function townsToChange(store: Reader, quoteIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const towns = new Map<string, string>();
  if (quoteIds.length === 0) return towns;
  const rows = await store
    .select({ quoteId: charges.quoteId, found: charges.found, now: quotes.toPostal })
    .from(charges)
    .innerJoin(quotes, eq(quotes.id, charges.quoteId))
    .where(and(inArray(charges.quoteId, [...quoteIds]), eq(charges.reason, "town"), isAgreed))
    .orderBy(asc(charges.askedAt), asc(charges.id));
  for (const { quoteId, found, now } of rows)
    if (found.toPostal && found.toPostal !== now) towns.set(quoteId, found.toPostal);
  return towns;
}

/** What was withdrawn at a moment is asked for again, because what ended it was a mistake. */
export async function reopenCharges(tx: Tx, quoteId: string, endedAt: Date): Promise<void> {
  await tx
    .update(charges)
    .set({ state: "open", endedAt: null })
    .where(
      and(eq(charges.quoteId, quoteId), eq(charges.state, "withdrawn"), eq(charges.endedAt, endedAt), isWaitedFor),
    );
}

/** A booking that was cancelled, and a parcel that comes to no receiver, wait for no more to be paid. */
export async function withdrawOpenCharges(tx: Tx, quoteId: string, now: Date): Promise<void> {
  await tx
    .update(charges)
    .set({ state: "withdrawn", endedAt: now })
    .where(and(eq(charges.quoteId, quoteId), eq(charges.state, "open"), isWaitedFor));
}
