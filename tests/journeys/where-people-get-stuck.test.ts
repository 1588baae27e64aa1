import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "../support/a-customer";
import { addresses } from "../support/a-parcel";
import { aFullBrowser, fillIn, openBrowser, press } from "../support/browser";
import { type RunningSite, startSite } from "../support/running-site";

let site: RunningSite;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test("a place's name is enough: a price at once on the home page, and at step 1 its suburbs to choose from", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/`);
  await fillIn(page, { fromPostal: "Katlehong", toPostal: "Soweto" });
  await press(page, "Check and get a price");
  await page.getByText("Katlehong 1431 → Soweto 1804").waitFor();
  expect(await page.locator(".notice.good .price").innerText()).toMatch(/R\u00a0\d/);

  await page.goto(`${site.url}/ship/addresses`);
  await page.locator("#toPostal[list]").waitFor();
  expect(await page.locator("#toPostal").getAttribute("inputmode")).toBeNull();
  await page.locator("#toPostal").pressSequentially("orlando e");
  await page.locator('#toPostal-places option[value="Orlando East 1804"]').waitFor({ state: "attached" });
  await page.locator("#toPostal").fill("1804");
  await page.locator("#toPostal").press("Tab");
  await page.locator("#toSuburbs option", { hasText: "Orlando West" }).waitFor({ state: "attached" });
  expect(await page.locator("#toCity").inputValue()).toBe("Soweto");
  await page.locator("#toPostal").fill("Orlando East 1804");
  await page.locator("#toPostal").press("Tab");
  await page.locator("#toSuburb:focus").waitFor();
  await expect.poll(() => page.locator("#toSuburb").inputValue()).toBe("Orlando East");
  await context.close();
});

test("a waiting Next says what is missing, and why, at its field", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/ship/addresses`);
  await page.getByText("Still to fill in: 12").waitFor();
  // Playwright doesn't click what is marked as unavailable; people do.
  await page.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Sender full name is required" }).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await page.locator("#fromName-error").innerText()).toContain("Sender full name is required");
  expect(await page.evaluate("scrollY")).toBeLessThan(640);
  await context.close();
});

test("what was typed is there again after a link, in full Chromium and with the site's worker", async () => {
  const full = await aFullBrowser();
  const page = await (await full.newContext({ locale: "en-ZA" })).newPage();
  await page.goto(`${site.url}/ship/addresses`);
  await page.evaluate("navigator.serviceWorker.ready");
  await page.reload();
  await page.waitForFunction("navigator.serviceWorker.controller");
  for (let time = 1; time <= 3; time += 1) {
    await page.getByText(/Still to fill in/).waitFor();
    await fillIn(page, { fromName: `Thandi ${time}`, toCity: `Durban ${time}` });
    await page.locator("a[href='/terms']").first().click();
    await page.waitForURL("**/terms");
    const cameBack = async () => {
      await page.goto(`${site.url}/ship/addresses`);
      return page.locator("[name=fromName]").inputValue();
    };
    await expect.poll(cameBack).toBe(`Thandi ${time}`);
    expect(await page.locator("[name=toCity]").inputValue()).toBe(`Durban ${time}`);
  }
  await full.close();
});

test("without scripts, a code elsewhere than its town is asked about before it is sold", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, { ...addresses, toCity: "Soweto", toSuburb: "", toPostal: "7784" });
  await press(page, "Next");
  await page.getByText("7784 is Khayelitsha. Did you mean Soweto, 1804?").waitFor();
  await press(page, "Yes, Soweto 1804");
  await page.waitForURL("**/ship/parcel");
  await page.getByText("Soweto 1804").first().waitFor();
  await context.close();
});

test("another country can be undone, and is found by what people call it", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/ship/addresses`);
  await press(page, "Send to another country");
  const country = page.locator("input#toCountry");
  for (const [typed, name] of [
    ["USA", "United States"],
    ["zambia", "Zambia"],
    ["South Africa", "South Africa"],
  ] as const) {
    await country.fill(typed);
    await country.press("Tab");
    await expect.poll(() => page.locator("select[name=toCountry]").inputValue()).toBe(name);
  }
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  await page.getByText("Soweto 1804").first().waitFor();
  await context.close();
});

test("an account finds its own address at the next parcel, and an example for its list", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/login?tab=register`);
  const email = "own-address@example.co.za";
  await fillIn(page, { name: "Thandi Nkosi", phone: "082 123 4567", email, password: PASSWORD });
  await press(page, "Register");
  await page.waitForURL("**/verify**");
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, { ...addresses, fromEmail: email });
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
  await page.getByLabel(/I confirm/).check();
  await press(page, "Book This Collection");
  await page.waitForURL("**/payfast/**");
  await page.goto(`${site.url}/ship/addresses`);
  expect(await page.locator("[name=fromAddressLine]").inputValue()).toBe(addresses.fromAddressLine);
  expect(await page.locator("[name=toAddressLine]").inputValue()).toBe("");
  await page.goto(`${site.url}/dashboard/import`);
  const [example] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download an example list" }).click(),
  ]);
  expect(example.suggestedFilename()).toBe("example-list.csv");
  await context.close();
});
