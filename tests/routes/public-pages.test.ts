import { parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { brand } from "#app/brand";
import { settings } from "#app/config.server";
import { chats, contact } from "#app/contact";
import { ANSWERS_KEPT_DAYS } from "#app/domain/accounts/once.server";
import { limits } from "#app/domain/limits/limits";
import { keeping } from "#app/domain/people/keeping-times";
import { pointsOf } from "#app/http/limits/rate-limit.server";
import { journeys } from "#app/http/wizard/journey";
import { paths } from "#app/paths";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { openSite, siteForAllTests } from "../support/open-site";
import { startSite } from "../support/running-site";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests();

const open = (address: string) => new Visitor(site.url).open(address);

/** Address, email, social links, the note and the way to the top (specification section 1, "Footer"). */
function wholeFooter({ document }: Page) {
  const footer = document.querySelector("footer");
  for (const words of ["Level 1 B-BBEE Exempt Micro Enterprise", brand.city, contact().email.contact]) {
    expect(footer?.text).toContain(words);
  }
  for (const href of [...Object.values(contact().social), "#top"]) {
    expect(footer?.querySelector(`a[href="${href}"]`), String(href)).not.toBeNull();
  }
  expect(document.querySelector("body")?.id).toBe("top");
}

describe("every public page", () => {
  const pages = [paths.home, paths.track, paths.join, paths.contact, paths.privacy, paths.ship];

  test.each(pages)("%s has the shared layout, and marks its place in the menu", async (address) => {
    const { status, document } = await open(address);
    expect(status).toBe(200);
    const menu = document.querySelectorAll("header nav a");
    expect(menu.map((link) => [link.text, link.getAttribute("href")])).toEqual([
      ["Home", "/"],
      ["Track", "/track"],
      ["Join", "/join"],
      ["Contact", "/contact"],
      ["Login", "/login"],
      ["Send a Parcel", "/ship"],
    ]);
    const marked = menu.filter((link) => link.getAttribute("aria-current") === "page");
    expect(marked.map((link) => link.getAttribute("href"))).toEqual(address === paths.privacy ? [] : [address]);
    expect(document.querySelector("header a.logo")?.getAttribute("href")).toBe("/");
  });

  test.each([
    ...pages,
    ...[paths.login, paths.lost(), paths.tracking(), paths.offline, "/ship/addresses", "/action", "/payfast/return"],
    "/nowhere",
  ])("%s has the whole footer, whose button leads to the top", async (address) => {
    wholeFooter(await open(address));
  });

  test("so has every page of an account", async () => {
    const customer = await aVerifiedCustomer(site, "reads-the-footer@example.co.za");
    for (const address of [paths.dashboard, paths.account, paths.trackpro, paths.demo]) {
      wholeFooter(await customer.open(address));
    }
  });

  test.each([...pages, paths.business, paths.terms, paths.developers])(
    "%s has metadata for search engines and link previews",
    async (address) => {
      const { document } = await open(address);
      const attributeOf = (selector: string, attribute: string) =>
        document.querySelector(selector)?.getAttribute(attribute);
      const title = document.querySelector("title")?.text;
      expect(title).toContain(brand.shortName);
      // A page begins its title so when it shows errors.
      expect(title).not.toContain("Error:");
      expect(attributeOf('meta[name="description"]', "content")?.length).toBeGreaterThan(50);
      expect(attributeOf('link[rel="canonical"]', "href")).toBe(site.url + address);
      expect(attributeOf('meta[property="og:image"]', "content")).toBe(`${site.url}/social-card.png`);
      expect(attributeOf('meta[name="twitter:card"]', "content")).toBe("summary_large_image");
      expect(attributeOf('meta[name="robots"]', "content")).toBeUndefined();
    },
  );

  test("titles and descriptions differ from page to page", async () => {
    const heads = await Promise.all(pages.map(async (address) => (await open(address)).document.querySelector("head")));
    for (const part of ["title", 'meta[name="description"]']) {
      expect(new Set(heads.map((head) => head?.querySelector(part)?.toString())).size).toBe(pages.length);
    }
  });

  test("only the first page of a visit has the loading screen, and none if data is saved", async () => {
    const shows = async (headers: Record<string, string>) =>
      (await (await fetch(site.url, { headers })).text()).includes('class="opening"');
    expect(await shows({ "Sec-Fetch-Site": "none" })).toBe(true);
    expect(await shows({ "Sec-Fetch-Site": "same-origin" })).toBe(false);
    expect(await shows({ "Sec-Fetch-Site": "none", "Save-Data": "on" })).toBe(false);
    expect(await shows({})).toBe(false);
  });
});

describe("home", () => {
  test("answers at once: do you come to me, and what does it cost?", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open(paths.home);
    const { text } = await visitor.press("Check and get a price", { fromPostal: "1431", toPostal: "1804" });
    expect(text).toContain("Great! We can ship from");
    expect(text).toMatch(/R\u00a0\d+,\d\d/);
  });

  test("shows the channels, the selling points, and how a price is calculated, with a real one", async () => {
    const { text, document } = await open(paths.home);
    for (const words of [
      ...["Fast, reliable local last-mile logistics", "Chat With Us"],
      ...["Shopify", "WooCommerce", "DNN", "OpenCart", "Client Portal", "API Integration"],
      ...["A single contact", "A web portal", "One-day integration", "Owner-driver development"],
      ...["sender's zone rate plus the receiver's zone rate", "more than 200 destinations", "Total Due"],
    ]) {
      expect(text).toContain(words);
    }
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.rawText ?? "");
    expect(data).toMatchObject({ "@type": ["Organization", "LocalBusiness"], name: brand.name });
  });
});

describe("track", () => {
  test("opens our own tracking page in the same tab, with the number trimmed", async () => {
    const visitor = new Visitor(site.url);
    const { document } = await visitor.open(paths.track);
    expect(document.querySelector("main form")?.hasAttribute("target")).toBe(false);
    const answer = await visitor.pressOnce("Track", { waybill: "  TH1234  " });
    expect(answer.headers.get("Location")).toBe("/tracking?action=track&accno=&no=TH1234");
  });

  test("a blank number does nothing", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open(paths.track);
    const { url } = await visitor.press("Track", { waybill: "   " });
    expect(url).toBe(site.url + paths.track);
  });

  test("leads to the external page where one is configured, and the page's policy lets the form go there", async () => {
    const external = await openSite({ TRACKING_URL: "https://tracking.example/find?lang=en" });
    try {
      const visitor = new Visitor(external.url);
      const { headers, document } = await visitor.open(paths.track);
      expect(document.querySelector("main form")?.getAttribute("target")).toBe("_blank");
      expect(headers.get("Content-Security-Policy")).toMatch(/form-action [^;]*https:\/\/tracking\.example(;|\s)/);
      const answer = await visitor.pressOnce("Track", { waybill: "TH 1" });
      expect(answer.headers.get("Location")).toBe("https://tracking.example/find?lang=en&action=track&accno=&no=TH+1");
      const customer = await aVerifiedCustomer(external, "tracks@example.co.za");
      await customer.open("/trackpro");
      const fromAccount = await customer.pressOnce("Track", { waybill: "TH 1" });
      expect(fromAccount.headers.get("Location")).toBe(answer.headers.get("Location"));
      const { guest, waybillNo } = await aGuestWithAWaybill(external);
      const opensIn = (page?: Page) =>
        page?.document.querySelector('main a[href^="https://tracking.example/"]')?.getAttribute("target");
      expect(opensIn(guest.page)).toBe("_blank");
      await guest.open(paths.waybill(waybillNo));
      expect(opensIn(guest.page)).toBe("_blank");
      const closed = await visitor.open(paths.waybill(waybillNo));
      expect(opensIn(closed)).toBe("_blank");
      expect(closed.html).toContain(
        `https://tracking.example/find?lang=en&amp;action=track&amp;accno=&amp;no=${waybillNo}`,
      );
      await visitor.open(paths.case(waybillNo));
      expect(opensIn(await visitor.press("Send", { kind: "damaged", words: "It rattles" }))).toBe("_blank");
    } finally {
      await external.stop();
    }
  });
});

test("contact offers chat, says why no numbers are shown, and how soon we answer", async () => {
  const { text, document } = await open(paths.contact);
  for (const { href } of chats()) {
    expect(document.querySelector(`main a[href="${href}"]`)?.getAttribute("rel")).toBe("noopener");
  }
  expect(text).toContain("To prevent fraud, the phone numbers and emails of our team are not shown publicly.");
  expect(text).toContain("we verify who you are");
  expect(text).toContain("1-2 hours in business hours");
});

test("search engines are asked to leave alone what is for customers with an account", async () => {
  const lines = (await (await fetch(`${site.url}/robots.txt`)).text()).split("\n");
  for (const place of ["/demo", "/trackpro", "/tracking", "/dashboard"]) expect(lines).toContain(`Disallow: ${place}`);
  const places = lines.filter((line) => line.startsWith("Disallow: ")).map((line) => line.slice("Disallow: ".length));
  const steps = Object.values(journeys).flatMap(({ steps }) => Object.values(steps).map(({ path }) => path));
  expect(steps.filter((step) => !places.some((place) => step.startsWith(place)))).toEqual([]);
  expect(places.filter((place) => "/ship".startsWith(place))).toEqual([]);
});

test("an unknown address has a page with a link home and status 404", async () => {
  const { status, text, document } = await open("/no/such/page");
  expect(status).toBe(404);
  expect(document.querySelector("h1")?.text).toBe("You took a wrong turn");
  expect(document.querySelector('main a[href="/"]')?.text).toBe("Back to Home");
  expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  expect(document.querySelector('meta[name="description"]')?.getAttribute("content")).toContain(
    "no page at this address",
  );
  expect(text).not.toContain("Error!");
});

test("an error of ours shows a reference that is also in the log, and no details", async () => {
  const broken = await startSite();
  try {
    inTheFile(broken, "ALTER TABLE quotes RENAME COLUMN id TO taken_away");
    const { status, text, document } = await new Visitor(broken.url).open(paths.payfastStart("any"));
    expect(status).toBe(500);
    expect(document.querySelector("h1")?.text).toBe("Unexpected Application Error!");
    const reference = document.querySelector("main b")?.text;
    expect(reference).toMatch(/^[2-9A-Z]{8}$/);
    // The answer may overtake the log on its way to us.
    await expect.poll(() => broken.logs()).toContain(`"reference":"${reference}"`);
    expect(text).not.toMatch(/quotes|SQL/);
    expect(document.querySelector("footer")).not.toBeNull();
  } finally {
    await broken.stop();
  }
});

test("search engines find the public pages and stay out of the private ones", async () => {
  const text = async (address: string) => (await fetch(site.url + address)).text();
  const locations = parse(await text("/sitemap.xml")).querySelectorAll("loc");
  expect(locations.map((location) => location.text)).toContain(`${site.url}/ship`);
  for (const location of locations) expect((await fetch(location.text)).status).toBe(200);
  const robots = await text("/robots.txt");
  expect(robots).toContain("Disallow: /waybill/");
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
});

test("anybody who finds a vulnerability can find whom to tell, as in RFC 9116", async () => {
  const answer = await fetch(site.url + paths.securityTxt);
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const fields = new Map(
    (await answer.text())
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  const expires = Date.parse(fields.get("Expires") ?? "");
  fields.delete("Expires");
  // Without https there is no canonical address.
  expect([...fields]).toEqual([
    ["Contact", `mailto:${contact().email.security}`],
    ["Preferred-Languages", "en"],
  ]);
  const days = (expires - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});

test("every picture and icon that the pages and the manifest name is there, the social card 1200 by 630", async () => {
  const manifest = await (await fetch(`${site.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: brand.name, start_url: "/" });
  const { document } = await open(paths.home);
  const named = [...document.querySelectorAll('head link[rel*="icon"]').map((link) => link.getAttribute("href"))];
  for (const address of [...named, ...manifest.icons.map((icon: { src: string }) => icon.src)]) {
    expect((await fetch(site.url + address)).status, address).toBe(200);
  }
  const card = Buffer.from(await (await fetch(`${site.url}/social-card.png`)).arrayBuffer());
  expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
});

test("pages load nothing from other sites, and those that gain nothing from scripts have none", async () => {
  for (const address of [paths.home, paths.track, paths.contact, paths.privacy, "/no-such-page"]) {
    const { headers, document } = await open(address);
    const policy = headers.get("Content-Security-Policy");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(document.querySelectorAll('script:not([type="application/ld+json"])')).toHaveLength(0);
    expect(document.querySelectorAll("[style]")).toHaveLength(0);
  }
});

test("home tells search engines who and where the company is", async () => {
  const { document } = await open(paths.home);
  const company = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.text ?? "{}");
  expect(company).toMatchObject({
    ...{
      "@type": ["Organization", "LocalBusiness"],
      name: brand.name,
      url: `${site.url}/`,
      logo: `${site.url}/icon-512.png`,
    },
    ...{
      email: contact().email.contact,
      address: { addressCountry: "ZA", postalCode: expect.stringMatching(/^\d{4}$/) },
    },
  });
  expect(company.address.addressLocality).not.toMatch(/\d/);
  expect(document.querySelector('meta[name="description"]')?.getAttribute("content")).toBe(company.description);
});

test("the developers' page names its limits in figures", async () => {
  const { text } = await open(paths.developers);
  expect(text).not.toMatch(/undefined|NaN/);
  for (const words of [
    `An account has at most ${limits.apiKeys.points} keys and ${limits.webhooks.points} webhooks.`,
    `We keep answers with their Idempotency-Key for ${ANSWERS_KEPT_DAYS} days.`,
    `Calls with a wrong key: ${pointsOf(settings(), "wrongApiKeys")} in 15 minutes from one network.`,
  ])
    expect(text).toContain(words);
});

test("the form's list of countries is asked for as the call's is", async () => {
  const found = await (await fetch(`${site.url}/countries?q=bra&limit=15`)).json();
  expect(found.items[0]).toMatchObject({ name: "Brazil" });
  const refused = await fetch(`${site.url}/countries?q=bra&limit=0`);
  expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ ok: false, field: "limit" })]);
});

test("the privacy page has every time that the site keeps data", async () => {
  const { text } = await open(paths.privacy);
  // Neither service is used here.
  expect(text).not.toMatch(/BulkSMS|EmailJS/);
  const { quoteDays, unpaidBookingDays, emailDays, refusedNoticeDays, applicationMonths, bookingYears } = keeping;
  for (const sentence of [
    `${quoteDays} days after its price expires`,
    `${unpaidBookingDays} days after you booked`,
    `for ${emailDays} days, so that we send it once`,
    `we delete after ${refusedNoticeDays} days`,
    `${applicationMonths} months after the last message`,
    `${bookingYears} years after the end of the tax year`,
    `follow within ${keeping.snapshotWeeks} weeks`,
  ]) {
    expect(text).toContain(sentence);
  }
  // And none that isn't there.
  expect(text).not.toMatch(/undefined|null|NaN/);
});
