import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { browserForAllTests } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

test("a parcel is booked, paid and tracked with the keyboard only", async () => {
  const { page } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/`);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  await page.goto(`${site.url}/ship/addresses`);
  for (const [name, answer] of Object.entries(addresses)) {
    await tabTo(page, `[name="${name}"]`);
    await page.keyboard.type(answer);
  }
  await pressFocused(page, "Next");
  await page.waitForURL("**/ship/parcel");
  await tabTo(page, "[name=selectedBoxId]");
  await page.keyboard.press("Space");
  await pressFocused(page, "Calculate Quote");
  await page.waitForURL("**/ship/review");
  await tabTo(page, "[name=confirm]");
  await page.keyboard.press("Space");
  await pressFocused(page, "Book This Collection");
  await page.waitForURL("**/payfast/start/**");
  await pressFocused(page, "Pay now");
  await page.waitForURL("**/payfast/simulator?**");
  await pressFocused(page, "Complete payment");
  await page.waitForURL("**/payfast/return**");
  await pressFocused(page, "Track this parcel");
  await page.waitForURL("**/tracking**");
  expect(await page.locator("main").textContent()).toContain("Booked.");
});

test("after a mistake the summary has the focus, and its first line leads to the field", async () => {
  const { page } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/ship/addresses`);
  for (const [name, answer] of Object.entries({ ...addresses, fromEmail: "nobody" })) {
    await tabTo(page, `[name="${name}"]`);
    await page.keyboard.type(answer);
  }
  await pressFocused(page, "Next");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("errors");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.name")).toBe("fromEmail");
  expect(await page.locator("[name=fromEmail]").inputValue()).toBe("nobody");
});

test.each([
  [320, 640, "closed"],
  [640, 320, "closed"],
  [320, 640, "open"],
  [640, 320, "open"],
  // As much as a phone of 320 pixels holds with text of twice the size.
  [160, 320, "closed"],
] as const)("at %i × %i nothing that has the focus is under the header, its menu %s", async (width, height, menu) => {
  const { page } = await browser.phone();
  await page.setViewportSize({ width, height });
  // Smooth scrolling would be measured half-way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${site.url}/ship/addresses`);
  if (menu === "open") await page.locator(".menu summary").click();
  const covered: string[] = [];
  for (const key of ["Tab", "Shift+Tab"])
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press(key);
      covered.push(...((await page.evaluate(UNDER_THE_HEADER)) as string[]));
    }
  expect(covered).toEqual([]);
});

test("the header stays in sight, and “Back to top” leads there", async () => {
  const { page } = await browser.phone();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${site.url}/ship/addresses`);
  const top = page.getByRole("link", { name: "Back to top" });
  await top.scrollIntoViewIfNeeded();
  const header = await page.locator(".top").boundingBox();
  expect([header?.y, (header?.height ?? 0) <= 60]).toEqual([0, true]);
  await top.click();
  await expect.poll(() => page.evaluate("scrollY")).toBe(0);
});

/** What has the focus, if the header covers any of it. */
const UNDER_THE_HEADER = `(() => {
  const header = document.querySelector(".top");
  const focused = document.activeElement;
  if (focused === document.body || header.contains(focused) || focused.matches(".skip")) return [];
  const { top } = focused.getBoundingClientRect();
  const below = header.getBoundingClientRect().bottom;
  return top < below ? [\`\${focused.id || focused.textContent}: \${top} of \${below}\`] : [];
})()`;

const focused = (page: Page): Promise<string> => page.evaluate("document.activeElement.textContent.trim()");

async function pressFocused(page: Page, words: string) {
  await tabUntil(page, async () => (await focused(page)).split(": ")[0] === words, words);
  await page.keyboard.press("Enter");
}

function tabTo(page: Page, selector: string) {
  return tabUntil(page, () => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`), selector);
}

/** Presses Tab until an element has the focus. Fails after more presses than any page has stops. */
async function tabUntil(page: Page, isThere: () => Promise<boolean>, what: string) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${what} can't be reached by Tab`);
}
