import { and, asc, eq } from "drizzle-orm";
import { field, say, tick, type Words } from "#app/language/say";
import { boxes } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { PLAIN_PICTURE, pictures } from "./box-pictures.server";
import { type Change, dayRefusal, nextDayOf, nowAndComing, withdrawPlanned } from "./dated-changes";
import { inForceOn } from "./in-force";
import type { BoxRow } from "./price-tables.server";

/** Centimetres, grams, cents excluding VAT. */
export type BoxFacts = Omit<BoxRow, "id" | "validFrom">;

const MOST_CM = 300;
const MOST_GRAMS = 1_000_000;
const MOST_CENTS = 10_000_000;
const LONGEST_NAME = 60;
const LAST_PLACE = 10_000;
const LONGEST_EXAMPLE = 60;

/** The boxes in force today and those that start later, in the order in which customers see them. */
export async function boxesNowAndComing(store: Reader, now: Date): Promise<BoxRow[]> {
  const all = await store.select().from(boxes).orderBy(asc(boxes.sortOrder), asc(boxes.id), asc(boxes.validFrom));
  return nowAndComing(saDay(now), all, ({ id }) => id);
}

/**
 * Changes a box from a day on, or adds one. Facts that aren't given stay as they are on that day.
 * @param isNew staff mean a box that doesn't exist yet, and give all its facts
 */
export async function changeBox(
  tx: Tx,
  box: { id: string; validFrom: string; facts: Partial<BoxFacts>; isNew: boolean },
  now: Date,
): Promise<Change<BoxRow>> {
  const { id, validFrom, isNew } = box;
  const late = dayRefusal(validFrom, saDay(now));
  if (late) return refused(late);
  const all = await tx.select().from(boxes).orderBy(asc(boxes.sortOrder));
  const same = all.filter((each) => each.id === id);
  const current = inForceOn(validFrom, same, (each) => each.id)[0] ?? null;
  if (!current && !isNew) {
    const known = inForceOn(validFrom, all, (each) => each.id)
      .map((each) => each.id)
      .join(", ");
    return refused(say`There is no box "${id}" on that day, only: ${known}. For a new one, ${tick("new")}.`);
  }
  if (current && isNew) return refused(say`The box "${id}" already exists. To change it, leave out ${field("new")}.`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    return refused("A box's id is small letters, digits and hyphens, such as crate-60.");

  const facts = { sortOrder: LAST_PLACE, active: true, ...PLAIN_PICTURE, ...current, ...box.facts };
  const wrong = factRefusal(facts);
  if (wrong !== null) return refused(wrong);
  const after = { ...(facts as BoxFacts), id, validFrom };
  const added = !current || Object.keys(box.facts).some((fact) => differs(current, after, fact as keyof BoxFacts));
  if (added) {
    await tx
      .insert(boxes)
      .values(after)
      .onConflictDoUpdate({ target: [boxes.id, boxes.validFrom], set: after });
  }
  return { ok: true, added, before: current, after, untilDay: nextDayOf(same, validFrom) };
}

/** Withdraws a change of a box that has not started yet. */
export function withdrawBox(tx: Tx, id: string, validFrom: string, now: Date) {
  return withdrawPlanned([validFrom, saDay(now)], "Change the box", () =>
    tx
      .delete(boxes)
      .where(and(eq(boxes.id, id), eq(boxes.validFrom, validFrom)))
      .returning(),
  );
}

function differs(before: BoxRow, after: BoxRow, fact: keyof BoxFacts): boolean {
  return before[fact] !== after[fact];
}

/** Refuses a new box that lacks a fact, and sizes so large that they must be typing mistakes. Another courier's `boxes.csv` is checked by it too. */
export function factRefusal(facts: Partial<BoxFacts>): Words | null {
  const { name, lengthCm, widthCm, heightCm, maxWeightGrams, costCents, picture, example = "" } = facts;
  if (!name || name.length > LONGEST_NAME)
    return say`A box needs a name of at most ${LONGEST_NAME} characters (${field("name")}).`;
  if (![lengthCm, widthCm, heightCm].every((size) => isWithin(size, 1, MOST_CM)))
    return say`A box needs a size in whole centimetres, at most ${MOST_CM} (${field("size")} 40x30x20).`;
  if (!isWithin(maxWeightGrams, 1, MOST_GRAMS))
    return say`A box needs the most weight it can take, in kilograms (${field("max-kg")}).`;
  if (!isWithin(costCents, 0, MOST_CENTS)) return say`A box needs its cost without VAT, in rand (${field("cost")}).`;
  if (!pictures.some((known) => known === picture))
    return say`There is no picture "${picture ?? ""}". The pictures are ${pictures.join(", ")} (${field("picture")}).`;
  if (example.length > LONGEST_EXAMPLE)
    return say`An example can have at most ${LONGEST_EXAMPLE} characters (${field("example")}).`;
  return null;
}

function isWithin(number: number | undefined, least: number, most: number): boolean {
  return number !== undefined && Number.isSafeInteger(number) && number >= least && number <= most;
}
