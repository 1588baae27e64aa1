import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { emailsTo, emailTo } from "../support/mailbox";
import { runningSiteForAllTests } from "../support/running-site";
import { staff } from "../support/staff";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

async function fits(page: Page) {
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
}

test("without scripts at 320 px a receiver changes the day, names a neighbour, says it wasn't them, and sends it back", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  const { text } = await emailTo(site.dataDir, addresses.toEmail, /is sending you a parcel/);
  const [link = ""] = /http\S+\/find-me\/\S+/.exec(text) ?? [];
  const { page, context } = await browser.phone();
  await page.goto(link);
  await fits(page);
  await page.getByText("Another day").click();
  const day = (await page.locator("#day option").nth(3).getAttribute("value")) ?? "";
  await page.locator("#day").selectOption(day);
  await page.locator("#part").selectOption("afternoon");
  await press(page, "Tell the driver");
  await page.getByText("Thank you. We have noted this").waitFor();
  expect(inTheFile(site, "SELECT day, from_time FROM agreed_visits")).toEqual([{ day, from_time: "12:00" }]);

  await page.getByText("A neighbour takes it").click();
  await fillIn(page, { neighbour: "Gogo Mabena", neighbourAt: "14 Ncome Crescent" });
  await press(page, "Tell the driver");
  await page.getByText("Leave it with Gogo Mabena, 14 Ncome Crescent.").waitFor();
  await fits(page);
  const named = () => emailsTo(site.dataDir, addresses.toEmail).find((email) => email.text.includes("Gogo Mabena"));
  await expect.poll(named).toBeDefined();
  const [, notMe = ""] = /This wasn't me:\n(\S+)/.exec(named()?.text ?? "") ?? [];
  await page.goto(notMe);
  await fits(page);
  await press(page, "This wasn't me");
  await page.getByText("nobody can ask for anything with that link again").waitFor();
  await page.goto(link);
  expect(await page.locator("main").innerText()).not.toContain("Gogo Mabena");

  for (const mark of ["collected", "delivered"])
    expect(await staff(site, ["mark", mark, waybillNo])).toMatchObject({ code: 0 });
  await page.goto(link);
  await fits(page);
  await press(page, "Send it back");
  await page.waitForURL("**/ship/addresses?*");
  await fits(page);
  expect(await page.locator("[name=fromName]").inputValue()).toBe(addresses.toName);
  const { fromAddressLine, fromPhone, fromEmail } = addresses;
  await fillIn(page, { toAddressLine: fromAddressLine, toPhone: fromPhone, toEmail: fromEmail });
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel?*");
  await fillIn(page, { parcelDesc: "School shoes, too small" });
  await press(page, "Calculate Quote");
  await page.getByText("Step 3 of 3").waitFor();
  await context.close();
});
