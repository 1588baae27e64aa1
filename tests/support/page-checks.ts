import { AxeBuilder } from "@axe-core/playwright";
import { HtmlValidate } from "html-validate";
import type { Page } from "playwright-core";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // How React writes HTML: some attributes in camel case, void elements with a slash, booleans as `=""`, no trailing whitespace rules of its own.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "attr-case": "off",
    "doctype-style": "off",
    // A number that people read out isn't always a phone number.
    "tel-non-breaking": "off",
    // Titles carry the page's name and the company's.
    "long-title": "off",
    // Without scripts, whoever waits for a payment's result has the page looked up again for them (WCAG 2.2.1 is met
    // by the link "Check again", and nothing is lost by a refresh).
    "meta-refresh": "off",
    // An input without a type is a line of text (HTML, "input/type=text"); the heaviest step has no bytes left to say so twelve times.
    "no-implicit-input-type": "off",
    "no-inline-style": "error",
  },
});

/** What axe finds against WCAG 2.2 AA, in words; nothing when all is well. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsIn(axe(page).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]));
}

/** What axe finds in the colours of a page, which a dark screen has others of; nothing when all is well. */
export function colourFaults(page: Page): Promise<string[]> {
  return faultsIn(axe(page).withRules(["color-contrast", "link-in-text-block"]));
}

/** No page of ours has frames: without looking for any, axe needs no page of its own. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

async function faultsIn(check: AxeBuilder): Promise<string[]> {
  const { violations } = await check.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join("; ")})`,
  );
}

/** What html-validate finds in a page as it was sent, in words; nothing when all is well. */
export async function markupFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} at ${line}:${column}: ${message}`),
  );
}

/** By how many pixels the page is wider than its window: on a small phone, by none. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/** Words of the heading, and of the steps' names, that stand on two lines. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("h1, .stripes li")].flatMap((place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const broken = [];
    for (let text; (text = texts.nextNode()); )
      for (const { 0: word, index } of text.data.matchAll(/[^ ]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    return broken;
  })`);
}

/** A finger's width (WCAG 2.5.5): CSS pixels. */
const TARGET_PX = 44;

/** Links, buttons and fields that are too small for a finger; links within a sentence are as high as their line. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("a, button, summary, select, textarea, input:not([type=hidden])")].flatMap((target) => {
    const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
    const parent = target.parentElement;
    const isInSentence = parent.matches("p, .line, span") && parent.textContent.trim() !== target.textContent.trim();
    const isHidden = !target.checkVisibility() || target.closest(".skip, .away") || width < 2;
    if (isHidden || isInSentence || (width >= ${TARGET_PX} && height >= ${TARGET_PX})) return [];
    return [(target.textContent.trim() || target.id) + ": " + Math.round(width) + " × " + Math.round(height)];
  })`);
}
