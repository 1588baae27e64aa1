import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { PASSWORD } from "../support/a-customer";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { emailTo } from "../support/mailbox";
import { runningSiteForAllTests } from "../support/running-site";

/** Addresses that a phone would use; no packet of this test leaves the machine. */
const [ON_THE_NETWORK, BY_NAME] = ["192.168.7.20", "thuma.local"];

const site = runningSiteForAllTests();
const browser = browserForAllTests([ON_THE_NETWORK, BY_NAME]);

describe.each(["127.0.0.1", ON_THE_NETWORK, BY_NAME])("opened as http://%s, with nothing configured", (host) => {
  test.each([false, true])("a parcel is booked and paid, with scripts: %s", async (scripts) => {
    const home = `http://${host}:${site.port}`;
    const email = `${host.replaceAll(".", "-")}-${scripts}@example.co.za`;
    const { page, context } = await browser.phone({ scripts });
    const visited: string[] = [];
    page.on("framenavigated", () => visited.push(new URL(page.url()).origin));
    await page.goto(`${home}/ship`);
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${home}/ship`);
    await page.goto(`${home}/ship/addresses`);
    await fillIn(page, { ...addresses, fromEmail: email });
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    await press(page, "Calculate Quote");
    await page.getByLabel(/I confirm the details above are correct/).check();
    await press(page, "Book This Collection");
    await press(page, "Pay now");
    await press(page, "Complete payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created");
    const message = await emailTo(site.dataDir, email, /booked|waybill/i);
    await page.goto(message.link);
    await page.getByText("Booked.", { exact: true }).waitFor();
    expect(new Set(visited)).toEqual(new Set([home]));
    await context.close();
  });

  test("an account is registered, and its email links back here", async () => {
    const home = `http://${host}:${site.port}`;
    const email = `account-${host.replaceAll(".", "-")}@example.co.za`;
    const { page, context } = await browser.phone();
    await page.goto(`${home}/login?tab=register&next=/ship-local`);
    await fillIn(page, { name: "Thandi", phone: "0821234567", email, password: PASSWORD });
    await press(page, "Register");
    const { link } = await emailTo(site.dataDir, email, /verify/i);
    expect(link).toMatch(new RegExp(`^${home}/action`));
    await page.goto(link);
    await press(page, "Continue");
    await page.getByRole("link", { name: "Continue" }).click();
    await page.waitForURL(`${home}/ship-local/addresses`);
    await context.close();
  });
});
