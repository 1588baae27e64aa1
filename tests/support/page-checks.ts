import { AxeBuilder } from "@axe-core/playwright";
import { HtmlValidate } from "html-validate";
import type { Page } from "playwright-core";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React's HTML: some attributes in camel case, void elements with a slash, booleans as `=""`, and its own
    // whitespace.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "attr-case": "off",
    "doctype-style": "off",
    // Not every number that people read out is a phone number.
    "tel-non-breaking": "off",
    // Titles contain the page's name and the company's.
    "long-title": "off",
    // Without scripts the page that waits for a payment's result reloads itself (WCAG 2.2.1 is met by the link "Check
    // again", and a reload loses nothing).
    "meta-refresh": "off",
    // An input without a type is a text field (HTML, "input/type=text"); the heaviest step has no bytes left to repeat
    // that twelve times.
    "no-implicit-input-type": "off",
    "no-inline-style": "error",
    // Several boxes of one question, such as the parcels at a gate.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
    // A list of parcels has a name too.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** The faults that axe finds against WCAG 2.2 AA, in words; empty if there are none. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsIn(axe(page).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]));
}

/** The faults that axe finds in a page's colours, which differ on a dark screen; empty if there are none. */
export function colourFaults(page: Page): Promise<string[]> {
  return faultsIn(axe(page).withRules(["color-contrast", "link-in-text-block"]));
}

/** None of our pages has frames. Legacy mode doesn't look for any, and so needs no page of its own. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

async function faultsIn(check: AxeBuilder): Promise<string[]> {
  const { violations } = await check.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join("; ")})`,
  );
}

/** The faults that html-validate finds in a page as it was sent; empty if there are none. */
export async function markupFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} at ${line}:${column}: ${message}`),
  );
}

/** By how many pixels the page is wider than its window; 0 on a small phone. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/** Words of the heading and of step names that are broken over two lines. */
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

/** Headings that are no larger than the text. A slip on a parcel has its own sizes; "No quotes" is a line of text. */
export function smallHeadings(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const sizeOf = (element) => parseFloat(getComputedStyle(element).fontSize);
    return [...document.querySelectorAll("main :is(h1, h2, legend, .number)")]
      .filter((heading) => heading.checkVisibility() && !heading.closest(".none, .slip"))
      .filter((heading) => sizeOf(heading) <= sizeOf(document.body))
      .map((heading) => heading.textContent.trim() + ": " + sizeOf(heading) + " px");
  })()`);
}

/** Phone numbers that are broken over two lines. One that is wider than its line is; a program's example and a message as it was sent may do so. */
export function brokenPhones(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const broken = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      if (text.parentElement.closest("pre, .words")) continue;
      for (const { 0: phone, index } of text.data.matchAll(/(?:\\+27\\s?|\\b0)\\d\\d\\s?\\d{3}\\s?\\d{4}\\b/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + phone.length);
        const rows = [...range.getClientRects()];
        // The space at which it is broken has no width any more.
        const space = 0.35 * parseFloat(getComputedStyle(text.parentElement).fontSize);
        const needed = rows.reduce((sum, { width }) => sum + width + space, -space);
        const line = text.parentElement.closest(".button, p, li, dd, td, th, label, small, section, main");
        const { paddingLeft, paddingRight } = getComputedStyle(line);
        const room = line.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (new Set(rows.map(({ top }) => Math.round(top))).size > 1 && needed < room) broken.push(phone);
      }
    }
    return broken;
  })()`);
}

/** What begins a line of its own in a browser without CSS: elements that HTML 4 knew. */
const LINES =
  "address, blockquote, br, dd, div, dl, dt, fieldset, form, h1, h2, h3, h4, hr, li, ol, p, pre, table, td, th, tr, ul";

/** Links, in the order of the page, that nothing but a space separates in a browser without CSS. */
export function runOnLinks(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const links = [...document.querySelectorAll("a[href]")];
    return links.slice(1).flatMap((link, at) => {
      const between = document.createRange();
      between.setStartAfter(links[at]);
      between.setEndBefore(link);
      const apart = between.cloneContents();
      return apart.textContent.trim() || apart.querySelector(${JSON.stringify(LINES)})
        ? []
        : [links[at].textContent.trim() + " " + link.textContent.trim()];
    });
  })()`);
}

/** Tables without a name, and rows that no cell is the head of. */
export function unnamedTables(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("main table")].flatMap((table) => [
    ...(table.getAttribute("aria-label") || table.caption ? [] : ["a table"]),
    ...[...table.querySelectorAll("tbody tr")].filter((row) => !row.querySelector("th[scope]")).map((row) => row.textContent),
  ])`);
}

/** The buttons that stand out as what to do next. A page has at most one. */
export function primaryButtons(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("main .button:not(.plain, .danger)")]
    .filter((button) => button.checkVisibility())
    .map((button) => button.textContent.trim())`);
}

/** The minimum size of a tap target (WCAG 2.5.5): CSS pixels. */
const TARGET_PX = 44;

/** Links, buttons and fields that are too small for a finger; links in a sentence only need their line's height. */
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
