import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aFullBrowser, browserForAllTests, fillIn, press } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

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

test("a reload keeps what was typed in that tab, until the parcel is booked or this phone forgets", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  // The server gets nothing of it, as where a reload drops the request.
  await context.addInitScript(`const send = fetch;
    window.fetch = (...call) => /intent=keep/.test(call[1]?.body) ? Promise.reject(new TypeError()) : send(...call)`);
  const ready = (at = page) => at.locator("[data-missing]").waitFor({ state: "attached" });
  const kept = (at = page) => at.evaluate("sessionStorage.length");
  await page.goto(`${site.url}/ship/addresses`);
  await ready();
  await fillIn(page, { fromName: "Thandi Nkosi", toCity: "Soweto" });
  await page.reload();
  await expect.poll(() => page.locator("[name=fromName]").inputValue()).toBe("Thandi Nkosi");
  expect(await page.locator("[name=toCity]").inputValue()).toBe("Soweto");
  await page.getByText("Still to fill in: 10").waitFor();
  // A page that is opened anew is blank, in this tab and in another.
  const other = await context.newPage();
  for (const tab of [other, page]) {
    await tab.goto(`${site.url}/terms`);
    await tab.goto(`${site.url}/ship/addresses`);
    await ready(tab);
    expect(await tab.locator("[name=fromName]").inputValue()).toBe("");
  }

  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  await ready();
  await page.getByText("Flyer bag").click();
  await fillIn(page, { parcelDesc: "School shoes", weight: "500 g" });
  await page.reload();
  await expect.poll(() => page.locator("[name=parcelDesc]").inputValue()).toBe("School shoes");
  expect(await page.locator("[value=flyer-bag]").isChecked()).toBe(true);
  expect(await page.locator("[data-chosen]").innerText()).toMatch(/R\u00a0\d/);

  // Another tab types at its first step, which is booked meanwhile.
  await other.goto(`${site.url}/ship/addresses`);
  await ready(other);
  await fillIn(other, { fromName: "Somebody else" });
  await press(page, "Calculate Quote");
  await page.waitForURL("**/ship/review");
  await page.locator("[name=confirm]").check();
  await press(page, "Book This Collection");
  await page.waitForURL("**/payfast/start/**");
  await other.reload();
  await ready(other);
  await other.getByText("Still to fill in: 12").waitFor();
  expect([await other.locator("[name=fromName]").inputValue(), await kept(other)]).toEqual(["", 0]);

  // Another tab forgets.
  await fillIn(other, { fromName: "Somebody else" });
  await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.evaluate(
    `document.body.insertAdjacentHTML("beforeend", '<form method="post" action="/forget-me"><button>F</button></form>')`,
  );
  await page.evaluate("document.querySelector('form[action=\"/forget-me\"]').requestSubmit()");
  await page.waitForURL("**/ship");
  await other.reload();
  await ready(other);
  await other.getByText("Still to fill in: 12").waitFor();
  expect([await other.locator("[name=fromName]").inputValue(), await kept(other)]).toEqual(["", 0]);
  await context.close();
});

describe.each([false, true])("with scripts: %s", (scripts) => {
  test("what was typed in step 2 is there again when the session has ended; Back after Logout blames no cookies", async () => {
    const email = `ended-${scripts}@example.co.za`;
    const elsewhere = await aVerifiedCustomer(site, email);
    const { page, context } = await browser.phone({ scripts, worker: false });
    await page.goto(`${site.url}/login?next=/ship-local/addresses`);
    await fillIn(page, { email, password: PASSWORD });
    await press(page, "Login");
    await page.waitForURL("**/ship-local/addresses");
    await fillIn(page, addresses);
    await press(page, "Next");
    await page.waitForURL("**/ship-local/parcel");
    await page.getByText("Flyer bag").click();
    await fillIn(page, { parcelDesc: "School shoes", quantity: "3" });
    await elsewhere.open("/account/sessions");
    await elsewhere.press("Sign out everywhere");
    await press(page, "Calculate Quote");
    await page.waitForURL("**/login**");
    await fillIn(page, { email, password: PASSWORD });
    await press(page, "Login");
    await page.waitForURL("**/ship-local/parcel**");
    expect(await page.locator("[name=parcelDesc]").inputValue()).toBe("School shoes");
    expect(await page.locator("[name=quantity]").inputValue()).toBe("3");
    expect(await page.locator("[value=flyer-bag]").isChecked()).toBe(true);

    await press(page, "Logout");
    await page.waitForURL("**/login");
    await page.goBack();
    await page.waitForURL("**/login**");
    expect(await page.locator("main").innerText()).not.toMatch(/cookies/);
    await context.close();
  });
});

test("without scripts, a code elsewhere than its town is asked about before it is sold", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, { ...addresses, toCity: "Soweto", toSuburb: "", toPostal: "7784" });
  await press(page, "Next");
  await page.getByText("7784 is Khayelitsha. Did you mean Soweto, 1804?").waitFor();
  await page.getByText("7784 is Khayelitsha. Soweto is 1804.").waitFor();
  await press(page, "Yes, Soweto 1804");
  await page.waitForURL("**/ship/parcel");
  await page.getByText("Soweto 1804").first().waitFor();
  await context.close();
});

test("with scripts, the question about a code goes once its town is put right", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/ship/addresses`);
  await page.locator("[data-missing]").waitFor({ state: "attached" });
  await fillIn(page, { ...addresses, toCity: "Durban", toSuburb: "Umlazi" });
  await press(page, "Next");
  await page.getByRole("heading", { name: "Is the postal code right?" }).waitFor();
  await page.locator("[name=toCity]").fill("Soweto");
  expect(await page.locator(".error, [data-explains]").count()).toBe(0);
  expect(await page.title()).not.toMatch(/^Error/);
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

test("what no box takes leads to a person's price; a unit may be typed; a paid parcel names nobody any more", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await fillIn(page, { weight: "500 kg" });
  await press(page, "Calculate Quote");
  await page.getByText(/No box takes that much: our heaviest, .+, takes \d+ kg/).waitFor();
  await press(page, "Ask us for a price");
  await page.getByRole("button", { name: "Request Manual Quote" }).waitFor();

  await page.goto(`${site.url}/ship/parcel`);
  await fillIn(page, { weight: "0,5kg", quantity: "2 parcels", declaredValue: "R50" });
  await press(page, "Calculate Quote");
  await page.getByLabel(/I confirm/).check();
  await press(page, "Book This Collection");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  await page.getByText("Thank you").waitFor();
  for (const step of ["review", "parcel"]) {
    await page.goto(`${site.url}/ship/${step}`);
    expect(await page.locator("h1").innerText()).toBe("Thank you");
    expect(await page.locator("main").innerText()).not.toContain(addresses.toName);
  }
  await context.close();
});

test("an unknown number can be corrected where it was typed, in the same tab; a deleted account is said to be deleted", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/track`);
  await fillIn(page, { waybill: "TH1234567890" });
  await press(page, "Track");
  await page.getByText("Not found yet").waitFor();
  expect(context.pages()).toHaveLength(1);
  expect(await page.locator("[name=waybill]").inputValue()).toMatch(/TH ?123 ?456 ?789 ?0/);

  await page.goto(`${site.url}/login?tab=register`);
  const email = "leaves@example.co.za";
  await fillIn(page, { name: "Thandi Nkosi", phone: "082 123 4567", email, password: PASSWORD });
  await press(page, "Register");
  await page.goto(`${site.url}/account/delete`);
  await page.locator("[type=password]").fill(PASSWORD);
  await page.locator("main form button").click();
  await page.getByText("Your account is deleted").waitFor();
  // Whoever logged out, or is gone, isn't told that the browser refuses cookies.
  await page.goto(`${site.url}/ship/parcel`);
  expect(await page.locator("main").innerText()).not.toMatch(/cookies/);
  await context.close();
});
