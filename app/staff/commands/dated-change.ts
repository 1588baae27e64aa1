import type { Change } from "#app/domain/price-tables/dated-changes";
import type { Dated } from "#app/domain/price-tables/in-force";
import { saWeekday } from "#app/domain/values/sa-time";
import type { Option } from "../command";
import type { Outcome } from "../desk.server";

export const fromDay: Option = {
  type: "string",
  value: "day",
  help: "the first day: 2026-12-01, today or tomorrow; a day turns at midnight in South Africa (required)",
};

export function newOption(what: string): Option {
  return { type: "boolean", help: `you mean ${what}` };
}

/** A change from a day on, in sentences, and its record. */
export function changeOutcome<Row extends Dated>(
  change: Change<Row>,
  about: { action: string; subject: string; day: string; inWords: (row: Row) => string },
): Outcome {
  if (!change.ok) return { ok: false, why: [change.refusal] };
  const { added, before, after, untilDay } = change;
  const { action, subject, day, inWords } = about;
  const until = untilDay
    ? [`From ${saWeekday(untilDay)} another change applies, which was made earlier: see the list.`]
    : [];
  if (!added) return { ok: true, output: [`${subject} is so already: ${inWords(after)}.`, ...until], actions: [] };
  const was = before ? `, before: ${inWords(before)}` : "";
  return {
    ok: true,
    output: [`${subject}, from ${saWeekday(day)}: ${inWords(after)}${was}.`, ...until],
    actions: [{ action, subject, details: `from ${day}: ${inWords(after)}${was}` }],
  };
}
