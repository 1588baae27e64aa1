import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { fillIn, openBrowser, press } from "../support/browser";
import { type Line, openLine } from "../support/line.mjs";
import { freePort, type RunningSite, startSite } from "../support/running-site";
import { Phone } from "./phone";
import { print } from "./table";
import { received, sent } from "./weigh";

/**
 * From the home page to the payment form: pages, style, redirects, icons, cookies, and the headers of requests and
 * answers.
 */
const RECEIVED_BYTES = 40_000;
const SENT_BYTES = 12_000;

const journeys: [string, number, number][] = [];
let site: RunningSite;
let line: Line;
beforeAll(async () => {
  const port = await freePort();
  line = await openLine(port);
  site = await startSite({ PORT: String(port), APP_URL: `http://localhost:${line.port}` });
});
beforeEach(() => line.reset());
afterAll(async () => {
  await line.close();
  await site.stop();
  print(["from home to the payment page", "received", "sent"], journeys);
});

function expectToFit(name: string, receivedBytes: number, sentBytes: number): void {
  journeys.push([name, receivedBytes, sentBytes]);
  expect(receivedBytes).toBeLessThanOrEqual(RECEIVED_BYTES);
  expect(sentBytes).toBeLessThanOrEqual(SENT_BYTES);
}

test("a phone's browser without scripts pays for less than 40 KB down and 12 KB up", async () => {
  const phone = new Phone(`http://localhost:${line.port}`);
  const andItsStyle = () => phone.fetchStyles();
  await phone.open("/").then(andItsStyle);
  await phone.press("Check and get a price", { fromPostal: "1431", toPostal: "1804" }).then(andItsStyle);
  await phone.clickLink("Send a parcel").then(andItsStyle);
  await phone.press("Next", addresses).then(andItsStyle);
  await phone.press("Calculate Quote", parcel).then(andItsStyle);
  await phone.press("Book This Collection", { confirm: "on" }).then(andItsStyle);
  expect(phone.page?.url).toContain("/payfast/start/");
  phone.hangUp();
  // The phone's own count, and the connection's.
  expect(received(phone.exchanges)).toBe(line.receivedBytes);
  expect(sent(phone.exchanges)).toBe(line.sentBytes);
  expectToFit("a phone's browser without scripts", received(phone.exchanges), sent(phone.exchanges));
});

test("nobody waits for a style sheet after the price: it is there before its page", async () => {
  const phone = new Phone(`http://localhost:${line.port}`);
  const sheets = () => phone.exchanges.filter(({ path }) => path.endsWith(".css")).length;
  await phone.open("/ship?fromPostal=1431&toPostal=1804&check=price").then(() => phone.fetchStyles());
  const before = sheets();
  await phone.clickLink("Send a parcel").then(() => phone.fetchStyles());
  await phone.press("Next", addresses).then(() => phone.fetchStyles());
  expect(sheets()).toBe(before);
  await phone.press("Calculate Quote", parcel).then(() => phone.fetchStyles());
  expect(phone.linked('link[media="not all"]', "href")).toHaveLength(1);
  const onceRead = sheets();
  for (const press of [{ button: "Book This Collection", answers: { confirm: "on" } }, { button: "Pay now" }])
    await phone.press(press.button, press.answers ?? {}).then(() => phone.fetchStyles());
  await phone.press("Complete payment").then(() => phone.fetchStyles());
  expect(phone.page?.document.querySelector(".now link")?.getAttribute("href")).toContain("/state-");
  expect(sheets()).toBe(onceRead);
  phone.hangUp();
});

test("Chromium with scripts off pays for less than 40 KB down and 12 KB up, pictures included", async () => {
  const browser = await openBrowser();
  try {
    const { page } = await browser.phone();
    await page.goto(`http://localhost:${line.port}/`);
    await fillIn(page, { fromPostal: "1431", toPostal: "1804" });
    await press(page, "Check and get a price");
    await page.locator(".notice").getByRole("link", { name: "Send a parcel" }).click();
    await fillIn(page, addresses);
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    await fillIn(page, { parcelDesc: parcel.parcelDesc });
    await press(page, "Calculate Quote");
    await page.getByLabel(/I confirm/).check();
    await press(page, "Book This Collection");
    await page.getByRole("button", { name: "Pay now" }).waitFor();
    await page.waitForLoadState("networkidle");
    expectToFit("Chromium with scripts off", line.receivedBytes, line.sentBytes);
  } finally {
    await browser.close();
  }
});
