import { eq, inArray, sql } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { deliveryPins, waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { receiverCanBeTold } from "../form/contacts.server";
import { limits } from "../limits/limits";
import { randomDigits } from "../values/reference-number";

const DIGITS = 4;
/** After this many, only the office can mark the parcel as delivered. */
const { tries: WRONG_PINS_ALLOWED } = limits.wrongPins;

/** The result of checking a PIN. `none`: the parcel was never out for delivery. */
export type PinCheck = { kind: "right" } | { kind: "wrong"; triesLeft: number } | { kind: "locked" } | { kind: "none" };

/** The PIN that proves a delivery. It is made at the first mark "out for delivery" and never changes. */
export async function makePin(
  tx: Tx,
  waybillNo: string,
  now: Date,
  random: (count: number) => string = randomDigits,
): Promise<string> {
  await tx
    .insert(deliveryPins)
    .values({ waybillNo, pin: random(DIGITS), madeAt: now })
    .onConflictDoNothing();
  const kept = await readPin(tx, waybillNo);
  if (!kept) throw new Error(`the PIN of ${waybillNo} has gone`);
  return kept.pin;
}

/** A parcel's PIN, for its receiver, and whether it is locked; null before the parcel is out for delivery. */
export async function readPin(store: Reader, waybillNo: string): Promise<{ pin: string; isLocked: boolean } | null> {
  const [kept] = await store.select().from(deliveryPins).where(eq(deliveryPins.waybillNo, waybillNo));
  return kept ? { pin: kept.pin, isLocked: kept.wrongTries >= WRONG_PINS_ALLOWED } : null;
}

/**
 * Whether the driver asks for a PIN at the door: a message can reach the receiver of one of these parcels, which are handed
 * over together.
 */
export async function asksPin(store: Reader, waybillNos: readonly string[]): Promise<boolean> {
  const rows = await store
    .select({ form: quotes.formSnapshot })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(inArray(waybills.waybillNo, [...waybillNos]));
  return rows.some(({ form }) => receiverCanBeTold(form.addresses));
}

/**
 * Checks the PIN that a receiver said for parcels which are handed over together. One of their PINs is enough; a wrong
 * one counts for each, so that more parcels don't mean more guesses.
 * @param others beside the first, whose check is returned
 */
export async function checkPins(tx: Tx, first: string, others: readonly string[], typed: string): Promise<PinCheck> {
  for (const waybillNo of others) {
    const kept = await readPin(tx, waybillNo);
    if (kept && !kept.isLocked && kept.pin === typed.replace(/\s/g, "")) return { kind: "right" };
  }
  const check = await checkPin(tx, first, typed);
  if (check.kind !== "right") for (const waybillNo of others) await checkPin(tx, waybillNo, typed);
  return check;
}

/** Checks the PIN that a receiver said. Wrong ones are counted; after five even the right one is refused. */
export async function checkPin(tx: Tx, waybillNo: string, typedPin: string): Promise<PinCheck> {
  const [kept] = await tx.select().from(deliveryPins).where(eq(deliveryPins.waybillNo, waybillNo));
  if (!kept) return { kind: "none" };
  if (kept.wrongTries >= WRONG_PINS_ALLOWED) return { kind: "locked" };
  if (typedPin.replace(/\s/g, "") === kept.pin) return { kind: "right" };
  await tx
    .update(deliveryPins)
    .set({ wrongTries: sql`${deliveryPins.wrongTries} + 1` })
    .where(eq(deliveryPins.waybillNo, waybillNo));
  const triesLeft = WRONG_PINS_ALLOWED - kept.wrongTries - 1;
  return triesLeft > 0 ? { kind: "wrong", triesLeft } : { kind: "locked" };
}
