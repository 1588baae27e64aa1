import { english } from "./english/english";
import { pseudo } from "./pseudo";

/** Every language has all of English's sentences: without one, it doesn't compile. */
export type Catalogue = typeof english;

type Language = {
  /** As in `<html lang>`. */
  tag: string;
  catalogue: Catalogue;
};

/** By the value of `SITE_LANGUAGE`. */
export const languages = {
  "en-ZA": { tag: "en-ZA", catalogue: english },
  pseudo: { tag: "en-XA", catalogue: pseudo(english) },
} satisfies Record<string, Language>;

let chosen: Language = languages["en-ZA"];

/** Called where a process reads its settings, before anything is written to or shown to anybody. */
export function speak(language: keyof typeof languages): void {
  chosen = languages[language];
}

/** The sentences of the site's language. */
export const catalogue = (): Catalogue => chosen.catalogue;
/** The site's language, for `lang`. */
export const languageTag = (): string => chosen.tag;
