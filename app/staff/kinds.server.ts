import { type Mark, marks } from "#app/domain/parcels/marks";
import { isCalendarMonth, monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { type Cents, centsFromRand } from "#app/domain/values/money";
import { type NumberKind, readNumbers } from "#app/domain/values/reference-number";
import { momentOnSaClock, saDay, saDayFrom, saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { daysWritten, momentWritten } from "#app/domain/values/written-day";
import { commandNamed, field, say, type Words } from "#app/language/say";
import type { Call, Desk } from "./desk.server";
import { didYouMean } from "./did-you-mean";
import { type Parcels, parcelsFrom, waybillNosFrom } from "./many.server";
import { piecesOfFile, typedFile } from "./typed-file.server";

/** What the reader of an argument may ask for. */
export type Asking = {
  /** The argument's name. */
  name: string;
  /** A choice's possibilities. */
  of: readonly string[];
  /** Of a day: whether it is over. */
  isOver: boolean;
  /** How the help shows the argument. */
  shown: string;
  /** Its own sentence for when it is missing, if that is a text. */
  required: boolean | Words;
  /** Nothing follows it. */
  isLast: boolean;
  /** The values of the arguments before it. */
  earlier: Record<string, unknown>;
  call: Call;
  desk: Desk;
};

/** What an argument can be, and how it is read. */
export type Kind<Value> = {
  /** What a person reads beside it, if the argument itself says nothing else. */
  label?: Words;
  /** How the help shows it, `<quote no>`, if not by its label or its name. */
  shown?: string;
  example?: string;
  /** How it is typed where there is no calendar or clock for it. */
  typedAs?: string;
  isMany?: true;
  /** Said when it is missing. */
  missing?: Words;
  /** Parses the argument from the start of `words`, and returns its value and the words left. An option is one word. */
  take(words: string[], asking: Asking): [value: Value, rest: string[]];
};

const allMarks = marks.map((mark) => mark.replaceAll("_", "-"));

const ofBooking = ["waybill", "quote"] as const;
/** A number without a prefix is a quote's. */
const ofAnything = ["quote", "waybill", "application"] as const;
const asTyped = all((typed) => typed);

const quote = ofOurs("quote", "Q48210934");

const parcels = {
  label: "waybill no",
  example: "TH4821093753",
  isMany: true,
  missing: "Which parcel? A waybill number is TH and ten digits.",
  take: (words: string[], { call, desk }: Asking): [Parcels, string[]] => [parcelsFrom(words, call, desk), []],
} as const;

const number = {
  label: "quote no or waybill no",
  example: "TH4821093753",
  missing: "Which one? Give a quote number (Q…) or a waybill number (TH…).",
  take: leading("a quote or waybill number", "Q and eight digits, or TH and ten", ofBooking),
} as const;

/** What arguments there are. A number that ends in a check digit may be typed in groups: `TH 482 109 375 3`. */
export const kinds = {
  quote,
  application: ofOurs("application", "D48210934"),
  case: ofOurs("case", "C48210934"),
  /** Several bookings' numbers, each with its prefix from the second on, or a list's order. */
  quotes: { ...number, label: "quote no, waybill no or a list's order", isMany: true, take: quotesFrom },
  parcels,
  waybill: { ...parcels, isMany: undefined, take: all(onlyWaybill) },
  "parcels or today": { ...parcels, label: "waybill no or today", take: parcelsOrToday },
  number,
  "any number": {
    label: "quote no, waybill no or application no",
    example: "Q48210934",
    missing: "Which one? Give a quote number (Q…), a waybill number (TH…) or an application number (D…).",
    take: leading("a quote, waybill or application number", "Q or D and eight digits, or TH and ten", ofAnything),
  },
  mark: {
    shown: allMarks.join("|"),
    label: "what happened",
    example: "delivered",
    missing: `Choose what happened: ${allMarks.join(", ")}.`,
    take: markFrom,
  },
  emails: {
    shown: "email",
    label: say`the numbers of emails, from ${commandNamed("list emails")}`,
    example: "q2Xb0vT7yC1n8sKfWm3e5A",
    isMany: true,
    missing: say`Which email? Use ${commandNamed("list emails")} to see them.`,
    take: (words) => [[...new Set(words)], []],
  },
  amount: {
    shown: "rand",
    label: "amount in rand",
    example: "350,00",
    missing: "How much? Give an amount in rand, such as 350,00.",
    take: all(centsFrom),
  },
  day: {
    shown: "day",
    example: "2026-12-01",
    typedAs: "2026-12-01, today or tomorrow",
    missing: "Which day? Write year, month and day, such as 2026-12-01.",
    take: one(dayFrom),
  },
  month: { shown: "month", example: "2026-11", typedAs: "2026-11 or November 2026", take: all(monthFrom) },
  /** On the clock: `09:00`. A browser may add seconds. */
  time: { shown: "time", example: "09:00", typedAs: "09:00", take: one(clockFrom) },
  /** When something happened, in South African time. */
  moment: { shown: "time", example: "14:05", typedAs: "14:05 or 2026-11-21 14:05", take: one(momentFrom) },
  rows: { shown: "number", example: "50", take: one(counted(7, "needs a number of rows, such as 50")) },
  count: { shown: "count", example: "2", take: one(counted(4, "is a count such as 2")) },
  person: {
    label: "email or phone",
    example: "nomsa@example.com",
    missing: "Whose? Give an email or a phone.",
    take: asTyped,
  },
  driver: {
    shown: "name",
    example: "Sipho Nkosi",
    missing: say`Which driver? Use ${field("driver")}, such as Sipho Nkosi.`,
    take: all((typed) => typed.replace(/\s+/g, " ")),
  },
  /** Somebody of the office. */
  colleague: { shown: "name or email", example: "thandi@example.com", take: asTyped },
  /** A reason. */
  why: { shown: "why", example: "Fifty bookings cancelled", take: asTyped },
  /** A number that isn't ours, such as PayFast's. */
  theirs: { shown: "number", example: "1089999", take: asTyped },
  words: { take: asTyped },
  word: { take: one((typed) => typed) },
  choice: { take: one(chosenFrom) },
  "yes or no": { shown: "yes|no", example: "no", take: one(yesFrom) },
  /** An option that stands alone. */
  flag: { example: "yes", take: (words) => [true, words] },
  /** A file's name and content; in pieces, as often as they are asked for, if it may be long. */
  file: {
    shown: "file",
    example: "bookings.csv",
    take: one((file, { desk }) => {
      let content: string | undefined;
      // A pipe can be read once.
      return { file, content: () => (content ??= typedFile(desk, file)), pieces: () => piecesOfFile(desk, file) };
    }),
  },
} satisfies Record<string, Kind<unknown>>;

export type KindName = keyof typeof kinds;

function one<Value>(read: (typed: string, asking: Asking) => Value) {
  return ([typed = "", ...rest]: string[], asking: Asking): [Value, string[]] => [read(typed, asking), rest];
}

function all<Value>(read: (typed: string, asking: Asking) => Value) {
  return (words: string[], asking: Asking): [Value, string[]] => [read(words.join(" ").trim(), asking), []];
}

/** The groups in "TH 482 109 375 3", the format of emails and pages. */
const MOST_GROUPS = 5;

/** A number in the first word, or in the first few words together. */
function leading(what: string, shape: string, kinds: readonly NumberKind[]) {
  return (words: string[], { isLast }: Pick<Asking, "isLast">): [string, string[]] => {
    for (let groups = 1; groups <= Math.min(words.length, MOST_GROUPS); groups += 1) {
      const { found, rest } = readNumbers(words.slice(0, groups).join(" "), kinds);
      if (found[0] && (groups === 1 || rest === "")) return [found[0].no, words.slice(groups)];
    }
    const typed = isLast ? words.join(" ") : (words[0] ?? "");
    const [pasted] = isLast ? readNumbers(typed, kinds).found : [];
    if (pasted) return [pasted.no, []];
    const isOther = readNumbers(typed).found.some(({ isNamed }) => isNamed);
    const hint = isOther ? "It is a number of something else." : "Check it again: a digit is wrong.";
    throw new UsageError(`"${typed}" isn't ${what} (${shape}). ${hint}`);
  };
}

/** A number of one letter and eight digits. */
function ofOurs(what: "quote" | "application" | "case", example: string) {
  return {
    label: `${what} no`,
    example,
    missing: `Which ${what}? Give its number, such as ${example}.`,
    take: leading(`${what === "application" ? "an" : "a"} ${what} number`, `${example[0]} and eight digits`, [what]),
  };
}

function quotesFrom(words: string[]): [{ numbers: string[] } | { orderId: string }, string[]] {
  const [orderId = "", ...others] = words;
  if (/^list-[\w-]+$/.test(orderId)) return [{ orderId }, others];
  const [no, rest] = number.take(words, { isLast: false });
  if (!/^(?:q\d|th(?:\d|$))/i.test(rest[0] ?? "")) return [{ numbers: [no] }, rest];
  const [more, after] = quotesFrom(rest);
  return ["numbers" in more ? { numbers: [...new Set([no, ...more.numbers])] } : more, after];
}

function onlyWaybill(typed: string): string {
  const [waybillNo = "", ...more] = waybillNosFrom(typed.split(" "));
  if (more.length > 0) throw new UsageError("One parcel at a time.");
  return waybillNo;
}

function parcelsOrToday(words: string[], asking: Asking): [Parcels | "today", string[]] {
  return words.join(" ").toLowerCase() === "today" ? ["today", []] : parcels.take(words, asking);
}

/** The mark at the beginning, which may be several words: "out for delivery". */
function markFrom(words: string[]): [Mark, string[]] {
  const found = words.findIndex((word) => /\d|^-$/.test(word) || /^th$/i.test(word));
  const start = found < 0 ? words.length : found;
  const typed = words
    .slice(0, start)
    .join("-")
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
  const mark = marks[allMarks.indexOf(typed)];
  if (!typed) throw new UsageError(kinds.mark.missing);
  if (!mark) throw new UsageError(noSuch("mark", typed, allMarks));
  return [mark, words.slice(start)];
}

function chosenFrom(typed: string, { of, shown }: Asking): string {
  const chosen = of.find((each) => each.toLowerCase() === typed.toLowerCase());
  if (chosen === undefined) throw new UsageError(noSuch(shown, typed, of));
  return chosen;
}

/** A choice that isn't there. */
function noSuch(what: string, typed: string, of: readonly string[]): string {
  const near = didYouMean(
    typed,
    of.map((each) => each.toLowerCase()),
  );
  return `There is no ${what} "${typed}".${near} One of: ${of.join(", ")}.`;
}

/** An amount of money as people write it: `R 1 234,56`. */
export function centsFrom(typed: string): Cents {
  const cents = centsFromRand(typed);
  const what = /^\D*\d{1,3}[.,]\d{3}\D*$/.test(typed) ? "could be more than one amount" : "isn't an amount";
  if (cents === null) throw new UsageError(`"${typed}" ${what}. Write R 1 234,56 or 1234.56.`);
  return cents;
}

/** The day that a text means. Of two readings it is the one that a command can be about; if both are, it is asked. */
function dayFrom(typed: string, { desk, isOver }: Asking): string {
  const known = saDayFrom(typed, desk.now);
  if (known) return known;
  const days = daysWritten(typed, desk.now);
  const [day, other] = days;
  if (!day) return unreadable(typed, "a day", "year, month and day, such as 2026-12-01");
  if (!other) return day;
  const today = saDay(desk.now);
  const [likely, another] = days.filter((each) => (isOver ? each <= today : each >= today));
  if (likely && !another) return likely;
  throw new UsageError(`"${typed}" can be ${saWeekday(day)} or ${saWeekday(other)}. Write ${day} or ${other}.`);
}

/** A month that has begun, as `2026-11`. */
function monthFrom(typed: string, { desk }: Asking): string {
  const [, year, of] = /^(20\d\d)[-/. ](\d\d?)$/.exec(typed) ?? [];
  const [, ofFirst, yearLast] = /^(\d\d?)[-/. ](20\d\d)$/.exec(typed) ?? [];
  const [first] = /[a-z]/i.test(typed) ? daysWritten(`1 ${typed}`, desk.now) : [];
  const written = first?.slice(0, "2026-11".length) ?? `${year ?? yearLast}-${(of ?? ofFirst ?? "").padStart(2, "0")}`;
  const shape = "its year and its number, such as 2026-11";
  const month = isCalendarMonth(written) ? written : unreadable(typed, "a month", shape);
  if (month > saMonth(desk.now)) throw new UsageError(`${monthInWords(month)} hasn't begun.`);
  return month;
}

function momentFrom(typed: string, { desk }: Asking): Date {
  const shape = 'the clock of today, 14:05, or with its day, "2026-11-21 14:05"';
  const withItsDay = /[ T]\d{1,2}[:h]\d\d/i.test(typed) ? momentWritten(typed, desk.now) : null;
  return momentOnSaClock(typed, desk.now) ?? withItsDay ?? unreadable(typed, "a time", shape);
}

function clockFrom(typed: string): string {
  const [, hours = "", minutes = "00"] = /^(\d{1,2})(?:[:h.](\d{2})(?::\d{2}(?:\.\d+)?)?)?$/.exec(typed) ?? [];
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return unreadable(typed, "a time", "the clock: 09:00");
  return `${hours.padStart(2, "0")}:${minutes}`;
}

function unreadable(typed: string, what: string, shape: string): never {
  throw new UsageError(`"${typed}" isn't ${what}. Write ${shape}.`);
}

function counted(digits: number, what: string) {
  return (typed: string, { name }: Asking): number => {
    if (!/^[1-9]\d*$/.test(typed) || typed.length > digits)
      throw new UsageError(say`${field(name)} ${what}, not "${typed}".`);
    return Number(typed);
  };
}

function yesFrom(typed: string, { name }: Asking): boolean {
  if (/^(yes|y|true|1)$/i.test(typed)) return true;
  if (/^(no|n|false|0)$/i.test(typed)) return false;
  throw new UsageError(say`${field(name)} is yes or no, not "${typed}".`);
}
