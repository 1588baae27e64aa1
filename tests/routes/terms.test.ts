import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { aGuestAtTheParcel, aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { companySettings } from "../support/a-secure-site";
import { emailTo } from "../support/mailbox";
import { openSite, type Site } from "../support/open-site";
import { freePort } from "../support/running-site";
import { type Page, Visitor } from "../support/visitor";

/** The page's line for each item of section 43(1) of the ECT Act (25 of 2002). */
const section43: [item: string, line: string][] = [
  ["(a) full name and legal status", "Thuma Couriers (Pty) Ltd, a private company registered in South Africa"],
  ["(b) physical address", "12 Odendaal Street, Germiston South, Germiston 1401"],
  ["(b) telephone number", "011 555 0123"],
  ["(c) website", "http://localhost:"],
  ["(c) email address", "hello@thuma.example"],
  ["(d) membership of self-regulatory bodies", "We belong to no trade body"],
  ["(e) codes of conduct", "have signed no code of conduct"],
  ["(f) registration number", "2026/123456/07"],
  ["(f) names of office bearers", "Nomsa Khumalo, Pieter Mokoena"],
  ["(f) place of registration", "registered in South Africa"],
  ["(g) address for legal service", "Address, also for legal papers"],
  ["(h) what the service is", "We collect a parcel at one address and deliver it at another"],
  [
    "(i) full price with taxes and costs",
    "The price before you book is the full price: transport, fuel and packaging, with VAT.",
  ],
  ["(j) manner of payment", "You pay before we collect, on the page of PayFast"],
  ["(k) terms, and how they are kept", "You can print or save these terms."],
  ["(l) time of delivery", "Before you book, we show the working days that a delivery usually takes"],
  ["(l) and when it never comes", "not delivered within 30 days after you paid"],
  ["(m) full record of the transaction", "its links show both for as long as we keep them, 5 years"],
  ["(n) returns and refunds", "you get all your money back, the way it came, within 10 working days"],
  ["(o) alternative dispute resolution", "no code for settling disputes"],
  ["(p) security of payment", "Your card number never comes to us."],
  ["(p) privacy policy", "on our privacy page"],
  ["(q) minimum duration", "there is no contract that runs on"],
  ["(r) rights under section 44", "Section 44 of the ECT Act gives 7 days to cancel some services."],
];

/** What else a customer has to know before booking. */
const promises = [
  "the price can change only if weight or size is not what you told us, if there are more pieces, or if you want the parcel in another place. We phone first.",
  "If we have no answer within 5 working days, the parcel waits at our depot or goes back to the sender.",
  "up to R\u00a01\u00a0000,00 for each parcel",
  "It buys no insurance and no cover, and does not change the price.",
  "We never ask for money, a card number, a PIN or a code by phone.",
  "Weapons, ammunition, explosives and fireworks",
  "You can cancel, without a reason, until we collect the parcel.",
  "We answer within one working day",
  "4123456789",
];

/**
 * If you change the words, set a new TERMS_VERSION and change this too: bookings keep the version under which they were
 * made.
 */
const WORDS = { version: "2026-11-29", sha256: "c4c16db117f74127" };

let site: Site;
let page: Page;
beforeAll(async () => {
  const port = await freePort();
  site = await openSite({ ...companySettings, PORT: String(port), APP_URL: `http://localhost:${port}` });
  page = await new Visitor(site.url).open("/terms");
});
afterAll(() => site.stop());

/** A phone number is kept in one line. */
const inPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

test.each(section43)("section 43(1)%s has its line", (_, line) => {
  expect(inPlainSpaces(page.text)).toContain(line);
});

test.each(promises)("the terms say: %s", (line) => {
  expect(page.text).toContain(line);
});

test("changed words need a new version", () => {
  const contents = page.document.querySelectorAll("main nav li").map(({ text }) => text);
  const words = inPlainSpaces(page.text).replace(contents.join(""), "").replaceAll(new URL(site.url).port, "");
  const sha256 = createHash("sha256").update(words).digest("hex").slice(0, 16);
  expect({ version: TERMS_VERSION, sha256 }).toEqual(WORDS);
});

test.each(["/terms", "/privacy", "/developers"])("%s begins with its headings, each a link to it", async (address) => {
  const { document } = await new Visitor(site.url).open(address);
  const links = document.querySelectorAll("main nav a");
  const headings = document.querySelectorAll("main h2");
  expect(headings.length).toBeGreaterThan(3);
  expect(links.map((link) => [link.getAttribute("href"), link.text])).toEqual(
    headings.map((heading) => [`#${heading.id}`, heading.text]),
  );
  expect(document.querySelectorAll("main [id]").map(({ id }) => id)).toEqual([
    ...new Set(document.querySelectorAll("main [id]").map(({ id }) => id)),
  ]);
});

test("every page's footer links them, step 2 links what may not be sent, and the confirmation refers to them", async () => {
  const foot = (shown: Page) => shown.document.querySelector('footer a[href="/terms"]')?.text;
  expect(foot(await new Visitor(site.url).open("/"))).toBe("Terms");
  const parcel = (await aGuestAtTheParcel(site)).page;
  const list = parcel?.document.querySelector('main a[href^="/terms#"]')?.getAttribute("href") ?? "";
  expect(page.document.querySelector(list.replace("/terms", ""))?.text).toBe("What you may not send");
  expect(parcel?.text).toContain("It buys no insurance and does not change the price.");
  const review = (await aGuestAtTheReview(site)).page;
  expect(review?.document.querySelector('main a[href="/terms"]')).not.toBeNull();
});

test("a booking keeps the version that its customer agreed to, and the email names it", async () => {
  await aGuestWithAWaybill(site);
  const booked = inTheFile(site, "SELECT terms_version FROM quotes WHERE booked_at IS NOT NULL");
  expect(booked).toEqual([{ terms_version: TERMS_VERSION }]);
  const { text } = await emailTo(site.dataDir, "thandi@example.co.za", /Booking confirmed/);
  expect(text).toContain(`Our terms, version ${TERMS_VERSION}:\n${site.url}/terms`);
});

test("contact shows no number and says where the company's own is; the waybill's is for customers only", async () => {
  const contact = await new Visitor(site.url).open("/contact");
  expect(contact.text).toContain("the phone numbers and emails of our team are not shown publicly.");
  expect(contact.text).toContain("Our company's registered phone number is in our terms.");
  for (const address of ["/", "/contact", "/join", "/terms", "/track", "/ship", "/privacy"]) {
    const { html } = await new Visitor(site.url).open(address);
    expect(inPlainSpaces(html), address).not.toContain("010 000 0000");
    expect(inPlainSpaces(html).includes("011 555 0123"), address).toBe(address === "/terms");
  }
});
