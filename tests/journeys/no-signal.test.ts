import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { type Cut, cuttingProxy } from "../support/cutting-proxy";
import { accessibilityFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();
let line: Awaited<ReturnType<typeof cuttingProxy>>;
let home: string;
beforeAll(async () => {
  line = await cuttingProxy(site.port);
  home = `http://localhost:${line.port}`;
});
beforeEach(() => breakLine(null));
afterAll(() => line.close());

/** Nothing gets through: not one byte leaves the phone. */
const NO_SIGNAL = { in: "request", after: 0 } as const;
/** The answer's headers arrive, and part of the page. */
const WITHIN_A_PAGE = { in: "answer", after: 1_500 } as const;
/** The form arrives, but its answer doesn't. */
const NO_ANSWER = { in: "answer", after: 1 } as const;

function breakLine(cut: Cut | null) {
  line.cut = cut;
  line.hangUp();
}

function workerIsReady(page: Page) {
  return expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
}

/** A phone that has been here before: its worker is installed. */
async function aPhoneThatKnowsUs(address = "/ship") {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(home + address);
  await workerIsReady(page);
  return { page, context };
}

async function toTheReview(page: Page) {
  await page.goto(`${home}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
}

/** Browsers stop a worker that has been idle for half a minute. */
async function workerFallsAsleep(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.stopAllWorkers");
  await browser.detach();
}

/** The text of the page, and its accessibility faults. */
async function faultsOf(page: Page): Promise<string[]> {
  const markup = await markupFaults(await page.content());
  const sideways = await sidewaysPixels(page);
  return [...(await accessibilityFaults(page)), ...markup, ...(sideways > 0 ? [`${sideways} pixels too wide`] : [])];
}

const mainText = (page: Page) => page.locator("main").innerText();

function count(table: string): number {
  return inTheFile<{ found: number }>(site, `select count(*) as found from ${table}`)[0]?.found ?? 0;
}

/** What the phone has cached, apart from scripts and styles. */
async function cachedAddresses(page: Page): Promise<string[]> {
  const kept = await page.evaluate(`(async () => {
    const kept = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    return kept;
  })()`);
  return (kept as string[]).filter((address) => !/^\/build\/.*\.(?:js|css)$/.test(address));
}

test("a page that can't be fetched says what is safe, and Try again opens the same address", async () => {
  const { page, context } = await aPhoneThatKnowsUs();
  breakLine(NO_SIGNAL);
  await page.goto(`${home}/track?waybill=TH1`);
  expect(page.url()).toBe(`${home}/track?waybill=TH1`);
  expect(await mainText(page)).toContain("No connection");
  expect(await mainText(page)).toContain("never books or charges twice");
  // Its style is there too.
  expect(await page.evaluate("getComputedStyle(document.querySelector('header.top')).position")).toBe("sticky");
  expect(await faultsOf(page)).toEqual([]);

  breakLine(null);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect.poll(() => page.title()).toContain("Track");
  expect(page.url()).toBe(`${home}/track?waybill=TH1`);
  await context.close();
});

test("a form without a signal shows what was typed, however often it fails, and Send again sends it unchanged", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  await fillIn(page, { ...addresses, fromName: 'Thandi "T" <Nkosi> & Co' });
  breakLine(NO_SIGNAL);
  await press(page, "Next");
  for (const failure of ["first", "second"]) {
    await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
    expect(await page.title(), failure).toMatch(/^Not sent yet · /);
    const facts = await page.locator("dl > div").allInnerTexts();
    expect(facts[0], failure).toBe('Sender: Full name\nThandi "T" <Nkosi> & Co');
    expect(facts).toContain("Receiver: Postal code\n1804");
    expect(await faultsOf(page)).toEqual([]);
    if (failure === "first") await press(page, "Send again");
    await page.waitForLoadState();
  }
  breakLine(null);
  await press(page, "Send again");
  await page.waitForURL("**/ship/parcel");
  await page.goto(`${home}/ship/addresses`);
  expect(await page.locator("[name=fromName]").inputValue()).toBe('Thandi "T" <Nkosi> & Co');
  await context.close();
});

test("a worker that the form itself started shows what was typed, also after a reload", async () => {
  const { page, context } = await aPhoneThatKnowsUs();
  for (const name of ["Thandi", "Nomsa", "Zodwa", "Lerato", "Ayanda"]) {
    breakLine(null);
    await page.goto(`${home}/ship/addresses`);
    await fillIn(page, { ...addresses, fromName: name });
    await workerFallsAsleep(page);
    breakLine(NO_SIGNAL);
    await press(page, "Next");
    await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
    expect(await mainText(page)).toContain(`Sender: Full name\n${name}`);
    await page.reload();
    expect(await mainText(page)).toContain(`Sender: Full name\n${name}`);
  }
  await context.close();
});

test("a booking whose answer is lost is one booking, however often it is sent again", async () => {
  const { page, context } = await aPhoneThatKnowsUs();
  await toTheReview(page);
  const before = count("quotes where booked_at is not null");
  await page.getByLabel(/I confirm/).check();
  breakLine(NO_ANSWER);
  await press(page, "Book This Collection");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  expect(await mainText(page)).toContain("I confirm the details above are correct");
  expect(count("quotes where booked_at is not null")).toBe(before + 1);
  breakLine(null);
  await press(page, "Send again");
  await page.waitForURL("**/payfast/start/*");
  expect(count("quotes where booked_at is not null")).toBe(before + 1);
  await context.close();
});

test("a price whose answer is lost is one quote", async () => {
  const { page, context } = await aPhoneThatKnowsUs();
  await page.goto(`${home}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await page.locator("[name=specialInstructions]").fill("Ring twice.\nThe dog is friendly.");
  const before = count("quotes");
  breakLine(NO_ANSWER);
  await press(page, "Calculate Quote");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  expect(await mainText(page)).toContain("Flyer bag");
  expect(count("quotes")).toBe(before + 1);
  breakLine(null);
  await press(page, "Send again");
  await page.waitForURL("**/ship/review");
  expect(count("quotes")).toBe(before + 1);
  expect(await mainText(page)).toContain("The dog is friendly.");
  await context.close();
});

test("two forms that wait on the same slow connection are each shown as they were typed", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  const otherTab = await context.newPage();
  await otherTab.goto(`${home}/ship/addresses`);
  await fillIn(page, { ...addresses, fromName: "Thandi" });
  await fillIn(otherTab, { ...addresses, fromName: "Nomsa" });
  // No more answers come, until the connection breaks.
  site.send("SIGSTOP");
  try {
    for (const tab of [page, otherTab]) {
      const sent = tab.waitForRequest((request) => request.method() === "POST");
      await tab.getByRole("button", { name: "Next", exact: true }).click({ noWaitAfter: true });
      await sent;
    }
    breakLine(NO_SIGNAL);
    for (const [tab, name] of [
      [page, "Thandi"],
      [otherTab, "Nomsa"],
    ] as const) {
      await tab.getByRole("heading", { name: "Not sent yet" }).waitFor();
      expect(await mainText(tab)).toContain(`Sender: Full name\n${name}`);
    }
  } finally {
    site.send("SIGCONT");
  }
  await context.close();
});

test("a connection that breaks within a page, or a form's answer, shows what to do and no half page", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  breakLine(WITHIN_A_PAGE);
  await page.goto(`${home}/ship`);
  expect(await mainText(page)).toContain("No connection");
  breakLine(null);
  await page.goto(`${home}/ship/addresses`);
  await fillIn(page, { ...addresses, toPostal: "99" });
  breakLine(WITHIN_A_PAGE);
  await press(page, "Next");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  expect(await mainText(page)).toContain("Receiver: Postal code\n99");
  breakLine(null);
  await press(page, "Send again");
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await context.close();
});

test("a form answered by a proxy while the site restarts is as safe as one without a signal", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  await fillIn(page, addresses);
  const restarting = createServer((_, response) => response.writeHead(502).end("Bad gateway"));
  await new Promise<void>((ready) => restarting.listen(0, "127.0.0.1", ready));
  line.leadsTo = (restarting.address() as AddressInfo).port;
  breakLine(null);
  await press(page, "Next");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  line.leadsTo = site.port;
  breakLine(null);
  await press(page, "Send again");
  await page.waitForURL("**/ship/parcel");
  restarting.close();
  await context.close();
});

test("our own error page for an overload is shown, not taken for a proxy's", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  await fillIn(page, addresses);
  const headers = { "Content-Type": "text/html", "Content-Security-Policy": "default-src 'self'" };
  const busy = createServer((_, response) => response.writeHead(503, headers).end("<main>Too many people</main>"));
  await new Promise<void>((ready) => busy.listen(0, "127.0.0.1", ready));
  line.leadsTo = (busy.address() as AddressInfo).port;
  breakLine(null);
  await press(page, "Next");
  await page.getByText("Too many people").waitFor();
  line.leadsTo = site.port;
  breakLine(null);
  busy.close();
  await context.close();
});

test("Back to the answer of a form that was refused shows its page with what was saved since; an unsent form stays", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  await fillIn(page, { ...addresses, toPostal: "99" });
  await press(page, "Next");
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await page.getByLabel("Postal code").last().fill("1804");
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  await page.goBack();
  await page.getByRole("heading", { name: "Addresses" }).waitFor();
  expect(await page.locator("[name=toPostal]").inputValue()).toBe("1804");

  await page.locator("[name=toName]").fill("Nomsa");
  breakLine(NO_SIGNAL);
  await press(page, "Next");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  await page.goto(`${home}/track`);
  await page.goBack();
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  breakLine(null);
  await press(page, "Send again");
  await page.waitForURL("**/ship/parcel");
  await page.goto(`${home}/ship/addresses`);
  expect(await page.locator("[name=toName]").inputValue()).toBe("Nomsa");
  await context.close();
});

test("an unsent form is still there when its worker has slept, and is forgotten with whoever signs out", async () => {
  await aVerifiedCustomer(site, "shared-phone@example.co.za");
  const { page, context } = await aPhoneThatKnowsUs("/login");
  await fillIn(page, { email: "shared-phone@example.co.za", password: PASSWORD });
  await press(page, "Login");
  await page.waitForURL("**/dashboard");
  await page.goto(`${home}/ship-local/addresses`);
  await fillIn(page, { ...addresses, fromName: "Zanele" });
  breakLine(NO_SIGNAL);
  await press(page, "Next");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  await page.goto(`${home}/dashboard`);
  await workerFallsAsleep(page);
  await page.goBack();
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  expect(await page.content()).toContain("Zanele");
  expect(await cachedAddresses(page)).toEqual(["/offline", expect.stringMatching(/^\/forms\/[0-9a-f]{64}$/)]);

  breakLine(null);
  await page.goto(`${home}/dashboard`);
  await press(page, "Logout");
  await page.waitForURL("**/login");
  // The sign-out removed the worker. Until there is a new one, the browser itself would ask whether to send the form
  // again.
  await workerIsReady(page);
  for (const back of ["the dashboard", "the form"]) {
    await page.goBack();
    await page.waitForLoadState();
    expect(await page.content(), back).not.toContain("Zanele");
  }
  expect(new URL(page.url()).pathname).toBe("/login");
  await context.close();
});

test("Back to a form that was refused, and not corrected since, finds it as it was typed", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  await fillIn(page, { ...addresses, fromName: "Thandi", toPostal: "99" });
  await press(page, "Next");
  for (const sleeps of [false, true]) {
    await page.getByRole("heading", { name: "There is a problem" }).waitFor();
    expect(await page.locator("[name=fromName]").inputValue()).toBe("Thandi");
    expect(await page.locator("[name=toPostal]").inputValue()).toBe("99");
    await page.goto(`${home}/privacy`);
    if (sleeps) await workerFallsAsleep(page);
    await page.goBack();
  }
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await page.getByLabel("Postal code").last().fill("1804");
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  await context.close();
});

test("a password is never on the page of an unsent form: it is asked for again", async () => {
  await aVerifiedCustomer(site, "no-signal@example.co.za");
  const { page, context } = await aPhoneThatKnowsUs("/login");
  await fillIn(page, { email: "no-signal@example.co.za", password: PASSWORD });
  breakLine(NO_SIGNAL);
  await press(page, "Login");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  expect(await page.content()).toContain("no-signal@example.co.za");
  expect(await page.content()).not.toContain(PASSWORD);
  expect(await page.getByLabel("Password").inputValue()).toBe("");
  expect(await faultsOf(page)).toEqual([]);
  breakLine(null);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Send again");
  await page.waitForURL("**/dashboard");

  // With the worker too, a download is a download, and Logout ends the session.
  await page.goto(`${home}/account`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
  // No spinner or waiting page appears.
  await page.waitForTimeout(700);
  expect(await page.locator("html.spinner").count()).toBe(0);
  await page.goto(`${home}/dashboard`);
  await press(page, "Logout");
  await page.waitForURL("**/login");
  await page.goto(`${home}/dashboard`);
  await page.waitForURL("**/login?next=*");
  await context.close();
});

test("the server's answer is shown, also if it is a refusal", async () => {
  const { page, context } = await aPhoneThatKnowsUs();
  expect((await page.goto(`${home}/no-such-page`))?.status()).toBe(404);
  expect(await mainText(page)).toContain("You took a wrong turn");
  await context.close();
});

test("another site's form is never offered to be sent again as ours", async () => {
  const { page, context } = await aPhoneThatKnowsUs();
  const elsewhere = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<form method="post" action="${home}/lite"><input name="lite" value="on"><button>Win</button></form>`);
  });
  await new Promise<void>((ready) => elsewhere.listen(0, "127.0.0.1", ready));
  const trap = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;

  await page.goto(trap);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, "Win");
  expect((await answer).status()).toBe(403);
  expect((await context.cookies(home)).map(({ name }) => name)).not.toContain("lite");

  await page.goto(trap);
  breakLine(NO_SIGNAL);
  await press(page, "Win");
  // The browser's own error page, not ours.
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  elsewhere.close();
  await context.close();
});

test("the phone caches the shell and nothing personal, and deletes older versions", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(home);
  await page.evaluate("caches.open('shell-of-last-year')");
  await page.goto(`${home}/ship`);
  await workerIsReady(page);
  await toTheReview(page);
  expect(await cachedAddresses(page)).toEqual(["/offline"]);
  expect(await page.evaluate("caches.keys()")).toHaveLength(1);
  await context.close();
});

test("Lite removes the worker and its data from the phone, but not the draft", async () => {
  const { page, context } = await aPhoneThatKnowsUs("/ship/addresses");
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
  await page.getByRole("link", { name: "Lite" }).click();
  await press(page, "Use Lite");
  await page.waitForURL("**/ship/parcel");
  await page.getByRole("link", { name: "Lite: on" }).waitFor();
  expect(await page.locator("script").count()).toBe(0);
  await expect.poll(() => page.evaluate("caches.keys()")).toEqual([]);
  await page.reload();
  expect(await page.evaluate("navigator.serviceWorker.controller")).toBe(null);
  expect(await page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")).toBe(0);

  await page.getByRole("link", { name: "Lite: on" }).click();
  await press(page, "Use the full site");
  await page.waitForURL("**/ship/parcel");
  await workerIsReady(page);
  await context.close();
});

test("a phone that saves data gets no script and no worker", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await context.setExtraHTTPHeaders({ "Save-Data": "on" });
  await page.goto(`${home}/ship/addresses`);
  expect(await page.locator("script").count()).toBe(0);
  await page.waitForTimeout(500);
  expect(await page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")).toBe(0);
  await context.close();
});
