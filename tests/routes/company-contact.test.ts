import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths";
import { aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { textsIn } from "../support/a-pdf";
import { liveSettings, secureSettings } from "../support/a-secure-site";
import { everyState } from "../support/every-state";
import { emailTo } from "../support/mailbox";
import { openSite, type Site } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const own = {
  COMPANY_PHONE: "011 555 0123",
  COMPANY_EMAIL: "desk@courier.co.za",
  COMPANY_ADDRESS: "7 Loop Street, Katlehong, Germiston, 1431",
};
/** What reaches nobody, in every spelling that pages, papers, texts and links have. */
const PLACEHOLDER = /thuma\.example|010 ?000 ?0000|\+27100000000|Odendaal/;

describe("a site with the company's own phone, email and address", () => {
  let site: Site;
  let guest: Visitor;
  let waybillNo: string;
  beforeAll(async () => {
    site = await openSite(own);
    ({ guest, waybillNo } = await aGuestWithAWaybill(site));
  });
  afterAll(() => site.stop());

  // Before the states, which book others without these settings.
  test("the waybill, its PDF, the thank-you page and the emails name its own", async () => {
    const thanks = guest.page;
    const link =
      thanks?.document.querySelector(`main a[href^="/waybill/${waybillNo}?key="]`)?.getAttribute("href") ?? "";
    const paper = await new Visitor(site.url).open(link);
    expect(paper.text).toContain("011 555 0123 · desk@courier.co.za");
    const pdf = Buffer.from(await (await fetch(site.url + link.replace("?", ".pdf?"))).arrayBuffer());
    expect(textsIn(pdf).map(({ words }) => words)).toContain("011 555 0123 · desk@courier.co.za");
    const { text } = await emailTo(site.dataDir, "thandi@example.co.za", /Booking confirmed/);
    expect(text).toContain("Questions? desk@courier.co.za");
    const toReceiver = await emailTo(site.dataDir, "sipho@example.co.za", /parcel/);
    for (const words of [thanks?.html, paper.text, text, toReceiver.text, toReceiver.html])
      expect(words?.replace(/<footer[\s\S]*/, "")).not.toMatch(PLACEHOLDER);
  });

  test.each(Object.entries(everyState))("no placeholder on: %s", async (_, way) => {
    const visitor = new Visitor(site.url);
    await way(visitor, site);
    expect(withoutChannels(visitor.page)).not.toMatch(PLACEHOLDER);
  });

  test.each([
    ...[paths.securityTxt, "/v1/openapi.json", "/no-such-page", "/drive", "/drive/sign-in", "/case/TH4821093753"],
    ...["/lost", "/developers"],
  ])("no placeholder at %s", async (address) => {
    expect(withoutChannels(await new Visitor(site.url).open(address))).not.toMatch(PLACEHOLDER);
  });

  test("what staff hear of goes to it", async () => {
    const asking = await aGuestAtTheReview(site, { parcel: { quantity: "60" } });
    if (asking.page?.text.includes("Request Manual Quote"))
      await asking.press("Request Manual Quote", { confirm: "on" });
    const caller = new Visitor(site.url);
    await caller.open(`/case/${waybillNo}`);
    await caller.press("Send", { kind: "damaged", words: "It is wet", contact: "caller@example.co.za" });
    await emailTo(site.dataDir, "desk@courier.co.za", /case/i);
    // A command's shell has no settings; the site has stored its own.
    const [opened] = inTheFile<{ case_no: string }>(site, "SELECT case_no FROM cases");
    await staff(site, ["answer", "case", opened?.case_no ?? "", "We come tomorrow."]);
    const { text } = await emailTo(site.dataDir, "caller@example.co.za", /^Your case/);
    expect(text).toMatch(/desk@courier\.co\.za or 011 555 0123/);
    const addressed = inTheFile<{ to_address: string }>(site, "SELECT to_address FROM outgoing_mails");
    expect(addressed.filter(({ to_address }) => PLACEHOLDER.test(to_address))).toEqual([]);
  });
});

describe("a site that takes real money", () => {
  let site: Site;
  const live = { ...secureSettings, ...liveSettings, APP_URL: "https://courier.example" };
  afterAll(() => site.stop());

  test("shows only the chats and pages that are configured", async () => {
    site = await openSite({
      ...live,
      CHAT_WHATSAPP: "https://wa.me/27115550123",
      SOCIAL_FACEBOOK: "https://www.facebook.com/kasi",
    });
    for (const address of [paths.home, paths.contact]) {
      const { html } = await pageOf(site, address);
      expect(html).not.toMatch(PLACEHOLDER);
      expect(html).not.toMatch(/m\.me|ig\.me|instagram\.com/);
      expect(html).toContain('href="https://www.facebook.com/kasi"');
    }
    const { html } = await pageOf(site, paths.contact);
    expect(html).toContain('href="https://wa.me/27115550123"');
    expect(html).not.toContain("Email us");
    expect(html).toMatch(/<title>Contact: chat with us · .*content="Chat with [^"]+ on WhatsApp\. We usually reply/s);
    expect(html).toContain("<h1>Chat with us</h1>");
    await site.stop();
  });

  test("without any chat it says where to write", async () => {
    site = await openSite(live);
    const { html } = await pageOf(site, paths.contact);
    expect(html).toMatch(/<title>Contact: write to us · .*content="Write to [^"]+\. We usually reply/s);
    expect(html).toContain("<h1>Write to us</h1>");
    expect(html).toContain('href="mailto:desk@courier.co.za"');
    expect(html).not.toMatch(PLACEHOLDER);
    expect(html).not.toMatch(/Messenger|Instagram|WhatsApp|Facebook/);
  });
});

/** A page without its chat and social links, which have settings of their own. */
function withoutChannels(page: Page | undefined): string {
  if (!page) throw new Error("no page");
  for (const link of page.document.querySelectorAll('a[href*="m.me"], a[href*="ig.me"], footer nav a')) link.remove();
  const rest = page.document.toString().replace(/"sameAs":\[[^\]]*\]/, "");
  expect(rest).not.toBe("");
  return rest;
}

async function pageOf(site: Site, address: string) {
  const answer = await fetch(site.url + address, { headers: { Host: "courier.example" } });
  return { html: await answer.text() };
}
