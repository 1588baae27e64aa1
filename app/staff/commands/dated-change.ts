import type { Change } from "#app/domain/prices/dated-changes";
import type { Dated } from "#app/domain/prices/in-force";
import { saWeekday } from "#app/domain/values/sa-time";
import { field, say } from "#app/language/say";
import { did, notDone, type Outcome } from "../desk.server";

export const fromDay = {
  kind: "day",
  label: "the first day; it begins at midnight in South Africa",
  required: say`From when? Use ${field("from")}, such as tomorrow.`,
} as const;

export function newOption(what: string) {
  return { kind: "flag", label: `you mean ${what}`, above: "It is new" } as const;
}

/** Those that were given. */
export function given<Facts extends object>(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Facts;
}

/** A change from a day on, in sentences, and its record. */
export function changeOutcome<Row extends Dated>(
  change: Change<Row>,
  about: { action: string; subject: string; day: string; inWords: (row: Row) => string },
): Outcome {
  if (!change.ok) return notDone(change.why);
  const { added, before, after, untilDay } = change;
  const { action, subject, day, inWords } = about;
  const until = untilDay
    ? [say`From ${saWeekday(untilDay)} another change applies, which was made earlier: see the list.`]
    : [];
  if (!added) return did(null, say`${subject} is like that already: ${inWords(after)}.`, ...until);
  const was = before ? `, before: ${inWords(before)}` : "";
  return did(
    { action, subject, details: `from ${day}: ${inWords(after)}${was}` },
    say`${subject}, from ${saWeekday(day)}: ${inWords(after)}${was}.`,
    ...until,
  );
}
