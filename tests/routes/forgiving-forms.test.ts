import { describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuest, aGuestAtTheParcel, aGuestAtThePayment, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

describe("what was typed stays", () => {
  test("“Back” on step 2 keeps it, right or wrong, and calculates no price", async () => {
    const guest = await aGuestAtTheParcel(site);
    await guest.press("Back", { quantity: "many", parcelDesc: "School shoes" });
    expect(guest.page?.url).toBe(`${site.url}/ship/addresses`);
    await guest.press("Next");
    const { body } = guest.filledIn("Calculate Quote");
    expect([body.get("quantity"), body.get("parcelDesc")]).toEqual(["many", "School shoes"]);
  });

  test("a step that is left is kept for two hours, and shown when the customer comes back", async () => {
    const guest = await aGuest(site);
    const { body } = guest.filledIn("Next", { fromName: "Thandi Nkosi", toPhone: "no idea" });
    body.set("intent", "keep");
    const kept = await guest.send("/ship/addresses", { method: "POST", body: body.toString(), headers: FORM });
    expect(kept.status).toBe(204);
    expect(kept.headers.getSetCookie()[0]).toContain("Max-Age=7200; Path=/ship; HttpOnly");
    await guest.open("/");
    await guest.open("/ship/addresses");
    const shown = guest.filledIn("Next").body;
    expect([shown.get("fromName"), shown.get("toPhone")]).toEqual(["Thandi Nkosi", "no idea"]);
    await guest.press("Next", addresses);
    expect(guest.cookies.has("typed")).toBe(false);
  });

  test("a form's keys and tokens aren't stored", async () => {
    const guest = await aGuest(site);
    const body = new URLSearchParams({ intent: "keep", fromName: "Thandi", token: "secret", draft: "an-id" });
    await guest.send("/ship/addresses", { method: "POST", body: body.toString(), headers: FORM });
    const cookie = decodeURIComponent(guest.cookies.get("typed")?.value ?? "");
    expect(cookie).toContain("Thandi");
    expect(cookie).not.toMatch(/secret|an-id|keep/);
  });

  test("another user who signs in doesn't see it", async () => {
    const thandi = await aVerifiedCustomer(site, "typing@example.co.za");
    await thandi.open("/ship-local/addresses");
    const { body } = thandi.filledIn("Next", { toName: "Gogo Dlamini" });
    body.set("intent", "keep");
    const headers = { ...FORM, Origin: site.url };
    await thandi.send("/ship-local/addresses", { method: "POST", body: body.toString(), headers });
    thandi.cookies.delete("session");
    await aVerifiedCustomer(site, "sibling@example.co.za", thandi);
    expect((await thandi.open("/ship-local/addresses")).html).not.toContain("Gogo Dlamini");
  });
});

test("a customer who loses their cookies in the middle is told so, with nothing booked", async () => {
  const guest = await aGuestAtTheParcel(site);
  const { body } = guest.filledIn("Calculate Quote", parcel);
  guest.cookies.clear();
  const headers = { ...FORM, Referer: `${site.url}/ship/parcel` };
  const page = await guest.follow(await guest.send("/ship/parcel", { method: "POST", body: body.toString(), headers }));
  expect(page.text).toContain("This phone no longer has your answers");
  expect((await new Visitor(site.url).open("/ship/parcel")).text).not.toContain("no longer has your answers");
});

describe("suburb and city that are left blank", () => {
  const places = ["fromSuburb", "fromCity", "toSuburb", "toCity"];
  const blank = Object.fromEntries(places.map((field) => [field, ""]));

  test("come from the postal code if it has one place", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, ...blank, toCity: " ", toPostal: "7784" });
    expect(guest.page?.url).toBe(`${site.url}/ship/parcel`);
    await guest.press("Back");
    const { body } = guest.filledIn("Next");
    const found = places.map((field) => body.get(field));
    expect(found).toEqual(["Katlehong", "Katlehong", "Khayelitsha", "Khayelitsha"]);
  });

  test("are shown once in the review", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, ...blank, toPostal: "7784" });
    const review = await guest.press("Calculate Quote", parcel);
    expect(review.text.match(/Katlehong/g)).toHaveLength(1);
    expect(review.text).toContain("Khayelitsha 7784");
  });

  test("for an international parcel's sender, too", async () => {
    const guest = await aGuest(site);
    await guest.press("Send to another country");
    await guest.press("Next", { ...addresses, ...blank, toCity: "Rio", toPostal: "20000", toCountry: "Brazil" });
    await guest.press("Back");
    const { body } = guest.filledIn("Next");
    expect(places.map((field) => body.get(field))).toEqual(["Katlehong", "Katlehong", "", "Rio"]);
  });

  test("a suburb stays blank beside a city that the customer typed", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, ...blank, fromCity: "Vosloorus", toCity: "Soweto" });
    await guest.press("Back");
    expect(guest.filledIn("Next").body.get("fromSuburb")).toBe("");
  });

  test("are available to the page's scripts", async () => {
    const placeOf = async (code: string) => (await fetch(`${site.url}/places?code=${code}`)).json();
    expect(await placeOf("1431")).toMatchObject({ suburb: "Katlehong", city: "Katlehong" });
    expect(await placeOf("2100")).toEqual({ suburb: null, city: "Johannesburg", suburbs: [] });
    const soweto = { suburb: null, city: "Soweto", suburbs: expect.arrayContaining(["Orlando East", "Orlando West"]) };
    expect(await placeOf("1804")).toEqual(soweto);
    expect(await placeOf("Orlando East 1804")).toEqual({ ...soweto, suburb: "Orlando East" });
    expect(await placeOf("9100")).toEqual({ suburb: null, city: null, suburbs: [] });
  });

  test("is asked for if the code has two, or an unknown one", async () => {
    const guest = await aGuest(site);
    const page = await guest.press("Next", {
      ...addresses,
      fromCity: "",
      toCity: "",
      toPostal: "7785",
      fromPostal: "9100",
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Sender city is required");
    expect(page.text).toContain("Receiver city is required");
  });
});

test("a session that ends in step 2 loses nothing of what was typed there, and shows it to nobody else", async () => {
  await aVerifiedCustomer(site, "ended@example.co.za");
  const customer = await aVerifiedCustomer(site, "mother@example.co.za");
  await customer.open("/ship-local/addresses");
  await customer.press("Next", addresses);
  const typed = { selectedBoxId: "stock-3", parcelDesc: "My mother's pots" };
  const { action, body } = customer.filledIn("Calculate Quote", typed);
  for (const [email, finds] of [
    ["ended@example.co.za", ""],
    ["mother@example.co.za", "My mother's pots"],
  ] as const) {
    inTheFile(site, "DELETE FROM sessions");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const login = await customer.follow(
      await customer.send(action, { method: "POST", body: body.toString(), headers }),
    );
    expect(login.url).toContain("/login");
    await customer.press("Login", { email, password: PASSWORD });
    expect(customer.page?.html.includes("pots")).toBe(finds !== "");
  }
  expect(customer.page?.url).toBe(`${site.url}/ship-local/parcel`);
});

describe("a waybill that this browser may not show", () => {
  test("says what to do, and shows nothing of its content", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const stranger = new Visitor(site.url);
    const page = await stranger.open(`/waybill/${waybillNo}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("Open this page on the phone that you booked with.");
    expect(page.html).not.toMatch(/Thandi|Sipho|Ncome/);
    await stranger.clickLink("Track this parcel");
    expect(stranger.page?.text).toContain("Booked.");
    const unknown = await stranger.open("/waybill/TH0000000000");
    expect(unknown.status).toBe(404);
  });

  test("opens for its account after the login", async () => {
    const thandi = await aVerifiedCustomer(site, "waybill@example.co.za");
    await thandi.open("/ship/addresses");
    await thandi.press("Next", addresses);
    await thandi.press("Calculate Quote", parcel);
    await thandi.press("Book This Collection", { confirm: "on" });
    await thandi.press("Pay now");
    const { text } = await thandi.press("Complete payment");
    const waybillNo = /TH \d{3} \d{3} \d{3} \d/.exec(text)?.[0].replaceAll(" ", "");
    const elsewhere = new Visitor(site.url);
    await elsewhere.open(`/waybill/${waybillNo}`);
    await elsewhere.clickLink("Log in and open it");
    expect(elsewhere.page?.text).toContain("Log in to open this page.");
    await elsewhere.press("Login", { email: "waybill@example.co.za", password: PASSWORD });
    expect(elsewhere.page?.url).toBe(`${site.url}/waybill/${waybillNo}`);
    expect(elsewhere.page?.text).toContain("Sipho Dlamini");
  });
});

describe("the page before the payment", () => {
  test("says who takes the card, which ways to pay there are, and what happens if the signal drops", async () => {
    const { page } = await aGuestAtThePayment(site);
    for (const words of ["PayFast", "instant EFT", "We never see your card number", "bank statement", "signal drop"])
      expect(page?.text).toContain(words);
  });

  test("pending says not to pay again; failed says that no money was taken", async () => {
    const guest = await aGuestAtThePayment(site);
    await guest.clickLink("I have paid already");
    expect(guest.page?.text).toContain("Don't pay again: your booking is safe.");
    await guest.open((guest.page?.url ?? "").replace(/return\?quoteId=([^&]+).*/, "start/$1"));
    await guest.press("Pay now");
    const failed = await guest.press("Fail payment");
    expect(failed.text).toContain("No money was taken");
  });
});
