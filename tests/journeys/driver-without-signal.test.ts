import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPng } from "../domain/drivers/a-picture";
import { inTheFile } from "../support/a-guest";
import { aRound, gatesApart } from "../support/a-round";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { cuttingProxy } from "../support/cutting-proxy";
import { accessibilityFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";
import { staff, staffList } from "../support/staff";

const site = runningSiteForAllTests();
const browser = browserForAllTests();
let line: Awaited<ReturnType<typeof cuttingProxy>>;
let home: string;
beforeAll(async () => {
  line = await cuttingProxy(site.port);
  home = `http://localhost:${line.port}`;
});
afterAll(() => line.close());

type Mark = { waybill_no: string; kind: string; filled_in_at: string; received_at: string };
const marks = () => inTheFile<Mark>(site, "SELECT * FROM driver_marks ORDER BY received_at, filled_in_at");
const mainText = (page: Page) => page.locator("main").innerText();

/** How many stops' pages and how many marks the phone has stored. */
async function kept(page: Page): Promise<{ stops: number; marks: number }> {
  return page.evaluate(`(async () => {
    const kept = { stops: 0, marks: 0 };
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        kept.stops += url.includes("/drive/stop/") && !url.includes("/drive/kept");
        kept.marks += url.includes("/drive/kept");
      }
    return kept;
  })()`);
}

function signal(isThere: boolean) {
  line.cut = isThere ? null : { in: "request", after: 0 };
  line.hangUp();
}

/** A phone with scripts whose worker has cached the day's stops. */
async function aDriversPhone(driver: string, stops: number) {
  const [round] = await aRound(site, [driver], stops, gatesApart);
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(home + round?.link);
  await press(page, "Sign in on this phone");
  await page.waitForURL(`${home}/drive`);
  await expect.poll(() => kept(page)).toEqual({ stops, marks: 0 });
  return { page, context, stops: round?.stops ?? [] };
}

test("three marks without a signal are stored, and sent in order, each once, with their own times", async () => {
  const { page, context, stops } = await aDriversPhone("Sipho Nkosi", 4);
  const [first = "", second = "", third = "", fourth = ""] = stops;
  await page.getByRole("link", { name: "Next: Deliver to Sipho Dlamini, Soweto" }).click();
  await page.waitForURL(`**/drive/stop/${first}/delivery`);
  signal(false);
  const photo = { name: "gate.png", mimeType: "image/png", buffer: await page.screenshot() };
  await page.locator("[name=photo]").setInputFiles(photo);
  await fillIn(page, { takenBy: "Gogo Mabena" });
  await page.locator("#delivered-reason").selectOption("The phone is off or lost");
  await press(page, "Delivered");
  await page.waitForURL(`**/drive/stop/${second}/delivery`);
  expect(await mainText(page)).toContain("Kept on this phone: 1 mark. It goes out when there is a signal.");
  expect(await mainText(page)).toContain("Sipho Dlamini");

  await page.locator("#nobody_there-reason").selectOption("The gate is closed");
  await press(page, "Nobody there");
  await page.waitForURL(`**/drive/stop/${third}/delivery`);
  // Back, and pressed again: still the same mark.
  await page.goto(`${home}/drive/stop/${second}`);
  await page.locator("#nobody_there-reason").selectOption("The gate is closed");
  await press(page, "Nobody there");
  await page.waitForURL(`**/drive/stop/${third}/delivery`);
  await page.locator("#something_wrong-reason").selectOption("They don't want it");
  await press(page, "Something is wrong");
  await page.waitForURL(`**/drive/stop/${fourth}/delivery`);
  await page.getByRole("link", { name: "My stops" }).click();
  await page.waitForURL(`${home}/drive`);
  const list = await mainText(page);
  expect(list).toContain("Kept on this phone: 3 marks. They go out when there is a signal.");
  expect(list).toMatch(/Delivered at \d\d:\d\d/);
  expect(list).toContain("No signal, or the site is busy. This phone keeps these stops for today.");
  expect(await page.getByRole("link", { name: "Open this stop" }).count()).toBe(1);
  expect([
    ...(await accessibilityFaults(page)),
    ...(await markupFaults(await page.content())),
    ...((await sidewaysPixels(page)) > 0 ? ["too wide"] : []),
  ]).toEqual([]);
  expect(marks()).toEqual([]);

  const back = new Date().toISOString();
  signal(true);
  await page.goto(`${home}/drive`);
  await expect.poll(() => marks().length).toBe(3);
  const sent = marks();
  expect(sent.map(({ waybill_no, kind }) => [waybill_no, kind])).toEqual([
    [first, "delivered"],
    [second, "nobody_there"],
    [third, "something_wrong"],
  ]);
  const times = sent.map(({ filled_in_at }) => filled_in_at);
  expect(times).toEqual([...times].sort());
  for (const { filled_in_at, received_at } of sent) {
    expect(filled_in_at < back).toBe(true);
    expect(received_at > back).toBe(true);
  }
  await expect
    .poll(() => inTheFile(site, "SELECT substr(jpeg, 1, 4) AS start FROM delivery_photos"))
    .toEqual([{ start: "/9j/" }]);
  // Nothing that was sent stays on the phone: neither the marks nor their stops' pages.
  await expect.poll(() => kept(page)).toEqual({ stops: 1, marks: 0 });
  await page.reload();
  expect(await mainText(page)).not.toContain("Kept on this phone");
  expect(await mainText(page)).toContain("1 to do, 3 done.");
  await context.close();
});

test("a mark whose answer is lost is sent again by itself, once; a refused one is reported", async () => {
  const { page, context, stops } = await aDriversPhone("Lerato Mokoena", 2);
  const [first = "", second = ""] = stops;
  await page.goto(`${home}/drive/stop/${first}`);
  line.cut = { in: "answer", after: 1 };
  line.hangUp();
  await page.locator("#nobody_there-reason").selectOption("The gate is closed");
  await press(page, "Nobody there");
  await page.waitForURL(`**/drive/stop/${second}/delivery`);
  signal(false);
  await fillIn(page, { pin: "12x4" });
  await press(page, "Delivered");
  await page.getByText("Kept on this phone: 2 marks.").waitFor();
  signal(true);
  // The event that the browser fires when a signal returns while the page is open.
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText("All marks are sent, but 1 mark isn't counted.").waitFor();
  expect(marks().filter(({ waybill_no }) => waybill_no === first)).toHaveLength(1);
  await page.goto(`${home}/drive/stop/${second}`);
  const text = await mainText(page);
  expect(text).toContain("The office's site did not take this");
  expect(text).toMatch(/Delivered at \d\d:\d\d: This isn't counted: The PIN is wrong/);
  await fillIn(page, { takenBy: "Gogo Mabena" });
  await page.locator("#delivered-reason").selectOption("The phone is off or lost");
  await press(page, "Delivered");
  await page.getByText("All stops are done.").waitFor();
  expect(await mainText(page)).not.toContain("did not take");
  await context.close();
});

test("a photo that the line doesn't carry is kept and said, on the phone and in the office", async () => {
  const { page, context, stops } = await aDriversPhone("Nomvula Radebe", 1);
  await page.goto(`${home}/drive/stop/${stops[0]}`);
  // Small requests pass, uploads break.
  line.cut = { in: "request", after: 20_000 };
  line.hangUp();
  const photo = { name: "gate.png", mimeType: "image/png", buffer: aPng(1600, 1200, true) };
  await page.locator("[name=photo]").setInputFiles(photo);
  await fillIn(page, { takenBy: "Gogo Mabena" });
  await page.locator("#delivered-reason").selectOption("The phone is off or lost");
  await press(page, "Delivered");
  await expect.poll(() => marks().filter(({ waybill_no }) => waybill_no === stops[0])).toHaveLength(1);
  for (let looks = 0; looks < 5; looks += 1) {
    line.hangUp();
    await page.goto(`${home}/drive`);
  }
  expect(await mainText(page)).toContain("Kept on this phone: 1 photo. It goes out when there is a signal.");
  expect(await staffList(site, ["show", "photos_missing"])).toEqual([
    expect.objectContaining({ waybill_no: stops[0], driver: "Nomvula Radebe" }),
  ]);
  line.cut = null;
  await context.close();
});

test("a phone that was signed out gives its mark to the office as a report, with its photo, and says so", async () => {
  const { page, context, stops } = await aDriversPhone("Zanele Dube", 2);
  const [first = "", second = ""] = stops;
  await page.goto(`${home}/drive/stop/${first}`);
  signal(false);
  await page.locator("[name=photo]").setInputFiles({ name: "gate.png", mimeType: "image/png", buffer: aPng(40, 30) });
  await fillIn(page, { takenBy: "Gogo Mabena" });
  await page.locator("#delivered-reason").selectOption("The phone is off or lost");
  await press(page, "Delivered");
  await page.waitForURL(`**/drive/stop/${second}/delivery`);
  inTheFile(site, "UPDATE sessions SET expires_at = '2000-01-01T00:00:00.000Z' WHERE kind = 'driver'");
  signal(true);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText("All marks are sent, but 1 mark isn't counted. Open My stops.").waitFor();
  await page.goto(`${home}/drive`);
  const text = await mainText(page);
  expect(text).toContain("This phone isn't signed in");
  expect(text).toMatch(/Delivered at \d\d:\d\d: This isn't counted: .* The office has it as a report of Zanele Dube/);
  expect(await page.content()).not.toMatch(/Dlamini|Ncome|Gogo/);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(marks().filter(({ waybill_no }) => waybill_no === first)).toEqual([]);
  expect(await staffList(site, ["show", "reported_marks"])).toEqual([
    expect.objectContaining({ waybill_no: first, driver: "Zanele Dube", photo: `proof ${first} --photo` }),
  ]);
  expect((await staff(site, ["believe", "mark", first])).out).toContain("It counts now.");
  expect(marks().filter(({ waybill_no }) => waybill_no === first)).toHaveLength(1);
  await context.close();
});

test("signing out with marks on the phone says how many, whose, and what happens to them", async () => {
  const { page, context, stops } = await aDriversPhone("Sizwe Zulu", 2);
  const [first = "", second = ""] = stops;
  await page.goto(`${home}/drive/stop/${first}`);
  signal(false);
  await page.locator("#nobody_there-reason").selectOption("The gate is closed");
  await press(page, "Nobody there");
  await page.waitForURL(`**/drive/stop/${second}/delivery`);
  // As if the site had just failed on it: it is tried again later.
  await page.evaluate(`(async () => {
    const marks = await caches.open("drive-marks");
    const [mark] = await marks.keys();
    const later = new URL(mark.url);
    later.searchParams.set("notBefore", new Date(Date.now() + 5 * 60_000).toISOString());
    await marks.put(later.href, await marks.match(mark));
    await marks.delete(mark);
  })()`);
  signal(true);
  await page.goto(`${home}/drive/sign-out`);
  expect(await mainText(page)).toContain("Not sent yet, and kept on this phone: 1 mark of Sizwe Zulu.");
  expect([
    ...(await accessibilityFaults(page)),
    ...(await markupFaults(await page.content())),
    ...((await sidewaysPixels(page)) > 0 ? ["too wide"] : []),
  ]).toEqual([]);
  await press(page, "Sign out");
  await page.waitForURL(`${home}/drive`);
  expect(await mainText(page)).toContain("This phone isn't signed in");
  await expect.poll(() => kept(page)).toEqual({ stops: 0, marks: 1 });
  await context.close();
});

test("a phone that the office blocks deletes its cached stops", async () => {
  const { page, context, stops } = await aDriversPhone("Thabo Molefe", 2);
  inTheFile(site, "DELETE FROM sessions WHERE kind = 'driver'");
  await page.goto(`${home}/drive`);
  expect(await mainText(page)).toContain("This phone isn't signed in");
  expect(await kept(page)).toEqual({ stops: 0, marks: 0 });
  signal(false);
  await page.goto(`${home}/drive/stop/${stops[0]}`).catch(() => undefined);
  // The browser shows its own error page when it could not load ours.
  let shown: string | undefined;
  await expect.poll(async () => (shown = await page.content().catch(() => undefined))).toBeDefined();
  expect(shown).not.toMatch(/Dlamini|Ncome/);
  signal(true);
  await context.close();
});
