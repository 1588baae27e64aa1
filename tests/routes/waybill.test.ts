import { beforeAll, describe, expect, test } from "vitest";
import { amountFromCents } from "#app/domain/values/money";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestAtThePayment, aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const PERSONAL = /Nkosi|Dlamini|Mphuti|Ncome|082 123|thandi@|sipho@|Blue gate/;

const site = siteForAllTests();
let waybillNo: string;
/** The link on the thank-you page in the browser that booked. */
let link: string;
let thanksAddress: string;
let booked: Awaited<ReturnType<typeof aGuestWithAWaybill>>;
beforeAll(async () => {
  booked = await aGuestWithAWaybill(site);
  waybillNo = booked.waybillNo;
  thanksAddress = booked.guest.page?.url ?? "";
  const links = booked.guest.page?.document.querySelectorAll("main a").map((each) => each.getAttribute("href") ?? "");
  link = links?.find((href) => href.startsWith(`/waybill/${waybillNo}?key=`)) ?? "";
});

describe("the signed link of a waybill", () => {
  test("opens it on any phone, but doesn't allow cancelling", async () => {
    const receiver = new Visitor(site.url);
    const page = await receiver.open(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Sipho Dlamini");
    expect(page.headers.get("Cache-Control")).toBe("no-store, no-cache");
    expect(page.text).not.toMatch(/Cancel this booking|Change a name/);
    const owner = await booked.guest.anotherTab().open(`/waybill/${waybillNo}`);
    expect(owner.text).toMatch(/Change a name[\s\S]*Cancel this booking/);
    await staff(site, ["mark", "collected", booked.waybillNo]);
    const collected = await booked.guest.anotherTab().open(`/waybill/${waybillNo}`);
    expect(collected.text).not.toMatch(/Cancel this booking/);
  });

  test("opens no other waybill, and doesn't work with a changed, empty or missing key", async () => {
    const { waybillNo: another } = await aGuestWithAWaybill(site);
    for (const address of [
      link.replace(waybillNo, another),
      link.replace("key=", "key=_"),
      `/waybill/${waybillNo}?key=`,
      `/waybill/${waybillNo}`,
    ]) {
      const page = await new Visitor(site.url).open(address);
      expect(page.status, address).toBe(404);
      expect(page.html, address).not.toMatch(PERSONAL);
      expect(page.text).toContain("Open the link to the waybill in it");
    }
  });

  test("is on the thank-you page only in the browser that booked: that page may be shared", async () => {
    const page = await new Visitor(site.url).open(thanksAddress);
    expect(page.text).toContain("Print the waybill");
    expect(page.html).not.toContain("key=");
  });
});

describe("the waybill as a PDF", () => {
  test("opens with the page's key, is small, and is never cached", async () => {
    const answer = await fetch(site.url + link.replace("?", ".pdf?"));
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBeLessThan(20_000);
  });

  test("without the key leads to the page that says what to do", async () => {
    const page = await new Visitor(site.url).open(`/waybill/${waybillNo}.pdf`);
    expect([page.status, page.url]).toEqual([404, `${site.url}/waybill/${waybillNo}`]);
    expect(page.text).toContain("Open the link to the waybill in it");
    const wrong = await fetch(`${site.url}/waybill/${waybillNo}.pdf?key=wrong`, { redirect: "manual" });
    expect([wrong.status, wrong.headers.get("Location")]).toEqual([302, `/waybill/${waybillNo}?key=wrong`]);
    const account = await aVerifiedCustomer(site, "no-waybill@example.co.za");
    const closed = (visitor: Visitor) => visitor.open(`/waybill/${waybillNo}`);
    const login = (page: Page) => page.document.querySelector('main a[href^="/login"]');
    expect(login(await closed(new Visitor(site.url)))).not.toBeNull();
    expect(login(await closed(account))).toBeNull();
  });
});

test("the waybill is shared on WhatsApp by a plain link that opens it for whoever gets it", async () => {
  const page = await new Visitor(site.url).open(link);
  const share = page.document.querySelectorAll("a").find((each) => each.text.trim() === "Share on WhatsApp");
  const address = new URL(share?.getAttribute("href") ?? "");
  expect(address.origin + address.pathname).toBe("https://wa.me/");
  const sent = /https?:\S+$/.exec(address.searchParams.get("text") ?? "")?.[0] ?? "";
  expect((await new Visitor(site.url).open(sent.replaceAll("&", "&amp;"))).text).toContain("Sipho Dlamini");
});

test("a booking of three parcels has three slips, each with its number and its own QR code", async () => {
  const guest = await aGuestAtTheReview(site, { parcel: { quantity: "3" } });
  await guest.press("Book This Collection", { confirm: "on" });
  await guest.press("Pay now");
  await guest.press("Complete payment");
  const { document, text } = await guest.clickLink("Print the waybill");
  const slips = document.querySelectorAll(".slip");
  expect(slips).toHaveLength(3);
  for (const [at, slip] of slips.entries()) {
    expect(slip.text).toContain(`${at + 1} of 3`);
    expect(slip.text).toMatch(new RegExp(`TH \\d{3} \\d{3} \\d{3} \\d / ${at + 1}`));
  }
  expect(new Set(document.querySelectorAll('img[alt^="QR"]').map((each) => each.getAttribute("src"))).size).toBe(3);
  expect(text).toContain("all 3 pieces");
  expect(text).not.toContain("Here are 3");
});

test("a booking of five shows four slips, as an A4 page holds, and leads to the PDF that has them all", async () => {
  const guest = await aGuestAtTheReview(site, { parcel: { quantity: "5" } });
  await guest.press("Book This Collection", { confirm: "on" });
  await guest.press("Pay now");
  await guest.press("Complete payment");
  const { document, text } = await guest.clickLink("Print the waybill");
  expect(document.querySelectorAll(".slip")).toHaveLength(4);
  expect(text).toContain("Here are 4 of 5 slips. The PDF has them all.");
});

test("a waybill whose payment was noted by mistake is withdrawn, on its page and as a PDF, until the parcel is paid", async () => {
  const guest = await aGuestAtThePayment(site);
  const [{ no, cents } = { no: "", cents: 0 }] = inTheFile<{ no: string; cents: number }>(
    site,
    "SELECT quote_no AS no, grand_total_cents AS cents FROM quotes WHERE status = 'pending_payment'",
  );
  await staff(site, ["note", "payment", no, "--payfast", "1089999", "--amount", amountFromCents(cents)]);
  await guest.clickLink("I have paid already");
  const address = (await guest.clickLink("Print the waybill")).url;
  expect(guest.page?.text).toContain("Sipho Dlamini");
  expect(await staff(site, ["undo", "payment", no])).toMatchObject({ code: 0 });
  for (const opened of [address, address.replace("?", ".pdf?")]) {
    const page = await guest.open(opened.replace(site.url, ""));
    expect(page.text).toMatch(/This parcel is not paid.*is not valid: we had noted a payment by mistake/);
    expect(page.html).not.toMatch(PERSONAL);
  }
  await guest.clickLink("See the booking");
  await guest.clickLink("I have not paid yet");
  await guest.press("Pay now");
  await guest.press("Complete payment");
  expect((await guest.open(address.replace(site.url, ""))).text).toContain("Sipho Dlamini");
});
