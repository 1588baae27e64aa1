import { and, asc, eq } from "drizzle-orm";
import { say, tick } from "#app/language/say";
import { rates } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { type Cents, formatRand } from "../values/money";
import { refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { type Change, dayRefusal, nextDayOf, nowAndComing, withdrawPlanned } from "./dated-changes";
import { inForceOn } from "./in-force";
import type { Rate } from "./rate-card";

export { rateKinds } from "#db/schema/pricing";

/**
 * A rate's value: money for most kinds, a share for fuel and VAT, working days for `days`. All are null when the price,
 * or the days, were withdrawn.
 */
export type RateAmount =
  | { amountCents: Cents }
  | { basisPoints: number }
  | { leastDays: number; mostDays: number }
  | null;

/** Kinds that are percentages, in basis points. */
const shares: readonly Rate["kind"][] = ["fuel", "vat"];

/** Longer than any courier takes: more must be a typing mistake. */
const MOST_DAYS = 60;

/** Ten times the highest rate: more must be a typing mistake, such as a missing comma. Cents. */
const MOST_CENTS = 10_000_00;

/** The rates in force today and those that start later, in display order. */
export async function ratesNowAndComing(store: Reader, now: Date): Promise<Rate[]> {
  const all = await store.select().from(rates).orderBy(asc(rates.kind), asc(rates.rateKey), asc(rates.validFrom));
  return nowAndComing(saDay(now), all, keyOf);
}

/**
 * Sets a rate from a day on. Earlier rates stay on record. A second change from the same day replaces the first.
 * @param isNew staff mean a key that has no rate yet, such as a new region
 */
export async function changeRate(
  tx: Tx,
  rate: { kind: Rate["kind"]; rateKey: string; validFrom: string; amount: RateAmount; isNew: boolean },
  now: Date,
): Promise<Change<Rate>> {
  const { kind, rateKey, validFrom, amount } = rate;
  const late = dayRefusal(validFrom, saDay(now));
  if (late) return refused(late);
  const wrong = amountRefusal(kind, amount);
  if (wrong) return refused(wrong);

  const ofKind = await tx.select().from(rates).where(eq(rates.kind, kind)).orderBy(asc(rates.rateKey));
  const same = ofKind.filter((each) => each.rateKey === rateKey);
  if (same.length === 0 && !rate.isNew) {
    const known = [...new Set(ofKind.map((each) => each.rateKey))].join(", ");
    return refused(say`There is no ${kind} rate "${rateKey}", only: ${known}. For a new one, ${tick("new")}.`);
  }
  const current = inForceOn(validFrom, same, keyOf)[0] ?? null;
  const values = { amountCents: null, basisPoints: null, leastDays: null, mostDays: null, ...amount };
  const after: Rate = { kind, rateKey, validFrom, ...values };
  const added = current === null || valueColumns.some((column) => current[column] !== after[column]);
  if (added) {
    await tx
      .insert(rates)
      .values(after)
      .onConflictDoUpdate({ target: [rates.kind, rates.rateKey, rates.validFrom], set: values });
  }
  return { ok: true, added, before: current, after, untilDay: nextDayOf(same, validFrom) };
}

/** Withdraws a change of a rate that has not started yet. */
export function withdrawRate(
  tx: Tx,
  { kind, rateKey, validFrom }: Pick<Rate, "kind" | "rateKey" | "validFrom">,
  now: Date,
) {
  return withdrawPlanned([validFrom, saDay(now)], "Set a new rate", () =>
    tx
      .delete(rates)
      .where(and(eq(rates.kind, kind), eq(rates.rateKey, rateKey), eq(rates.validFrom, validFrom)))
      .returning(),
  );
}

/** The columns that hold a rate's value. */
const valueColumns = ["amountCents", "basisPoints", "leastDays", "mostDays"] as const;

/** Refuses to withdraw fuel or VAT: without them nothing can be priced. Another courier's `rates.csv` is checked by it too. */
export function amountRefusal(kind: Rate["kind"], amount: RateAmount): string | null {
  const isShare = shares.includes(kind);
  if (amount === null)
    return isShare ? `Without a ${kind} rate nothing has a price. If you mean no ${kind}, give 0%.` : null;
  if ((kind === "days") !== "leastDays" in amount)
    return kind === "days" ? "Days are two whole numbers, such as 2-3." : `A ${kind} rate isn't a number of days.`;
  if ("leastDays" in amount) return daysRefusal(amount);
  if (isShare !== "basisPoints" in amount)
    return isShare ? `${kind} is a percentage, such as 12,5%.` : "This rate is an amount, such as 32,00.";
  const number = "basisPoints" in amount ? amount.basisPoints : amount.amountCents;
  if (!Number.isSafeInteger(number) || number < 0) return "A rate can't be negative.";
  if (isShare && number > 10_000) return "That is more than 100 %.";
  if (!isShare && number > MOST_CENTS) return `No rate is more than ${formatRand(MOST_CENTS)}. Check the amount.`;
  return null;
}

function daysRefusal({ leastDays, mostDays }: { leastDays: number; mostDays: number }): string | null {
  if (leastDays < 1) return "Nothing arrives before the first working day. Check the days.";
  if (leastDays > mostDays) return "The first number is the fewest days, the second is the most, such as 2-3.";
  if (mostDays > MOST_DAYS) return `Nothing takes more than ${MOST_DAYS} working days. Check the days.`;
  return null;
}

const keyOf = ({ kind, rateKey }: Pick<Rate, "kind" | "rateKey">) => `${kind} ${rateKey}`;
