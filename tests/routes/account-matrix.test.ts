import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { putOnAccount } from "#app/domain/bookings/charges/put-on-account.server";
import { statementOrder } from "#app/domain/money/credit.server";
import { rights } from "#app/domain/office/people.server";
import { saMonth } from "#app/domain/values/calendar-month";
import { formerKeyFor, formerLinkKeyOf } from "#app/domain/values/link-signature.server";
import { groupOf } from "#app/staff/rights.server";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { addresses, parcel } from "../../demo/typed-answers";
import { aRegisteredCustomer, aVerifiedCustomer, pathOf } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { storeOfSite } from "../support/a-store";
import { worldOf } from "../support/a-world";
import { invited } from "../support/an-office-person";
import { keyTo } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { routeNames } from "../support/route-files.mjs";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const SESSION_SECRET = "the secret of a site whose doors are tried";

/** Who tries each address. Those with a link have no cookies; the account's owner has a booking of their own. */
const people = [
  ...(["guest", "browser that booked", "account that booked", "other customer", "unverified customer"] as const),
  ...(["signed link", "old link", "driver", "other driver"] as const),
];
type Person = (typeof people)[number];
type Answer = "opens" | "leads on" | "login" | "not found" | "refused";
type Access = {
  /** As docs/security.md says it: who opens it, and what others get. */
  who: string;
  others: string;
  answers: Record<Person, readonly Answer[]>;
  /** Who may see the street of the booking that the address is about. */
  seesStreet: readonly Person[];
};

const all = (...answers: Answer[]) => only([], answers, answers);
const only = (who: readonly Person[], may: readonly Answer[], mayNot: readonly Answer[]) =>
  Object.fromEntries(people.map((person) => [person, who.includes(person) ? may : mayNot])) as Access["answers"];
const here: Person[] = ["browser that booked", "account that booked"];
const customers: Person[] = ["account that booked", "other customer", "unverified customer"];
const byLink: Person[] = ["signed link", "old link"];

const kinds = {
  everybody: {
    who: "everybody; answers that were typed are seen in their own browser alone",
    others: "",
    answers: all("opens", "leads on"),
    seesStreet: here,
  },
  account: {
    who: "a signed-in customer, each their own",
    others: "the login",
    answers: only(customers, ["opens", "leads on"], ["login"]),
    seesStreet: ["account that booked"],
  },
  booking: {
    who: "the browser or account that booked, and whoever has the page's signed link; by an old link only to read",
    others: "not found",
    answers: only([...here, ...byLink], ["opens"], ["not found"]),
    seesStreet: [...here, ...byLink],
  },
  pdf: {
    who: "the same as its waybill",
    others: "the page that says who may",
    answers: only([...here, ...byLink], ["opens"], ["leads on"]),
    seesStreet: [...here, ...byLink],
  },
  receiver: {
    who: "whoever has the signed link in a message about the parcel, nobody else; by an old link only to read",
    others: "not found",
    answers: only(byLink, ["opens"], ["not found"]),
    seesStreet: byLink,
  },
  driver: {
    who: "a signed-in driver, each their own stops",
    others: "refused",
    answers: only(["driver", "other driver"], ["opens"], ["refused"]),
    seesStreet: ["driver"],
  },
  stop: {
    who: "the driver who has the stop, until the day is over",
    others: "tracking",
    answers: only(["driver"], ["opens"], ["leads on"]),
    seesStreet: ["driver"],
  },
  wish: {
    who: "whoever has the signed link in the message about one wish, nobody else",
    others: "not found",
    answers: all("not found"),
    seesStreet: [],
  },
  code: {
    who: "whoever has its one-time code",
    others: "refused",
    answers: all("refused"),
    seesStreet: [],
  },
  number: {
    who: "whoever has its number: no names, no streets",
    others: "",
    answers: all("opens", "leads on"),
    seesStreet: [],
  },
  form: {
    who: "everybody, as a form; opened, it leads to a page or is refused",
    others: "",
    answers: all("leads on", "login", "refused"),
    seesStreet: [],
  },
  program: {
    who: "programs: nothing personal",
    others: "",
    answers: all("opens", "refused"),
    seesStreet: [],
  },
  key: {
    who: "programs with a key: what its account may see",
    others: "refused",
    answers: all("refused"),
    seesStreet: [],
  },
  office: {
    who: "somebody of the office who is signed in, as far as their right goes",
    others: "not found",
    answers: all("not found"),
    seesStreet: [],
  },
  nothing: { who: "nobody: no page", others: "", answers: all("not found"), seesStreet: [] },
} satisfies Record<string, Access>;

/** A new route without a row fails the test below. */
const matrix: Record<string, keyof typeof kinds> = {
  $: "nothing",
  "[.]well-known.security[.]txt": "everybody",
  _site: "everybody",
  "_site._index": "everybody",
  "_site.business": "everybody",
  "_site.contact": "everybody",
  "_site.developers": "everybody",
  "_site.join": "everybody",
  "_site.privacy": "everybody",
  "_site.terms": "everybody",
  "_site.track": "everybody",
  account: "account",
  "account._index": "account",
  "account.api-keys": "account",
  "account.data": "account",
  "account.delete": "account",
  "account.email": "account",
  "account.password": "account",
  "account.sessions": "account",
  "account.shop": "account",
  "account.statement.$month": "account",
  "account.statement.$month[.]csv": "account",
  "account.statement.$month[.]pdf": "account",
  action: "code",
  "address-book": "account",
  "cancel.$quoteId": "booking",
  "case.$waybillNo": "number",
  "change.$quoteId": "booking",
  "charge.$chargeId": "number",
  countries: "program",
  dashboard: "account",
  "dashboard.bookings[.]csv": "account",
  "dashboard.import": "account",
  demo: "account",
  "developers.thuma-couriers[.]zip": "everybody",
  "developers.thuma_couriers[.]ocmod[.]zip": "everybody",
  "drive._index": "driver",
  "drive.sign-in": "code",
  "drive.sign-out": "driver",
  "drive.stop.$waybillNo.($visit)": "stop",
  "drive.take-back": "driver",
  "find-me.$quoteId": "receiver",
  "find-me.$quoteId.not-me.$wishId": "wish",
  "forget-me": "form",
  health: "program",
  "invoice.$invoiceNo": "booking",
  lite: "everybody",
  login: "everybody",
  logout: "form",
  lost: "everybody",
  "manifest[.]webmanifest": "everybody",
  "office.$number": "office",
  "office._index": "office",
  "office.do.$command": "office",
  "office.do.$command.file": "office",
  "office.do._index": "office",
  "office.figures": "office",
  "office.figures.$figure": "office",
  "office.invoice.$invoiceNo": "office",
  "office.join": "code",
  "office.list.$view": "office",
  "office.list.$view.$format": "office",
  "office.sign-in": "everybody",
  offline: "everybody",
  payfast: "nothing",
  "payfast._index": "nothing",
  "payfast.notify": "program",
  "payfast.order.$orderId": "number",
  "payfast.return": "number",
  "payfast.simulator": "program",
  "payfast.statement.$orderId": "number",
  "payfast.start._index": "form",
  "payfast.start.$quoteId": "number",
  places: "everybody",
  "robots[.]txt": "everybody",
  ship: "everybody",
  "ship._index": "everybody",
  "ship.addresses": "everybody",
  "ship.change": "form",
  "ship.continue": "everybody",
  "ship.parcel": "everybody",
  "ship.remembered": "everybody",
  "ship.review": "everybody",
  "ship.start-again": "form",
  "ship-Inter": "account",
  "ship-Inter._index": "account",
  "ship-Inter.addresses": "account",
  "ship-Inter.change": "account",
  "ship-Inter.continue": "account",
  "ship-Inter.parcel": "account",
  "ship-Inter.review": "account",
  "ship-Inter.start-again": "account",
  "ship-local": "account",
  "ship-local._index": "account",
  "ship-local.addresses": "account",
  "ship-local.change": "account",
  "ship-local.continue": "account",
  "ship-local.parcel": "account",
  "ship-local.start-again": "account",
  "ship-local.summary": "account",
  "sitemap[.]xml": "everybody",
  "stop-messages.$quoteId.$person": "receiver",
  "t.$waybillNo": "everybody",
  tracking: "everybody",
  trackpro: "account",
  "v1.$": "nothing",
  "v1.boxes": "program",
  "v1.countries": "program",
  "v1.coverage": "program",
  "v1.openapi[.]json": "program",
  "v1.quote.international": "program",
  "v1.quote.local": "program",
  "v1.bookings": "key",
  "v1.bookings.$id": "key",
  "v1.bookings.$id.cancel": "key",
  "v1.bookings.$id.events": "key",
  "v1.bookings.$id.label[.]pdf": "key",
  "v1.bookings.$id.simulate": "key",
  "v1.labels[.]pdf": "key",
  "v1.shopify.$shop.orders": "program",
  "v1.shopify.$shop.rates": "program",
  "v1.terms": "key",
  "v1.webhooks": "key",
  "v1.webhooks.$id": "key",
  "v1.webhooks.$id.secret": "key",
  "v1.webhooks.$id.test": "key",
  verify: "account",
  "waybill.$no": "booking",
  "waybill.$no[.]pdf": "pdf",
  "waybills.$quoteId[.]pdf": "pdf",
};

const routes = routeNames.map((file) => file.replace(/\.tsx?$/, ""));
type Booking = { quoteId: string; waybillNo: string; invoiceNo: string };

const site = siteForAllTests({ SESSION_SECRET });
let visitors: Record<Person, Visitor>;
/** Of the guest, which everybody tries to open; and that of the account. */
let booking: Booking;
let ownBooking: Booking;
let orderId: string;
const store = storeOfSite(site);
let chargeId: string;
let statementId: string;
beforeAll(async () => {
  // Before that `/office` says on this machine how to make the first one.
  await invited(site, "thandi@office.example");
  const booked = await aGuestWithAWaybill(site);
  booking = bookingOf(booked.waybillNo);
  const owner = await aVerifiedCustomer(site, "owner@example.co.za");
  await owner.open("/ship-local/addresses");
  await owner.press("Next", addresses);
  await owner.press("Calculate Quote", parcel);
  await owner.press("Book This Collection", { confirm: "on" });
  await owner.press("Pay now");
  const { text } = await owner.press("Complete payment");
  ownBooking = bookingOf(/TH \d{3} \d{3} \d{3} \d/.exec(text)?.[0].replaceAll(" ", "") ?? "");
  await owner.open("/dashboard/import");
  await owner.press("Check the list", { list: aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena", "stock-2")) });
  orderId = (await owner.press("Book these 2 parcels", { confirm: "on" })).url.split("/").at(-1) ?? "";
  const at = new Date().toISOString();
  inTheFile(site, `INSERT INTO site_facts (name, value, told_at) VALUES ('links_renewed_at', '${at}', '${at}')`);
  const aGuest = () => new Visitor(site.url);
  visitors = {
    ...{ guest: aGuest(), "signed link": aGuest(), "old link": aGuest() },
    ...{ "browser that booked": booked.guest, "account that booked": owner },
    "other customer": await aVerifiedCustomer(site, "other@example.co.za"),
    "unverified customer": await aRegisteredCustomer(site, "unverified@example.co.za"),
    ...{
      driver: await aDriver("Sipho Nkosi", "083 123 4567"),
      "other driver": await aDriver("Thabo Molefe", "083 123 4568"),
    },
  };
  expect(await staff(site, ["assign", booking.waybillNo, "--driver", "Sipho Nkosi"])).toMatchObject({ code: 0 });
  const more = ["--amount", "10", "--because", "It is wider.", "--agreed", "Nomsa, by phone, 14:20"];
  expect(await staff(site, ["charge", ownBooking.waybillNo, ...more])).toMatchObject({ code: 0 });
  statementId = await aStatement();
  chargeId =
    inTheFile<{ id: string }>(site, "SELECT id FROM charges WHERE account_uid IS NULL")[0]?.id ??
    expect.fail("no charge");
});

/** The order of a month in which something of an account was collected. */
async function aStatement(): Promise<string> {
  const world = worldOf(store, "simulator");
  const [{ uid = "" } = {}] = inTheFile<{ uid: string }>(site, "SELECT uid FROM users ORDER BY created_at");
  const now = new Date();
  const { quote } = await aParcel().booked(byAccount(uid)).unpaid().in(world, now);
  const price = { uid, priceCents: quote.grandTotalCents ?? 0, mode: "simulator" } as const;
  const { waybillNo } = await store.tx((tx) => putOnAccount(tx, quote, price, now));
  await aParcel(waybillNo).collected().in(world, now);
  return statementOrder({ uid, month: saMonth(now) });
}

test("every route has its row, and every row has its route", () => {
  expect(Object.keys(matrix).sort()).toEqual([...routes].sort());
});

describe.each(people)("%s", (person) => {
  test.each(Object.entries(matrix))("%s", async (route, kind) => {
    const { answers, seesStreet }: Access = kinds[kind];
    const address = addressFor(person, route);
    const opened = await visitors[person].send(address, {});
    expect({ address, answer: answerOf(opened) }).toEqual({ address, answer: expect.toBeOneOf([...answers[person]]) });
    const street = new RegExp(`${addresses.fromAddressLine}|${addresses.toAddressLine}`);
    // Always read to its end: Node's fetch fails where a connection closes behind an answer that nobody reads.
    const text = await opened.text();
    if (!seesStreet.includes(person)) expect(text).not.toMatch(street);
  });

  const closed = Object.entries(matrix).filter(
    ([, kind]) =>
      !["everybody", "number", "form", "program", "nothing"].includes(kind) &&
      !kinds[kind].answers[person].includes("opens"),
  );
  test.runIf(closed.length > 0).each(closed)("%s takes no form from them", async (route, kind) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const address = addressFor(person, route);
    const posted = await visitors[person].send(address, { method: "POST", body: "intent=anything", headers });
    await posted.text();
    // A page without a form answers 405.
    const answers = [...kinds[kind].answers[person].filter((each) => each !== "leads on"), "refused"];
    expect({ address, answer: answerOf(posted) }).toEqual({ address, answer: expect.toBeOneOf(answers) });
  });
});

test.each(["cancel.$quoteId", "change.$quoteId", "find-me.$quoteId", "stop-messages.$quoteId.$person"])(
  "%s takes no form by an old link",
  async (route) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", body: "allow=sms&landmark=x&toName=Thief", headers };
    expect((await visitors["old link"].send(addressFor("old link", route), init)).status).toBe(403);
  },
);

describe("docs/security.md", () => {
  const page = readFileSync("docs/security.md", "utf8");

  test.each(Object.entries(kinds))("says who opens the addresses of kind %s", (kind, { who, others }) => {
    const theirs = Object.keys(matrix).filter((route) => matrix[route] === kind);
    const shown = [...new Set(theirs.map((route) => `\`${patternOf(route)}\``))].join(" ");
    expect(page).toContain(`\n| ${who} | ${shown} | ${others || "–"} |\n`);
  });

  test.each(rights)("names the group of a %s", (right) => {
    expect(page).toContain(`\`${groupOf(right)}\``);
  });
});

/** The address of a route about the guest's booking; for the account about its own. With a key for those with a link. */
function addressFor(person: Person, route: string): string {
  const { quoteId, waybillNo, invoiceNo } = person === "account that booked" ? ownBooking : booking;
  const path = patternOf(route)
    .replace(":quoteId", quoteId)
    .replace(/:(waybillNo|no)\b/, waybillNo)
    .replace(":invoiceNo", invoiceNo)
    .replace(":orderId", route === "payfast.statement.$orderId" ? statementId : orderId)
    .replace(":chargeId", chargeId)
    .replace(":person", "receiver")
    .replace(":month", saMonth(new Date()))
    .replace("*", "nothing-here");
  const about = path === "/payfast/return" ? `?quoteId=${quoteId}` : "";
  const isPersonal = ["booking", "pdf", "receiver", "account", "driver", "stop"].includes(matrix[route] ?? "");
  if (!byLink.includes(person) || !isPersonal) return path + about;
  // The key of a waybill's page opens its PDF, too.
  const opened = path.replace(/^(\/waybill\/.*)\.pdf$/, "$1");
  const former = formerKeyFor(formerLinkKeyOf(SESSION_SECRET), opened);
  return `${path}?key=${person === "old link" ? former : keyTo(site, opened)}`;
}

/** `waybill.$no[.]pdf` is `/waybill/:no.pdf`. */
function patternOf(route: string): string {
  const parts = route
    .replaceAll("[.]", "\0")
    .replace(/^_site\b\.?/, "")
    .replace(/(^|\.)_index$/, "")
    .replace(/\.\(\$\w+\)$/, "")
    .split(".");
  const path = parts.map((part) => (part === "$" ? "*" : part.replace("$", ":"))).join("/");
  return `/${path.replaceAll("\0", ".")}`;
}

function answerOf({ status, headers }: Response): Answer {
  if (status === 404) return "not found";
  if (status >= 400) return "refused";
  if (status < 300) return "opens";
  return headers.get("Location")?.startsWith("/login") ? "login" : "leads on";
}

/** A driver who is signed in. */
async function aDriver(name: string, phone: string): Promise<Visitor> {
  const { out } = await staff(site, ["add", "driver", name, "--phone", phone]);
  const driver = new Visitor(site.url);
  await driver.open(pathOf(/http\S+/.exec(out)?.[0] ?? ""));
  await driver.press("Sign in on this phone");
  return driver;
}

function bookingOf(waybillNo: string): Booking {
  const [found] = inTheFile<Booking>(
    site,
    `SELECT waybills.quote_id AS "quoteId", waybill_no AS "waybillNo", invoice_no AS "invoiceNo"
     FROM waybills JOIN invoices ON invoices.quote_id = waybills.quote_id WHERE waybill_no = '${waybillNo}'`,
  );
  return found ?? expect.fail("no booking");
}
