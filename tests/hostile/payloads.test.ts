import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type Page as BrowserPage, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECONDS } from "#app/durations";
import { addresses, parcel } from "../../demo/typed-answers";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { PASSWORD } from "../support/a-customer";
import { runningSiteForAllTests } from "../support/running-site";
import { type Page, Visitor } from "../support/visitor";
import { everyRoute } from "./requests";

/** Each runs, or leaves an element, wherever it is not escaped: as text, in an attribute, in a script. */
const PAYLOADS = [
  `"'><img src=x onerror=ran()><i id=here>`,
  `</title></textarea><svg onload=ran()>`,
  `javascript:ran()//`,
  `';ran();//</script><script>ran()</script>`,
];

const site = runningSiteForAllTests();
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ["--no-sandbox", "--disable-gpu"],
  });
});
afterAll(() => browser.close());

type Shown = { what: string; html: string };

test("what people type is never markup: on no page and in no email, in a browser whose CSP is off", async () => {
  const shown: Shown[] = [];
  const look = (what: string, { status, html }: Page) => shown.push({ what: `${what} (${status})`, html });
  const driver = new Visitor(site.url);
  await driver.open("/join");
  // Applications sent faster than a person can are treated as spam.
  const read = pause(3.5 * SECONDS);
  for (const [at, payload] of PAYLOADS.entries()) {
    await asCustomer(payload, at, look);
    await asStranger(payload, look);
  }
  await read;
  for (const [at, payload] of PAYLOADS.entries()) await asDriver(driver, payload, at, look);
  const withPayload = () => emailsAsHtml().filter(({ html }) => html.includes("ran()")).length;
  await expect.poll(withPayload).toBeGreaterThanOrEqual(PAYLOADS.length - 1);
  const messages = emailsAsHtml();
  // The payloads reached the pages; otherwise the test would prove nothing.
  expect(shown.filter(({ html }) => html.includes("ran()")).length).toBeGreaterThan(50);
  const page = await openPage();
  const faults: string[] = [];
  for (const each of [...shown, ...messages]) faults.push(...(await faultsOf(page, each)));
  console.log(
    `${shown.length} pages and ${messages.length} emails with ${PAYLOADS.length} payloads: ${faults.length} unescaped`,
  );
  expect(faults).toEqual([]);
});

test("the browser would notice: an unescaped payload is found", async () => {
  const page = await openPage();
  const found = await Promise.all(
    PAYLOADS.filter((payload) => !payload.startsWith("javascript:")).map((payload) => `<p>${payload}</p>`),
  );
  for (const html of [...found, `<a href="${PAYLOADS[2]}">x</a>`]) {
    expect(await faultsOf(page, { what: "a control", html })).not.toEqual([]);
  }
});

/** Registers, fills in every field of the wizard, wrongly and as validly as possible, books and pays. */
async function asCustomer(payload: string, at: number, look: (what: string, page: Page) => void) {
  const email = `payload-${at}@example.co.za`;
  const customer = new Visitor(site.url);
  await customer.open("/login?tab=register");
  look(
    "register, refused",
    await customer.press("Register", { name: payload, phone: payload, email: payload, password: "x" }),
  );
  look(
    "registered",
    await customer.press("Register", { name: payload, phone: "082 123 4567", email, password: PASSWORD }),
  );
  for (const address of ["/account", "/verify", "/dashboard"]) look(address, await customer.open(address));

  await customer.open("/ship/addresses");
  const all = Object.fromEntries(Object.keys(addresses).map((name) => [name, payload]));
  look("addresses, refused", await customer.press("Next", all));
  const lines = [
    "fromName",
    "fromAddressLine",
    "fromSuburb",
    "fromCity",
    "fromLandmark",
    "toName",
    "toAddressLine",
    "toSuburb",
    "toCity",
    "toLandmark",
  ];
  const typed = Object.fromEntries(lines.map((name) => [name, payload]));
  look("addresses taken", await customer.press("Next", { ...addresses, fromEmail: email, ...typed }));
  look(
    "parcel, refused",
    await customer.press("Calculate Quote", {
      quantity: payload,
      weight: payload,
      declaredValue: payload,
      parcelDesc: payload,
      specialInstructions: payload,
    }),
  );
  look(
    "review",
    await customer.press("Calculate Quote", { ...parcel, parcelDesc: payload, specialInstructions: payload }),
  );
  look("addresses again", await customer.open("/ship/addresses"));
  look("parcel again", await customer.open("/ship/parcel"));
  await customer.open("/ship/review");
  look("hand-over", await customer.press("Book This Collection", { confirm: "on" }));
  await customer.press("Pay now");
  const paid = await customer.press("Complete payment");
  look("paid", paid);
  const waybillNo = /TH \d{3} \d{3} \d{3} \d/.exec(paid.text)?.[0].replaceAll(" ", "") ?? "";
  expect(waybillNo).not.toBe("");
  look("waybill", await customer.open(`/waybill/${waybillNo}`));
  look("tracking", await customer.open(`/tracking?action=track&accno=&no=${waybillNo}`));
  look("dashboard, booked", await customer.open("/dashboard"));
}

/** Requests every address with the payload in every query parameter that pages read, and in the path. */
async function asStranger(payload: string, look: (what: string, page: Page) => void) {
  const stranger = new Visitor(site.url);
  const names = [
    "next",
    "tab",
    "no",
    "waybill",
    "q",
    "mode",
    "oobCode",
    "continueUrl",
    "quoteId",
    "pf_payment_id",
    "fromPostal",
    "toPostal",
    "fromCity",
    "toCity",
    "toCountry",
    "pickupPostal",
    "then",
    "from",
    "to",
    "before",
  ];
  const query = new URLSearchParams(names.map((name) => [name, payload])).toString();
  for (const route of everyRoute()) look(`${route}?…`, await stranger.open(`${route}?${query}`));
  look("a page of nobody", await stranger.open(`/${encodeURIComponent(payload)}`));
  for (const mode of ["resetPassword", "verifyEmail"]) {
    look(mode, await stranger.open(`/action?mode=${mode}&oobCode=${encodeURIComponent(payload)}`));
  }
  await stranger.open("/login");
  look("login, refused", await stranger.press("Login", { email: payload, password: payload }));
  await stranger.open("/track");
}

/** Applies as a driver, wrongly and validly. */
async function asDriver(driver: Visitor, payload: string, at: number, look: (what: string, page: Page) => void) {
  const application = aTypedApplication({ id_number: anIdNumber(20 + at) });
  const wrong = Object.fromEntries(Object.keys(application).map((name) => [name, payload]));
  const submit = async (answers: Record<string, string>) =>
    driver.anotherTab().follow(await driver.pressOnce("Submit application", answers));
  look("application, refused", await submit(wrong));
  const words = [
    "from_name",
    "from_surname",
    "vehicle_make",
    "vehicle_model",
    "delivery_location",
    "residence",
    "referer",
  ];
  const typed = Object.fromEntries(words.filter((name) => name in application).map((name) => [name, payload]));
  look("application", await submit({ ...application, ...typed }));
}

/** The HTML part of every email in the outbox. */
function emailsAsHtml(): Shown[] {
  const folder = path.join(site.dataDir, "outbox");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".eml"))
    .flatMap((file) => {
      const raw = readFileSync(path.join(folder, file), "utf8");
      const html = /Content-Type: text\/html[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(raw)?.[1];
      return html ? [{ what: file, html: decoded(html) }] : [];
    });
}

/** Decodes quoted-printable; other text is unchanged. */
function decoded(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

async function openPage(): Promise<BrowserPage> {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.route("**", (route) => route.abort());
  return page;
}

/** What a payload has done on a page. Set as a page's content, the HTML has no CSP to stop it. */
async function faultsOf(page: BrowserPage, { what, html }: Shown): Promise<string[]> {
  await page.setContent(`<script>window.ran = () => { window.hasRun = true; };</script>${html}`, {
    waitUntil: "domcontentloaded",
  });
  await page.evaluate("new Promise((done) => setTimeout(done, 5))");
  const found = await page.evaluate<string[]>(`[
    ...(window.hasRun ? ["it ran"] : []),
    ...[...document.querySelectorAll("#here, [onerror], [onload]")].map(({ outerHTML }) => outerHTML),
    ...[...document.querySelectorAll("[href], [src], [action], [formaction]")]
      .filter((each) => ["href", "src", "action", "formaction"].some((name) => /^\\s*javascript:/i.test(each.getAttribute(name) ?? "")))
      .map(({ outerHTML }) => outerHTML),
  ]`);
  return found.map((each) => `${what}: ${each.slice(0, 200)}`);
}
