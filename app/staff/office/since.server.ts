import { actionsSince } from "#app/domain/office/staff-actions.server";
import { saClock } from "#app/domain/values/sa-time";
import { quoteOf } from "../commands/bookings.server";
import { historyOfQuote } from "../commands/quote-history.server";
import type { Desk } from "../desk.server";

const MOST = 10;
const NUMBER = /\b(?:TH\d{10}|Q\d{8})\b/g;

/** What happened after a moment to what some words name, and who did it, for somebody who acted on what was true then. */
export async function since(desk: Desk, moment: Date, words: string[]): Promise<string[]> {
  const text = words.join("\n");
  const { read } = desk.store;
  const found = (await actionsSince(read, moment, MOST * MOST))
    .filter(({ subject }) => text.includes(subject))
    .map(({ at, who, action, subject, details }) => ({
      at,
      who,
      what: `${action} ${subject}${details && `: ${details}`}`,
    }));
  // Whoever marked a parcel is among them, and an email follows from something else.
  const named = new Set(["tracking", "site", ...found.map(({ who }) => who)]);
  const numbers = [...new Set(text.match(NUMBER))].slice(0, MOST);
  for (const number of numbers) {
    const quote = await quoteOf(read, number);
    const moments = quote ? await historyOfQuote(read, quote) : [];
    found.push(...moments.filter(({ at, who }) => at > moment && !named.has(who)));
  }
  const lines = found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return [...new Set(lines.map(({ at, who, what }) => `${saClock(at)} ${who}: ${what}`))].slice(-MOST);
}
