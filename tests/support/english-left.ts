import { type HTMLElement, parse } from "node-html-parser";

/** What people hear or read of an element besides its text. */
const SPOKEN = ["alt", "title", "aria-label", "placeholder", "data-busy-label", "data-complaint"];
const ADDRESSES = /https?:\S+|[\w.+•-]+@[\w.-]+/g;

/**
 * The words of a page, or of a text, that aren't in the pseudo-language: all of its own have marked vowels.
 * @param values what isn't the site's to say: names, addresses, what somebody typed
 */
export function englishLeft(html: string, values: readonly string[] = []): string[] {
  const root = parse(html.replace(/^<!doctype html>/i, ""), { blockTextElements: { script: false, style: false } });
  const spoken = root
    .querySelectorAll("*")
    .flatMap((element) => SPOKEN.map((name) => element.getAttribute(name) ?? ""));
  const described = root.querySelectorAll('meta[name="description"]').map((meta) => meta.getAttribute("content") ?? "");
  return [...texts(root), ...spoken, ...described].flatMap((text) => wordsLeft(text, values));
}

function wordsLeft(text: string, values: readonly string[]): string[] {
  const own = values
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, value) => rest.replaceAll(value, " "), text.replaceAll("\u00a0", " "));
  const left = own.replace(ADDRESSES, " ").replace(/&\w+;/g, " ");
  return (left.match(/[\p{L}'’]*[aeiouyAEIOUY][\p{L}'’]*/gu) ?? []).map((word) => `${word}: ${text.trim()}`);
}

/** Each text by itself. */
function texts(element: HTMLElement): string[] {
  return element.childNodes.flatMap((node) =>
    node.nodeType === 3 ? [node.text] : "childNodes" in node ? texts(node as HTMLElement) : [],
  );
}
