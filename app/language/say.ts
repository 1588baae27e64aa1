import { brand } from "#app/brand";

/**
 * What a sentence is made of besides its words. Each face (a terminal, a page, an email, a text message) and each language
 * draws these in its own way.
 */
type Values = {
  /** A person's or a company's name. */
  name: string;
  /** Where something is: a town, a suburb, an address in one line. */
  place: string;
  /** One of our numbers, a phone number or a PIN. It is never broken over two lines. */
  number: string;
  /** How many. */
  count: number;
  /** A South African day, as in `2026-11-24`, not far from today: its year goes without saying. */
  day: string;
  /** The first and the last of some days. */
  days: readonly [first: string, last: string];
  /** The day of a moment, as `moment`, with its year. */
  date: string;
  /** A day as in `2025-11-24` that is long ago: with its weekday and its year. */
  longAgo: string;
  /** Only the weekday of a day as in `2026-11-24`. */
  weekday: string;
  /** A day and its time, as in `2026-11-24T12:00:00.000Z`: a page's data is JSON. */
  moment: string;
  /** A time of day in South Africa, as in `12:00`. */
  time: string;
  /** An amount of money, in cents. */
  amount: number;
  /** Words that lead somewhere: an address of ours, and the words. */
  link: { readonly href: string; readonly words: Sentence };
  /** Words that matter most. */
  strong: { readonly words: Sentence };
  /** Anything else that is the same in every language: an address on the web, what somebody typed. */
  verbatim: string;
  /** Staff only: an argument or an option of the command that the sentence is about, as in `because`. */
  field: string;
  /** Staff only: the same where it stands alone and is asked for: `add --again`, or tick it. */
  tick: string;
  /** Staff only: one of the values that an argument can have, as in `at-depot`. */
  choice: string;
  /**
   * Staff only: a command, as in `note payment`, and what is known for its arguments, in their order, and for its options;
   * blank: still to say.
   */
  command: { name: string; known: Record<string, string>; options: Record<string, string> };
  /** Staff only: a list, as in `cases` for what `show cases` shows. */
  list: string;
  /** Staff only: an address of this site, which a page links. It links no other: that may be a stranger's. */
  url: string;
};

type Value = { [Kind in keyof Values]: { readonly is: Kind; readonly value: Values[Kind] } }[keyof Values];
/** Words of a language, or a value. */
export type Part = string | Value;

/** A sentence, or several, or a part of one. Nobody reads it back: whoever needs a value of it has the parts. */
export type Sentence = { readonly parts: readonly Part[] };
/** A sentence; a text is one that holds nothing but words. */
export type Words = string | Sentence;

export const sentence = (words: Words): Sentence => (typeof words === "string" ? { parts: [words] } : words);

/**
 * A sentence from a template: its words are the language's, and what is put in are values. A number that is put in is a
 * count, a plain text stays as it is, and a sentence becomes part of this one. A line of the template that ends is a space.
 */
export function say(words: TemplateStringsArray, ...values: (Value | Sentence | string | number)[]): Sentence {
  const { lines, fields } = worded(words);
  const parts = lines.flatMap((line, index) => {
    const value = values[fields[index] ?? values.length];
    return value === undefined ? [line] : [line, ...partsOf(value)];
  });
  return { parts: parts.filter((part) => part !== "") };
}

/** The words of a sentence, and which value stands after each of them. */
type Wording = { lines: string[]; fields: number[] };

const wordings = new WeakMap<TemplateStringsArray, Wording>();

/** Ours, or the brand's own. */
function worded(words: TemplateStringsArray): Wording {
  const known = wordings.get(words);
  if (known) return known;
  const text = inOneText(words);
  const wording = wordingOf(brand.texts[text] ?? text);
  wordings.set(words, wording);
  return wording;
}

/** A template as one text, with its values as `{1}`, `{2}`: by it a brand's other words are found. */
export const inOneText = (words: readonly string[]): string =>
  words.map((line, index) => (index > 0 ? `{${index}}` : "") + line.replace(/\s*\n\s*/g, " ")).join("");

function wordingOf(text: string): Wording {
  const [first = "", ...rest] = text.split(/\{(\d+)\}/);
  const lines = [first, ...rest.filter((_, index) => index % 2 === 1)];
  return { lines, fields: rest.filter((_, index) => index % 2 === 0).map((field) => Number(field) - 1) };
}

function partsOf(value: Value | Sentence | string | number): readonly Part[] {
  if (typeof value === "string") return [{ is: "verbatim", value }];
  if (typeof value === "number") return [{ is: "count", value }];
  return "parts" in value ? value.parts : [value];
}

export const name = (value: string): Value => ({ is: "name", value });
export const place = (value: string): Value => ({ is: "place", value });
export const number = (value: string): Value => ({ is: "number", value });
export const day = (value: string): Value => ({ is: "day", value });
export const days = (first: string, last: string): Value => ({ is: "days", value: [first, last] });
export const date = (value: Date): Value => ({ is: "date", value: value.toISOString() });
export const longAgo = (value: string): Value => ({ is: "longAgo", value });
export const weekday = (value: string): Value => ({ is: "weekday", value });
export const moment = (value: Date): Value => ({ is: "moment", value: value.toISOString() });
export const time = (value: string): Value => ({ is: "time", value });
export const amount = (cents: number): Value => ({ is: "amount", value: cents });
export const link = (href: string, words: Sentence): Value => ({ is: "link", value: { href, words } });
export const strong = (words: Sentence): Value => ({ is: "strong", value: { words } });
export const field = (value: string): Value => ({ is: "field", value });
export const tick = (value: string): Value => ({ is: "tick", value });
export const choice = (value: string): Value => ({ is: "choice", value });
export const commandNamed = (
  name: string,
  known: Record<string, string> = {},
  options: Record<string, string> = {},
): Value => ({ is: "command", value: { name, known, options } });
export const listNamed = (value: string): Value => ({ is: "list", value });
export const url = (value: string): Value => ({ is: "url", value });

/** Several sentences as one, with a space between them, or what is given instead. */
export function joined(sentences: readonly (Words | Value)[], between = " "): Sentence {
  const partsOfEach = sentences.map((each) => (typeof each === "string" ? [each] : partsOf(each)));
  return { parts: partsOfEach.flatMap((parts, index) => (index > 0 ? [between, ...parts] : parts)) };
}

/** Several of our numbers, with commas. */
export const numbers = (values: readonly string[]) =>
  joined(
    values.map((value) => number(value)),
    ", ",
  );

/** How a face or a language draws each kind of value. */
export type Drawing<Drawn> = { [Kind in keyof Values]: (value: Values[Kind]) => Drawn } & {
  words: (words: string) => Drawn;
};

/** The parts of a sentence, each drawn. */
export function drawn<Drawn>({ parts }: Sentence, drawing: Drawing<Drawn>): Drawn[] {
  return parts.map((part) => {
    if (typeof part === "string") return drawing.words(part);
    return (drawing[part.is] as (value: Value["value"]) => Drawn)(part.value);
  });
}

/** What a catalogue holds: sentences, by name; never a plain text. Some need to know something to be said. */
export type Entries =
  | Sentence
  | null
  | readonly Entries[]
  | { readonly [name: string]: Entries }
  | ((...given: never[]) => Entries);

type Forms<Words> = Partial<Record<Intl.LDMLPluralRule, Words>> & { other: Words };
/**
 * What a count asks for in a language, by its rules of the Unicode CLDR: English has `one` and `other`.
 * @param tag the language, as in `en-ZA`
 */
export function pluralOf(tag: string) {
  const rules = new Intl.PluralRules(tag);
  return <Words>(count: number, forms: Forms<Words>): Words => forms[rules.select(count)] ?? forms.other;
}
