import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saDate } from "#app/domain/values/sa-time";
import { aGuestWithADearParcel, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { companySettings } from "../support/a-secure-site";
import { emailTo } from "../support/mailbox";
import { openSite, type Site } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const NUMBER = "INV-TEST-000001";

describe("the invoice of a company that charges VAT", () => {
  const office = aSite(companySettings);

  test("is linked on the thank-you page, and has what the law requires", async () => {
    const { page } = office;
    expect(page.status).toBe(200);
    for (const words of ["Tax Invoice", NUMBER, "Thuma Couriers", "12 Odendaal Street", "Germiston 1401", "4123456789"])
      expect(page.text).toContain(words);
    expect(page.text).toContain("1 × Parcel (Flyer bag), collected in");
    expect(page.text).toMatch(/VAT \(15 %\) ?R.10,52/);
    expect(page.text).toMatch(/Total, paid ?R.80,62/);
    expect(page.text).toMatch(/Waybill number ?TH \d{3} \d{3} \d{3} \d/);
    expect(page.text).toContain(`Date${saDate(new Date())}`);
    expect(page.text).toContain("Test payment.");
    expect(page.headers.get("Cache-Control")).toBe("no-store, no-cache");
  });

  test("opens with the email's link, and not with another key or none", async () => {
    const link = await linkIn(office.site, /Booking confirmed/);
    const stranger = new Visitor(office.site.url);
    expect((await stranger.open(link)).text).toContain(NUMBER);
    for (const path of [
      `/invoice/${NUMBER}`,
      link.replace("key=", "key=_"),
      `/invoice/${NUMBER}?key=`,
      "/invoice/INV-1",
    ])
      expect((await stranger.open(path)).status, path).toBe(404);
  });
});

test("a link works while its secret is in the list", async () => {
  const secrets = ["the first secret of ours", "the second secret of ours"];
  const first = await openSite({ SESSION_SECRET: secrets[0] ?? "" });
  await aGuestWithAWaybill(first);
  const link = await linkIn(first, /Booking confirmed/);
  const statuses: number[] = [];
  for (const SESSION_SECRET of [secrets.toReversed().join(","), secrets[1] ?? ""]) {
    const site = await openSite({ SESSION_SECRET, DATA_DIR: first.dataDir });
    statuses.push((await new Visitor(site.url).open(link)).status);
    await site.stop();
  }
  await first.stop();
  expect(statuses).toEqual([200, 404]);
});

describe("without a VAT number", () => {
  const office = aSite({});

  test("the document is a receipt that doesn't mention VAT", async () => {
    const { page } = office;
    expect(page.document.querySelector("h1")?.text).toBe("Receipt");
    expect(page.text).not.toContain("VAT number");
    expect(page.text).not.toContain("Tax Invoice");
  });
});

test("a refund has its credit note, on the thank-you page and by the email's link", async () => {
  const site = await openSite(companySettings);
  const { guest } = await aGuestWithAWaybill(site);
  const thanks = guest.page?.url ?? "";
  const [quote] = inTheFile<{ quote_no: string }>(site, "SELECT quote_no FROM quotes WHERE booked_at IS NOT NULL");
  const noted = await staff(site, [
    "note",
    "refund",
    quote?.quote_no ?? "",
    "80,62",
    "--reference",
    "7001",
    "--goodwill",
  ]);
  expect(noted).toMatchObject({ code: 0 });
  expect((await guest.open(thanks)).document.querySelector('a[href="/invoice/CN-TEST-000001"]')?.text).toBe(
    "Credit Note",
  );
  const { status, text } = await new Visitor(site.url).open(await linkIn(site, /We have refunded you/));
  expect(status).toBe(200);
  for (const words of ["Credit Note", "CN-TEST-000001", "4123456789", NUMBER, "We refunded money.", "R\u00a010,52"])
    expect(text).toContain(words);
  await site.stop();
});

test("above R 5 000 it names its buyer, and asks a vendor for their VAT number; its credit note doesn't", async () => {
  const site = await openSite(companySettings);
  const { guest, quoteNo } = await aGuestWithADearParcel(site);
  await guest.press("Pay now");
  const thanks = (await guest.press("Complete payment")).url;
  expect((await guest.clickLink("Tax Invoice")).text).toMatch(/To ?Thandi Nkosi.*Are you a VAT vendor/);
  await staff(site, ["note", "refund", quoteNo, "6 000,00", "--reference", "7001", "--goodwill"]);
  await guest.open(thanks);
  expect((await guest.clickLink("Credit Note")).text).toMatch(/To ?Thandi Nkosi(?!.*Are you a VAT vendor)/);
  await site.stop();
});

async function linkIn(site: Site, subject: RegExp): Promise<string> {
  const { text } = await emailTo(site.dataDir, "thandi@example.co.za", subject);
  return /\/invoice\/\S+/.exec(text)?.[0] ?? "";
}

/** A site with a paid booking, and its invoice as its customer opens it. */
function aSite(env: Record<string, string>) {
  const office = {} as { site: Site; page: Page };
  beforeAll(async () => {
    office.site = await openSite(env);
    const { guest } = await aGuestWithAWaybill(office.site);
    const href = guest.page?.document.querySelector('a[href^="/invoice/"]')?.getAttribute("href") ?? "";
    office.page = await guest.open(href);
  });
  afterAll(() => office.site.stop());
  return office;
}
