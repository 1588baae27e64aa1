import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { plainText } from "#app/language/plain-text";
import { pseudo } from "#app/language/pseudo";
import { paths } from "#app/paths";
import { aParcel } from "../../demo/a-parcel";
import { atSite } from "../support/a-world";
import { keyTo } from "../support/as-sent";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests({ SITE_LANGUAGE: "pseudo" });
const browser = browserForAllTests();
const said = (english: string) => plainText(pseudo({ parts: [english] }));

/** What is wider than its own box, or cut off by it. */
const tooWide = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("body *:not(.away, .skip)")]
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ outerHTML }) => outerHTML.slice(0, 120))`);

async function fits(page: Page) {
  expect(await page.locator("html").getAttribute("lang")).toBe("en-XA");
  expect([await sidewaysPixels(page), await tooWide(page)]).toEqual([0, []]);
}

test("without scripts at 320 px tracking and the receiver's page fit a language that is half as long again", async () => {
  const { page, context } = await browser.phone();
  await page.goto(site.url + paths.track);
  await page.locator("summary").click();
  await fits(page);
  await page.locator("summary").click();
  await fillIn(page, { waybill: "TH0000000000" });
  await press(page, said("Track"));
  await page.getByText(said("Not found yet")).waitFor();
  await fits(page);

  for (const history of [
    aParcel().collected(),
    aParcel({ parcel: { quantity: 3 } })
      .collected()
      .outForDelivery()
      .delivered(1),
    aParcel().collected().outForDelivery().missed(),
    aParcel().cancelled(),
  ]) {
    const { waybillNo } = await atSite(site, (world) => history.in(world));
    await page.goto(site.url + paths.tracking(waybillNo));
    await page.getByRole("heading", { name: said("What happened") }).waitFor();
    await fits(page);
  }

  const { quote } = await atSite(site, (world) => aParcel().collected().in(world));
  const receivers = paths.findMe(quote.id, { key: keyTo(site, paths.findMe(quote.id), "receiver") });
  await page.goto(site.url + receivers);
  await fits(page);
  await page.getByText(said("Another day")).click();
  await press(page, said("Tell the driver"));
  await page.getByRole("heading", { name: said("There is a problem") }).waitFor();
  await fits(page);
  await page.getByText(said("A neighbour takes it")).click();
  await fillIn(page, { neighbour: "Gogo Mabena", neighbourAt: "14 Ncome Crescent" });
  await page
    .locator("details:has(#neighbour)")
    .getByRole("button", { name: said("Tell the driver") })
    .click();
  await page.getByText("Leave it with Gogo Mabena, 14 Ncome Crescent.").waitFor();
  await fits(page);
  await press(page, said("Take it back"));
  await fits(page);
  await page.goto(`${site.url}/no-such-page`);
  await page.getByRole("heading", { name: said("You took a wrong turn") }).waitFor();
  await fits(page);
  await context.close();
});
