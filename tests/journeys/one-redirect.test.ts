import { describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { routeNames } from "../support/route-files.mjs";
import { runningSiteForAllTests } from "../support/running-site";
import { Visitor } from "../support/visitor";

const site = runningSiteForAllTests();

/** Records every navigation with more than one redirect: each costs a round trip. */
class HurriedVisitor extends Visitor {
  readonly detours: string[] = [];
  /** How many navigations were checked. */
  ways = 0;
  private way: string[] = [];

  override async send(path: string, init: RequestInit): Promise<Response> {
    const answer = await super.send(path, init);
    this.way.push(`${init.method ?? "GET"} ${path} ${answer.status}`);
    if (answer.status < 300 || answer.status > 399) {
      if (this.way.length > 2) this.detours.push(this.way.join(" → "));
      this.ways += 1;
      this.way = [];
    }
    return answer;
  }
}

const wizards = ["/ship", "/ship-local", "/ship-Inter"];

/** Every address for people; pages with parameters are reached by links. */
const pages = routeNames
  .filter((file) => !/\$|^v1\.|\.ts$/.test(file))
  .map((file) => file.replace(/\.tsx$/, ""))
  .map((route) => `/${route.replace(/^_site\.?|(^|\.)_index$/g, "").replaceAll(".", "/")}`)
  .map((address) => address.replace(/\/_index$/, "") || "/");

/** The same addresses with common mistakes. */
const spellings = [...new Set(pages)].flatMap((address) => [
  address,
  `${address}/`.replace("//", "/"),
  address.toLowerCase(),
  address.toUpperCase(),
]);

/** What may be left in a wizard. */
const states = ["nothing", "addresses", "everything", "a booking"] as const;

async function walk(visitor: Visitor, wizard: string, state: (typeof states)[number]): Promise<void> {
  if (state === "nothing") return;
  await visitor.open(`${wizard}/addresses`);
  const { toPostal, ...others } = addresses;
  await visitor.press("Next", wizard === "/ship-Inter" ? { ...others, toCountry: "Brazil" } : { ...others, toPostal });
  if (state === "addresses") return;
  await visitor.press("Calculate Quote", parcel);
  if (state === "a booking") await visitor.press("Book This Collection", { confirm: "on" });
}

describe.each(states)("with %s behind", (state) => {
  test("every address, in any spelling, is at most one redirect away from its page", async () => {
    const visitors: Record<string, HurriedVisitor> = {
      guest: new HurriedVisitor(site.url),
      unverified: new HurriedVisitor(site.url),
      customer: new HurriedVisitor(site.url),
    };
    const name = state.replaceAll(" ", "-");
    await aRegisteredCustomer(site, `unverified-${name}@example.co.za`, visitors.unverified);
    await aVerifiedCustomer(site, `customer-${name}@example.co.za`, visitors.customer);
    for (const [who, visitor] of Object.entries(visitors)) {
      for (const wizard of who === "guest" ? ["/ship"] : wizards) await walk(visitor, wizard, state);
      // A booking's draft isn't available under another spelling of a wizard's address: that may need one more
      // redirect.
      const known = spellings.filter((address) => state !== "a booking" || !/^\/SHIP|^\/ship-inter/.test(address));
      for (const address of known) await visitor.open(address);
      expect(visitor.ways).toBeGreaterThan(100);
      expect(visitor.detours, who).toEqual([]);
    }
  });
});

test("after the login's button the page is one redirect away", async () => {
  await aVerifiedCustomer(site, "back@example.co.za");
  for (const address of [...pages, "/SHIP-INTER", "/ship-inter/review", "/dashboard?q=TQ"]) {
    const visitor = new HurriedVisitor(site.url);
    await visitor.open(address);
    if (!visitor.page?.url.includes("/login?")) continue;
    await visitor.press("Login", { email: "back@example.co.za", password: PASSWORD });
    expect(visitor.page.status, address).toBe(200);
    expect(visitor.detours, address).toEqual([]);
  }
});

test("after a sign-in in the middle of a wizard the furthest step is one redirect away", async () => {
  const visitor = new HurriedVisitor(site.url);
  await aVerifiedCustomer(site, "again@example.co.za", visitor);
  await walk(visitor, "/ship-local", "everything");
  for (const address of ["/ship-local", "/ship-local/parcel", "/ship-local/summary", "/ship-local/change"]) {
    visitor.cookies.delete("session");
    await visitor.open(address);
    await visitor.press("Login", { email: "again@example.co.za", password: PASSWORD });
    expect(visitor.page?.url).toBe(`${site.url}${address.endsWith("parcel") ? address : "/ship-local/summary"}`);
  }
  expect(visitor.detours).toEqual([]);
});

test("every form leads to its next page by one redirect at most", async () => {
  const visitor = new HurriedVisitor(site.url);
  await aVerifiedCustomer(site, "forms@example.co.za", visitor);
  for (const wizard of wizards) {
    await walk(visitor, wizard, "a booking");
    await visitor.press("Pay now");
    await visitor.press("Cancel payment");
    await visitor.open(`${wizard}/${wizard === "/ship-local" ? "summary" : "review"}`);
    await visitor.press("Change this booking");
    await visitor.press("Next");
    await visitor.press("Calculate Quote");
    await visitor.clickLink("Edit addresses");
    await visitor.press("Next");
    await visitor.press("Book This Collection", { confirm: "on" });
    await visitor.press("Pay now");
    await visitor.press("Fail payment");
    await visitor.clickLink("Try the payment again");
    await visitor.press("Try the payment again");
    await visitor.press("Complete payment");
    await visitor.press("Send another parcel");
    await walk(visitor, wizard, "addresses");
    await visitor.press("Start again");
    await walk(visitor, wizard, "everything");
  }
  await visitor.open("/dashboard");
  await visitor.press("Resume/Edit");
  await visitor.open("/track");
  await visitor.press("Track", { waybill: "TH 000 000 000 0" });
  await visitor.open("/lite?back=/dashboard");
  await visitor.press("Use Lite");
  await visitor.open("/account");
  await visitor.press("Logout");
  await visitor.open("/login?tab=forgot");
  await visitor.press("Send reset link", { email: "forms@example.co.za" });
  expect(visitor.page?.status).toBe(200);
  expect(visitor.ways).toBeGreaterThan(60);
  expect(visitor.detours).toEqual([]);
});
