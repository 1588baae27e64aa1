import { expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aRound, gatesApart } from "../support/a-round";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { cuttingProxy } from "../support/cutting-proxy";
import { accessibilityFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";

const WAY_BACK = "Pressed by mistake? Take it back";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

test.each([false, true])("a driver takes a wrong “Delivered” back; scripts: %s", async (scripts) => {
  const [round] = await aRound(site, [`Sipho ${scripts}`], 2, gatesApart);
  const [stop = ""] = round?.stops ?? [];
  const { page } = await browser.phone({ scripts });
  await page.goto(site.url + round?.link);
  await press(page, "Sign in on this phone");
  await page.goto(`${site.url}/drive/stop/${stop}`);
  await fillIn(page, { takenBy: "Gogo Mabena" });
  await page.locator("#delivered-reason").selectOption("The phone is off or lost");
  await press(page, "Delivered");
  await page.waitForURL("**/drive?done=*");
  expect(eventsOf(stop)).toContain("delivered");
  const box = await page.getByRole("button", { name: WAY_BACK }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  if (scripts) await faultless(page);

  await press(page, WAY_BACK);
  await page.waitForURL(`**/drive/stop/${stop}?*`);
  expect(await page.locator("main").innerText()).toContain("The mark is taken back. Press what is right.");
  expect(eventsOf(stop)).not.toContain("delivered");
  if (scripts) await faultless(page);
  await page.locator("#nobody_there-reason").selectOption("The gate is closed");
  await press(page, "Nobody there");
  await page.waitForURL("**/drive?done=*");
  expect(eventsOf(stop)).toContain("failed_attempt");
});

test("without a signal the phone doesn't keep it: the mark stays, and no form is sent later", async () => {
  const line = await cuttingProxy(site.port);
  const home = `http://localhost:${line.port}`;
  const [round] = await aRound(site, ["Ayanda Zulu"], 1);
  const [stop = ""] = round?.stops ?? [];
  const { page } = await browser.phone({ scripts: true });
  await page.goto(home + round?.link);
  await press(page, "Sign in on this phone");
  await page.waitForURL(`${home}/drive`);
  await page.goto(`${home}/drive/stop/${stop}`);
  await page.locator("#nobody_there-reason").selectOption("The gate is closed");
  await press(page, "Nobody there");
  await page.waitForURL("**/drive?done=*");
  line.cut = { in: "request", after: 0 };
  line.hangUp();
  await press(page, WAY_BACK).catch(() => undefined);
  await page.waitForURL("chrome-error://**");
  line.cut = null;
  await page.goto(`${home}/drive`);
  expect(await page.locator("main").innerText()).not.toContain("Kept on this phone");
  expect(eventsOf(stop)).toContain("failed_attempt");
  await line.close();
});

async function faultless(page: Parameters<typeof sidewaysPixels>[0]): Promise<void> {
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await markupFaults(await page.content())).toEqual([]);
}

const eventsOf = (stop: string) =>
  inTheFile<{ kind: string }>(site, `SELECT kind FROM tracking_events WHERE waybill_no = '${stop}'`).map(
    ({ kind }) => kind,
  );
