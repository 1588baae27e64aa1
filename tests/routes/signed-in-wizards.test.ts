import { beforeEach, describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
let customers = 0;
let thandi: Visitor;
beforeEach(async () => {
  customers += 1;
  thandi = await aVerifiedCustomer(site, `thandi${customers}@example.co.za`);
});

const { toPostal: _, ...abroadless } = addresses;
const wizards = [
  {
    wizard: "local",
    base: "/ship-local",
    last: "/ship-local/summary",
    answers: { ...addresses } as Record<string, string>,
    item: "Thuma Local Shipment",
    description: "Local courier booking",
  },
  {
    wizard: "international",
    base: "/ship-Inter",
    last: "/ship-Inter/review",
    answers: { ...abroadless, toCity: "Recife", toCountry: "Brazil" } as Record<string, string>,
    item: "Thuma International Shipment",
    description: "To Brazil",
  },
];
const wish = { collectionDay: "", collectionTime: "morning" };
const pathOf = (visitor: Visitor) => new URL(visitor.page?.url ?? "").pathname;

describe.each(wizards)("the $wizard wizard", ({ base, last, answers, item, description }) => {
  const parcelOf = () => (base === "/ship-Inter" ? { ...parcel, customsDesc: "Worn shoes" } : parcel);

  async function toTheSummary(visitor: Visitor, changes: Record<string, string> = {}) {
    await visitor.open(`${base}/addresses`);
    await visitor.press("Next", { ...answers, ...changes });
    return visitor.press("Calculate Quote", { ...parcelOf(), ...wish });
  }

  test("leads from two addresses to a paid waybill on the dashboard", async () => {
    await toTheSummary(thandi);
    expect(pathOf(thandi)).toBe(last);
    expect(thandi.page?.text).toContain("in the morning");
    await thandi.press("Book This Collection", { confirm: "on" });
    const { body } = thandi.filledIn("Pay now");
    expect(body.get("item_name")).toBe(item);
    expect(body.get("item_description")).toBe(description);
    expect(body.get("cancel_url")).toBe(`${site.url}/dashboard`);
    await thandi.press("Pay now");
    await thandi.press("Complete payment");
    expect(thandi.page?.text).toContain("Waybill created — you're all set!");
    await thandi.open("/dashboard");
    expect(thandi.page?.text).toContain("Send again");
    await thandi.press("Send again");
    expect(pathOf(thandi)).toBe(`${base}/addresses`);
    await thandi.press("Next");
    await thandi.press("Calculate Quote");
    expect(thandi.page?.text).toContain("Book This Collection");
  });

  test("redirects to the login, and back", async () => {
    const stranger = new Visitor(site.url);
    await stranger.open(`${base}/addresses`);
    expect(stranger.page?.url).toBe(`${site.url}/login?next=${encodeURIComponent(`${base}/addresses`)}`);
  });

  test.each([
    ["nothing", "addresses"],
    ["addresses", "parcel"],
    ["everything", last.split("/").at(-1) ?? ""],
  ])("with %s answered, leads to %s from every address that is too far ahead", async (answered, step) => {
    if (answered !== "nothing") {
      await thandi.open(`${base}/addresses`);
      await thandi.press("Next", answers);
    }
    if (answered === "everything") await thandi.press("Calculate Quote", { ...parcelOf(), ...wish });
    for (const address of [base, last]) {
      await thandi.open(address);
      expect(pathOf(thandi)).toBe(`${base}/${step}`);
    }
  });

  test("doesn't show a draft to another user who signs in on the same phone", async () => {
    await thandi.open(`${base}/addresses`);
    await thandi.press("Next", answers);
    await thandi.press("Logout");
    const someoneElse = await aVerifiedCustomer(site, `else${customers}${base.length}@example.co.za`, thandi);
    await someoneElse.open(base);
    expect(pathOf(someoneElse)).toBe(`${base}/addresses`);
    // Every customer here is called Thandi Nkosi, and her name is filled in from her account.
    expect(someoneElse.page?.html).not.toContain("Mphuti");
    expect(someoneElse.page?.html).not.toContain("Sipho");
  });

  test("keeps the draft of a user who has to sign in again in the middle of it", async () => {
    await thandi.open(`${base}/addresses`);
    await thandi.press("Next", answers);
    thandi.cookies.delete("session");
    await thandi.open(`${base}/parcel`);
    expect(pathOf(thandi)).toBe("/login");
    await thandi.press("Login", { email: `thandi${customers}@example.co.za`, password: PASSWORD });
    expect(pathOf(thandi)).toBe(`${base}/parcel`);
    await thandi.press("Calculate Quote", { ...parcelOf(), ...wish });
    expect(thandi.page?.text).toContain("Thandi Nkosi");
  });

  test("counts a form sent five times as one quote and one booking", async () => {
    await thandi.open(`${base}/addresses`);
    await thandi.press("Next", answers);
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => thandi.pressOnce("Calculate Quote", { ...parcelOf(), ...wish })),
    );
    expect(sent.map((answer) => answer.status)).toEqual([303, 303, 303, 303, 303]);
    await thandi.open(last);
    const booked = await Promise.all(
      Array.from({ length: 5 }, () => thandi.pressOnce("Book This Collection", { confirm: "on" })),
    );
    expect(new Set(booked.map((answer) => answer.headers.get("Location"))).size).toBe(1);
    await thandi.open("/dashboard");
    expect(thandi.page?.document.querySelectorAll("[data-state]")).toHaveLength(1);
  });
});

test("every required answer of the international wizard is asked for in the specification's words", async () => {
  await thandi.open("/ship-Inter/addresses");
  const page = await thandi.press("Next", { fromName: "", fromEmail: "", fromPhone: "", fromCountry: "" });
  expect(page.status).toBe(400);
  const parts = ["full name", "email", "phone", "address", "city"];
  for (const message of [
    ...parts.map((part) => `Sender ${part} is required`),
    ...parts.map((part) => `Receiver ${part} is required`),
    "Sender postal is required",
    "Receiver country is required",
  ]) {
    expect(page.text).toContain(message);
  }
  expect(page.text).not.toContain("Receiver postal is required");
});

test("the international parcel step has the specification's error messages", async () => {
  await thandi.open("/ship-Inter/addresses");
  await thandi.press("Next", wizards[1]?.answers);
  const page = await thandi.press("Calculate Quote", { quantity: "0", declaredValue: "-1", weight: "0" });
  expect(page.status).toBe(400);
  for (const message of [
    "Please choose a packaging type.",
    "Quantity must be at least 1.",
    "Declared value cannot be negative.",
    "Weight must be greater than 0 (or leave blank).",
  ]) {
    expect(page.text).toContain(message);
  }
});

test("a parcel heavier than its box takes gets a warning, and its volumetric weight is shown", async () => {
  await thandi.open("/ship-Inter/addresses");
  await thandi.press("Next", wizards[1]?.answers);
  expect(thandi.page?.text).toContain("Volumetric weight 12,56\u00a0kg");
  const asked = await thandi.press("Calculate Quote", { ...parcel, weight: "2,5" });
  expect(asked.text).toContain("Over box limit of 1 kg");
  expect(asked.text).toContain("Heavier than this box takes: see above.");
  const page = await thandi.press("Calculate Quote");
  expect(pathOf(thandi)).toBe("/ship-Inter/review");
  expect(page.text).toContain("Over box limit of 1 kg");
  expect(page.text).toContain("Weight exceeds the recommended limit for this box. Consider a larger box.");
});

test("each address has one spelling", async () => {
  await thandi.open("/ship-inter/addresses");
  expect(pathOf(thandi)).toBe("/ship-Inter/addresses");
});

test("somebody else's quote looks like one that doesn't exist", async () => {
  await thandi.open("/ship-local/addresses");
  await thandi.press("Next", addresses);
  await thandi.press("Calculate Quote", parcel);
  await thandi.open("/dashboard");
  const quoteId = thandi.filledIn("Resume/Edit").body.get("resumeId") ?? "";

  const sipho = await aVerifiedCustomer(site, `sipho${customers}@example.co.za`);
  await sipho.open("/ship-local/addresses");
  await sipho.press("Next", addresses);
  await sipho.press("Calculate Quote", parcel);
  await sipho.open("/dashboard");
  const theirs = await sipho.press("Resume/Edit", { resumeId: quoteId });
  await sipho.open("/dashboard");
  const nobodys = await sipho.press("Resume/Edit", { resumeId: "AAAAAAAAAAAAAAAAAAAAAA" });
  expect([theirs.status, theirs.text]).toEqual([nobodys.status, nobodys.text]);
  expect(theirs.status).toBe(404);
  const book = await sipho.open(`/ship-local/addresses?from=${quoteId}`);
  // Forms and the footer's link contain the page's own address.
  const links = [...book.document.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
  expect(links.filter((href) => href?.startsWith("/ship-local/addresses?from="))).toHaveLength(1);
  expect(links.join()).not.toContain(quoteId);
});

test("a used address can be picked", async () => {
  await thandi.open("/ship-local/addresses");
  await thandi.press("Next", addresses);
  await thandi.press("Calculate Quote", parcel);
  await thandi.press("Start again");
  await thandi.open("/ship-local/addresses");
  await thandi.clickLink("Sipho Dlamini, 12 Ncome Crescent, Soweto");
  const { body } = thandi.filledIn("Next");
  expect(body.get("toName")).toBe("Sipho Dlamini");
  expect(body.get("fromAddressLine")).toBe(addresses.fromAddressLine);
});

test("no instant price: the manual panel, one request however often it is sent, and an email", async () => {
  await thandi.open("/ship-local/addresses");
  await thandi.press("Next", { ...addresses, fromPostal: "9100" });
  await thandi.press("Ask us for a price");
  const page = await thandi.press("Calculate Quote", parcel);
  expect(page.text).toContain("Manual quote required");
  expect(page.text).not.toContain("R 0,00");
  await Promise.all([1, 2, 3].map(() => thandi.pressOnce("Request Manual Quote", { confirm: "on" })));
  await thandi.open("/ship-local/summary");
  expect(thandi.page?.text).toContain("We have your request");
  await emailTo(site.dataDir, addresses.fromEmail, /working out your price/i);
});

describe.each(wizards)(
  "a new parcel in the $wizard wizard, whose session ends at its first step",
  ({ base, answers }) => {
    const email = () => `thandi${customers}@example.co.za`;
    const uid = () => inTheFile<{ id: string }>(site, `SELECT uid AS id FROM users WHERE email = '${email()}'`)[0]?.id;
    const logIn = (visitor: Visitor, as = email()) => visitor.press("Login", { email: as, password: PASSWORD });
    const typed = { ...answers, toEmail: "not finished" };

    test.each([
      ["the cookie is gone", () => thandi.cookies.delete("session")],
      ["the session was ended", () => inTheFile(site, `DELETE FROM sessions WHERE who = '${uid()}'`)],
      [
        "it has expired",
        () => inTheFile(site, `UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE who = '${uid()}'`),
      ],
    ])("has all that was typed after the login: %s", async (_, end) => {
      await thandi.open(`${base}/addresses`);
      end();
      const login = await thandi.press("Next", typed);
      expect(login.url).toContain("/login");
      const step = await logIn(thandi);
      expect(step.url).toBe(`${site.url}${base}/addresses`);
      const { body } = thandi.filledIn("Next");
      for (const [name, value] of Object.entries(typed)) expect([name, body.get(name)]).toEqual([name, value]);
    });
  },
);

test("what was typed before the session ended is shown to nobody else, nor kept under the name of whoever booked before", async () => {
  const next = await aVerifiedCustomer(site, `next${customers}@example.co.za`);
  await next.open("/ship-local/addresses");
  await next.press("Next", addresses);
  // Their draft stays on the phone that Thandi takes over.
  for (const [name, cookie] of next.cookies) if (name.startsWith("draft")) thandi.cookies.set(name, cookie);
  await thandi.open("/ship-local/addresses");
  thandi.cookies.delete("session");
  await thandi.press("Next", { ...addresses, fromName: "Thandi's Secret", toEmail: "not finished" });
  await thandi.press("Login", { email: `next${customers}@example.co.za`, password: PASSWORD });
  const shown = await thandi.open("/ship-local/addresses");
  expect(shown.html).not.toContain("Secret");
  const forged = new URLSearchParams({ ...addresses, whose: "somebody.signature" });
  const stranger = new Visitor(site.url);
  const answer = await stranger.send("/ship-local/addresses", {
    method: "POST",
    body: forged.toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(answer.headers.getSetCookie().join()).not.toContain("typed=");
});

test("a parcel that no box takes is told so, and that it isn't its route's fault", async () => {
  await thandi.open("/ship-local/addresses");
  await thandi.press("Next", addresses);
  await thandi.press("Calculate Quote", { ...parcel, weight: "40" });
  const page = await thandi.press("Ask us for a price");
  expect(page.text).toContain("The parcel is too heavy for our boxes: Stock 7 takes 30 kg. Our team will finalize");
  expect(page.text).not.toContain("This destination");
});

test("/trackpro trims the number and does nothing with a blank one", async () => {
  await thandi.open("/trackpro");
  const blank = await thandi.pressOnce("Track", { waybill: "   " });
  expect(blank.headers.get("Location")).toBe("/trackpro");
  const tracked = await thandi.pressOnce("Track", { waybill: "  TH4821093753 " });
  expect(tracked.headers.get("Location")).toBe("/tracking?action=track&accno=&no=TH4821093753");
});

test("a payment without a quote, or without a price, is refused in the specification's words", async () => {
  const missing = await thandi.open("/payfast/start");
  expect([missing.status, missing.text.includes("Missing quote reference; please retry the quote.")]).toEqual([
    400,
    true,
  ]);
  await thandi.open("/ship-local/addresses");
  await thandi.press("Next", { ...addresses, toPostal: "9100" });
  await thandi.press("Ask us for a price");
  await thandi.press("Calculate Quote", parcel);
  await thandi.open("/dashboard");
  const quoteId = thandi.filledIn("Resume/Edit").body.get("resumeId");
  const priceless = await thandi.open(`/payfast/start/${quoteId}`);
  expect([priceless.status, priceless.text.includes("Invalid amount for payment.")]).toEqual([400, true]);
});

describe("name, email and phone of the sender come from the account", () => {
  test.each(["/ship/addresses", "/ship-local/addresses", "/ship-Inter/addresses"])("at %s", async (address) => {
    await thandi.open(address);
    const { body } = thandi.filledIn("Next");
    expect(body.get("fromName")).toBe("Thandi Nkosi");
    expect(body.get("fromEmail")).toBe(`thandi${customers}@example.co.za`);
    expect(body.get("fromPhone")?.replace(/\D/g, "")).toMatch(/821234567$/);
    expect(body.get("toName")).toBe("");
  });

  test("and are the sender's own once something else was answered", async () => {
    await thandi.open("/ship-local/addresses");
    await thandi.press("Next", { ...addresses, fromName: "Nkosi Traders" });
    await thandi.open("/ship-local/addresses");
    expect(thandi.filledIn("Next").body.get("fromName")).toBe("Nkosi Traders");
  });

  test("every email about the parcel is also sent to the account", async () => {
    await thandi.open("/ship-local/addresses");
    const shop = `collections${customers}@example.co.za`;
    await thandi.press("Next", { ...addresses, fromEmail: shop });
    await thandi.press("Calculate Quote", parcel);
    await thandi.press("Book This Collection", { confirm: "on" });
    await thandi.press("Pay now");
    await thandi.press("Complete payment");
    for (const address of [shop, `thandi${customers}@example.co.za`])
      expect((await emailTo(site.dataDir, address, /Booking confirmed/)).text).toContain("your parcel is booked");
  });
});

test("an account's own address is filled in: the last one that it sent from, unless a price was asked from elsewhere", async () => {
  const customer = await aVerifiedCustomer(site, "again@example.co.za");
  await customer.open("/ship-local/addresses");
  await customer.press("Next", { ...addresses, fromLandmark: "Blue gate" });
  await customer.press("Calculate Quote", parcel);
  await customer.press("Book This Collection", { confirm: "on" });
  const senders = ["fromName", "fromAddressLine", "fromCity", "fromPostal", "fromLandmark", "toName"];
  const filled = async (address: string) => {
    await customer.open(address);
    const { body } = customer.filledIn("Next");
    return senders.map((field) => body.get(field));
  };
  const { fromAddressLine, fromCity, fromPostal } = addresses;
  const usual = ["Thandi Nkosi", fromAddressLine, fromCity, fromPostal, "Blue gate", ""];
  expect(await filled("/ship-Inter/addresses")).toEqual(usual);
  expect(await filled("/ship/addresses")).toEqual(usual);
  expect(await filled("/ship/addresses?fromPostal=7784&fromCity=Khayelitsha&toPostal=1804")).toEqual([
    ...["Thandi Nkosi", "", "Khayelitsha", "7784", "", ""],
  ]);
});
