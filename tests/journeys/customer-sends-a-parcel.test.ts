import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { PASSWORD, pathOf } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { emailTo } from "../support/mailbox";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();
let customers = 0;

/** A customer who has registered in this browser and verified their email, and is on the dashboard. */
async function aCustomer(scripts: boolean) {
  customers += 1;
  const email = `browser${customers}@example.co.za`;
  const { page, context } = await browser.phone({ scripts });
  await page.goto(`${site.url}/login?tab=register`);
  await fillIn(page, { name: "Thandi Nkosi", phone: "082 123 4567", email, password: PASSWORD });
  await press(page, "Register");
  const message = await emailTo(site.dataDir, email, /verify/i);
  await page.goto(site.url + pathOf(message.link));
  if (!scripts) await press(page, "Continue");
  await expect.poll(() => page.locator("main").textContent()).toContain("verified");
  await page.goto(`${site.url}/dashboard`);
  return { page, context };
}

describe.each([
  { how: "without scripts", scripts: false },
  { how: "with scripts", scripts: true },
])("$how", ({ scripts }) => {
  test.each([
    { wizard: "Send Locally", abroad: false },
    { wizard: "Send International", abroad: true },
  ])("$wizard leads from the dashboard to a waybill on the dashboard", async ({ wizard, abroad }) => {
    const { page } = await aCustomer(scripts);
    await page.getByRole("link", { name: wizard }).click();
    await fillIn(page, { ...addresses, ...(abroad ? { toCity: "Recife", toPostal: "" } : {}) });
    if (abroad && scripts) {
      await page.getByRole("combobox", { name: "Country" }).fill("Braz");
      await page.getByRole("option", { name: "Brazil" }).click();
    } else if (abroad) {
      await page.locator("[name=toCountry]").selectOption("Brazil");
    }
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    if (abroad) await page.locator("[name=customsDesc]").fill("Shoes, worn");
    await page.locator("[name=collectionTime]").selectOption("afternoon");
    await press(page, "Calculate Quote");
    await expect.poll(() => page.locator("main").textContent()).toContain("in the afternoon");
    await page.getByLabel(/I confirm the details above are correct/).check();
    await press(page, "Book This Collection");
    await press(page, "Pay now");
    await press(page, "Complete payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created — you're all set!");
    await page.goto(`${site.url}/dashboard`);
    await page.getByRole("link", { name: "Track", exact: true }).click();
    await expect.poll(() => page.locator("main").textContent()).toContain("Booked.");
  });

  test("an expired price is calculated again, and old and new are shown side by side", async () => {
    const { page } = await aCustomer(scripts);
    await page.goto(`${site.url}/ship-local`);
    await fillIn(page, addresses);
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    await press(page, "Calculate Quote");
    const quoteNo = (await page.locator("main").textContent())?.match(/Q\d{8}/)?.[0];
    inTheFile(
      site,
      `UPDATE quotes SET expires_at = '2026-01-01T00:00:00.000Z', grand_total_cents = 7000 WHERE quote_no = '${quoteNo}'`,
    );

    await page.goto(`${site.url}/dashboard`);
    await press(page, "Resume/Edit");
    await page.waitForURL("**/ship-local/summary");
    const review = await page.locator("main").textContent();
    expect(review).toContain("The price has changed");
    expect(review).toContain("R\u00a070,00");
    expect(review).toContain("R\u00a080,62");
    expect(review).toContain("Book This Collection");
  });
});
