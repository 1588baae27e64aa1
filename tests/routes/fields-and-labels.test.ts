import { beforeAll, expect, test } from "vitest";
import { Phone } from "../bytes/phone";
import { walks } from "../bytes/walks";
import { runningSiteForAllTests } from "../support/running-site";

type Shown = { page: string; words: string };

const labels: Shown[] = [];
const fields: { page: string; name: string; hint?: string; fill?: string }[] = [];

const site = runningSiteForAllTests();
beforeAll(async () => {
  for (const walk of Object.values(walks)) {
    const phone = new Phone(site.url);
    await walk(phone, async (page) => look(page, phone), site);
    phone.hangUp();
  }
});

function look(page: string, phone: Phone): void {
  const document = phone.page?.document;
  for (const each of document?.querySelectorAll("label, button, a, h1, h2, h3, legend, th, dt, summary") ?? []) {
    const own = each.tagName === "LABEL" ? (each.firstChild?.textContent ?? "") : each.textContent;
    labels.push({ page, words: own.replace(/\s+/g, " ").trim() });
  }
  for (const field of document?.querySelectorAll(
    "input:not([type=hidden], [type=radio], [type=checkbox], [type=file])",
  ) ?? []) {
    if (field.hasAttribute("hidden") || field.closest(".away")) continue;
    fields.push({
      page,
      name: field.getAttribute("name") ?? "",
      hint: field.getAttribute("enterkeyhint"),
      fill: field.getAttribute("autocomplete"),
    });
  }
}

/** The specification writes these in another way than the rest of the site. */
const asSpecified = ["Send a Parcel", "Full Name", "Chat With Us"];

test("what is called the same is written in the same letter case everywhere", () => {
  const forms = new Map<string, Set<string>>();
  for (const { words } of labels) {
    // A part of a sentence, because it begins in lower case.
    if (!/^\p{Lu}/u.test(words) || asSpecified.includes(words)) continue;
    const key = words.toLowerCase().replaceAll(" ", "");
    forms.set(key, (forms.get(key) ?? new Set()).add(words));
  }
  expect(forms.size).toBeGreaterThan(100);
  expect([...forms.values()].filter(({ size }) => size > 1).map((each) => [...each])).toEqual([]);
});

test("every field has the right label on a phone's Enter key", () => {
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter(({ hint }) => !hint)).toEqual([]);
});

test("autofill can tell the two addresses apart", () => {
  const ofParty = fields.filter(({ name }) => /^(from|to)(?!_|Landmark$)/.test(name));
  expect(ofParty.length).toBeGreaterThan(100);
  const wrong = ofParty.filter(({ page, name, fill }) => {
    return !page.startsWith("demo") && !fill?.startsWith(`section-${name.startsWith("from") ? "from" : "to"} `);
  });
  expect(wrong).toEqual([]);
});
