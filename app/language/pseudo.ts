import { type Entries, link, type Sentence, strong } from "./say";

/** Letters that text messages carry at seven bits, twice each: so a sentence gets some 40 % longer. */
const MARKED: Record<string, string> = {
  ...{ a: "àà", e: "éé", i: "ìì", o: "òò", u: "ùù", y: "ÿ" },
  ...{ A: "ÅÅ", E: "ÉÉ", I: "ÏÏ", O: "ÖÖ", U: "ÜÜ", Y: "Ÿ" },
};

/**
 * A catalogue in a language that nobody speaks: English with all its vowels marked. What is still plain English on a page
 * didn't come from the catalogue, and what is cut is too narrow for a longer language.
 */
export function pseudo<Catalogue extends Entries>(catalogue: Catalogue): Catalogue {
  return marked(catalogue) as Catalogue;
}

function marked(entry: Entries): Entries {
  if (typeof entry === "function") return (...given: never[]) => marked(entry(...given));
  if (Array.isArray(entry)) return entry.map(marked);
  if (entry === null || isSentence(entry)) return entry && inMarks(entry);
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, marked(value)]));
}

const isSentence = (entry: object): entry is Sentence => "parts" in entry;

/** Words that are marked already stay as they are: a sentence may be part of another one. */
function inMarks({ parts }: Sentence): Sentence {
  return {
    parts: parts.map((part) => {
      if (typeof part === "string") return part.replace(/[aeiouy]/gi, (letter) => MARKED[letter] ?? letter);
      if (part.is === "link") return link(part.value.href, inMarks(part.value.words));
      return part.is === "strong" ? strong(inMarks(part.value.words)) : part;
    }),
  };
}
