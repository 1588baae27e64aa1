import { describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestAtThePayment, aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests();

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
/** Another customer each time: one address gets only so many emails in an hour. */
let customers = 0;
const unserved = () => {
  customers += 1;
  return { addresses: { toPostal: "9100", fromEmail: `thandi${customers}@example.co.za` } };
};
/** Every entry to the wizard, and what it fills in. */
const entries = [
  "/ship/addresses",
  "/ship/addresses?fromPostal=1431&toPostal=7784&fromCity=Katlehong&toCity=Khayelitsha",
  "/ship/addresses?fromPostal=1431&fromCity=Katlehong&toCountry=Brazil",
];

async function aGuestWhoAskedForAPrice(): Promise<Visitor> {
  const guest = await aGuestAtTheReview(site, unserved());
  await guest.press("Request Manual Quote", { confirm: "on" });
  return guest;
}

const finished: [string, () => Promise<Visitor>][] = [
  ["booked", () => aGuestAtThePayment(site)],
  ["paid", async () => (await aGuestWithAWaybill(site)).guest],
  ["asked for by hand", aGuestWhoAskedForAPrice],
];

describe.each(finished)("once a parcel is %s", (_, finish) => {
  test.each(entries)("%s starts a new one, with only the values that led there", async (entry) => {
    const guest = await finish();
    const page = await guest.open(entry);
    expect(page.url).toBe(site.url + entry);
    for (const typed of [addresses.fromName, addresses.toName, addresses.fromAddressLine, "sipho@"])
      expect(page.html).not.toContain(typed);
    const { body } = guest.filledIn("Next");
    const query = new URL(page.url).searchParams;
    expect(body.get("fromPostal")).toBe(query.get("fromPostal") ?? "");
    expect(body.get("toPostal")).toBe(query.get("toPostal") ?? "");
  });

  test("no cookie of this browser contains a name or a street any more", async () => {
    const guest = await finish();
    const kept = [...guest.cookies.values()].map(({ value }) => decodeURIComponent(value)).join(" ");
    for (const typed of ["Thandi", "Sipho", "Mphuti", "Ncome", "School"]) expect(kept).not.toContain(typed);
  });

  test("the next parcel is another quote, and the first stays unchanged", async () => {
    const guest = await finish();
    const before = inTheFile(site, "SELECT id, status, form_hash, updated_at FROM quotes ORDER BY created_at");
    await guest.open("/ship/addresses");
    await guest.press("Next", { ...addresses, toName: "Zola Dube" });
    await guest.press("Calculate Quote", parcel);
    expect(guest.page?.text).toContain("Zola Dube");
    const after = inTheFile(site, "SELECT id, status, form_hash, updated_at FROM quotes ORDER BY created_at");
    expect(after.slice(0, -1)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });
});

describe("a form that is sent again after the booking finds the booking", () => {
  test.each([
    ["at once", async () => {}],
    ["after the next parcel was begun", begin],
    ["after the next parcel was priced", price],
  ])("the booking's own, %s", async (_, meanwhile) => {
    const guest = await aGuestAtTheReview(site);
    const { action, body } = guest.filledIn("Book This Collection", { confirm: "on" });
    const booked = await guest.press("Book This Collection", { confirm: "on" });
    const bookings = () => inTheFile(site, "SELECT count(*) AS count FROM quotes WHERE booked_at IS NOT NULL");
    const before = bookings();
    await meanwhile(guest);
    const again = await guest.send(action, { method: "POST", body: body.toString(), headers: FORM });
    expect(new URL(again.headers.get("Location") ?? "", site.url).href).toBe(booked.url);
    expect(bookings()).toEqual(before);
  });

  test("a request for a price, after the next parcel was started", async () => {
    const guest = await aGuestAtTheReview(site, unserved());
    const { action, body } = guest.filledIn("Request Manual Quote", { confirm: "on" });
    await guest.press("Request Manual Quote", { confirm: "on" });
    await begin(guest);
    const page = await guest.follow(await guest.send(action, { method: "POST", body: body.toString(), headers: FORM }));
    expect(page.text).toContain("We have your request");
    expect(page.text).not.toContain("Waiting for your payment");
  });

  test("the first step's form, from a tab that still shows the booked parcel", async () => {
    const guest = await aGuestAtTheReview(site);
    const tab = guest.anotherTab();
    await tab.open("/ship/addresses?then=review");
    await guest.press("Book This Collection", { confirm: "on" });
    const page = await tab.press("Next", { toName: "Zola Dube" });
    expect(page.url).toBe(`${site.url}/ship/review`);
    expect(page.text).toContain("This parcel is booked but not paid yet");
  });
});

async function begin(guest: Visitor): Promise<void> {
  await guest.open("/ship/addresses");
  await guest.press("Next", { ...addresses, toName: "Zola Dube" });
}

async function price(guest: Visitor): Promise<void> {
  await begin(guest);
  await guest.press("Calculate Quote", parcel);
}

describe("“Send another parcel” on the thank-you page", () => {
  test("begins with blank fields", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    await guest.press("Send another parcel");
    expect(guest.page?.url).toBe(`${site.url}/ship/addresses?`);
    expect(guest.filledIn("Next").body.get("fromName")).toBe("");
  });

  test.each([
    ["from", "fromName", "toName"],
    ["to", "toName", "fromName"],
  ] as const)("keeps the %s party if its customer says so, and only that", async (party, kept, blank) => {
    const { guest } = await aGuestWithAWaybill(site);
    const quoteId = guest.page?.document.querySelector(`input[name=${party}]`)?.getAttribute("value") ?? "";
    await guest.press("Send another parcel", { [party]: quoteId });
    const { body } = guest.filledIn("Next");
    expect(body.get(kept)).toBe(addresses[kept]);
    expect(body.get(blank)).toBe("");
  });

  test("keeps no addresses for a browser that did not book, whatever it asks for", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const stranger = await aGuestAtTheReview(site);
    const shared = await stranger.open(guest.page?.url ?? "");
    expect(shared.document.querySelector("input[name=from]")).toBeNull();
    const quoteId = new URL(shared.url).searchParams.get("quoteId");
    stranger.cookies.delete("draft_addresses");
    await stranger.open(`/ship/addresses?from=${quoteId}&to=${quoteId}`);
    expect(stranger.page?.html).not.toContain("Thandi");
  });

  test("is also on the page of a request for a price", async () => {
    const guest = await aGuestWhoAskedForAPrice();
    await guest.press("Send another parcel");
    expect(guest.filledIn("Next").body.get("fromName")).toBe("");
  });
});

test("the review and the parcel of what was paid lead to the page that names nobody", async () => {
  const { guest } = await aGuestWithAWaybill(site);
  for (const step of ["review", "parcel"]) {
    const page = await guest.open(`/ship/${step}`);
    expect(page.url).toContain("/payfast/return");
    expect(page.html).not.toMatch(/Thandi|Sipho|Ncome/);
  }
});

describe("“Forget me on this phone”", () => {
  test("works at once, and leads to “Send a parcel”", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    expect((await guest.anotherTab().open(`/waybill/${waybillNo}`)).status).toBe(200);
    const answer = await guest.pressOnce("Forget me on this phone");
    expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
    const page = await guest.follow(answer);
    expect(page.url).toBe(`${site.url}/ship`);
    expect([...guest.cookies.keys()]).toEqual(["left"]);
    expect((await guest.open(`/waybill/${waybillNo}`)).status).toBe(404);
    expect((await guest.open("/ship/review")).url).toBe(`${site.url}/ship/addresses`);
  });

  test("hides the booked parcel even if a draft's cookie survives, as in links2", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    expect((await guest.open("/ship/review")).url).toContain("/payfast/return");
    guest.cookies.delete("guest");
    expect((await guest.open("/ship/review")).url).toBe(`${site.url}/ship/addresses`);
  });

  test("logs an account out", async () => {
    const customer = await aVerifiedCustomer(site, "forgetful@example.co.za");
    await customer.send("/forget-me", { method: "POST", headers: FORM });
    expect([...customer.cookies.keys()]).toEqual(["left"]);
    expect((await customer.open("/dashboard")).url).toContain("/login");
  });

  test("is not pressed by another site", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const headers = { ...FORM, Origin: "https://evil.example" };
    expect((await guest.send("/forget-me", { method: "POST", headers })).status).toBe(403);
    expect(guest.cookies.has("guest")).toBe(true);
  });

  test("only opening an address deletes nothing", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    await guest.open("/forget-me");
    expect(guest.cookies.has("guest")).toBe(true);
  });
});
