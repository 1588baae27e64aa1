import { describe, expect, test } from "vitest";
import { DAYS, HOURS } from "#app/durations";
import { addresses } from "../../demo/typed-answers";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { openSite, type Site, siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

/** A guest with a draft, at any network address. */
class Guest extends Visitor {
  constructor(
    origin: string,
    private readonly address: string,
  ) {
    super(origin);
  }

  protected override ask(url: URL, init: RequestInit) {
    const headers = new Headers(init.headers);
    headers.set("X-Forwarded-For", this.address);
    return super.ask(url, { ...init, headers });
  }

  async wants(contact: string): Promise<Page> {
    await this.open("/ship/addresses");
    await this.press("Next", addresses);
    await this.clickLink("Continue on another phone");
    return this.press("Send me the link", { contact });
  }
}

const COUNTS = "SELECT key, expire FROM rate_limits WHERE key LIKE 'unpaidTexts%'";
const SENT = "The link is on its way";
const linkOn = (page: Page) => page.document.querySelector(".notice.good a[href*='code=']")?.getAttribute("href") ?? "";
const textsIn = (site: Site, where = "true") =>
  inTheFile(site, `SELECT 1 AS one FROM outgoing_mails WHERE channel = 'sms' AND state <> 'skipped' AND ${where}`)
    .length;

/** The page gives the link instead, and doesn't sound like a refusal. */
function expectToBeGivenTheLink(page: Page) {
  expect(page.status).toBe(200);
  expect(page.text).toContain("Here is your link");
  expect(page.text).not.toMatch(/too many|try again|refuse|sorry|limit|problem|can't/i);
  expect(linkOn(page)).toMatch(/\/ship\/continue\?code=/);
}

describe("texts that nobody has paid a parcel for", () => {
  const site = siteForAllTests({ TRUST_PROXY: "1" });

  test("the page offers the link to copy, and email, before a text, from the start; the link opens the draft once", async () => {
    const guest = new Guest(site.url, "203.0.113.200");
    await guest.open("/ship/addresses");
    await guest.press("Next", addresses);
    const page = await guest.clickLink("Continue on another phone");
    const [copy, email, text] = ["Show me the link", "Your email or phone", "text message"].map((words) =>
      page.text.indexOf(words),
    );
    expect(copy).toBeGreaterThan(0);
    expect(email).toBeGreaterThan(copy ?? 0);
    expect(text).toBeGreaterThan(email ?? 0);

    const { action, body } = guest.filledIn("Show me the link");
    const shown = await guest.press("Show me the link");
    expectToBeGivenTheLink(shown);
    expect(shown.html).toContain("https://wa.me/?text=");
    // A form that is sent again gets a link to the same draft.
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    await guest.follow(await guest.send(action, { method: "POST", body: body.toString(), headers }));
    const again = linkOn(guest.page as Page);
    const other = new Visitor(site.url);
    await other.open(linkOn(shown));
    await other.press("Continue here");
    expect(other.page?.url).toBe(`${site.url}/ship/parcel`);
    expect((await other.open(again)).text).toContain("This link no longer works");
    expect(inTheFile(site, "SELECT * FROM outgoing_mails")).toEqual([]);
  });

  test("three a day to one number, from wherever; the fourth gets the link to copy, and an email is still sent", async () => {
    const to = (n: number) => new Guest(site.url, `198.51.100.${n}`).wants("082 555 0101");
    for (let n = 1; n <= 3; n += 1) expect((await to(n)).text).toContain(SENT);
    const fourth = new Guest(site.url, "198.51.100.4");
    const page = await fourth.wants("082 555 0101");
    expectToBeGivenTheLink(page);
    expect(page.text).toContain("No message goes to 082 555 0101 this time.");
    expect((await fourth.press("Send me the link", { contact: "gogo@example.co.za" })).text).toContain(SENT);
    const other = new Visitor(site.url);
    await other.open(linkOn(page));
    expect((await other.press("Continue here")).url).toBe(`${site.url}/ship/parcel`);
    expect(textsIn(site)).toBe(3);
  });

  test("five an hour from one network, an IPv4 address or an IPv6 /48; its neighbours get theirs", async () => {
    const before = textsIn(site);
    const phone = (n: number) => `083 555 ${String(1000 + n)}`;
    const pages: Page[] = [];
    for (let n = 0; n < 8; n += 1) pages.push(await new Guest(site.url, "203.0.113.1").wants(phone(n)));
    for (let n = 0; n < 8; n += 1) {
      pages.push(await new Guest(site.url, `2001:db8:7:${n.toString(16)}::1`).wants(phone(20 + n)));
    }
    expect(pages.filter(({ text }) => text.includes(SENT))).toHaveLength(10);
    for (const page of pages.filter(({ text }) => !text.includes(SENT))) expectToBeGivenTheLink(page);
    expect(textsIn(site)).toBe(before + 10);
    expect((await new Guest(site.url, "2001:db8:8::1").wants(phone(40))).text).toContain(SENT);
  });

  test("a number's and the site's count last a day, a network's an hour", async () => {
    const [before, counts] = [Date.now(), inTheFile<{ key: string; expire: string }>(site, COUNTS)];
    for (const [limit, lasts] of [
      ["ToPhone", DAYS],
      ["OfSite", DAYS],
      ["FromNetwork", HOURS],
    ] as const) {
      const theirs = counts.filter(({ key }) => key.startsWith(`unpaidTexts${limit}:`));
      expect(theirs.length).toBeGreaterThan(0);
      for (const { expire } of theirs) {
        const leftMs = new Date(expire).getTime() - before;
        expect([leftMs > lasts / 2, leftMs <= lasts]).toEqual([true, true]);
      }
    }
  });

  test("a phone that takes no texts gets the link at once", async () => {
    expectToBeGivenTheLink(await new Guest(site.url, "203.0.113.9").wants("011 555 0101"));
  });

  test("what isn't ours never becomes a link on the page", async () => {
    const guest = new Guest(site.url, "203.0.113.10");
    await guest.wants("");
    const { action, body } = guest.filledIn("Send me the link", { contact: "wrong" });
    body.append("link", "https://bad.example/?code=");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const page = await guest.follow(await guest.send(action, { method: "POST", body: body.toString(), headers }));
    expect([page.status, page.html.includes("bad.example")]).toEqual([400, false]);
  });
});

test("the whole site's day; what a paid parcel, the office or a lost number needs isn't counted", async () => {
  const site = await openSite({ TRUST_PROXY: "1", UNPAID_TEXTS_PER_DAY: "2" });
  try {
    const to = (n: number) => new Guest(site.url, `192.0.2.${n}`).wants(`084 555 ${1000 + n}`);
    const { waybillNo } = await aGuestWithAWaybill(site);
    for (const n of [1, 2]) expect((await to(n)).text).toContain(SENT);
    expectToBeGivenTheLink(await to(3));

    const lost = new Visitor(site.url);
    await lost.open("/lost");
    await lost.press("Send the links again", { contact: addresses.fromPhone ?? "" });
    expect(textsIn(site, "letter_key LIKE 'links-again:%'")).toBe(1);
    const command = async (...words: string[]) => expect(await staff(site, words)).toMatchObject({ code: 0 });
    await command("add", "driver", "Sipho Nkosi", "--phone", "0831234567");
    await command("mark", "out-for-delivery", waybillNo);
    expect(textsIn(site)).toBe(2 + 1 + 2);
    expectToBeGivenTheLink(await to(4));
  } finally {
    await site.stop();
  }
});
