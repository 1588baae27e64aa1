import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANSWER_TO_A_CHARGE_WORKING_DAYS, TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { type CommandName, commands } from "#app/staff/commands/all";
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
  "the price can change only if weight, size or pieces are not what you told us, or for another place. We phone first.",
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
const WORDS = { version: "2026-11-29", sha256: "e54396f6a9438fc0" };

/**
 * What the terms promise, and the commands by which the office keeps it; a text says what keeps it without anybody's act. What
 * has neither is no promise to make.
 */
const kept: [sentence: string, by: CommandName[] | string][] = [
  ["Each booking keeps the version that you agreed to.", "stored with the booking"],
  ["You get a waybill number to follow the parcel.", "the payment issues it"],
  ["We phone the sender to agree on a time to collect.", ["agree"]],
  ["Before you book, we show the working days that a delivery usually takes from there.", "the review"],
  [
    "If we have not delivered within 30 days after you paid, you may cancel and get all your money back.",
    ["cancel booking", "pay refund", "note refund"],
  ],
  ["If nobody is there to take the parcel, we phone and try again.", ["agree", "assign"]],
  ["If we still can't deliver, it goes back to the sender.", ["assign", "mark"]],
  ["We ask you first if that costs more.", ["tell", "note booking"]],
  ["We hold a price for 7 days.", "the quote"],
  ["If we worked it out by hand, we hold it for 30 days.", ["price quote"]],
  // While we don't have the parcel it is cancelled; after that it goes back, and the price is refunded.
  [
    "Then you get an email with a link to pay the difference, and the parcel waits for your answer.",
    ["charge", "send link", "undo charge"],
  ],
  ["If you don't want the new price, say so on the page of that link.", "the page of what more is owed"],
  [
    "You get your money back: we cancel what is not collected, and bring back what is.",
    ["assign", "list refunds", "pay refund", "note refund"],
  ],
  [
    `If we have no answer within ${ANSWER_TO_A_CHARGE_WORKING_DAYS} working days, the parcel waits at our depot or goes back to the sender.`,
    ["mark", "assign"],
  ],
  ["If we agree, we collect before you pay.", "the account's limit and days, which the office gives it"],
  [
    "Our invoice is of the day on which we collect, and a statement after the month says what is to be paid, and by when.",
    ["mark", "statement"],
  ],
  [
    "If more is owed for a parcel, it goes on your account too while there is room, and the parcel does not wait.",
    ["charge"],
  ],
  ["Otherwise the parcel waits until you have paid it.", ["charge"]],
  ["If you cancel, we take the price off your account.", ["cancel booking"]],
  ["You can cancel, without a reason, until we collect the parcel.", ["cancel booking"]],
  [
    "Then you get all your money back, the way it came, within 10 working days.",
    ["list refunds", "pay refund", "note refund"],
  ],
  ["If you paid twice, we pay one payment back.", ["pay refund", "note refund"]],
  ["We email you the waybill number and an invoice.", "the payment sends it"],
  ["Keep that email: its links show both for as long as we keep them, 5 years.", "signed links"],
  [
    "With an account you find all of it in your dashboard, and you can download it in My account.",
    "the dashboard, and the copy of the account's data",
  ],
  ["Each booking keeps the version that you agreed to; ask us for an older one.", ["list terms"]],
  ["We answer within one working day, and tell you what we do about it within 5.", ["answer case", "close case"]],
  ["If we find any of these, we don't carry the parcel.", ["cancel booking", "mark"]],
  ["We bring it back or, where the law says so, hand it to the police.", ["assign", "mark"]],
  [
    "If it is our fault, we pay what the contents cost you, up to R 1 000,00 for each parcel, and give back what you paid us.",
    ["pay claim", "note refund", "pay refund"],
  ],
];

/** What else they say: what others do, what the price is, and what we don't do. */
const said = [
  ...["These terms hold for every parcel that you book with us.", `Version ${TERMS_VERSION}.`],
  "We collect a parcel at one address and deliver it at another, in South Africa or abroad.",
  "You choose the box, and we show its size and the most that it may weigh.",
  "The price before you book is the full price: transport, fuel and packaging, with VAT.",
  "There are no other fees.",
  "For a parcel that goes abroad, the other country may ask the receiver for customs duty.",
  "After you book, the price can change only if weight, size or pieces are not what you told us, or for another place.",
  "We phone first.",
  "You pay before we collect, on the page of PayFast: by card, instant EFT or another way that PayFast shows.",
  "Your card number never comes to us.",
  ...["A business can ask us to pay by month.", "There is no interest and no fee."],
  "Above the limit that we agreed on, or while something is overdue, you pay before we collect.",
  "Where these terms count days from when you paid, they then count from when you booked.",
  "Once we have collected, you can't cancel, because the work has begun.",
  "Section 44 of the ECT Act gives 7 days to cancel some services.",
  "It does not hold for transport on an agreed day.",
  "Your right to cancel until we collect is in place of it.",
  "You can print or save these terms.",
  "You can check and change all that you typed before you book.",
  "Each booking is for one delivery: there is no contract that runs on.",
  "Write to hello@thuma.example with your waybill number, or phone us Monday to Friday, 08:00 to 17:00.",
  "If you are not happy with that, go to the National Consumer Commission, thencc.org.za.",
  "You keep every right that the law gives you.",
  "Tell us within 7 days after the delivery or, if it never came, within 30 days after you paid.",
  "Show us what the contents cost, and a photo of the damage.",
  "We don't pay for what you may not send, or if you packed the contents in a way that could not protect them.",
  "We also don't pay for what you lose because a parcel is late.",
  "If a parcel is worth more than R 1 000,00, insure it elsewhere or don't send it with us.",
  "The declared value is for customs, and helps us to find a lost parcel.",
  "It buys no insurance and no cover, and does not change the price.",
  "You can leave it at 0.",
  "Pages that ask for data are encrypted.",
  "PayFast takes the payment, and tells us the amount and that you paid.",
  "What we keep about you, why and for how long is on our privacy page.",
  "We never ask for money, a card number, a PIN or a code by phone.",
  ...["Somebody who does is not from us.", "Hang up, and chat with us."],
  "We belong to no trade body, and have signed no code of conduct and no code for settling disputes.",
  "The law of South Africa holds.",
];

/** What stands in paragraphs, but for the list of goods. */
function sentencesOf({ document }: Page): string[] {
  const texts = document.querySelectorAll("main p").map(({ text }) => inPlainSpaces(text).replace(/\s+/g, " ").trim());
  return texts.flatMap((text) => text.split(/(?<=[.!?]) (?=[A-Z])/));
}

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

test("each promise has the commands that keep it, or keeps itself, and no sentence is in neither list", () => {
  expect(sentencesOf(page).toSorted()).toEqual([...kept.map(([sentence]) => sentence), ...said].toSorted());
  const named = kept.flatMap(([, by]) => (typeof by === "string" ? [] : by));
  expect(named.filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
});

test.each<[takes: string, says: string | null]>([
  ["", null],
  ["cash", "You can also pay in cash at our office."],
  ["bank", "You can also pay by transfer to our bank account."],
  ["cash,bank", "You can also pay in cash at our office or by transfer to our bank account."],
])("an office that takes %j says so", async (OFFICE_TAKES, says) => {
  const other = await openSite({ ...(OFFICE_TAKES ? { OFFICE_TAKES } : {}) });
  const { text } = await new Visitor(other.url).open("/terms");
  await other.stop();
  if (says) expect(text).toContain(says);
  else expect(text).not.toContain("You can also pay");
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
