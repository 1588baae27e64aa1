import { and, asc, eq } from "drizzle-orm";
import { field, say, tick, type Words } from "#app/language/say";
import { postalAreas, rates } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { isPostalCode } from "../values/postal-code";
import { refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { type Change, dayRefusal, nextDayOf, nowAndComing, withdrawPlanned } from "./dated-changes";
import { inForceOn } from "./in-force";

export type AreaRow = typeof postalAreas.$inferSelect;
export type AreaFacts = Pick<AreaRow, "town" | "province" | "region" | "zone" | "served" | "latitude" | "longitude">;
/** A range of postal codes, both ends included. */
export type Codes = { fromCode: string; toCode: string };

/** The areas in force today and those that start later, by code. */
export async function areasNowAndComing(store: Reader, now: Date): Promise<AreaRow[]> {
  const all = await readAreas(store);
  return nowAndComing(saDay(now), all, ({ id }) => id);
}

/**
 * Changes an area from a day on, or adds one. Facts that aren't given stay as they are on that day; a new area takes
 * them from the area around it.
 * @param isNew staff mean a range that doesn't exist yet
 */
export async function changeArea(
  tx: Tx,
  area: { codes: Codes; validFrom: string; facts: Partial<AreaFacts>; isNew: boolean },
  now: Date,
): Promise<Change<AreaRow>> {
  const { codes, validFrom, isNew } = area;
  const late = dayRefusal(validFrom, saDay(now));
  if (late) return refused(late);
  const { fromCode, toCode } = codes;
  if (!isPostalCode(fromCode) || !isPostalCode(toCode) || fromCode > toCode)
    return refused("An area is a postal code of four digits, or a range such as 1431-1432.");

  const all = await readAreas(tx);
  const onThatDay = inForceOn(validFrom, all, ({ id }) => id);
  const id = `${fromCode}-${toCode}`;
  const sameArea = onThatDay.find((each) => each.id === id) ?? null;
  const around = narrowest(onThatDay.filter((each) => each.id !== id && holds(each, codes)));
  if (!sameArea && !isNew) {
    const place = around ? ` It lies in ${inCodes(around)} (${around.town}).` : "";
    return refused(
      say`No area is ${inCodes(codes)} on that day.${place} To make it an area of its own, ${tick("new")}.`,
    );
  }
  const clash = onThatDay.find((each) => overlaps(each, codes) && !holds(each, codes) && !holds(codes, each));
  if (clash)
    return refused(`It overlaps ${inCodes(clash)} (${clash.town}). An area must lie inside another one or outside it.`);

  const facts = { served: true, ...(sameArea ?? { ...around, latitude: null, longitude: null }), ...area.facts };
  const wrong = await factRefusal(tx, facts, all);
  if (wrong !== null) return refused(wrong);
  const after = { ...(facts as AreaFacts), id, ...codes, validFrom };
  const named = Object.keys(area.facts) as (keyof AreaFacts)[];
  const added = !sameArea || named.some((fact) => sameArea[fact] !== after[fact]);
  if (added) {
    const target = [postalAreas.id, postalAreas.validFrom];
    await tx.insert(postalAreas).values(after).onConflictDoUpdate({ target, set: after });
  }
  const same = all.filter((each) => each.id === id);
  return { ok: true, added, before: sameArea ?? around, after, untilDay: nextDayOf(same, validFrom) };
}

/** Withdraws a change of an area that has not started yet. */
export function withdrawArea(tx: Tx, { fromCode, toCode }: Codes, validFrom: string, now: Date) {
  return withdrawPlanned([validFrom, saDay(now)], "Change the area", () =>
    tx
      .delete(postalAreas)
      .where(and(eq(postalAreas.id, `${fromCode}-${toCode}`), eq(postalAreas.validFrom, validFrom)))
      .returning(),
  );
}

/** One code or a range of them, in words. */
export function inCodes({ fromCode, toCode }: Codes): string {
  return fromCode === toCode ? fromCode : `${fromCode}-${toCode}`;
}

function readAreas(store: Reader): Promise<AreaRow[]> {
  return store
    .select()
    .from(postalAreas)
    .orderBy(asc(postalAreas.fromCode), asc(postalAreas.toCode), asc(postalAreas.validFrom));
}

/** Refuses a zone or a region that has no rates: the place would have no price. */
async function factRefusal(tx: Tx, facts: Partial<AreaFacts>, all: readonly AreaRow[]): Promise<Words | null> {
  if (!facts.town) return say`A new area needs a town (${field("town")}).`;
  const zones = await tx.selectDistinct({ zone: rates.rateKey }).from(rates).where(eq(rates.kind, "zone"));
  const choices = {
    province: new Set(all.map(({ province }) => province)),
    region: new Set(all.map(({ region }) => region)),
    zone: new Set(zones.map(({ zone }) => zone)),
  };
  for (const fact of ["province", "region", "zone"] as const) {
    if (choices[fact].has(facts[fact] ?? "")) continue;
    return say`An area needs one of these as its ${fact} (${field(fact)}): ${[...choices[fact]].toSorted().join(", ")}.`;
  }
  return null;
}

const holds = (wide: Codes, narrow: Codes) => wide.fromCode <= narrow.fromCode && narrow.toCode <= wide.toCode;
const overlaps = (one: Codes, other: Codes) => one.fromCode <= other.toCode && other.fromCode <= one.toCode;
const width = ({ fromCode, toCode }: Codes) => Number(toCode) - Number(fromCode);

function narrowest(areas: AreaRow[]): AreaRow | null {
  return areas.toSorted((one, other) => width(one) - width(other))[0] ?? null;
}
