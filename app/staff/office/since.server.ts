import { actionsSince } from "#app/domain/office/staff-actions.server";
import { saClock } from "#app/domain/values/sa-time";
import { sentence } from "#app/language/say";
import type { Answer } from "../answer";
import { quoteOf } from "../commands/bookings.server";
import { historyOfQuote } from "../commands/quote-history.server";
import type { Desk } from "../desk.server";
import { asPeopleWrite } from "./as-people-say";

const MOST = 10;

/**
 * What happened after a moment to what was typed or an answer names, and who did it, for somebody who acted on what was
 * true then.
 */
export async function since(desk: Desk, moment: Date, typed: string[], answer: Answer): Promise<string[]> {
  const { output = [], why = [] } = { output: undefined, why: undefined, ...answer };
  const parts = [output, why].flat().flatMap((each) => sentence(each).parts);
  const values = parts.flatMap((part) => (typeof part === "string" ? [] : [part.value]));
  const subjects = new Set<unknown>([...typed, ...values]);
  const { read } = desk.store;
  const found = (await actionsSince(read, moment, MOST * MOST))
    .filter(({ subject }) => subjects.has(subject))
    .map(({ at, who, action, subject, details }) => ({
      at,
      who,
      what: `${action} ${subject}${details && `: ${details}`}`,
    }));
  // Whoever marked a parcel is among them, and an email follows from something else.
  const named = new Set(["tracking", "site", ...found.map(({ who }) => who)]);
  const numbers = parts.flatMap((part) => (typeof part === "object" && part.is === "number" ? [part.value] : []));
  for (const number of [...new Set(numbers)].slice(0, MOST)) {
    const quote = await quoteOf(read, number);
    const moments = quote ? await historyOfQuote(read, quote) : [];
    found.push(...moments.filter(({ at, who }) => at > moment && !named.has(who)));
  }
  const lines = found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return [
    ...new Set(lines.map(({ at, who, what }) => asPeopleWrite(`${saClock(at)} ${who}: ${what}`, desk.now))),
  ].slice(-MOST);
}
