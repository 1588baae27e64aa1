import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import type { delays } from "#db/schema/delays";
import { saDay } from "../values/sa-time";

/** `resumes`: the first working day after its last. */
export type Delay = typeof delays.$inferSelect & { resumes: string };

type Codes = Pick<Delay, "fromCode" | "toCode">;

/** Whether a postal code lies in its place. */
function isPlacedAt({ fromCode, toCode }: Codes, postal: string): boolean {
  return fromCode === null || toCode === null || (fromCode <= postal && postal <= toCode);
}

/** Its last day: one that was taken back ended on that day. */
export function lastDayOf({ untilDay, endedAt }: Pick<Delay, "untilDay" | "endedAt">): string {
  const endedOn = endedAt && saDay(endedAt);
  return endedOn && endedOn < untilDay ? endedOn : untilDay;
}

/** Whether it still lasts, or is to come. */
export function isStanding({ untilDay, endedAt }: Pick<Delay, "untilDay" | "endedAt">, today: string): boolean {
  return endedAt === null && untilDay >= today;
}

/** The delay that keeps us from a place on a day; of several the one that lasts longest. Null if we can come. */
export function delayOn(all: readonly Delay[], postal: string, day: string): Delay | null {
  const there = all.filter(
    (each) => isPlacedAt(each, postal) && each.fromDay <= day && isStanding(each, day) && day <= each.untilDay,
  );
  return there.toSorted((one, other) => (rankOf(one) < rankOf(other) ? 1 : -1))[0] ?? null;
}

/** The first day from this one on, on which no delay keeps us from a place. */
export function dayAfterDelays(all: readonly Delay[], postal: string, day: string): string {
  const delay = delayOn(all, postal, day);
  return delay ? dayAfterDelays(all, postal, delay.resumes) : day;
}

const rankOf = ({ untilDay, at, id }: Delay) => `${untilDay} ${at.toISOString()} ${id}`;

/** What a sentence of the catalogue says of it. */
export function asSaid({ place, fromCode, toCode, fromDay, untilDay, resumes, because }: Delay, today: string) {
  const codes = fromCode !== null && toCode !== null ? ([fromCode, toCode] as const) : null;
  const days = fromDay > today ? ([fromDay, untilDay] as const) : null;
  return { where: place || codes, resumes, days, because };
}

/** "We can't collect or deliver in Katlehong before Wednesday 2 December: flood." */
export function delayInWords(delay: Delay, today: string): Sentence {
  return catalogue().delays.anybody(asSaid(delay, today));
}

/** Where a booking's driver goes within the country. */
export function postalsOf({ type, fromPostal, toPostal }: { type: string; fromPostal: string; toPostal: string }) {
  return type === "local" ? [fromPostal, toPostal] : [fromPostal];
}

/** A sentence for each delay, as plain text; of those at some postal codes, or of all. */
export function delayLines(all: readonly Delay[], today: string, postals?: readonly string[]): string[] {
  const told = postals ? all.filter((each) => postals.some((postal) => isPlacedAt(each, postal))) : all;
  return told.map((each) => plainText(delayInWords(each, today)));
}

/** Where a parcel's next visit is, and since when it was agreed on, or is with its driver. */
type Ahead = { postal: string; agreedAt: Date | null; outSince: Date | null };

/**
 * Whether a delay keeps us from a visit of its days. Not from one that was agreed on or began since: somebody decided
 * that we go there all the same.
 */
export function keepsFrom(delay: Delay, { postal, agreedAt, outSince }: Ahead): boolean {
  const isSince = (moment: Date | null) => moment !== null && moment > delay.at;
  return isPlacedAt(delay, postal) && !isSince(agreedAt) && !isSince(outSince);
}
