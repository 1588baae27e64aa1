import { number, say, type Words } from "#app/language/say";

/** Whom something that would be done is about, and what they would be told: of a dry run. */
export type WouldTell = {
  /** Whose each is, the first few; without its number if that would be another one when it is done. */
  whose: { number: string | null; people: string }[];
  /** How many more there are. */
  andMore: number;
  messages: ToldMessage[];
};

/** A message as its reader gets it, but for secrets. */
export type ToldMessage = {
  /** To whom, and how: "Email to Naledi Nkosi, naledi@example.com". */
  to: string;
  subject: string;
  words: string;
  /** Why it isn't sent; null if it is. */
  notSent: string | null;
  /** Of one kind only the first is shown. */
  kind: string;
  /** How many others of its kind go. */
  alike: number;
};

/** So many are named, one a line. */
export const MOST_NAMED = 5;

/** What several changes would tell: whose the first few are, and of each kind of message the first. */
export function together(all: readonly WouldTell[]): WouldTell {
  const whose = all.flatMap((told) => told.whose);
  const first = new Map<string, ToldMessage>();
  for (const message of all.flatMap(({ messages }) => messages)) {
    const before = first.get(message.kind);
    first.set(message.kind, before ? { ...before, alike: before.alike + 1 + message.alike } : message);
  }
  const more = all.reduce((sum, { andMore }) => sum + andMore, Math.max(0, whose.length - MOST_NAMED));
  return { whose: whose.slice(0, MOST_NAMED), andMore: more, messages: [...first.values()] };
}

/** "Email to Naledi Nkosi, naledi@example.com: We deliver on Wednesday". */
export const headingOf = ({ to, subject, notSent }: ToldMessage) =>
  notSent ? `No ${to.charAt(0).toLowerCase()}${to.slice(1)}: ${notSent}` : `${to}: ${subject}`;

export const alikeInWords = ({ alike }: ToldMessage) => `And ${alike} more like it.`;

/** "TH4821093753: from Zodwa's Fashion, Katlehong 1431 to Naledi Nkosi, Soweto 1804." */
export const whoseInWords = ({ whose, andMore }: WouldTell): Words[] => [
  ...whose.map(({ number: no, people }) => (no ? say`${number(no)}: ${people}.` : say`${people}.`)),
  ...(andMore > 0 ? [`And ${andMore} more.`] : []),
];
