import { readFileSync } from "node:fs";
import { type HTMLElement, NodeType, parse } from "node-html-parser";
import { wordsOf } from "./grade";

/** Labels, headings, tables, buttons and navigation aren't sentences; what is in a field was typed by the customer. */
const SKIPPED = new Set(
  "SCRIPT STYLE HEAD NAV LABEL LEGEND BUTTON SELECT TEXTAREA TABLE ADDRESS CODE PRE SVG H1 H2 H3 DT".split(" "),
);
const INLINE = new Set("A B STRONG EM I SPAN SMALL ABBR TIME KBD".split(" "));
/** Shorter ones, such as "Usually Monday to Thursday.", say nothing about how hard a page is to read. */
const FEWEST_WORDS = 4;

/** One sentence a line, worded exactly as in the specification; `{…}` stands for what the site fills in. */
const specSentences = readFileSync(new URL("spec-sentences.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean)
  .map(
    (line) =>
      new RegExp(
        line
          .split(/\{.*?\}/)
          .map(escaped)
          .join(".+?"),
        "g",
      ),
  );

/**
 * The sentences of a page that we wrote, each once.
 * @param typed what customers typed, which pages show them again
 */
export function sentencesOfPage(html: string, typed: string[] = []): string[] {
  const sentences = blocksOf(parse(html)).flatMap((block) => sentencesOfText(block, typed));
  return [...new Set(sentences)];
}

/** The sentences of a text with a paragraph on each line. Addresses of pages and of mailboxes aren't words. */
export function sentencesOfText(text: string, typed: string[] = []): string[] {
  return text.split("\n").flatMap((paragraph) => {
    let own = folded(paragraph);
    for (const words of typed) own = own.replaceAll(folded(words), "");
    for (const sentence of specSentences) own = own.replace(sentence, "");
    return own
      .replace(/\S*(?:@|:\/\/)\S*[^\s.,]/g, "it")
      .split(/(?<=[.!?…][”"’)]?)\s+/)
      .filter((sentence) => /[.!?…:][”"’)]?\s*$/.test(sentence) && wordsOf(sentence).length >= FEWEST_WORDS);
  });
}

/** The text of each paragraph, list item or other block that holds text of its own. */
function blocksOf(element: HTMLElement): string[] {
  const blocks = [""];
  const walk = (parent: HTMLElement) => {
    for (const child of parent.childNodes) {
      if (child.nodeType === NodeType.TEXT_NODE) blocks.push((blocks.pop() ?? "") + child.text);
      if (!isElement(child) || SKIPPED.has(child.tagName)) continue;
      const isInline = INLINE.has(child.tagName);
      if (!isInline) blocks.push("");
      walk(child);
      if (!isInline) blocks.push("");
    }
  };
  walk(element);
  return blocks.map((block) => folded(block).trim()).filter(Boolean);
}

function isElement(node: HTMLElement["childNodes"][number]): node is HTMLElement {
  return node.nodeType === NodeType.ELEMENT_NODE;
}

const folded = (text: string) => text.replace(/\s+/g, " ");
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
