import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { greeting } from "#app/domain/accounts/greeting";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { saDate } from "#app/domain/values/sa-time";
import { HOURS } from "#app/durations";
import { users } from "#db/schema/accounts";
import { quotes } from "#db/schema/quotes";
import { aParcel, type History } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { addresses, parcel } from "../../demo/typed-answers";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { storeOfSite } from "../support/a-store";
import { worldOf } from "../support/a-world";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const store = storeOfSite(site);

const pathOfPage = (visitor: Visitor) => new URL(visitor.page?.url ?? "").pathname;
const quoteNoOn = (visitor: Visitor) => /Q\d{8}/.exec(visitor.page?.text ?? "")?.[0] ?? "none";

async function getsAQuote(visitor = new Visitor(site.url), from = "/ship"): Promise<Visitor> {
  await visitor.open(`${from}/addresses`);
  await visitor.press("Next", addresses);
  await visitor.press("Calculate Quote", parcel);
  return visitor;
}

async function paysFor(visitor: Visitor): Promise<string> {
  await visitor.press("Book This Collection", { confirm: "on" });
  await visitor.press("Pay now");
  await visitor.press("Complete payment");
  return /TH \d{3} \d{3} \d{3} \d/.exec(visitor.page?.text ?? "")?.[0] ?? "none";
}

test.each([
  ["2026-11-21T03:59:00Z", "Good morning"],
  ["2026-11-21T09:59:00Z", "Good morning"],
  ["2026-11-21T10:00:00Z", "Good afternoon"],
  ["2026-11-21T14:59:00Z", "Good afternoon"],
  ["2026-11-21T15:00:00Z", "Good evening"],
  ["2026-11-21T21:59:00Z", "Good evening"],
])("at %s people in South Africa are greeted with %s", (moment, words) => {
  expect(greeting(new Date(moment))).toBe(words);
});

test("the dashboard needs a sign-in, which leads back to it", async () => {
  await aVerifiedCustomer(site, "back@example.co.za");
  const visitor = new Visitor(site.url);
  await visitor.open("/dashboard?q=Q12345678");
  expect(pathOfPage(visitor)).toBe("/login");
  await visitor.press("Login", { email: "back@example.co.za", password: PASSWORD });
  expect(visitor.page?.url).toBe(`${site.url}/dashboard?q=Q12345678`);
});

test("whose address no mail server takes signs in as before, and is asked for another", async () => {
  const customer = await aVerifiedCustomer(site, "pieter.v@example.co.za");
  expect((await customer.open("/dashboard")).text).not.toContain("no mail server takes it");
  const email = "pieter..v@example.co.za";
  await store.tx((tx) => tx.update(users).set({ email }).where(eq(users.email, "pieter.v@example.co.za")));
  const visitor = new Visitor(site.url);
  await visitor.open("/login");
  await visitor.press("Login", { email, password: PASSWORD });
  expect(pathOfPage(visitor)).toBe("/dashboard");
  expect(visitor.page?.text).toContain("no mail server takes it");
  await visitor.clickLink("give us another one");
  expect(visitor.page?.status).toBe(200);
});

test("it greets, and shows who is signed in and whether the email is verified", async () => {
  const customer = await aRegisteredCustomer(site, "pending@example.co.za");
  const page = await customer.open("/dashboard");
  expect(page.text).toMatch(/^Good (morning|afternoon|evening), Thandi Nkosi/);
  expect(page.text).toContain("pending@example.co.za");
  expect(page.text).toContain("Pending");
  const links = page.document.querySelectorAll("a").map((link) => link.getAttribute("href"));
  expect(links).toEqual(expect.arrayContaining(["/ship-local", "/ship-Inter", "/trackpro", "/account"]));
  expect(links).toContain("mailto:quotes@thuma.example?subject=Manual%20quote");
  expect(page.headers.get("Cache-Control")).toBe("no-store, no-cache");

  const message = await emailTo(site.dataDir, "pending@example.co.za", /verify/i);
  await customer.open(pathOf(message.link));
  await customer.press("Continue");
  expect((await customer.open("/dashboard")).text).toContain("Verified");
});

test("a guest's quote and booking move to the account once its email is verified, and then only its owner opens them", async () => {
  const email = "guest-first@example.co.za";
  const customer = await getsAQuote();
  const waybill = await paysFor(customer);
  const waybillPath = `/waybill/${waybill.replaceAll(" ", "")}`;
  expect((await customer.open(waybillPath)).status).toBe(200);

  await aRegisteredCustomer(site, email, customer);
  expect((await customer.open("/dashboard")).text).not.toContain(waybill);
  const message = await emailTo(site.dataDir, email, /verify/i);
  const mailApp = new Visitor(site.url);
  await mailApp.open(pathOf(message.link));
  await mailApp.press("Continue", { password: PASSWORD });

  const dashboard = await customer.open("/dashboard");
  expect(dashboard.text).toContain(`Waybill ${waybill}`);
  expect(dashboard.text).toContain("Track");
  expect((await customer.open(waybillPath)).status).toBe(200);
  await customer.open("/dashboard");
  await customer.press("Logout");
  expect((await customer.open(waybillPath)).status).toBe(404);
});

test("a booking that staff cancelled says so, has no waybill to print, and links to its money", async () => {
  const customer = await getsAQuote(await aVerifiedCustomer(site, "cancelled@example.co.za"));
  const quoteNo = quoteNoOn(customer);
  await paysFor(customer);
  const [row] = await store.read.select().from(quotes).where(eq(quotes.quoteNo, quoteNo));
  await store.tx((tx) => cancelBooking(tx, row?.id ?? "", "We can't come.", new Date()));
  const { text } = await customer.open("/dashboard");
  expect(text).toContain(`Cancelled by us on ${saDate(new Date())}`);
  expect(text).not.toContain("Print the waybill");
  await customer.clickLink("See your booking");
  expect(customer.page?.text).toContain("We will refund R\u00a080,62");
});

test("an unpaid booking that staff cancelled says so, and can't be paid", async () => {
  const customer = await getsAQuote(await aVerifiedCustomer(site, "unpaid@example.co.za"));
  const quoteNo = quoteNoOn(customer);
  await customer.press("Book This Collection", { confirm: "on" });
  const [row] = await store.read.select().from(quotes).where(eq(quotes.quoteNo, quoteNo));
  await store.tx((tx) => cancelBooking(tx, row?.id ?? "", "We can't come.", new Date()));
  await customer.open("/dashboard");
  expect(customer.page?.text).toContain("Cancelled by us on");
  const links = customer.page?.document.querySelectorAll("main a").map((link) => link.text.trim());
  expect(links).not.toContain("Pay");
});

test("another customer's quotes can't be seen, opened or resumed", async () => {
  const thandi = await aVerifiedCustomer(site, "mine@example.co.za");
  await getsAQuote(thandi);
  const quoteNo = quoteNoOn(thandi);
  const [row] = await store.read.select().from(quotes).where(eq(quotes.quoteNo, quoteNo));

  const other = await aVerifiedCustomer(site, "other@example.co.za");
  await getsAQuote(other);
  await other.open(`/dashboard?q=${quoteNo}`);
  expect(other.page?.text).toContain("No quote has this number.");
  await other.open("/dashboard");
  expect(other.page?.text).not.toContain(quoteNo);
  const resumed = await other.press("Resume/Edit", { resumeId: row?.id ?? "" });
  expect(resumed.status).toBe(404);
  expect(resumed.text).toContain("We could not find that quote among yours.");
});

test.each(["/ship", "/ship-local"])(
  "a quote of %s is found by its number and taken up again where it was",
  async (wizard) => {
    const customer = await aVerifiedCustomer(site, `resume${wizard.length}@example.co.za`);
    await getsAQuote(customer, wizard);
    const quoteNo = quoteNoOn(customer);
    await customer.press("Start again");

    await customer.open(`/dashboard?q=${quoteNo.toLowerCase().replace("q", "q ")}`);
    await customer.press("Resume/Edit");
    expect(pathOfPage(customer)).toMatch(new RegExp(`^${wizard}/`));
    expect(quoteNoOn(customer)).toBe(quoteNo);
  },
);

test("the 30 newest are shown, and a link leads to the older ones", async () => {
  const customer = await aVerifiedCustomer(site, "many@example.co.za");
  await getsAQuote(customer);
  const [model] = await store.read
    .select()
    .from(quotes)
    .where(eq(quotes.quoteNo, quoteNoOn(customer)));
  if (!model) throw new Error("no quote");
  await store.tx(async (tx) => {
    for (let age = 1; age <= 64; age += 1) {
      const createdAt = new Date(model.createdAt.getTime() - Math.ceil(age / 2) * 60_000);
      await tx.insert(quotes).values({ ...model, id: `q${age}`, quoteNo: `Q${age}`, draftId: `d${age}`, createdAt });
    }
  });
  const shown: string[] = [];
  await customer.open("/dashboard");
  for (const count of [30, 30, 5]) {
    const numbers = customer.page?.document.querySelectorAll("h3 .nowrap").map((number) => number.text) ?? [];
    expect(numbers).toHaveLength(count);
    shown.push(...numbers);
    if (count === 30) await customer.clickLink("Older quotes and bookings");
  }
  expect(new Set(shown).size).toBe(65);
});

test("each row is a parcel with its state; what failed, is late, unpaid or priced by us is on top", async () => {
  const now = new Date();
  const customer = await aVerifiedCustomer(site, "shop@example.co.za");
  const send = async (toName: string, toCity = "Soweto") => {
    await customer.open("/ship-local/addresses");
    await customer.press("Next", { ...addresses, toName, toCity });
    await customer.press("Calculate Quote", parcel);
    return quoteNoOn(customer);
  };
  const priced = await send("Anele Mxenge");
  const ofPriced = eq(quotes.quoteNo, priced);
  const asked = { grandTotalCents: null, status: "manual", manualRequestedAt: now } as const;
  await store.tx((tx) => tx.update(quotes).set(asked).where(ofPriced));
  const [toPrice] = await store.read.select().from(quotes).where(ofPriced);
  const gateway = { mode: "simulator", appUrl: site.url } as const;
  await store.tx((tx) => priceManually(tx, toPrice?.id ?? "", 41_200, gateway, now));
  await customer.press("Start again");

  const ago = (hours: number) => new Date(now.getTime() - hours * HOURS);
  const booked = (toName: string, hours: number) =>
    aParcel({ addresses: { toName } })
      .booked(byAccount(toPrice?.uid ?? ""))
      .at(ago(hours))
      .paid();
  const world = worldOf(store, "simulator");
  await booked("Late Lerato", 20 * 24)
    .at(ago(19 * 24))
    .collected()
    .in(world);
  await booked("Failed Faizel", 20 * 24)
    .at(ago(1))
    .collected()
    .at(ago(0.5))
    .outForDelivery()
    .at(ago(0.1))
    .missed()
    .in(world);
  await booked("Delivered Dudu", 20 * 24)
    .at(ago(1))
    .collected()
    .at(ago(0.5))
    .outForDelivery()
    .at(ago(0.1))
    .delivered()
    .in(world);
  await booked("Moving Mandla", 19 * 24)
    .at(ago(1))
    .collected()
    .in(world);
  const unpaid = eq(quotes.quoteNo, await send("Unpaid Unathi"));
  await customer.press("Book This Collection", { confirm: "on" });

  await store.tx((tx) =>
    tx
      .update(quotes)
      .set({ createdAt: ago(2) })
      .where(unpaid),
  );

  const { document, text } = await customer.open("/dashboard");
  const rows = document.querySelectorAll("[data-state]");
  expect(rows.map((row) => row.getAttribute("data-state"))).toEqual([
    ...["failed", "late", "unpaid", "price_ready"],
    ...["collected", "delivered"],
  ]);
  expect(rows.map((row) => row.querySelector("summary b")?.text)).toEqual([
    ...["Failed Faizel, Soweto", "Late Lerato, Soweto", "Unpaid Unathi, Soweto", "Anele Mxenge, Soweto"],
    ...["Moving Mandla, Soweto", "Delivered Dudu, Soweto"],
  ]);
  expect(text).toMatch(/Failed Faizel, Soweto Nobody was there (?:today|yesterday|on [\w ]+)\. We come again/);
  expect(text).toMatch(
    /This parcel is late\. It should have been there by [\w ]+. You will hear from us by 12:00 on \w+ \d+ \w+\./,
  );
  expect(text).toContain("Your price is ready");

  // A parcel that went wrong is on top however many are newer.
  const [model] = await store.read.select().from(quotes).where(eq(quotes.quoteNo, priced));
  if (!model) throw new Error("no quote");
  await store.tx(async (tx) => {
    for (let at = 1; at <= 31; at += 1) {
      const createdAt = new Date(now.getTime() + at * 60_000);
      const copy = { ...model, id: `newer${at}`, quoteNo: `QN${at}`, draftId: `newer${at}`, createdAt };
      await tx.insert(quotes).values({ ...copy, bookedAt: null, status: "quoted", manualRequestedAt: null });
    }
  });
  const later = await customer.open("/dashboard");
  expect(later.document.querySelector("[data-state]")?.getAttribute("data-state")).toBe("failed");
  expect(later.document.querySelectorAll("[data-state]")).toHaveLength(31);

  const found = await customer.open("/dashboard?q=faizel%20soweto");
  expect(found.document.querySelectorAll("[data-state]").map((row) => row.getAttribute("data-state"))).toEqual([
    "failed",
  ]);
  expect((await customer.open("/dashboard?q=faizel%20gqeberha")).text).toContain("No booking has this name or place.");

  await store.tx((tx) => tx.update(quotes).set({ status: "payfast_failed" }).where(unpaid));
  const failed = (await customer.open("/dashboard?q=unathi")).text;
  expect(failed).toMatch(/Payment failed or was cancelled: R\s\d/);
});

test("many parcels are seen by where they are, each state with its number, also among those searched for", async () => {
  const now = new Date();
  const ago = (hours: number) => new Date(now.getTime() - hours * HOURS);
  const customer = await aVerifiedCustomer(site, "groups@example.co.za");
  await customer.open("/ship-local/addresses");
  await customer.press("Next", { ...addresses, toName: "Quoted Queen" });
  await customer.press("Calculate Quote", parcel);
  const [model] = await store.read
    .select()
    .from(quotes)
    .where(eq(quotes.quoteNo, quoteNoOn(customer)));
  if (!model) throw new Error("no quote");
  const links = () =>
    customer.page?.document
      .querySelectorAll('nav[aria-label="Parcels by state"] a')
      .map((link) => `${link.text.trim()}${link.getAttribute("aria-current") ? " (here)" : ""}`);
  const states = () =>
    customer.page?.document.querySelectorAll("[data-state]").map((row) => row.getAttribute("data-state"));

  const histories: ((parcel: History) => History)[] = [
    ...[(it: History) => it, (it: History) => it],
    (it) => it.notCollected(),
    (it) => it.collected(),
    (it) => it.collected().delivered(),
  ];
  for (const [at, happens] of histories.entries()) {
    const toName = at % 2 === 0 ? "Even Eve" : "Odd Otto";
    const parcel = aParcel({ addresses: { toName } })
      .booked(byAccount(model.uid ?? ""))
      .at(ago(8))
      .paid();
    await happens(parcel).in(worldOf(store, "simulator"));
  }
  await customer.open("/dashboard");
  const rest = ["Quotes 1", "To collect 2", "On the way 1", "Delivered 1"];
  expect(links()).toEqual(["All 6 (here)", "Failed or late 1", ...rest]);
  for (const [link, shown] of [
    ["To collect 2", ["booked", "booked"]],
    ["Failed or late 1", ["failed"]],
    ["Quotes 1", ["not_completed"]],
    ["On the way 1", ["collected"]],
    ["Delivered 1", ["delivered"]],
  ] as const) {
    await customer.clickLink(link);
    expect([link, states()]).toEqual([link, shown]);
    expect(links()?.filter((each) => each.endsWith("(here)"))).toEqual([`${link} (here)`]);
  }
  // Not "No bookings here" below the one that failed.
  const troubled = await customer.open("/dashboard?state=trouble");
  expect(troubled.text).toMatch(/Failed or late.*BookingsThey are above, under “Failed or late”\./);
  expect((await customer.open("/dashboard?state=returned")).text).toContain("No bookings here.");
  expect((await customer.open("/dashboard?state=nonsense")).document.querySelectorAll("[data-state]")).toHaveLength(6);

  // Among older ones nothing is counted, and nothing that went wrong is put above them.
  for (const older of ["before=2099-01-01T00:00:00.000Z_", "state=delivered&before=2099-01-01T00:00:00.000Z_"]) {
    await customer.open(`/dashboard?${older}`);
    expect([older, links()]).toEqual([older, []]);
  }

  // A search stays within what is shown, and so does a state within what was searched for.
  await customer.open("/dashboard?state=delivered");
  await customer.press("Find", { q: "Even Eve" });
  expect(states()).toEqual(["delivered"]);
  expect(links()).toEqual(["All 3", "Failed or late 1", "To collect 1", "Delivered 1 (here)"]);
  await customer.clickLink("To collect 1");
  expect(states()).toEqual(["booked"]);
  expect(customer.page?.text).not.toContain("Waybills of all parcels to collect");
  expect(customer.page?.document.querySelector("#q")?.getAttribute("value")).toBe("Even Eve");

  // The waybills of what waits, in one file: of no other account's.
  await customer.open("/dashboard");
  expect(customer.page?.text).toContain("Waybills of all parcels to collect (PDF)");
  const pages = async (visitor: Visitor) => {
    const pdf = await visitor.send("/waybills/to-collect.pdf", {});
    return [
      pdf.status,
      (
        Buffer.from(await pdf.arrayBuffer())
          .toString("latin1")
          .match(/\/Type\s*\/Page\b/g) ?? []
      ).length,
    ];
  };
  expect(await pages(customer)).toEqual([200, 3]);
  expect(await pages(await aVerifiedCustomer(site, "none@example.co.za"))).toEqual([302, 0]);
  expect((await new Visitor(site.url).open("/waybills/to-collect.pdf")).url).toContain("/login");
});

test("an account without a parcel is told what a first one costs, and has one button", async () => {
  const customer = await aVerifiedCustomer(site, "newcomer@example.co.za");
  const { document, text } = await customer.open("/dashboard");
  expect(text).toContain("Your parcels will be here");
  expect(text).toMatch(/Katlehong to Soweto: R\u00a0\d/);
  expect(document.querySelectorAll("main .button").map((button) => button.text.trim())).toEqual(["Send Locally"]);
});

test("what is true of several parcels is said once, above a line for each", async () => {
  const email = "many-late@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  const [owner = expect.fail("nobody")] = await store.read.select().from(users).where(eq(users.email, email));
  const ago = (days: number) => new Date(Date.now() - days * 24 * HOURS);
  const make = (happens: (parcel: History) => History, toName: string, days: number) =>
    happens(aParcel({ addresses: { toName } }).booked(byAccount(owner.uid)).at(ago(days)).paid()).in(
      worldOf(store, "simulator"),
    );
  await make((it) => it, "Late Lerato", 40);
  await make((it) => it.collected(), "Late Lindiwe", 41);
  await make((it) => it.collected(), "Late Lungile", 42);
  await make((it) => it.notCollected(), "Missed Mandla", 0);
  const { document } = await customer.open("/dashboard");
  const lists = document.querySelectorAll("[aria-labelledby=troubled] .rows");
  const read = (of: (typeof lists)[number], selector: string) => of.querySelectorAll(selector).map(({ text }) => text);
  expect(lists.map((list) => read(list, "summary").toSorted())).toEqual([
    [expect.stringMatching(/^Missed Mandla, Soweto Nobody was there to hand it over/)],
    ["Late Lerato, Soweto ", "Late Lindiwe, Soweto ", "Late Lungile, Soweto "],
  ]);
  const said = document.querySelectorAll(".same").map(({ text }) => text);
  expect(said).toEqual([
    expect.stringMatching(/^3 parcels are late\. (You will hear|You should have heard) from us by .*\d\.?/),
  ]);
  expect(lists.map((list) => list.getAttribute("aria-label"))).toEqual(["Failed or late", said[0]]);
  // Opened, each says what is its own.
  expect(lists[1]?.text).toMatch(/It should have been there by /);
  expect(lists[1]?.text).toMatch(/We have not collected it yet\./);
  expect(document.querySelector(".desk")?.text.trim()).toMatch(/^Send Locally\s+Send International/);
});
