import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aRound } from "../support/a-round";
import { browserForAllTests, press } from "../support/browser";
import { sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";
import { staff } from "../support/staff";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

test("a driver brings back what was refused, on a narrow phone without scripts, while its people follow it", async () => {
  const [round] = await aRound(site, ["Sipho Nkosi"], 1);
  const [stop = ""] = round?.stops ?? [];
  const { page } = await browser.phone();
  const { page: tracking } = await browser.phone();
  const follow = async () => {
    await tracking.goto(`${site.url}/tracking?no=${stop}`);
    await faultless(tracking);
    return tracking.locator("main").innerText();
  };
  await page.goto(site.url + round?.link);
  await press(page, "Sign in on this phone");
  await page.goto(`${site.url}/t/${stop}`);
  await page.waitForURL(`**/drive/stop/${stop}/delivery`);
  await page.locator("#something_wrong-reason").selectOption("They don't want it");
  await press(page, "Something is wrong");
  expect(await follow()).toContain("We have to settle something first");

  await staff(site, ["assign", stop, "--driver", "Sipho Nkosi", "--visit", "return"]);
  expect(await follow()).toMatch(/Going back to the sender[\s\S]*it was refused at the door/i);
  await page.goto(`${site.url}/drive/stop/${stop}`);
  expect(await page.locator("h1").innerText()).toBe("Bring back to Thandi Nkosi");
  await faultless(page);
  await press(page, "Returned to the sender");
  await page.waitForURL("**/drive?done=*");
  expect(await follow()).toContain("Returned to the sender");
  const [last] = inTheFile<{ kind: string }>(
    site,
    `SELECT kind FROM tracking_events WHERE waybill_no = '${stop}' ORDER BY happened_at DESC LIMIT 1`,
  );
  expect(last?.kind).toBe("returned");
});

async function faultless(page: Page): Promise<void> {
  expect(await sidewaysPixels(page)).toBe(0);
}
