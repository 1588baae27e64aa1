import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { newId } from "#app/domain/values/ids.server";
import { openStore } from "#db/store.server";
import { aTypedApplication } from "../domain/drivers/applications/an-application";
import { aDesk } from "../support/a-desk";
import { aGuestWithAWaybill } from "../support/a-guest";
import { aRound } from "../support/a-round";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { anAuthenticator, OFFICE_PASSWORD } from "../support/an-office-person";
import { browserForAllTests, fillIn } from "../support/browser";
import {
  accessibilityFaults,
  brokenPhones,
  colourFaults,
  markupFaults,
  sidewaysPixels,
  smallTargets,
  unnamedTables,
} from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";
import { freshForStaff, storePlace } from "../support/store-place";

const site = runningSiteForAllTests({ SESSION_SECRET });
const browser = browserForAllTests();
let cookies: { name: string; value: string; url: string }[];
let addresses: string[];
let link: string;
const EMAIL = "thandi@office.example";
beforeAll(async () => {
  const file = path.join(site.dataDir, "courier.db");
  const store = await openStore(await storePlace(file));
  const terminal = aDesk({ file, store });
  const manager = await anOfficeBrowser(site, "manager", store);
  cookies = [...manager.cookies].map(([name, { value }]) => ({ name, value, url: `${site.url}/office` }));
  const added = await terminal.ask("add", "person", "Thandi Nkosi", "--email", EMAIL, "--right", "clerk");
  link = /\/office\/join\?code=\S+/.exec(JSON.stringify(added))?.[0].replace(/".*/, "") ?? expect.fail("no link");
  const application = applicationSchema(aTypedApplication(), new Date()).parse(aTypedApplication());
  const received = await receiveApplication(store, application, { formKey: newId(), sender: null }, new Date());
  const reference = received.kind === "received" ? received.reference : expect.fail(received.kind);
  await terminal.ask("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
  const { waybillNo } = await aGuestWithAWaybill(site);
  const other = await aGuestWithAWaybill(site);
  await terminal.ask("mark", "collected", waybillNo, other.waybillNo);
  await terminal.ask("assign", waybillNo, "--driver", "Sipho Nkosi");
  await terminal.ask("mark", "delivered", other.waybillNo);
  terminal.leave();
  await store.close();
  addresses = [
    ...["/office", "/office?find=thandi", `/office/${waybillNo}`, "/office/list/bookings", "/office/list/rates"],
    ...["/office/list/parcels_under_way", "/office/do", `/office/do/mark?waybill=${waybillNo}`, "/office/do/import"],
    ...[
      "/office/do/change-booking",
      `/office/do/change-booking?number=${waybillNo}`,
      "/office/do/list-boxes",
      "/office/figures",
      "/office/list/help",
    ],
    ...["/office/do/reconcile", "/office/do/note-payment", "/office/list/run_sheet", "/office/list/history"],
    ...[
      "/office?find=thandi@example.co.za",
      "/office?find=Sipho%20Nkosi",
      `/office/${reference}`,
      "/office?find=nobody-at-all",
    ],
  ];
});

/** What a page of the office must hold: on a phone and on a desk, light, dark and in the colours that somebody has chosen. */
async function check(page: Page): Promise<object> {
  const before = page.viewportSize() ?? expect.fail("no size");
  await page.setViewportSize({ width: 320, height: 640 });
  const onAPhone = await accessibilityFaults(page);
  const small = await smallTargets(page);
  const [brokenInTwo, unnamed] = [await brokenPhones(page), await unnamedTables(page)];
  const sideways = [await sidewaysPixels(page)];
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(`document.documentElement.style.fontSize = "2.125rem"`);
    sideways.push(await sidewaysPixels(page));
    await page.evaluate(`document.documentElement.style.fontSize = ""`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  sideways.push(await sidewaysPixels(page));
  await page.emulateMedia({ colorScheme: "dark" });
  const inTheDark = await colourFaults(page);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  const inForcedColours = await withoutAMark(page);
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize(before);
  return { onAPhone, small, brokenInTwo, unnamed, sideways, inTheDark, inForcedColours };
}

const fine = {
  ...{ onAPhone: [], small: [], brokenInTwo: [], unnamed: [] },
  ...{ sideways: [0, 0, 0, 0], inTheDark: [], inForcedColours: [] },
};

/** Whatever would not be seen in forced colours: where the keyboard is, and the bars of a chart. */
async function withoutAMark(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const lost = [];
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const bar of document.querySelectorAll(".chart rect, .chart line")) {
      const { fill, stroke } = getComputedStyle(bar);
      if ([fill, stroke].every((colour) => colour === "none" || colour === paper)) lost.push(bar.outerHTML);
    }
    const [now, before] = [".bar-now", ".bar-before"].map((bar) => document.querySelector(bar));
    if (now && before && getComputedStyle(now).fill === getComputedStyle(before).fill) lost.push("this year and the last");
    for (const target of document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']")) {
      if (!target.checkVisibility()) continue;
      target.focus({ focusVisible: true });
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) lost.push("focus: " + target.outerHTML.slice(0, 120));
    }
    return lost;
  })()`);
}

test("the office's pages read well for everybody, on a phone and on a desk, light, dark and in forced colours", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await context.addCookies(cookies);
  const found: Record<string, unknown> = {};
  for (const address of addresses) {
    const answer = await page.goto(site.url + address);
    const markup = await markupFaults((await answer?.text()) ?? "");
    found[address] = { status: answer?.status(), markup, ...(await check(page)) };
  }
  expect(found).toEqual(Object.fromEntries(addresses.map((each) => [each, { status: 200, markup: [], ...fine }])));
  await context.close();
});

test("on a phone the sign, the links and the search stand apart, and can be tapped", async () => {
  for (const width of [320, 390]) {
    const { page, context } = await browser.phone({ width, scripts: false });
    await context.addCookies(cookies);
    await page.goto(`${site.url}/office`);
    const boxes = [page.locator(".logo"), ...(await page.locator(".office nav a").all())];
    const found = await Promise.all(boxes.map(async (each) => (await each.boundingBox()) ?? expect.fail("not shown")));
    for (const [at, { x, y, width, height }] of found.entries()) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(width).toBeGreaterThanOrEqual(44);
      const next = found[at + 1];
      // Beside it, or below.
      if (next) expect(next.x - (x + width) >= 8 || next.y >= y + height).toBe(true);
    }
    await context.close();
  }
});

test("on a phone a list of 50 rows shows what leads of each, and a tick shows the rest", async () => {
  await aRound(site, ["Ayanda Zulu"], 50);
  freshForStaff(path.join(site.dataDir, "courier.db"));
  const { page, context } = await browser.phone({ width: 390, scripts: false });
  await context.addCookies(cookies);
  const heights: Record<string, number> = {};
  for (const view of ["parcels_under_way", "bookings", "run_sheet"]) {
    await page.goto(`${site.url}/office/list/${view}`);
    expect(await page.locator("tbody tr").count()).toBe(50);
    heights[view] = await page.evaluate("document.documentElement.scrollHeight");
  }
  expect(Object.entries(heights).filter(([, height]) => height > 10_000)).toEqual([]);
  // Each begins with whom it is about, and where.
  const card = page.locator("tbody tr").first();
  const topOf = async (label: string) => (await card.locator(`[data-label="${label}"]`).boundingBox())?.y ?? -1;
  const tops = [await topOf("Person"), await topOf("Place"), await topOf("Waybill number")];
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(tops[0]).toBeLessThan(tops[2] ?? 0);
  const whole = page.locator("tbody tr").first().locator("[data-label=Parcels]");
  expect(await whole.isVisible()).toBe(false);
  await page.getByLabel("Show all of each row").check();
  expect(await whole.isVisible()).toBe(true);
  // A desk has room for what a list begins with, and all else is asked for there too.
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const view of ["parcels_under_way", "bookings", "run_sheet"]) {
    await page.goto(`${site.url}/office/list/${view}`);
    const cut = await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.office-table'))",
    );
    expect([view, cut]).toEqual([view, 0]);
  }
  expect(await whole.isVisible()).toBe(false);
  await page.getByLabel("Show all of each row").check();
  expect(await whole.isVisible()).toBe(true);
  await context.close();
});

test("so do the steps of joining and of signing in, with mistakes too", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  const found = async (step: string, words: string) => {
    await page.getByText(words).first().waitFor();
    expect([step, await check(page)]).toEqual([step, fine]);
  };
  const press = async (button: string, answers: Record<string, string> = {}) => {
    await fillIn(page, answers);
    await page.getByRole("button", { name: button }).click();
  };
  await page.goto(`${site.url}/office/join?code=an-older-one`);
  await found("a link that is over", "doesn't work any more");
  await page.goto(site.url + link);
  await found("the password", "Choose a password");
  await press("Continue", { password: "short", confirmPassword: "short" });
  await found("a password that is too short", "at least 12 characters.");
  await press("Continue", { password: OFFICE_PASSWORD, confirmPassword: OFFICE_PASSWORD });
  await found("the app", "Codes from your phone");
  const app = anAuthenticator({ text: await page.innerText("main") });
  await press("Continue", { code: "000" });
  await found("a wrong code", "That code is wrong.");
  await press("Continue", { code: app.code() });
  await found("the recovery codes", "Your recovery codes");
  await page.goto(`${site.url}/office/sign-in`);
  await found("signed in", "You are signed in");
  await press("Sign out");
  await found("signed out", "Sign in to the office");
  await press("Sign in", { email: EMAIL, password: "another one of these" });
  await found("a wrong password", "The email or password is wrong.");
  await press("Sign in", { email: EMAIL, password: OFFICE_PASSWORD });
  await found("the code", "open the app on your phone");
  await press("Sign in", { code: "000000" });
  await found("a wrong code at the sign-in", "That code is wrong");
  await press("Sign in", { code: app.code(1) });
  await page.getByText("Sign out").waitFor();
  await context.close();
});

test.each([320, 1280])("act, %i px wide: Check shows what would happen, and Do it does it", async (width) => {
  const { page, context } = await browser.phone({ width, scripts: true });
  await context.addCookies(cookies);
  await page.goto(`${site.url}/office/do/block-customer?person=rude${width}@example.com`);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("This would happen").waitFor();
  expect(await check(page)).toEqual(fine);
  await page.getByRole("button", { name: "Do it" }).click();
  await page.getByText("can't book on the site any more").waitFor();
  expect(await check(page)).toEqual(fine);
  await context.close();
});
