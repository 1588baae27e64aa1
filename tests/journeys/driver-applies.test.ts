import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { browserForAllTests } from "../support/browser";
import { accessibilityFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";

const SUBMITTED = "Your application has been submitted successfully.";
const FOR_REVIEW = "Your application has been submitted for review";

const emailjsAway = {
  EMAILJS_USER_ID: "user_1",
  EMAILJS_SERVICE_ID: "service_1",
  EMAILJS_TEMPLATE_ID: "template_1",
  EMAILJS_URL: "http://127.0.0.1:9",
};

const site = runningSiteForAllTests();
/** A site that can't reach EmailJS, so that no email is sent. */
const mailless = runningSiteForAllTests(emailjsAway);
const browser = browserForAllTests();

describe.each([false, true])("with scripts: %s", (scripts) => {
  test("an applicant answers only the questions that are asked, and gets a number", async () => {
    const { page, context } = await browser.phone({ scripts });
    await page.goto(`${site.url}/join`);
    const company = page.getByLabel("Courier company");
    const tracker = page.getByLabel("Tracking company");
    expect([await company.isVisible(), await tracker.isVisible()]).toEqual([false, false]);
    await page.getByLabel("Courier experience").selectOption("Yes");
    await page.getByLabel("Vehicle tracking").selectOption("Yes");
    expect([await company.isVisible(), await tracker.isVisible()]).toEqual([true, true]);

    await fillInAll(page, aTypedApplication({ id_number: anIdNumber(scripts ? 1 : 2) }));
    await page.getByLabel("Vehicle tracking").selectOption("No");
    expect(await tracker.isVisible()).toBe(false);
    await submitLikeAPerson(page);
    expect(await page.getByRole("status").innerText()).toContain(SUBMITTED);
    expect(await page.getByRole("status").innerText()).toMatch(/D \d{4} \d{4}/);
    expect(await page.getByLabel("First name").count()).toBe(0);
    await page.getByRole("link", { name: "Apply for somebody else" }).click();
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    await context.close();
  });

  test("after a mistake the conditional questions still match the answers", async () => {
    const { page, context } = await browser.phone({ scripts });
    await page.goto(`${site.url}/join`);
    await page.getByLabel("Courier experience").selectOption("Yes");
    await page.getByRole("button", { name: "Submit application" }).click();
    await page.getByLabel("Courier company").waitFor();
    expect(await page.getByLabel("Tracking company").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Courier company is required" }).click();
    expect(new URL(page.url()).hash).toBe("#lastexperience");
    await context.close();
  });
});

test("while it is being sent the button says so, and can't be pressed again", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  let letGo = () => {};
  const looked = new Promise<void>((resolve) => (letGo = resolve));
  await page.exposeFunction("letGo", letGo);
  await page.addInitScript(`document.addEventListener("submit", ({ submitter }) =>
    setTimeout(() => {
      sessionStorage.busy = submitter.textContent + ", disabled: " + submitter.disabled;
      letGo();
    }, 100))`);
  await page.goto(`${site.url}/join`);
  await context.route("**/join", async (route) => {
    await looked;
    await route.continue();
  });
  await page.getByRole("button", { name: "Submit application" }).click();
  await page.getByText("There is a problem").waitFor();
  expect(await page.evaluate("sessionStorage.busy")).toBe("Submitting..., disabled: true");
  await context.close();
});

test("the result page is accessible, whether the email was sent or not", async () => {
  for (const [where, words] of [
    [site, SUBMITTED],
    [mailless, FOR_REVIEW],
  ] as const) {
    const { page, context } = await browser.phone({ scripts: true });
    await page.goto(`${where.url}/join`);
    await fillInAll(page, aTypedApplication({ id_number: anIdNumber(3) }));
    await submitLikeAPerson(page);
    expect(await page.getByRole("status").innerText()).toContain(words);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
    expect(await markupFaults((await (await page.reload())?.text()) ?? "")).toEqual([]);
    await context.close();
  }
});

async function fillInAll(page: Page, answers: Record<string, string>) {
  for (const [name, answer] of Object.entries(answers)) {
    const field = page.locator(`[name="${name}"]`);
    const isList = (await page.locator(`select[name="${name}"]`).count()) > 0;
    await (isList ? field.selectOption(answer) : field.fill(answer));
  }
}

/** Waits, because forms sent within three seconds are treated as spam. */
async function submitLikeAPerson(page: Page) {
  await page.waitForTimeout(3_000);
  await page.getByRole("button", { name: "Submit application" }).click();
  await page.waitForURL(/sent=/);
}
