import { parse } from "node-html-parser";

const pages = ["home", "ship", "first", "draft", "invalid"];

/** Attributes that change what a browser does, what a screen reader says or what the style sheet draws. */
const telling = new Set([
  ...["action", "autocapitalize", "autocomplete", "checked", "class", "content", "d", "enterkeyhint", "for"],
  ...["formnovalidate", "href", "id", "inputmode", "method", "name", "novalidate", "pattern", "rel", "required"],
  ...["role", "scope", "selected", "spellcheck", "tabindex", "target", "type", "value", "viewbox"],
  ...["aria-current", "aria-describedby", "aria-hidden", "aria-invalid", "aria-label", "aria-labelledby"],
]);

/**
 * Ends a run in which a contestant's page differs from ours, in its words or in its elements.
 * @param running [{ title, url, requests }], ours first
 * @throws an error that names the first difference of each such contestant
 */
export async function refuseUnlike([ours, ...others]) {
  const found = [];
  for (const contestant of others) {
    let difference = null;
    for (const page of pages) difference ??= await differenceOn(page, ours, contestant);
    if (difference) found.push(`${contestant.title} doesn't draw what ours draws: ${difference}`);
  }
  if (found.length > 0) throw new Error(found.join("\n"));
}

async function differenceOn(page, ours, theirs) {
  const our = await documentOf(ours, page);
  const their = await documentOf(theirs, page);
  const difference = inWords(wordsOf(our), wordsOf(their)) ?? inParts(partsOf(our), partsOf(their));
  return difference && `${page}: ${difference}`;
}

async function documentOf({ url, requests }, page) {
  const html = await requests[page].answer.text();
  const document = parse(html.replaceAll(url, ""), { blockTextElements: { script: false, style: false } });
  const unseen = "body script, body style, body link, [hidden], template";
  for (const element of document.querySelectorAll(unseen)) element.remove();
  return document;
}

/** The title, the text that a person reads and what is typed, without spaces: frameworks place them differently. */
function wordsOf(document) {
  const texts = ["title", "body"].map((tag) => document.querySelector(tag).textContent.replace(/\s+/g, ""));
  const fields = document.querySelectorAll("input:not([type=hidden])");
  return [...texts, ...fields.map((field) => field.getAttribute("value") ?? "")].join("|");
}

/** The elements of the body, and what the head tells of the page, each with its telling attributes; in no order. */
function partsOf(document) {
  const elements = document.querySelectorAll("meta[name=description], meta[name=robots], body *");
  return elements.map(partOf).filter(Boolean);
}

function partOf(element) {
  const isHidden = element.getAttribute("type") === "hidden";
  // Next.js's own field, which leads a posted form to its server action.
  if (isHidden && element.getAttribute("name").startsWith("$ACTION")) return null;
  const attributes = Object.entries(element.attributes)
    // React writes `noValidate`, and Next.js `method="POST"`.
    .map(([name, value]) => [name.toLowerCase(), value.toLowerCase()])
    .filter(([name, value]) => telling.has(name) && !(name === "action" && value === ""))
    // Each contestant numbers its own draft.
    .map(([name, value]) => (value === "" || (isHidden && name === "value") ? name : `${name}="${value}"`));
  return attributes.length > 0 ? `<${[element.rawTagName, ...attributes.sort()].join(" ")}>` : null;
}

function inWords(our, their) {
  if (our === their) return null;
  let at = 0;
  while (our[at] === their[at]) at += 1;
  const near = (text) => text.slice(Math.max(0, at - 20), at + 40).replaceAll("|", " ");
  return `"…${near(our)}…" and "…${near(their)}…"`;
}

function inParts(our, their) {
  const missing = without(our, their);
  const extra = without(their, our);
  return missing.length + extra.length > 0 ? `${missing[0] ?? "nothing"} and ${extra[0] ?? "nothing"}` : null;
}

/** What is left of a list when each of the others has been taken from it once. */
function without(parts, others) {
  const left = [...parts];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
