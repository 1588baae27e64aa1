import { createHmac } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { SECONDS } from "#app/durations";
import { addresses, parcel } from "../../demo/typed-answers";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { complaintsOn, inTheFile } from "../support/a-guest";
import { openSite, type Site, siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

const SESSION_SECRET = "a secret that this test knows";
const env = { TRUST_PROXY: "1", SESSION_SECRET };
/** A route without an instant price. */
const UNSERVED = { toPostal: "9100" };

/** A visitor without scripts, at any network address. */
class Neighbour extends Visitor {
  constructor(
    origin: string,
    private readonly address: string,
  ) {
    super(origin);
  }

  protected override ask(url: URL, init: RequestInit) {
    const headers = new Headers(init.headers);
    headers.set("X-Forwarded-For", this.address);
    return super.ask(url, { ...init, headers });
  }

  async toTheParcel(given: Record<string, string> = {}) {
    await this.open("/ship/addresses");
    const page = await this.press("Next", { ...addresses, ...given });
    // If we don't serve the place, the page asks first.
    return page.text.includes("Ask us for a price") ? this.press("Ask us for a price") : page;
  }

  async toTheReview(given: Record<string, string> = {}) {
    await this.toTheParcel(given);
    return this.press("Calculate Quote", parcel);
  }
}

/** Makes quotes as quickly as possible, without reading the pages. */
async function quickQuotes(site: Site, howMany: number, address: (n: number) => string): Promise<Neighbour[]> {
  const guests = Array.from({ length: howMany }, (_, n) => new Neighbour(site.url, address(n)));
  await Promise.all(
    guests.map(async (guest) => {
      for (const [step, answers] of [
        ["addresses", addresses],
        ["parcel", parcel],
      ] as const) {
        const body = new URLSearchParams(answers).toString();
        const headers = { "Content-Type": "application/x-www-form-urlencoded" };
        const answer = await guest.send(`/ship/${step}`, { method: "POST", body, headers });
        expect(answer.status).toBe(303);
      }
    }),
  );
  return guests;
}

/** The ticket of a form that has waited this long. */
function waitedFor(ms: number): string {
  const since = (Date.now() - ms).toString(36);
  return `${since}.${createHmac("sha256", SESSION_SECRET).update(`wait.${since}`).digest("base64url")}`;
}

const count = (site: Site, table: string, where = "true") =>
  inTheFile<{ n: number }>(site, `SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.n;

function expectToWait(page: Page, button: string) {
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(page.text).toMatch(
    /Please wait \d+ seconds?, then press the button again\. Everything that you typed is kept\./,
  );
  expect(page.document.querySelectorAll("main form[method=post] button").map(({ text }) => text)).toEqual([button]);
}

describe("from one network, as many as the site is made for", () => {
  const site = siteForAllTests(env);

  test("the 121st quote within an hour waits with everything typed; then one button sends it again", async () => {
    const host = (n: number) => `2001:db8:1:1::${n.toString(16)}`;
    await quickQuotes(site, 120, host);
    const quotes = count(site, "quotes");
    const late = new Neighbour(site.url, host(121));
    await late.toTheParcel();
    const typed = { ...parcel, parcelDesc: 'Shoes & a "hat"', specialInstructions: "Ring twice\nthen wait" };
    expectToWait(await late.press("Calculate Quote", typed), "Calculate Quote");
    expect(count(site, "quotes")).toBe(quotes);

    // Too early: it goes on waiting, counted from its beginning.
    const { body } = late.filledIn("Calculate Quote");
    expectToWait(await late.press("Calculate Quote"), "Calculate Quote");
    expect(late.filledIn("Calculate Quote").body.get("waited")).toBe(body.get("waited"));

    const page = await late.press("Calculate Quote", { waited: waitedFor(20 * SECONDS) });
    expect(page.url).toBe(`${site.url}/ship/review`);
    expect(page.text).toContain('Shoes & a "hat"');
    expect(page.text).toMatch(/Ring twice\s+then wait/);

    const elsewhere = await new Neighbour(site.url, "2001:db8:1:2::1").toTheReview();
    expect(elsewhere.url).toBe(`${site.url}/ship/review`);
  });

  test("the 61st booking or request for a price within an hour waits too", async () => {
    const guest = new Neighbour(site.url, "198.51.100.60");
    await guest.toTheReview(UNSERVED);
    expect((await guest.press("Request Manual Quote", { confirm: "on" })).status).toBe(200);
    for (const booker of await quickQuotes(site, 59, () => "198.51.100.60")) {
      await booker.open("/ship/review");
      expect((await booker.pressOnce("Book This Collection", { confirm: "on" })).status).toBe(303);
    }
    const messages = count(site, "outgoing_mails");
    const booking = new Neighbour(site.url, "198.51.100.60");
    await booking.toTheReview();
    expectToWait(await booking.press("Book This Collection", { confirm: "on" }), "Book This Collection");
    const asking = new Neighbour(site.url, "198.51.100.60");
    await asking.toTheReview({ ...UNSERVED, fromEmail: "nomsa@example.co.za" });
    expectToWait(await asking.press("Request Manual Quote", { confirm: "on" }), "Request Manual Quote");
    expect(count(site, "outgoing_mails")).toBe(messages);

    const page = await booking.press("Book This Collection", { waited: waitedFor(20 * SECONDS) });
    expect(page.url).toContain("/payfast/start/");
  });
});

describe("where many people share a network", () => {
  test("six quotes a minute pass after waiting; a ticket that isn't ours, or is a day old, has not waited", async () => {
    const site = await aSite({ QUOTES_PER_HOUR: "1" });
    await new Neighbour(site.url, "198.51.100.1").toTheReview();
    for (const waited of ["", "forged", waitedFor(0), waitedFor(24 * 3600 * SECONDS), waitedFor(-SECONDS)]) {
      expect((await afterWaiting(site, waited)).status).toBe(429);
    }
    for (let n = 0; n < 6; n += 1) {
      expect((await afterWaiting(site, waitedFor(20 * SECONDS))).status).toBe(200);
      // However slow this machine is, the minute isn't over yet.
      const soon = new Date(Date.now() + 59_000).toISOString();
      inTheFile(site, `UPDATE rate_limits SET expire = '${soon}' WHERE key LIKE 'quotesAfter%'`);
    }
    expectToWait(await afterWaiting(site, waitedFor(20 * SECONDS)), "Calculate Quote");
    expect(count(site, "quotes")).toBe(7);
  });

  test("a price that is calculated again isn't a new quote", async () => {
    const site = await aSite({ QUOTES_PER_HOUR: "1" });
    const guest = new Neighbour(site.url, "198.51.100.1");
    await guest.toTheReview();
    for (const quantity of ["2", "3", "4"]) {
      await guest.clickLink("Edit parcel");
      expect((await guest.press("Calculate Quote", { quantity })).url).toBe(`${site.url}/ship/review`);
    }
    await guest.clickLink("Edit addresses");
    expect((await guest.press("Next", { toPostal: "7784", toCity: "Khayelitsha" })).url).toBe(
      `${site.url}/ship/review`,
    );
  });

  test("a cancelled booking that is resumed waits its turn in its wizard, with everything filled in", async () => {
    const site = await aSite({ QUOTES_PER_HOUR: "1" });
    const thandi = await aVerifiedCustomer(site, "thandi@example.co.za", new Neighbour(site.url, "198.51.100.1"));
    await thandi.open("/ship-local/addresses");
    await thandi.press("Next", addresses);
    await thandi.press("Calculate Quote", parcel);
    await thandi.press("Book This Collection", { confirm: "on" });
    await thandi.open("/ship-local/summary");
    await thandi.press("Change this booking");
    await thandi.open("/dashboard");
    const page = await thandi.press("Resume/Edit");
    expect(page.url).toBe(`${site.url}/ship-local/parcel`);
    expectToWait(await thandi.press("Calculate Quote"), "Calculate Quote");
    expect(count(site, "quotes")).toBe(1);
    await thandi.press("Calculate Quote", { waited: waitedFor(20 * SECONDS) });
    expect(thandi.page?.url).toBe(`${site.url}/ship-local/summary`);
  });

  test("emails and accounts over the hourly limit wait too, and their forms keep what was typed", async () => {
    const site = await aSite({});
    const post = (tab: string, fields: Record<string, string>) =>
      new Neighbour(site.url, "198.51.100.1").send(`/login?tab=${tab}`, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
    for (let n = 1; n <= 60; n += 1) {
      expect((await post("forgot", { email: `person${n}@example.co.za` })).status).toBe(303);
    }
    const forgetful = new Neighbour(site.url, "198.51.100.1");
    await forgetful.open("/login?tab=forgot");
    const refused = await forgetful.press("Send reset link", { email: "thandi@example.co.za" });
    expect(refused.status).toBe(429);
    expect(complaintsOn(refused)[0]).toMatch(/^Many people .* Please wait \d+ seconds, then press the button again\.$/);
    expect(forgetful.filledIn("Send reset link").body.get("email")).toBe("thandi@example.co.za");
    const page = await forgetful.press("Send reset link", { waited: waitedFor(20 * SECONDS) });
    expect(page.text).toContain("Check your email");

    inTheFile(site, "UPDATE rate_limits SET points = 100 WHERE key LIKE 'emailsFromNetwork:%'");
    inTheFile(
      site,
      "UPDATE rate_limits SET key = replace(key, 'emails', 'registrations') WHERE key LIKE 'emailsFromNetwork:%'",
    );
    const newcomer = new Neighbour(site.url, "198.51.100.1");
    await newcomer.open("/login?tab=register");
    const person = { name: "Nomsa Dube", phone: "082 123 4567", email: "nomsa@example.co.za", password: PASSWORD };
    expect((await newcomer.press("Register", person)).status).toBe(429);
    const again = { password: PASSWORD, waited: waitedFor(20 * SECONDS) };
    expect((await newcomer.press("Register", again)).url).toContain("/verify");
  });

  async function afterWaiting(site: Site, waited: string) {
    const guest = new Neighbour(site.url, "198.51.100.1");
    await guest.toTheParcel();
    await guest.press("Calculate Quote", parcel);
    return guest.press("Calculate Quote", { waited });
  }
});

describe("to one mailbox", () => {
  test("six emails an hour that anybody can cause, whoever asks, and in any spelling of the address", async () => {
    const site = await aSite({});
    const asks = async (n: number, fromEmail: string) => {
      const guest = new Neighbour(site.url, `198.51.100.${n}`);
      await guest.toTheReview({ ...UNSERVED, fromEmail });
      return guest.press("Request Manual Quote", { confirm: "on" });
    };
    for (let n = 1; n <= 6; n += 1)
      expect((await asks(n, `victim+${n}@example.co.za`)).text).toContain("We have your request");
    const seventh = await asks(7, "Victim@example.co.za");
    expect(seventh.status).toBe(429);
    expect(complaintsOn(seventh)[0]).toMatch(/^Too many requests\. Please try again in \d+ minutes?, at \d\d:\d\d\.$/);
    expect(seventh.document.querySelector("[name=confirm]")?.hasAttribute("checked")).toBe(true);
    expect(count(site, "outgoing_mails", "to_address LIKE 'victim%'")).toBe(6);

    const visitor = new Neighbour(site.url, "198.51.100.8");
    await visitor.open("/login?tab=forgot");
    expect((await visitor.press("Send reset link", { email: "victim@example.co.za" })).status).toBe(429);
    expect((await asks(9, "somebody@example.co.za")).text).toContain("We have your request");
  });

  test("a password change sends an email: over the limit, neither happens", async () => {
    const site = await aSite({});
    // This address isn't verified.
    const stranger = await aRegisteredCustomer(site, "victim@example.co.za", new Neighbour(site.url, "198.51.100.1"));
    const passwords = Array.from({ length: 7 }, (_, n) => (n === 0 ? PASSWORD : `${PASSWORD}-${n}`));
    const change = async (n: number) => {
      await stranger.open("/account/password");
      const [currentPassword = "", password = ""] = passwords.slice(n - 1, n + 1);
      return stranger.press("Change password", { currentPassword, password, confirmPassword: password });
    };
    for (let n = 1; n <= 5; n += 1) expect((await change(n)).status).toBe(200);
    expect((await change(6)).status).toBe(429);
    expect(count(site, "outgoing_mails")).toBe(6);
    const browser = new Neighbour(site.url, "198.51.100.2");
    await browser.open("/login");
    const signedIn = await browser.press("Login", { email: "victim@example.co.za", password: passwords[5] ?? "" });
    expect(signedIn.url).toContain("/verify");
  });

  test("a paid booking's email isn't limited", async () => {
    const site = await aSite({ BOOKINGS_PER_HOUR: "7", QUOTES_PER_HOUR: "8" });
    const customer = new Neighbour(site.url, "198.51.100.1");
    await customer.toTheReview();
    await customer.press("Book This Collection", { confirm: "on" });
    for (let n = 0; n < 6; n += 1) {
      const guest = new Neighbour(site.url, "198.51.100.1");
      await guest.toTheReview(UNSERVED);
      await guest.press("Request Manual Quote", { confirm: "on" });
    }
    const refused = new Neighbour(site.url, "198.51.100.1");
    await refused.toTheReview(UNSERVED);
    expect((await refused.press("Request Manual Quote", { confirm: "on" })).status).toBe(429);

    await customer.press("Pay now");
    expect((await customer.press("Complete payment")).text).toContain("Waybill created");
    expect(count(site, "outgoing_mails", "letter_key LIKE 'booking-confirmed:%'")).toBe(1);
  });
});

test("the counts name nobody, and trying all addresses doesn't reveal them", async () => {
  const site = await aSite({});
  await new Neighbour(site.url, "198.51.100.1").toTheReview();
  const [row] = inTheFile<{ key: string }>(site, "SELECT key FROM rate_limits WHERE key LIKE 'quotesFromNetwork:%'");
  const keyed = createHmac("sha256", SESSION_SECRET).update("rate-limit.198.51.100.1").digest("base64url");
  expect(row?.key).toBe(`quotesFromNetwork:${keyed}`);
});

async function aSite(more: Record<string, string>): Promise<Site> {
  const site = await openSite({ ...env, ...more });
  onTestFinished(() => void site.stop());
  return site;
}
