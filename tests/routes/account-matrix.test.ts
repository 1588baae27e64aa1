import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quotes } from "#db/schema/quotes";
import { openStore, type Store } from "#db/store.server";
import { aRegisteredCustomer, aVerifiedCustomer } from "../support/a-customer";
import { addresses, parcel } from "../support/a-parcel";
import { openSite, type Site } from "../support/open-site";
import { routeNames } from "../support/route-files.mjs";
import { storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";

/**
 * Who may open what. `open`: everybody. `account`: signed-in users, each their own; others are sent to the login.
 * `owner`: only the owner; not found for others. `link`: whoever has the unguessable link. `form`: takes forms only;
 * opening it redirects. `account form`: the same, for signed-in users only. `program`: for other programs.
 */
type Access = "open" | "account" | "owner" | "link" | "form" | "account form" | "program";

/** A new route without a row fails the test below. */
const matrix: Record<string, Access> = {
  $: "open",
  "[.]well-known.security[.]txt": "open",
  _site: "open",
  "_site._index": "open",
  "_site.contact": "open",
  "_site.developers": "open",
  "_site.join": "open",
  "_site.privacy": "open",
  "_site.terms": "open",
  "_site.track": "open",
  account: "account",
  "account._index": "account",
  "account.data": "account",
  "account.delete": "account",
  "account.email": "account",
  "account.password": "account",
  "account.sessions": "account",
  action: "link",
  "address-book": "account",
  "cancel.$quoteId": "owner",
  "case.$waybillNo": "link",
  "change.$quoteId": "owner",
  countries: "program",
  dashboard: "account",
  "dashboard.import": "account",
  demo: "account",
  "drive._index": "link",
  "drive.sign-in": "link",
  "drive.stop.$waybillNo": "link",
  "find-me.$quoteId": "link",
  health: "program",
  "invoice.$invoiceNo": "owner",
  lite: "open",
  login: "open",
  lost: "open",
  logout: "form",
  "manifest[.]webmanifest": "open",
  offline: "open",
  places: "open",
  payfast: "open",
  "payfast._index": "open",
  "payfast.notify": "program",
  "payfast.order.$orderId": "link",
  "payfast.return": "link",
  "payfast.simulator": "link",
  "payfast.start._index": "open",
  "payfast.start.$quoteId": "link",
  "robots[.]txt": "open",
  ship: "open",
  "ship._index": "open",
  "ship.addresses": "open",
  "forget-me": "form",
  "ship.change": "form",
  "ship.parcel": "open",
  "ship.continue": "open",
  "ship.remembered": "open",
  "ship.review": "open",
  "ship.start-again": "form",
  "ship-Inter": "account",
  "ship-Inter._index": "account",
  "ship-Inter.addresses": "account",
  "ship-Inter.change": "account form",
  "ship-Inter.continue": "account",
  "ship-Inter.parcel": "account",
  "ship-Inter.review": "account",
  "ship-Inter.start-again": "account form",
  "ship-local": "account",
  "ship-local._index": "account",
  "ship-local.addresses": "account",
  "ship-local.change": "account form",
  "ship-local.continue": "account",
  "ship-local.parcel": "account",
  "ship-local.start-again": "account form",
  "ship-local.summary": "account",
  "sitemap[.]xml": "open",
  "stop-messages.$quoteId.$person": "link",
  tracking: "open",
  trackpro: "account",
  "v1.$": "program",
  "v1.boxes": "program",
  "v1.countries": "program",
  "v1.coverage": "program",
  "v1.openapi[.]json": "program",
  "v1.quote.international": "program",
  "v1.quote.local": "program",
  verify: "account",
  "waybill.$no": "owner",
  "waybill.$no[.]pdf": "owner",
};

const routes = routeNames.map((file) => file.replace(/\.tsx?$/, ""));

let site: Site;
let store: Store;
let owner: Visitor;
let waybillPath = "";
let quoteId = "";
const others: Record<string, Visitor> = {};
beforeAll(async () => {
  site = await openSite();
  store = await openStore(await storePlace(path.join(site.dataDir, "courier.db")));
  owner = await aVerifiedCustomer(site, "owner@example.co.za");
  await owner.open("/ship/addresses");
  await owner.press("Next", addresses);
  await owner.press("Calculate Quote", parcel);
  await owner.press("Book This Collection", { confirm: "on" });
  await owner.press("Pay now");
  await owner.press("Complete payment");
  waybillPath = `/waybill/${/TH \d{3} \d{3} \d{3} \d/.exec(owner.page?.text ?? "")?.[0].replaceAll(" ", "")}`;
  const [quote] = await store.read.select().from(quotes).where(eq(quotes.email, addresses.fromEmail));
  quoteId = quote?.id ?? "";
  others.guest = new Visitor(site.url);
  others.unverified = await aRegisteredCustomer(site, "unverified@example.co.za");
  others["other customer"] = await aVerifiedCustomer(site, "other@example.co.za");
});
afterAll(async () => {
  await store.close();
  await site.stop();
});

test("every route has its row, and every row has its route", () => {
  expect(routes.filter((route) => matrix[route] === undefined)).toEqual([]);
});

const addressOf = (route: string) =>
  `/${route
    .replace(/(^|\.)_index$/, "")
    .replaceAll(".", "/")
    .replace(/\[\/]/g, ".")}`;
const behindLogin = routes.filter((route) => matrix[route] === "account");
const formsBehindLogin = routes.filter((route) => matrix[route] === "account form");
const aForm = {
  method: "POST",
  body: "intent=anything",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
};

test.each(behindLogin)("%s: a guest is sent to the login by its loader and by its action", async (route) => {
  const address = addressOf(route);
  const guest = new Visitor(site.url);
  const opened = await guest.send(address, {});
  expect([opened.status, opened.headers.get("Location")?.split("?")[0]]).toEqual([302, "/login"]);
  const posted = await guest.send(address, aForm);
  // A page without an action answers 405.
  expect([303, 302, 405]).toContain(posted.status);
  if (posted.status !== 405) expect(posted.headers.get("Location")).toMatch(/^\/login/);
});

test.each(formsBehindLogin)("%s: a guest's form is sent to the login", async (route) => {
  const posted = await new Visitor(site.url).send(addressOf(route), aForm);
  expect([posted.status, posted.headers.get("Location")?.split("?")[0]]).toEqual([303, "/login"]);
});

test.each(["unverified", "other customer"])(
  "the pages behind the login show nothing of the owner's to an %s",
  async (who) => {
    for (const route of behindLogin) {
      const page = await others[who]?.open(addressOf(route));
      expect(page?.html, route).not.toContain("owner@example.co.za");
      expect(page?.html, route).not.toContain(addresses.fromAddressLine);
    }
  },
);

test.each(["guest", "unverified", "other customer"])("the waybill is not found for: %s", async (who) => {
  expect((await others[who]?.open(waybillPath))?.status).toBe(404);
  const page = await others[who]?.open(`/payfast/return?quoteId=${quoteId}`);
  for (const personal of [addresses.fromName, addresses.toName, addresses.fromEmail, addresses.fromAddressLine]) {
    expect(page?.html).not.toContain(personal);
  }
});

test("the waybill opens for its owner", async () => {
  expect((await owner.open(waybillPath)).status).toBe(200);
});
