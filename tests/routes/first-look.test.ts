import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuest, aGuestAtTheParcel, aGuestWithAWaybill } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const headings = (visitor: Visitor) => visitor.page?.document.querySelectorAll("main h2").map(({ text }) => text) ?? [];

describe("home", () => {
  test("addresses people who send a parcel first, then businesses", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/");
    expect(headings(visitor)).toEqual([
      "Do we come to you? What does it cost?",
      "How it works",
      "Where is my parcel?",
      "Why businesses stay with us",
      "Plugs into where you sell",
      "What people ask",
      "How pricing works",
      "Katlehong to Soweto, today",
    ]);
    const tracking = visitor.page?.document.querySelector("main form input[name=waybill]");
    // Only another company's page opens in a new tab.
    expect(tracking?.closest("form")?.hasAttribute("target")).toBe(false);
  });

  test("names the channels and selling points, promises what the terms do, and leads businesses to a page of their own", async () => {
    const visitor = new Visitor(site.url);
    const home = await visitor.open("/");
    expect(home.document.querySelectorAll("main .scenes svg")).toHaveLength(3);
    expect(home.text).toMatch(/Cover up to R\s1\s000(?!,)/);
    // Nothing was delivered yet, so nothing is said of how long it takes.
    expect(home.text).not.toContain("8 of 10");
    expect(home.document.querySelectorAll(".promises li b").map(({ text }) => text.replaceAll("\u00a0", " "))).toEqual([
      "No account needed",
      "Cover up to R 1 000",
      "Cancel free",
    ]);
    const business = await visitor.clickLink("What shops and businesses get");
    expect(new URL(business.url).pathname).toBe("/business");
    for (const { text } of [home, business]) {
      for (const channel of ["Shopify", "WooCommerce", "DNN", "OpenCart", "Client Portal", "API Integration"])
        expect(text).toContain(channel);
      for (const point of ["A single contact", "A web portal", "One-day integration", "Owner-driver development"])
        expect(text).toContain(point);
      expect(text).toMatch(/tracking, capture and live dashboards/i);
      expect(text).toMatch(/TMS, WMS, SCM, FMS and FBS/);
    }
  });

  test("has the login in its header", async () => {
    const { document } = await new Visitor(site.url).open("/");
    expect(document.querySelectorAll("header nav a").map((link) => link.getAttribute("href"))).toContain("/login");
  });
});

describe("the steps", () => {
  const stages = (visitor: Visitor) =>
    visitor.page?.document
      .querySelectorAll(".step li")
      .map((stage) => stage.text + (stage.getAttribute("aria-current") ?? ""));

  test("have names beside the bar, the same for guests and accounts", async () => {
    const guest = await aGuestAtTheParcel(site);
    expect(stages(guest)).toEqual(["Addresses", "Parcelstep", "Review", "Pay"]);
    const account = await aVerifiedCustomer(site, "stages@example.co.za");
    await account.open("/ship-local/addresses");
    await account.press("Next", addresses);
    expect(stages(account)).toEqual(["Addresses", "Parcelstep", "Review", "Pay"]);
  });

  test("say what a second number is for, and capitalise names", async () => {
    const guest = await aGuest(site);
    expect(guest.page?.document.querySelector("label[for=fromCell]")?.text).toBe(
      "Cell (optional, if the first is off)",
    );
    expect(guest.page?.document.querySelector("main form")?.getAttribute("autocapitalize")).toBe("words");
  });

  test("show each box by a drawing from one cached file", async () => {
    const guest = await aGuestAtTheParcel(site);
    const drawn =
      guest.page?.document.querySelectorAll(".choice use").map((use) => use.getAttribute("href") ?? "") ?? [];
    const file = await (await fetch(`${site.url}/boxes.svg`)).text();
    expect(drawn).toHaveLength(guest.page?.document.querySelectorAll("input[name=selectedBoxId]").length ?? 0);
    for (const href of drawn) expect(file).toContain(`id="${href.replace("/boxes.svg#", "")}"`);
  });
});

test("buttons that can't be undone look like it", async () => {
  const account = await aVerifiedCustomer(site, "danger@example.co.za");
  const dangers = () => account.page?.document.querySelectorAll("main .danger").map(({ text }) => text);
  await account.open("/account/delete");
  expect(dangers()).toEqual(["Delete my account"]);
  const { guest } = await aGuestWithAWaybill(site);
  await guest.clickLink("Cancel this booking");
  expect(guest.page?.document.querySelectorAll("main .danger").map(({ text }) => text)).toEqual([
    "Cancel this booking",
  ]);
});

test("the page after the payment calls the waybill number Ref, and reads PayFast's number from its address", async () => {
  const { guest } = await aGuestWithAWaybill(site);
  expect(guest.page?.text).toMatch(/Ref \(waybill number\)\s*TH \d/);
  const { pathname, search } = new URL(guest.page?.url ?? "");
  expect(guest.page?.text).not.toContain("1089999");
  expect((await guest.open(`${pathname}${search}&pf_payment_id=1089999`)).text).toMatch(/PayFast payment\s*1089999/);
  for (const number of ["<b>", "1089999<b>"])
    expect((await guest.open(`${pathname}${search}&pf_payment_id=${number}`)).text).not.toContain("PayFast payment");
});

test("a page that requires the login says why; the login itself doesn't", async () => {
  const visitor = new Visitor(site.url);
  await aVerifiedCustomer(site, "why@example.co.za");
  expect((await visitor.open("/address-book")).text).toContain("Log in to open this page.");
  expect((await visitor.open("/login")).text).not.toContain("Log in to open this page.");
  await visitor.open("/login?next=/address-book");
  await visitor.press("Login", { email: "why@example.co.za", password: PASSWORD });
  expect(visitor.page?.url).toBe(`${site.url}/address-book`);
});
