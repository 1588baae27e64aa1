import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { browserForAllTests, fillIn, press, unfold } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

test("without scripts, from a code that we don't serve to a manual price", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/`);
  await fillIn(page, { fromPostal: "Katlehong", toPostal: "7400" });
  await press(page, "Check and get a price");
  await page.getByText("7400 is Robben Island.").waitFor();
  await page.getByRole("link", { name: "Ask us for a price" }).click();
  await fillIn(page, { ...addresses, fromPostal: "1431", toPostal: "7400" });
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
  await page.getByLabel(/I confirm/).check();
  await press(page, "Request Manual Quote");
  await page.getByText("We have your request").waitFor();
  await context.close();
});

test("without scripts, an international price needs no address", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/ship`);
  expect(await page.locator("[name=pickupPostal]").isVisible()).toBe(false);
  await unfold(page, "Sending to another country?");
  await fillIn(page, { pickupPostal: "1431" });
  await page.locator("[name=toCountry]").selectOption("Brazil");
  await press(page, "Get a price abroad");
  expect(await page.locator(".notice.good").innerText()).toMatch(/R\u00a0[\d\u00a0]+,\d\d in a Flyer bag/);
  expect(await page.locator("[name=pickupPostal]").inputValue()).toBe("1431");
  expect(await page.locator("[name=pickupPostal]").isVisible()).toBe(true);
  await context.close();
});

test("with scripts, places are suggested while their names are typed", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/ship`);
  await page.locator("#fromPostal[list]").waitFor();
  await page.locator("#fromPostal").pressSequentially("tembi");
  await page.locator('#fromPostal-places option[value="Tembisa 1632"]').waitFor({ state: "attached" });
  await context.close();
});

test("with scripts, the notice about a place goes once its codes are put right", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/ship?check=price&fromPostal=zz&toPostal=zz`);
  await page.locator("#fromPostal[list]").waitFor();
  expect(await page.locator(".notice.bad").innerText()).toContain("We don't know the place zz");
  await fillIn(page, { fromPostal: "1431", toPostal: "7784" });
  expect(await page.locator(".notice.bad, .error").count()).toBe(0);
  await context.close();
});

test("with scripts, a parcel too heavy for its box gets a warning while the weight is typed, and one press takes the larger box", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await page.locator("[name=weight]").pressSequentially("4,5");
  await page.getByText("Over box limit of 1 kg").waitFor();
  await page.getByRole("button", { name: /^Use Stock 3 instead, R/ }).click();
  expect(await page.locator("[value=stock-3]").isChecked()).toBe(true);
  expect(await page.getByText("Over box limit").count()).toBe(0);
  await context.close();
});
