import { afterEach, describe, expect, test, vi } from "vitest";
import { newSignInCode } from "#app/domain/drivers/driver-sessions.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { addPerson } from "#app/domain/office/invitations.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, MINUTES } from "#app/durations";
import { officePaths, paths } from "#app/paths";
import { aParcel } from "../../demo/a-parcel";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aWebhookReceiver } from "../support/a-webhook-receiver";
import { atSite } from "../support/a-world";
import { bearer, makeKey } from "../support/an-api-key";
import { joinedBy, OFFICE_PASSWORD } from "../support/an-office-person";
import { emailsTo, emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const MOST_GUESSES = 10;

const site = siteForAllTests();
const begin = new Date();
afterEach(() => void vi.useRealTimers());

/** What everybody's clock shows now. It goes on from there. */
const clockShows = (now: Date) => vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true, now });
const after = (ms: number) => new Date(begin.getTime() + ms);

describe.each([
  ["ahead", 1 * DAYS],
  ["behind", -1 * DAYS],
])("a clock that was a day %s and is right again", (name, wrongMs) => {
  const right = after(wrongMs > 0 ? 0 : 10 * MINUTES);
  const customer = `${name}@example.co.za`;

  test("locks out nobody: guest, account, driver, office and programs go on, letters leave, and limits count", async () => {
    clockShows(after(wrongMs));
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    await isToldOf(waybillNo);
    const account = await aVerifiedCustomer(site, customer);
    const key = await makeKey(account, "Shop");
    const shop = await aWebhookReceiver();
    const { id } = await called(key, "POST", "", { url: shop.url });
    const driver = await aDriver(`Sipho ${name}`, "+27831234567");
    const stops = await Promise.all([1, 2].map(() => assigned(driver.name, saDay(right))));
    await driver.phone.open(`/drive/stop/${stops[0]}`);
    const office = await aClerk(`${name}@office.example`);
    expect(await marked(office.browser, waybillNo, "failed-collection")).toContain("Done");
    for (let guess = 0; guess < MOST_GUESSES; guess += 1) await signedIn(customer, `wrong ${guess}`);
    expect((await signedIn(customer, PASSWORD)).status).toBe(429);

    clockShows(right);
    await isToldOf((await aGuestWithAWaybill(site)).waybillNo);
    expect((await guest.open(`/waybill/${waybillNo}`)).status).toBe(200);
    expect((await account.open("/dashboard")).url).toMatch(/\/dashboard$/);
    expect((await signedIn(customer, PASSWORD)).url).toMatch(/\/dashboard$/);

    // Both parcels of the gate are ticked.
    await driver.phone.open(`/drive/stop/${stops[0]}`).then(() => driver.phone.press("Collected"));
    expect(await lastEventsOf(stops)).toEqual(["collected", "collected"]);

    const clerk = await signedInToOffice(office.email, office.app.code());
    expect(await marked(clerk, waybillNo, "collected")).toContain("Done");
    expect(await marked(clerk, stops[0] ?? "", "delivered")).toContain("Done");
    expect(await lastEventsOf([waybillNo, ...stops])).toEqual(["collected", "delivered", "collected"]);

    expect(await called(key, "POST", `/${id}/test`)).toHaveProperty("id");
    await expect.poll(() => shop.types()).toEqual(["webhook.test"]);
    const stranger = new Visitor(site.url);
    await stranger.open("/login?tab=forgot");
    await stranger.press("Send reset link", { email: customer });
    expect((await emailTo(site.dataDir, customer, /choose a new password/i)).link).toContain("/action");

    for (let guess = 0; guess < MOST_GUESSES; guess += 1) await signedIn(customer, `wrong ${guess}`);
    expect((await signedIn(customer, PASSWORD)).status).toBe(429);
  });
});

/** Waits for the email that confirms a guest's booking. */
async function isToldOf(waybillNo: string) {
  const about = spokenWaybillNumber(waybillNo);
  const emails = () => emailsTo(site.dataDir, addresses.fromEmail).filter(({ text }) => text.includes(about));
  await expect.poll(emails).toHaveLength(1);
}

/** A browser that the account doesn't know, after one try to sign in. */
async function signedIn(email: string, password: string) {
  const visitor = new Visitor(site.url);
  await visitor.open("/login");
  return visitor.press("Login", { email, password });
}

async function called(key: string, method: string, path: string, body?: object) {
  const headers = { ...bearer(key), "Content-Type": "application/json" };
  const answer = await fetch(`${site.url}/v1/webhooks${path}`, { method, headers, body: JSON.stringify(body) });
  return answer.json();
}

async function aDriver(name: string, number: string) {
  const now = new Date();
  const code = await atSite(site, ({ store }) =>
    store.tx(async (tx) => newSignInCode(tx, (await addDriver(tx, { name, phone: number }, now)).driver, now)),
  );
  const phone = new Visitor(site.url);
  await phone.open(paths.driverSignIn(code));
  await phone.press("Sign in on this phone");
  return { name, phone };
}

/** A parcel that is to be collected on a day. */
async function assigned(driver: string, day: string): Promise<string> {
  const parcel = aParcel().given(driver, "collection", day);
  return (await atSite(site, (world) => parcel.in(world, new Date()))).waybillNo;
}

async function aClerk(email: string) {
  const person = { name: "Thandi Nkosi", email, right: "clerk" } as const;
  const { code } = await atSite(site, ({ store }) => store.tx((tx) => addPerson(tx, person, "a test", new Date())));
  return { email, ...(await joinedBy(site, officePaths.join(code))) };
}

async function signedInToOffice(email: string, code: string): Promise<Visitor> {
  const browser = new Visitor(site.url);
  await browser.open("/office/sign-in");
  await browser.press("Sign in", { email, password: OFFICE_PASSWORD });
  expect((await browser.press("Sign in", { code })).url).toBe(`${site.url}/office`);
  return browser;
}

/** What the office's page says of a mark. */
async function marked(browser: Visitor, waybillNo: string, mark: string): Promise<string> {
  await browser.open(`/office/do/mark?waybill=${waybillNo}`);
  await browser.press("Check", { mark });
  return (await browser.press("Do it")).text;
}

async function lastEventsOf(numbers: readonly (string | undefined)[]) {
  const events = numbers.map((no) =>
    inTheFile<{ kind: string }>(site, `SELECT last_event AS kind FROM waybills WHERE waybill_no = '${no}'`),
  );
  return events.map(([event]) => event?.kind);
}
