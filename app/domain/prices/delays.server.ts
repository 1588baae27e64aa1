import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { delays } from "#db/schema/delays";
import { postalAreas } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { dayAfter } from "../values/calendar-day";
import { newId } from "../values/ids.server";
import { type Done, type Refused, refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { type Delay, delayLines, isStanding } from "./delays";
import { inForceOn } from "./in-force";
import { narrowestArea } from "./postal-areas";
import { proclaimedDays } from "./proclaimed-holidays.server";

/** The delays that last or are to come, the oldest first. */
export async function standingDelays(store: Reader, now: Date): Promise<Delay[]> {
  const rows = await standing(store).execute({ today: saDay(now) });
  if (rows.length === 0) return [];
  const proclaimed = await proclaimedDays(store);
  return rows.map((row) => withResumes(row, proclaimed));
}

const standing = preparedFor((store) =>
  store
    .select()
    .from(delays)
    .where(and(isNull(delays.endedAt), gte(delays.untilDay, sql.placeholder("today"))))
    .orderBy(asc(delays.at), asc(delays.id))
    .prepare(),
);

/** A sentence for each delay at some places, for pages; of all delays without places. */
export async function delaysAt(store: Reader, now: Date, postals?: readonly string[]): Promise<string[]> {
  return delayLines(await standingDelays(store, now), saDay(now), postals);
}

/** With the first working day after its last. */
export function withResumes(row: typeof delays.$inferSelect, proclaimed: ReadonlySet<string>): Delay {
  return { ...row, resumes: workingDayAfter(row.untilDay, 1, proclaimed) };
}

/** Where it is: codes, or everywhere. */
export type DelayedCodes = { fromCode: string; toCode: string } | null;

/** Longer than a season of floods. */
const MOST_DAYS_AHEAD = 60;

/** Why the days can't be delayed; null if they can. */
export function daysRefusal(fromDay: string, untilDay: string, today: string): string | null {
  if (untilDay < today) return `${untilDay} is over`;
  if (fromDay < today) return `${fromDay} is over`;
  if (fromDay > untilDay) return "the last day must not be before the first";
  return untilDay > dayAfter(today, MOST_DAYS_AHEAD) ? `${untilDay} is more than ${MOST_DAYS_AHEAD} days away` : null;
}

type New = { codes: DelayedCodes; fromDay: string; untilDay: string; because: string; who: string };

/** The delay as it would be made. */
export async function newDelay(store: Reader, { codes, ...asked }: New, now: Date): Promise<Delay> {
  const row = {
    ...{ id: newId(), fromCode: codes?.fromCode ?? null, toCode: codes?.toCode ?? null },
    ...{ place: codes ? await placeOfCodes(store, codes, now) : "", ...asked, at: now, endedAt: null },
  };
  return withResumes(row, await proclaimedDays(store));
}

/** `added` is false when the same delay stands already. `replaced`: the one whose place it takes. */
export async function addDelay(
  tx: Tx,
  asked: New,
  now: Date,
): Promise<{ added: boolean; delay: Delay; replaced: Delay[] }> {
  const there = await delaysOf(tx, asked.codes, now);
  const same = there.find(
    ({ fromDay, untilDay, because }) =>
      // One that has begun still is from the day on which it began.
      (fromDay === asked.fromDay || (fromDay < asked.fromDay && asked.fromDay === saDay(now))) &&
      untilDay === asked.untilDay &&
      because === asked.because,
  );
  if (same) return { added: false, delay: same, replaced: [] };
  for (const each of there) await tx.update(delays).set({ endedAt: now }).where(eq(delays.id, each.id));
  const { resumes, ...row } = await newDelay(tx, asked, now);
  await tx.insert(delays).values(row);
  return { added: true, delay: { ...row, resumes }, replaced: there };
}

/** Takes the delay of a place back. Refuses where none stands. */
export async function endDelay(tx: Tx, codes: DelayedCodes, now: Date): Promise<Done<{ ended: Delay[] }> | Refused> {
  const ended = await delaysOf(tx, codes, now);
  if (ended.length === 0) return refused("nothing is delayed there");
  for (const each of ended) await tx.update(delays).set({ endedAt: now }).where(eq(delays.id, each.id));
  return { ok: true, ended };
}

/** The standing delays of exactly this place. */
async function delaysOf(store: Reader, codes: DelayedCodes, now: Date): Promise<Delay[]> {
  const all = await standingDelays(store, now);
  return all.filter(
    (each) =>
      each.fromCode === (codes?.fromCode ?? null) &&
      each.toCode === (codes?.toCode ?? null) &&
      isStanding(each, saDay(now)),
  );
}

const MOST_TOWNS = 2;

/** The towns of some codes: "Katlehong", "Katlehong, Tokoza"; blank if they are many or unknown. */
async function placeOfCodes(
  store: Reader,
  { fromCode, toCode }: NonNullable<DelayedCodes>,
  now: Date,
): Promise<string> {
  const areas = inForceOn(saDay(now), await store.select().from(postalAreas), ({ id }) => id);
  const within = areas.filter((area) => fromCode <= area.fromCode && area.toCode <= toCode);
  const around = within.length === 0 ? narrowestArea(fromCode, areas) : null;
  const towns = [
    ...new Set([...within, ...(around && toCode <= around.toCode ? [around] : [])].map(({ town }) => town)),
  ];
  return towns.length <= MOST_TOWNS ? towns.toSorted().join(", ") : "";
}
