import { normaliseCaseNumber } from "#app/domain/cases/case";
import { normaliseApplicationNumber } from "#app/domain/drivers/reference";
import { type Cents, centsFromRand } from "#app/domain/values/money";
import { normaliseQuoteNumber } from "#app/domain/values/reference-number";
import { momentOnSaClock, saDayFrom } from "#app/domain/values/sa-time";
import { normaliseWaybillNumber } from "#app/domain/waybills/waybill-number";
import { UsageError } from "../domain/values/usage-error";

/** A quote number in any format, and the words after it. */
export function quoteNoFrom(words: string[]): [quoteNo: string, rest: string[]] {
  if (words.length === 0) throw new UsageError("Which quote? Give its number, such as Q48210934.");
  return leading(words, normaliseQuoteNumber) ?? wrongDigit(words[0], "a quote number", "Q and eight digits");
}

/** Several quote numbers, each with its Q from the second on, or a list's order; and the words after them. */
export function quotesFrom(words: string[]): [quotes: { quoteNos: string[] } | { orderId: string }, rest: string[]] {
  const [orderId = "", ...others] = words;
  if (/^list-[\w-]+$/.test(orderId)) return [{ orderId }, others];
  const quoteNos: string[] = [];
  let rest = words;
  do {
    const [quoteNo, after] = quoteNoFrom(rest);
    quoteNos.push(quoteNo);
    rest = after;
  } while (/^q\d/i.test(rest[0] ?? ""));
  return [{ quoteNos: [...new Set(quoteNos)] }, rest];
}

/** An application number in any format, and the words after it. */
export function applicationNoFrom(words: string[]): [applicationNo: string, rest: string[]] {
  if (words.length === 0) throw new UsageError("Which application? Give its number, such as D48210934.");
  return (
    leading(words, normaliseApplicationNumber) ?? wrongDigit(words[0], "an application number", "D and eight digits")
  );
}

/** The groups in "TH 482 109 375 3", the format of emails and pages. */
const MOST_GROUPS = 5;

/** A case number in any format, and the words after it. */
export function caseNoFrom(words: string[]): [caseNo: string, rest: string[]] {
  if (words.length === 0) throw new UsageError("Which case? Give its number, such as C48210934.");
  return leading(words, normaliseCaseNumber) ?? wrongDigit(words[0], "a case number", "C and eight digits");
}

/** The number in the first word, or in the first few words together. */
function leading(words: string[], normalise: (typed: string) => string | null): [string, string[]] | null {
  for (let groups = 1; groups <= Math.min(words.length, MOST_GROUPS); groups += 1) {
    const number = normalise(words.slice(0, groups).join(" "));
    if (number) return [number, words.slice(groups)];
  }
  return null;
}

/** Waybill numbers, each as one word or in groups: `TH 482 109 375 3`. Duplicates are removed. */
export function waybillNosFrom(words: string[]): string[] {
  if (words.length === 0) throw new UsageError("Which parcel? A waybill number is TH and ten digits.");
  const isWhole = words.every((word) => normaliseWaybillNumber(word));
  const typed = isWhole ? words : words.join(" ").split(/(?=TH)/i);
  const read = (each: string) =>
    normaliseWaybillNumber(each) ?? wrongDigit(each.trim(), "a waybill number", "TH and ten digits");
  return [...new Set(typed.map(read))];
}

/** A booking, by either of its numbers. */
export type Subject = { quoteNo: string } | { waybillNo: string };

/** A quote number or a waybill number. */
export function subjectFrom(words: string[]): Subject {
  const typed = words.join(" ");
  if (!typed) throw new UsageError("Which one? Give a quote number (Q…) or a waybill number (TH…).");
  return readSubject(typed) ?? wrongDigit(typed, "a quote or waybill number", "Q and eight digits, or TH and ten");
}

/** A quote or waybill number, and the words after it. */
export function numberFrom(words: string[]): [subject: Subject, rest: string[]] {
  if (words.length === 0) throw new UsageError("Which one? Give a waybill number (TH…) or a quote number (Q…).");
  const [waybill, quote] = [leading(words, normaliseWaybillNumber), leading(words, normaliseQuoteNumber)];
  if (waybill) return [{ waybillNo: waybill[0] }, waybill[1]];
  if (quote) return [{ quoteNo: quote[0] }, quote[1]];
  return wrongDigit(words[0], "a waybill or quote number", "TH and ten digits, or Q and eight");
}

/** A quote number, a waybill number or an application number. */
export function anyNumberFrom(words: string[]): Subject | { applicationNo: string } {
  const typed = words.join(" ");
  if (!typed) {
    throw new UsageError("Which one? Give a quote number (Q…), a waybill number (TH…) or an application number (D…).");
  }
  // A number without a prefix is a quote's.
  const applicationNo = /^d/i.test(typed) && normaliseApplicationNumber(typed);
  if (applicationNo) return { applicationNo };
  const shape = "Q or D and eight digits, or TH and ten";
  return readSubject(typed) ?? wrongDigit(typed, "a quote, waybill or application number", shape);
}

function readSubject(typed: string): Subject | null {
  const [waybillNo, quoteNo] = [normaliseWaybillNumber(typed), normaliseQuoteNumber(typed)];
  if (waybillNo) return { waybillNo };
  return quoteNo ? { quoteNo } : null;
}

/** An amount of money as people write it: `R 1 234,56`. */
export function centsFrom(words: string[]): Cents {
  const typed = words.join(" ");
  if (!typed) throw new UsageError("How much? Give an amount in rand, such as 350,00.");
  const cents = centsFromRand(typed);
  if (cents === null) throw new UsageError(`"${typed}" could be more than one amount. Write R 1 234,56 or 1234.56.`);
  return cents;
}

/** A percentage in basis points: `12,5%` is 1250. */
export function basisPointsFrom(typed: string): number {
  const [, whole, decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%$/.exec(typed.trim()) ?? [];
  if (!whole) throw new UsageError(`"${typed}" isn't a percentage. Write 15% or 12,5%.`);
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** The South African day from which a change applies. */
export function dayFrom(typed: string | undefined, now: Date): string {
  if (!typed) throw new UsageError("From when? Use --from 2026-12-01, --from today or --from tomorrow.");
  return saDayFrom(typed, now) ?? unreadable(typed, "a day", "year, month and day, such as 2026-12-01");
}

/** A South African day: today if none was given. */
export function dayFromToday(typed: string | undefined, now: Date): string {
  const day = typed ?? "today";
  return saDayFrom(day, now) ?? unreadable(day, "a day", "year, month and day, such as 2026-12-01");
}

/** When something happened, in South African time. */
export function momentFrom(typed: string | undefined, now: Date): Date {
  if (!typed) return now;
  return (
    momentOnSaClock(typed, now) ??
    unreadable(typed, "a time", 'the clock of today, 14:05, or with its day, "2026-11-21 14:05"')
  );
}

/** The number of rows: `--first 50`. */
export function countFrom(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(typed))
    throw new UsageError(`--first needs a number of rows, such as 50, not "${typed}".`);
  return Number(typed);
}

/** Yes or no. */
export function yesFrom(typed: string, option: string): boolean {
  if (/^(yes|y|true|1)$/i.test(typed)) return true;
  if (/^(no|n|false|0)$/i.test(typed)) return false;
  throw new UsageError(`--${option} is yes or no, not "${typed}".`);
}

/** Refuses extra words. */
export function nothingMore(words: string[]): void {
  if (words.length > 0) throw new UsageError(`"${words.join(" ")}" is not expected here.`);
}

function unreadable(typed: string, what: string, shape: string): never {
  throw new UsageError(`"${typed}" isn't ${what}. Write ${shape}.`);
}

/** For numbers that end in a check digit. */
function wrongDigit(typed: string | undefined, what: string, shape: string): never {
  throw new UsageError(`"${typed}" isn't ${what} (${shape}). Check it again: a digit is wrong.`);
}

/** A count of pieces. */
export function piecesFrom(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw new UsageError(`--pieces is a count such as 2, not "${typed}".`);
  return Number(typed);
}
