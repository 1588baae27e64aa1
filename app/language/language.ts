import { english } from "./english/english";
import { pseudo } from "./pseudo";

/** Every language has all of English's sentences: without one, it doesn't compile. */
export type Catalogue = typeof english;

/** By the value of `SITE_LANGUAGE`; `tag`: as in `<html lang>`. */
export const languages = {
  "en-ZA": { tag: "en-ZA", catalogue: english },
  pseudo: { tag: "en-XA", catalogue: pseudo(english) },
} satisfies Record<string, { tag: string; catalogue: Catalogue }>;

export const isLanguage = (name: string | null | undefined): name is keyof typeof languages =>
  name !== null && name !== undefined && name in languages;

let chosen: keyof typeof languages = "en-ZA";

/** Called where a process reads its settings, before anything is written to or shown to anybody. */
export function speak(language: keyof typeof languages): void {
  chosen = language;
}

/** The site's language, as in `SITE_LANGUAGE`. */
export const siteLanguage = () => chosen;
/** The sentences of the site's language. */
export const catalogue = (): Catalogue => languages[chosen].catalogue;
/** The site's language, for `lang`. */
export const languageTag = (): string => languages[chosen].tag;
