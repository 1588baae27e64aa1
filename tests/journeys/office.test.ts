import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "#db/store.server";
import { aDesk } from "../support/a-desk";
import { aGuestWithAWaybill } from "../support/a-guest";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { openBrowser } from "../support/browser";
import { accessibilityFaults, colourFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { type RunningSite, startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";

let site: RunningSite;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let cookies: { name: string; value: string; url: string }[];
let addresses: string[];
beforeAll(async () => {
  site = await startSite({ SESSION_SECRET });
  browser = await openBrowser();
  const file = path.join(site.dataDir, "courier.db");
  const store = await openStore(await storePlace(file));
  const terminal = aDesk({ file, store });
  const manager = await anOfficeBrowser(site, "manager", store);
  cookies = [...manager.cookies].map(([name, { value }]) => ({ name, value, url: `${site.url}/office` }));
  const { waybillNo } = await aGuestWithAWaybill(site);
  const other = await aGuestWithAWaybill(site);
  await terminal.ask("mark", "collected", waybillNo, other.waybillNo);
  await terminal.ask("mark", "delivered", other.waybillNo);
  terminal.leave();
  await store.close();
  addresses = [
    ...["/office", "/office?find=thandi", `/office/${waybillNo}`, "/office/list/bookings", "/office/list/rates"],
    ...["/office/list/parcels_under_way", "/office/do", `/office/do/mark?waybill=${waybillNo}`, "/office/do/import"],
    ...["/office/do/change-booking", "/office/do/list-boxes", "/office/figures"],
  ];
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

describe.each([
  { width: 320, dark: false },
  { width: 1280, dark: true },
])("the office's pages, $width px wide, dark: $dark", ({ width, dark }) => {
  test("have no fault that axe or the validator finds, and are no wider than the screen", async () => {
    const { page, context } = await browser.phone({ width, dark, scripts: true });
    await context.addCookies(cookies);
    for (const address of addresses) {
      const answer = await page.goto(site.url + address);
      const check = dark ? colourFaults : accessibilityFaults;
      expect([address, answer?.status(), await check(page), await sidewaysPixels(page)]).toEqual([address, 200, [], 0]);
      if (!dark) expect([address, await markupFaults((await answer?.text()) ?? "")]).toEqual([address, []]);
    }
    await context.close();
  });

  test("act: Check shows what would happen, and Do it does it", async () => {
    const { page, context } = await browser.phone({ width, dark, scripts: true });
    await context.addCookies(cookies);
    await page.goto(`${site.url}/office/do/block-customer?person=rude${width}@example.com`);
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("This would happen").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Do it" }).click();
    await page.getByText("can't book on the site any more").waitFor();
    await context.close();
  });
});
