import { beforeAll, describe, expect, test } from "vitest";
import { putOnAccount } from "#app/domain/bookings/charges/put-on-account.server";
import { statementOrder } from "#app/domain/money/credit.server";
import { endOfMonth } from "#app/domain/values/calendar-day";
import { monthAfter, monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { textsIn } from "../support/a-pdf";
import { companySettings } from "../support/a-secure-site";
import { storeOfSite } from "../support/a-store";
import { worldOf } from "../support/a-world";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ ...companySettings, SESSION_SECRET });
const store = storeOfSite(site);
const month = saMonth(new Date());
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const linksOn = (page: Page, words: RegExp) =>
  page.document
    .querySelectorAll("main a")
    .filter(({ text }) => words.test(text))
    .map((link) => link.getAttribute("href"));

let customer: Visitor;
let waybillNo: string;
let quoteNo: string;
beforeAll(async () => {
  customer = await aVerifiedCustomer(site, "shop@example.co.za");
  const [{ uid = "" } = {}] = inTheFile<{ uid: string }>(
    site,
    "SELECT uid FROM users WHERE email = 'shop@example.co.za'",
  );
  const paid = await aParcel().booked(byAccount(uid)).paid().in(worldOf(store, "simulator"), new Date());
  ({ waybillNo } = paid);
  ({ quoteNo } = paid.quote);
  const refund = ["note", "refund", quoteNo, "23,00", "--reference", "7001", "--goodwill"];
  expect(await staff(site, refund)).toMatchObject({ code: 0 });
});

describe("a customer", () => {
  test("finds the invoice and the credit note on the dashboard, the booking's page and the waybill's", async () => {
    const papers = ["/invoice/INV-TEST-000001", "/invoice/CN-TEST-000001"];
    const [{ id = "" } = {}] = inTheFile<{ id: string }>(site, `SELECT id FROM quotes WHERE quote_no = '${quoteNo}'`);
    for (const address of ["/dashboard", `/payfast/return?quoteId=${id}&look=1`, `/waybill/${waybillNo}`]) {
      const page = await customer.open(address);
      expect([address, linksOn(page, /^(?:Tax Invoice|Credit Note)\b/)]).toEqual([address, papers]);
    }
    expect(customer.page?.text).toContain("Credit Note CN-TEST-000001");
    for (const address of papers) expect((await customer.open(address)).status).toBe(200);
  });

  test("reads the month's statement, from the dashboard and from My account, and opens its papers", async () => {
    const address = `/account/statement/${month}`;
    expect(linksOn(await customer.open("/dashboard"), /^Invoices$/)).toEqual([address]);
    expect(linksOn(await customer.open("/account"), /^Statement for/)).toEqual([
      address,
      `/account/statement/${monthAfter(month, -1)}`,
    ]);
    const page = await customer.open(address);
    expect(page.document.querySelector("h1")?.text).toBe(`Statement for ${monthInWords(month)}`);
    for (const words of ["With VATR 57,62", "Without VATR 50,10", "Nothing is open.", "It is not a tax invoice"])
      expect(plain(page.text)).toContain(words);
    expect(linksOn(page, /^(?:Tax Invoice|Credit Note)/)).toEqual([
      "/invoice/INV-TEST-000001",
      "/invoice/CN-TEST-000001",
    ]);
    expect(linksOn(page, /^Statement for/)).toEqual([`/account/statement/${monthAfter(month, -1)}`]);
  });

  test("gets it as a PDF, and as a file that a South African spreadsheet opens as it is", async () => {
    const pdf = await customer.send(`/account/statement/${month}.pdf`, {});
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    const texts = textsIn(Buffer.from(await pdf.arrayBuffer())).map(({ words }) => plain(words));
    expect(texts).toEqual(expect.arrayContaining(["shop@example.co.za", "R 57,62", "VAT number: 4123456789"]));
    const csv = await customer.send(`/account/statement/${month}.csv`, {});
    expect(csv.headers.get("Content-Disposition")).toBe(`attachment; filename="statement-${month}.csv"`);
    const [headings, invoice, creditNote] = (await csv.text()).replace("\uFEFF", "").split("\r\n");
    expect(headings).toBe(
      "Date;Parcel;Your order;To;Paper;Paper number;For invoice;Without VAT;VAT;With VAT;Paid;Open",
    );
    expect(invoice?.split(";").slice(4)).toEqual([
      ...["Tax Invoice", "INV-TEST-000001", "", "70,10", "10,52", "80,62", "80,62", "0,00"],
    ]);
    expect(creditNote?.split(";").slice(4)).toEqual([
      ...["Credit Note", "CN-TEST-000001", "INV-TEST-000001", "-20,00", "-3,00", "-23,00", "-23,00", "0,00"],
    ]);
  });

  test("is led from the first month to the next alone", async () => {
    const first = await customer.open("/account/statement/2000-01");
    expect(linksOn(first, /^Statement for/)).toEqual(["/account/statement/2000-02"]);
  });

  test("has no statement of a month that hasn't begun, or that there isn't; nor anybody else's", async () => {
    for (const typed of [monthAfter(month, 1), "2026-13", "november", "1999-01"])
      for (const file of ["", ".pdf", ".csv"])
        expect((await customer.open(`/account/statement/${typed}${file}`)).status, typed + file).toBe(404);
    const other = await aVerifiedCustomer(site, "other@example.co.za");
    for (const file of ["", ".csv"])
      expect((await other.open(`/account/statement/${month}${file}`)).text).not.toContain("INV-TEST");
  });
});

test("what is on account is paid from the statement, by whoever has the link, and the page says what became of it", async () => {
  const shop = await aVerifiedCustomer(site, "monthly@example.co.za");
  const [{ uid = "" } = {}] = inTheFile<{ uid: string }>(
    site,
    "SELECT uid FROM users WHERE email = 'monthly@example.co.za'",
  );
  const world = worldOf(store, "simulator");
  const order = statementOrder({ uid, month });
  const early = new Visitor(site.url);
  for (const now of [new Date(Date.now() - 1000), new Date()]) {
    const { quote } = await aParcel().booked(byAccount(uid)).unpaid().in(world, now);
    const price = { uid, priceCents: quote.grandTotalCents ?? 0, mode: "simulator" } as const;
    const { waybillNo: collected } = await store.tx((tx) => putOnAccount(tx, quote, price, now));
    await aParcel(collected).collected().in(world, now);
    if (early.page) continue;
    await early.open(`/payfast/statement/${order}`);
    await early.press("Pay now");
  }
  const address = `/account/statement/${month}`;
  const page = await shop.open(address);
  expect(plain(page.text)).toContain("Please pay R 161,24 by");
  expect(linksOn(page, /^Pay R.161,24$/)).toEqual([`/payfast/statement/${order}`]);
  const pdf = await shop.send(`${address}.pdf`, {});
  const texts = textsIn(Buffer.from(await pdf.arrayBuffer())).map(({ words }) => plain(words));
  expect(texts).toContain("Pay R 161,24");

  const accountant = new Visitor(site.url);
  const asked = await accountant.open(`/payfast/statement/${order}`);
  expect(plain(asked.text)).toContain("To payR 161,24");
  expect(asked.text).not.toContain("monthly@example.co.za");
  expect(asked.text).not.toContain("kept your booking");
  expect(plain((await accountant.press("Pay now")).text)).toContain(`Thuma statement, ${monthInWords(month)}`);
  const failed = (await accountant.press("Fail payment")).text;
  expect(failed).toContain("The payment failed");
  expect(failed).not.toContain("kept your booking");
  await accountant.press("Pay now");
  expect((await accountant.press("Complete payment")).text).toContain("Your payment has arrived.");
  expect(plain((await shop.open(address)).text)).toContain("Nothing is open.");
  const later = (await accountant.open(`/payfast/statement/${order}`)).text;
  expect(later).toContain("All of this statement is paid");
  expect(later).not.toContain("Pay now");
  const twice = plain((await early.press("Complete payment")).text);
  expect(twice).toContain("You have paid R 80,62 more than was open. We refund it, the way you paid.");
  for (const other of ["statement-2026-13-x", `statement-1999-01-${uid}`, "statement-"])
    expect((await accountant.open(`/payfast/statement/${other}`)).status).toBe(404);
});

test("who has a waybill's link alone sees neither its invoice nor what it cost", async () => {
  const { guest, waybillNo: theirs } = await aGuestWithAWaybill(site);
  const own = await guest.open(`/waybill/${theirs}`);
  expect(linksOn(own, /^Tax Invoice/)).toHaveLength(1);
  const [pdf = ""] = linksOn(own, /PDF/);
  const linked = await customer.open((pdf ?? "").replace(".pdf", ""));
  expect(linked.status).toBe(200);
  expect(linksOn(linked, /Invoice/)).toEqual([]);
});

describe("in the office", () => {
  test("a clerk finds a parcel's papers on its page, and opens them", async () => {
    const clerk = await anOfficeBrowser(site, "clerk", store);
    const page = await clerk.open(`/office/${waybillNo}`);
    const papers = ["/office/invoice/INV-TEST-000001", "/office/invoice/CN-TEST-000001"];
    expect(linksOn(page, /^(?:INV|CN)-TEST-\d+$/)).toEqual(expect.arrayContaining(papers));
    const opened = await clerk.open(papers[0] ?? "");
    expect(opened.document.querySelector("h1")?.text).toBe("Tax Invoice");
    expect(plain(opened.text)).toContain("R 80,62");
    expect(linksOn(opened, /^Its booking$/)).toEqual([`/office/${waybillNo}`]);
    expect((await clerk.open("/office/invoice/INV-TEST-999999")).status).toBe(404);
  });

  test("a cashier gets a customer's statement by two buttons, from the customer's page", async () => {
    const cashier = await anOfficeBrowser(site, "cashier", store);
    const page = await cashier.open("/office?find=shop@example.co.za");
    const [href = ""] = linksOn(page, /^Statement$/);
    const form = await cashier.open(href ?? "");
    const buttons = form.document.querySelectorAll('main button[name="intent"]').map(({ text }) => text.trim());
    expect(buttons).toEqual(["Open as PDF", "As CSV"]);
    const post = async (button: string) =>
      Buffer.from(await (await cashier.pressOnce(button, { month })).arrayBuffer());
    expect((await post("Open as PDF")).subarray(0, 4).toString()).toBe("%PDF");
    const [headings, invoice] = (await post("As CSV")).toString().replace("\uFEFF", "").split("\r\n");
    expect(headings).toBe(
      "date;number;order;to;paper;paper_no;credits_invoice;net_rand;vat_rand;gross_rand;paid_rand;open_rand",
    );
    expect(invoice).toContain(";INV-TEST-000001;;70,10;10,52;80,62;80,62;0,00");
  });

  test("the invoices of a period have their customer, amounts as R 71,10 on a page and as 71,10 in its file", async () => {
    const cashier = await anOfficeBrowser(site, "cashier", store);
    await cashier.open("/office/do/export-invoices");
    const period = { from: `${month}-01`, until: endOfMonth(`${month}-01`) };
    const page = await cashier.press("Show the invoices", period);
    expect(plain(page.text)).toMatch(/R 70,10[\s\S]*Thandi Nkosi/);
    const file = await (await cashier.pressOnce("As CSV", period)).text();
    expect(file).toMatch(/;INV-TEST-000001;Tax invoice;70,10;10,52;80,62;.*;Thandi Nkosi\r\n/);
  });
});
