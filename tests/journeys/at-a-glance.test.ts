import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DAYS } from "#app/durations";
import { addresses } from "../../demo/typed-answers";
import { dashboardOf } from "../bytes/a-full-dashboard";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/** Where something is on the page, in pixels from its top left. */
async function placeOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} isn't shown`);
  return box;
}

test("a dashboard of 31 parcels is at most 3,200 pixels high, each row opens, and is two columns on a desk", async () => {
  const email = "shop@example.co.za";
  await aVerifiedCustomer(site, email);
  await dashboardOf(site, email, { quotes: 1, bookings: 30 });
  const { page, context } = await browser.phone({ width: 390 });
  await page.goto(`${site.url}/login`);
  await fillIn(page, { email, password: PASSWORD });
  await press(page, "Login");
  await expect.poll(() => page.locator("[data-state]").count()).toBe(30);
  expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(3_200);
  const [logo, links] = [await placeOf(page, ".logo"), await placeOf(page, ".account nav")];
  expect(links.y > logo.y + logo.height / 2 || links.x >= logo.x + logo.width + 8, "the logo touches a link").toBe(
    true,
  );

  const row = page.locator("[data-state=booked]").first();
  await row.locator("summary").click();
  expect(await row.getByRole("link", { name: "Print the waybill" }).isVisible()).toBe(true);
  expect(await row.getByRole("button", { name: "Send again" }).isVisible()).toBe(true);

  await page.setViewportSize({ width: 1280, height: 800 });
  const [list, beside] = [await placeOf(page, ".desk > .main"), await placeOf(page, ".desk > .send")];
  expect(beside.x).toBeGreaterThan(list.x + list.width);
  expect(beside.y).toBeLessThan(list.y + 40);

  // At twice the text a list's columns and their examples are one below the other, and no word is broken.
  await page.goto(`${site.url}/dashboard/import`);
  await page.setViewportSize({ width: 390, height: 800 });
  const cell = page.locator(".columns td", { hasText: "zodwa@example.com" });
  const heightOf = async () => (await cell.boundingBox())?.height ?? 0;
  const atOnce = await heightOf();
  await page.evaluate("document.documentElement.style.fontSize = '2.125rem'");
  expect(await heightOf()).toBeLessThan(2.2 * atOnce);
  expect((await cell.boundingBox())?.x).toBe((await page.locator(".columns td").first().boundingBox())?.x);
  await page.goto(`${site.url}/dashboard`);

  // The names of a parcel's stages stay beside each other on the smallest phone.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.locator("[data-state=booked]").getByRole("link", { name: "Track" }).first().click();
  await page.locator(".legs").waitFor();
  const tops = await page.evaluate("[...document.querySelectorAll('.legs li')].map((leg) => leg.offsetTop)");
  expect(new Set(tops as number[]).size).toBe(1);
  // Nor do they run into each other where the road is short, beside the state.
  for (const width of [900, 1024, 1110, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const gaps = await page.evaluate(`[...document.querySelectorAll(".legs li")]
      .filter((leg) => getComputedStyle(leg).position !== "absolute")
      .map((leg) => { const words = document.createRange(); words.selectNodeContents(leg.firstChild); return words.getBoundingClientRect(); })
      .map((words, index, all) => (index === 0 ? 9 : words.left - all[index - 1].right))`);
    expect(Math.min(...(gaps as number[])), `${width} pixels`).toBeGreaterThan(3);
  }

  // Of a parcel whose days are over both pages say so, before all else.
  const longAgo = new Date(Date.now() - 50 * DAYS);
  const [waits, one] = ["waits@example.co.za", { quotes: 0, bookings: 1 }];
  await aVerifiedCustomer(site, waits);
  const [late] = await dashboardOf(site, waits, one, longAgo);
  await dashboardOf(site, waits, one);
  await page.goto(`${site.url}/tracking?no=${late?.waybillNo}`);
  expect(await page.locator(".now h1").innerText()).toBe("This parcel is late");
  expect(await page.locator(".now").innerText()).toMatch(/You will hear from us by 12:00 on \w+ \d+ \w+/);
  expect(await page.locator(".buttons .button").first().innerText()).toMatch(/^Phone/);
  await context.clearCookies();
  await page.goto(`${site.url}/login`);
  await fillIn(page, { email: waits, password: PASSWORD });
  await press(page, "Login");
  await page.getByRole("heading", { name: "Failed or late" }).waitFor();
  expect(await page.locator(".rows li").first().getAttribute("data-state")).toBe("late");

  // Only what needs the customer has an edge, with the browser's own colours too.
  await page.emulateMedia({ forcedColors: "active" });
  const edgeOf = (state: string) =>
    page.evaluate(`getComputedStyle(document.querySelector(".rows [data-state=${state}]")).borderLeftWidth`);
  expect([await edgeOf("late"), await edgeOf("booked")]).toEqual(["6px", "0px"]);
  await context.close();
});

test("without scripts at 320 px, pay shows the order before its button, and thank-you the number before all else", async () => {
  const { page, context } = await browser.phone();
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
  await page.getByLabel(/I confirm/).check();
  await press(page, "Book This Collection");
  await page.locator("#order").waitFor();
  expect(await page.locator("main .card").innerText()).toMatch(/^Katlehong to Soweto\s+Flyer bag, 1 piece/);
  expect(await page.locator(".stripes [aria-current]").innerText()).toBe("Pay");
  const main = page.locator("main .button:not(.plain)");
  expect(await main.allInnerTexts()).toEqual([expect.stringMatching(/^Pay now: R\u00a0\d+,\d\d$/)]);
  expect((await placeOf(page, "main .button")).y).toBeGreaterThan((await placeOf(page, ".total")).y);

  await press(page, "Pay now");
  await press(page, "Complete payment");
  const number = page.locator(".now .number");
  expect(await number.innerText()).toMatch(/^TH \d{3} \d{3} \d{3} \d$/);
  const { y, height } = await placeOf(page, ".now .number");
  expect(y + height).toBeLessThan(640);
  const sizeOf = (selector: string) =>
    page.evaluate(`parseFloat(getComputedStyle(document.querySelector(${JSON.stringify(selector)})).fontSize)`);
  expect(Number(await sizeOf(".now .number"))).toBeGreaterThan(Number(await sizeOf(".now h1")));
  expect(height).toBeLessThan(1.5 * Number(await sizeOf(".now .number")));
  expect(await page.locator(".history li b").count()).toBe(3);
  expect(await page.locator("main .button").allInnerTexts()).toEqual(["Print the waybill", "Track this parcel"]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [steps, more] = [await placeOf(page, "main > .main"), await placeOf(page, "main > .beside")];
  expect(more.x).toBeGreaterThan(steps.x + steps.width);
  const edge = (await placeOf(page, ".logo")).x;
  for (const part of ["h1", "main > .main"]) expect((await placeOf(page, part)).x).toBeCloseTo(edge, 0);

  await page.goto(`${site.url}/payfast/return`);
  expect(await page.locator("h1").innerText()).toBe("We can't see which payment this was");
  await context.close();
});

test("on a desk every page begins where the header does; a summary of mistakes has a column for each person", async () => {
  const { page, context } = await browser.phone({ width: 1280 });
  for (const address of ["/", "/ship", "/login", "/track", "/terms", "/ship/addresses", "/no-such-page"]) {
    await page.goto(site.url + address);
    expect((await placeOf(page, "h1")).x, address).toBeCloseTo((await placeOf(page, ".logo")).x, 0);
  }
  await page.goto(`${site.url}/ship/addresses`);
  await press(page, "Next");
  const [sender, receiver] = [
    await placeOf(page, "#errors [href='#fromName']"),
    await placeOf(page, "#errors [href='#toName']"),
  ];
  expect(receiver.x).toBeGreaterThan(sender.x + sender.width);
  expect(receiver.y).toBeCloseTo(sender.y, 0);
  await context.close();
});

test("a customer's first dashboard has the price and the button before the drawing on a desk, and all without scrolling", async () => {
  const email = "first-parcel@example.co.za";
  await aVerifiedCustomer(site, email);
  const { page, context } = await browser.phone({ width: 1280 });
  await page.goto(`${site.url}/login`);
  await fillIn(page, { email, password: PASSWORD });
  await press(page, "Login");
  const [button, drawing, sample] = [
    await placeOf(page, ".begin .button"),
    await placeOf(page, ".begin .art"),
    await placeOf(page, ".sample"),
  ];
  expect(drawing.x).toBeGreaterThan(button.x + button.width);
  expect(sample.y + sample.height).toBeLessThan(800);
  await context.close();
});

test.each([
  ["/ship", "#local", "[aria-labelledby=boxes-heading]"],
  ["/login", "main > form", "main > aside"],
  ["/login?tab=forgot", "main > form", "main > aside"],
  ["/contact", ".card", ".aside"],
  ["/track", "main > form", ".aside"],
  ["/lost", "main > form", "main > aside"],
  ["/join", "fieldset:nth-of-type(1)", "fieldset:nth-of-type(3)"],
])("%s has two columns on a desk, and one on a phone", async (address, first, second) => {
  const { page, context } = await browser.phone({ width: 1280 });
  await page.goto(site.url + address);
  const [left, right] = [await placeOf(page, first), await placeOf(page, second)];
  expect(right.x).toBeGreaterThan(left.x + left.width);
  expect(right.y).toBeLessThan(left.y + left.height);
  await page.setViewportSize({ width: 390, height: 800 });
  expect((await placeOf(page, second)).y).toBeGreaterThan((await placeOf(page, first)).y);
  await context.close();
});

test("step 2 asks about the parcel beside the boxes on a desk, and below them on a phone", async () => {
  const { page, context } = await browser.phone({ width: 1280 });
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  const [boxes, questions] = [await placeOf(page, ".choices"), await placeOf(page, "fieldset:has(#quantity)")];
  expect(questions.x).toBeGreaterThan(boxes.x + boxes.width);
  expect(Math.abs(questions.y - boxes.y)).toBeLessThan(5);
  await page.setViewportSize({ width: 390, height: 800 });
  expect((await placeOf(page, "fieldset:has(#quantity)")).y).toBeGreaterThan((await placeOf(page, ".choices")).y);
  await context.close();
});

test("on a phone a box of step 2 is three lines, the cheapest's badge beside its name", async () => {
  // A little wider than most phones, because this browser has none of their narrow letters.
  const { page, context } = await browser.phone({ width: 440 });
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  const [name, badge] = [await placeOf(page, ".choice:has(em) b"), await placeOf(page, ".choice em")];
  expect(badge.x).toBeGreaterThan(name.x + name.width);
  expect(Math.abs(badge.y - name.y)).toBeLessThan(5);
  const heights = await page
    .locator(".choice")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(90);
  await context.close();
});

test("on a desk all parts of the home page stand on the columns of its scenes, with the same space between", async () => {
  const { page, context } = await browser.phone({ width: 1280 });
  await page.goto(site.url);
  const edges = async (what: string) =>
    await page
      .locator(what)
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().x)))]);
  const columns = await edges(".scenes li");
  expect(columns).toHaveLength(3);
  expect(await edges(".topic > h2")).toEqual(columns.slice(0, 1));
  expect(await edges(".topic > h2 + *, .topic > div > :nth-child(2n), .points > :nth-child(2n)")).toEqual(
    columns.slice(1),
  );
  const tops = await page.locator("main > .wide").evaluateAll((all) =>
    all.slice(1).map((one, index) => {
      const above = all[index]?.getBoundingClientRect().bottom ?? 0;
      return Math.round(one.getBoundingClientRect().top - above);
    }),
  );
  expect(new Set(tops).size).toBe(1);
  const rows = await page
    .locator(".promises li")
    .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().y)).size);
  expect(rows).toBe(1);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await edges(".promises li")).toHaveLength(1);
  await context.close();
});
