import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { aRegisteredCustomer, aVerifiedCustomer, pathOf } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { pagesOf } from "../support/a-pdf";
import { asSent } from "../support/as-sent";
import { layouts, namesInAnyWriting, noLists, writings } from "../support/corpus/files";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { pricesAreRead } from "../support/prices-are-read";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests();
let shops = 0;
let shop: Visitor;
beforeEach(async () => {
  shops += 1;
  shop = await aVerifiedCustomer(site, `shop${shops}@example.co.za`);
  await shop.open("/dashboard");
  await shop.clickLink("Send many parcels from a list");
});

const bookings = () =>
  inTheFile<{ status: string; terms: string }>(
    site,
    `SELECT status, terms_version AS terms FROM quotes WHERE email = 'shop${shops}@example.co.za'`,
  );
const two = aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena", "stock-2"));

function upload(content: Buffer) {
  const { body } = shop.filledIn("Check the list", { list: "" });
  body.delete("file");
  const file = { name: "file", fileName: "parcels.csv", type: "text/csv", content: content.toString("latin1") };
  return shop.send("/dashboard/import", multipart(body, file));
}

describe("a shop's list of parcels", () => {
  test("is checked, shown with its total, booked when confirmed, and paid at once; each parcel then has its waybill", async () => {
    const review = await shop.press("Check the list", { list: two });
    expect(review.status).toBe(200);
    expect(review.text).toMatch(/Zodwa Khumalo, Soweto 1804, 2 parcels.*Zola Mokoena.*Total, all included/);
    expect(bookings()).toEqual([]);
    const pay = await shop.press("Book these 2 parcels", { confirm: "on" });
    expect(pay.url).toContain("/payfast/order/list-");
    expect(pay.text).toMatch(/Total, all included ?R.\d+,\d\d/);
    const waybillsOn = ({ document }: Page) => document.querySelector('main a[href^="/waybills/"]');
    expect([waybillsOn(pay), pay.document.querySelector("[data-refresh-seconds]")]).toEqual([null, null]);
    expect(bookings()).toEqual(Array(2).fill({ status: "pending_payment", terms: expect.stringMatching(/^2\d{3}-/) }));
    expect((await shop.open("/dashboard")).text).toContain("2 parcels of your list are not paid yet.");
    await shop.clickLink("Pay for all of them at once");
    await shop.press("Pay now");
    const paid = await shop.press("Complete payment");
    expect(paid.text).toContain("Thank you");
    expect(paid.text.match(/Waybill TH/g)).toHaveLength(2);
    expect(waybillsOn(paid)).not.toBeNull();
    expect(waybillsOn(await new Visitor(site.url).open(new URL(paid.url).pathname))).toBeNull();
    expect(bookings().map(({ status }) => status)).toEqual(["waybill_created", "waybill_created"]);
  });

  test("of 30 sends its sender one email when it is paid, whose link opens all waybills as one PDF", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Zodwa Khumalo ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at] ?? "Z"}`);
    await shop.press("Check the list", { list: aList(...names.map((name) => aLine(name))) });
    await shop.press("Book these 30 parcels", { confirm: "on" });
    await shop.press("Pay now");
    await shop.press("Complete payment");
    const emails = inTheFile<{ subject: string; text: string }>(
      site,
      `SELECT subject, text_body AS text FROM outgoing_mails WHERE to_address = 'shop${shops}@example.co.za' AND subject LIKE '%parcels%' ORDER BY queued_at`,
    );
    expect(emails.map(({ subject }) => subject)).toEqual([
      "Your 30 parcels are ready to pay",
      "Booking confirmed: 30 parcels",
    ]);
    const link = /http\S+\/waybills\/\S+/.exec(asSent(site, emails[1]?.text ?? ""))?.[0] ?? "";
    const stranger = new Visitor(site.url);
    const open = async (address: string) => stranger.send(pathOf(address), {});
    const pdf = await open(link);
    expect([
      pdf.headers.get("Content-Type"),
      pdf.headers.get("Content-Disposition"),
      pdf.headers.get("Cache-Control"),
    ]).toEqual(["application/pdf", 'inline; filename="waybills.pdf"', expect.stringContaining("no-store")]);
    expect(pagesOf(Buffer.from(await pdf.arrayBuffer()))).toBe(60);
    expect((await open(link.replace(/.$/, (end) => (end === "A" ? "B" : "A")))).headers.get("location")).toBe(
      "/dashboard",
    );
    await shop.clickLink("All waybills as one PDF");
  });

  test("has its columns in a table: their names in words, whether they are needed, and an example", async () => {
    const rows = shop.page?.document
      .querySelectorAll("main tr")
      .map((row) => row.querySelectorAll("th, td").map((cell) => cell.text));
    const needed = ["full name", "email", "phone", "address", "city", "postal"].map((name) => `Receiver ${name}`);
    expect(rows?.map(([heading]) => heading).slice(0, 11)).toEqual([
      ...["Column", "Needed", ...needed, "Packaging"],
      ...["Not needed", "Receiver Latin name"],
    ]);
    expect(rows).toContainEqual(["Receiver full name", "Zodwa Khumalo"]);
    expect(rows).toContainEqual(["What is inside", "Shoes"]);
    expect(shop.page?.document.querySelector("main a[download]")?.getAttribute("href")).toContain("/example-list.csv");
  });

  const wrongEntries = () =>
    shop.page?.document
      .querySelectorAll(".wrong-entries tr")
      .map((row) => row.querySelectorAll("th, td").map((cell) => cell.text));

  test("has a table of its errors, each with its line, its column, what was written and what to write, and keeps what was typed", async () => {
    const wrong = aList(aLine("Zodwa Khumalo", "<b>sack</b>"), aLine("").replace("1804", "18"));
    const page = await shop.press("Check the list", { list: wrong });
    expect(page.status).toBe(400);
    expect(page.text).toContain("3 entries are wrong. The table says what to write.");
    expect(wrongEntries()).toEqual([
      ["Line", "Column", "You wrote", "What to write"],
      ["2", "Packaging", "<b>sack</b>", expect.stringContaining("must be one of flyer-bag")],
      ["3", "Receiver full name", "Nothing", "Receiver full name is required."],
      [
        ...["3", "Receiver postal", "18"],
        "Receiver postal code must have 4 digits. If a spreadsheet has dropped its first 0, it is 0018.",
      ],
    ]);
    expect(shop.filledIn("Check the list").body.get("list")).toContain("Zodwa Khumalo,z@example.com");
    expect(page.document.querySelectorAll("main b")).toEqual([]);
    expect(bookings()).toEqual([]);
    await shop.press("Check the list", { list: "" });
    expect(shop.page?.text).toContain("There is no line in the list.");
    const long = aList(...Array.from({ length: 101 }, (_, at) => aLine(`Zodwa ${at}`)));
    await shop.press("Check the list", { list: long });
    expect(shop.page?.text).toContain("The list has 101 lines. It can have 100.");
    const wrongLines = async (count: number) => {
      const lines = Array.from({ length: count }, () => aLine("Zodwa Khumalo").replace("1804", "18"));
      return (await shop.press("Check the list", { list: aList(...lines) })).text;
    };
    expect(await wrongLines(40)).toContain("40 entries are wrong. The table says what to write.");
    expect(await wrongLines(42)).toContain("42 entries are wrong. The table says what to write in the first 40.");
    expect(wrongEntries()?.map(([line]) => line)).toEqual([
      "Line",
      ...Array.from({ length: 40 }, (_, at) => `${at + 2}`),
    ]);
    await shop.press("Check the list", { list: aList(aLine(`?${"long".repeat(100)}`)) });
    expect(wrongEntries()?.[1]?.[2]).toMatch(/^\?.{59}…$/);
    expect(wrongEntries()?.[1]?.[3]).toMatch(/has lost letters/);
  });

  test("names a code that contradicts its town at its line, and “Book these parcels” answers it", async () => {
    const list = aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena").replace("1804", "7784"));
    const review = await shop.press("Check the list", { list });
    expect(review.text).toContain("Line 3: 7784 is Khayelitsha. Did you mean Soweto, 1804?");
    expect(review.text).not.toContain("Line 2:");
    const pay = await shop.press("Book these 2 parcels", { confirm: "on" });
    expect(pay.url).toContain("/payfast/order/list-");
  });

  test("can begin with the example, which names its columns in words", async () => {
    const link = shop.page?.document.querySelector("a[download]")?.getAttribute("href") ?? "";
    const example = await (await fetch(site.url + link)).text();
    expect(shop.page?.text).toContain("Receiver address");
    expect(shop.page?.text).not.toContain("toAddressLine");
    await shop.press("Check the list", { list: aList(aLine("Zodwa Khumalo")) });
    await shop.press("Book this parcel", { confirm: "on" });
    await shop.open("/dashboard/import");
    const review = await shop.press("Check the list", { list: example });
    expect(review.text).toContain("Zodwa Khumalo, Soweto 1804");
    expect(review.text).not.toContain("Did you mean");
  });

  test("pressed five times, sent again, or checked again, it is booked once", async () => {
    await shop.press("Check the list", { list: two });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.pressOnce("Book these 2 parcels", { confirm: "on" })),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("location")}`)).size).toBe(1);
    await shop.press("Book these 2 parcels", { confirm: "on" });
    expect(shop.page?.url).toContain("/payfast/order/list-");
    expect(bookings()).toHaveLength(2);
    await shop.open("/dashboard/import");
    const page = await shop.press("Check the list", { list: two });
    expect(page.text).toContain("You have booked this list before");
    expect(bookings()).toHaveLength(2);
  });

  test("unconfirmed, or at a price that was not shown, nothing is booked; it can be changed", async () => {
    await shop.press("Check the list", { list: two });
    expect((await shop.press("Book these 2 parcels")).text).toContain("Please accept the confirmation");
    const asked = await shop.press("Book these 2 parcels", { confirm: "on", agreed: "1" });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain("The prices have changed");
    expect(shop.filledIn("Book these 2 parcels").body.has("confirm"), "another price").toBe(false);
    expect(bookings()).toEqual([]);
    await shop.press("Change the list");
    expect(shop.filledIn("Check the list").body.get("list")).toContain("Zola Mokoena");
  });

  test("may be checked 30 times an hour by one account, from wherever; then the page says so and keeps the list, which can still be booked", async () => {
    for (let checks = 1; checks < 30; checks += 1) {
      expect((await shop.press("Check the list", { list: `toName${",".repeat(64)}\na` })).status).toBe(400);
      expect(shop.page?.text).toContain("The list has 65 columns. It can have 64.");
    }
    expect((await shop.press("Check the list", { list: two })).status).toBe(200);
    const elsewhere = shop.anotherTab();
    await elsewhere.open("/dashboard/import");
    const page = await elsewhere.press("Check the list", { list: two });
    expect(page.status).toBe(429);
    expect(page.text).toMatch(
      /A list can be checked 30 times an hour\. Please try again in \d+ minutes, at \d\d:\d\d\./,
    );
    expect(elsewhere.filledIn("Check the list").body.get("list")).toContain("Zola Mokoena,z@example.com");
    expect((await shop.press("Book these 2 parcels", { confirm: "on" })).url).toContain("/payfast/order/list-");
    const other = await aVerifiedCustomer(site, `other${shops}@example.co.za`);
    await other.open("/dashboard/import");
    expect((await other.press("Check the list", { list: two })).status).toBe(200);
  });

  test("may be a file, no larger than other forms", async () => {
    expect((await upload(Buffer.alloc(70_000, "x"))).status).toBe(413);
    const page = await shop.follow(await upload(Buffer.from(two)));
    expect(page.text).toContain("Check your parcels");
    expect((await shop.press("Book these 2 parcels", { confirm: "on" })).url).toContain("/payfast/order/list-");
    expect(bookings()).toHaveLength(2);
  });

  test.each(writings)("may be in $kind, and is booked once: as a file, and pasted", async ({ bytes }) => {
    for (const [at, name] of namesInAnyWriting.slice(0, 4).entries()) {
      const { text } = layouts[at * 3] ?? expect.fail("no layout");
      const rows = aList(aLine(name).replace(/"([^"]*),([^"]*)"/, "$1$2"))
        .replace("\uFEFF", "")
        .trim()
        .split("\r\n");
      const list = text(rows.map((row) => row.split(",")));
      await shop.open("/dashboard/import");
      const page = await shop.follow(await upload(bytes(list)));
      expect(page.document.querySelector(".facts dt")?.text).toContain(`${name}, Soweto 1804`);
      await shop.press("Book this parcel", { confirm: "on" });
      await shop.open("/dashboard/import");
      expect((await shop.press("Check the list", { list })).text).toContain("You have booked this list before");
    }
    expect(bookings()).toHaveLength(4);
  });

  test("that is no list is named, and another one can be chosen", async () => {
    for (const { bytes, words } of noLists) {
      const page = await shop.follow(await upload(bytes));
      expect([page.status, page.text]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await shop.follow(await upload(Buffer.from(two)))).text).toContain("Check your parcels");
  });

  test("shows the town of a postal code whose first 0 a spreadsheet has dropped, before it is booked", async () => {
    const line = aLine("Zodwa Khumalo").replace("Soweto,1804", "Pretoria,181");
    const page = await shop.press("Check the list", { list: aList(line) });
    expect(page.text).toContain("Line 2: Receiver postal code 181 is read as 0181, Pretoria");
    expect(page.text).toContain("Zodwa Khumalo, Pretoria 0181");
    expect((await shop.press("Book this parcel", { confirm: "on" })).url).toContain("/payfast/order/list-");
  });

  test("is refused from an unverified account, and from anybody who isn't signed in", async () => {
    const stranger = new Visitor(site.url);
    expect((await stranger.open("/dashboard/import")).url).toContain("/login");
    const newcomer = await aRegisteredCustomer(site, `new${shops}@example.co.za`);
    await newcomer.open("/dashboard/import");
    expect((await newcomer.press("Check the list", { list: two })).status).toBe(403);
  });

  test("a cancelled parcel is left out of the payment; a stranger with the link sees no names", async () => {
    await shop.press("Check the list", { list: two });
    const { url, text } = await shop.press("Book these 2 parcels", { confirm: "on" });
    expect(shop.page?.document.querySelector("[name=vatNumber]")).toBeNull();
    const stranger = new Visitor(site.url);
    const seen = await stranger.open(new URL(url).pathname);
    expect(seen.text).toContain("Pay now");
    expect(seen.html).not.toMatch(/Zodwa|Mokoena|shop\d+@/);
    await shop.clickLink("Cancel");
    await shop.press("Cancel this booking");
    const after = await shop.open(new URL(url).pathname);
    expect(after.text).toContain("Cancelled");
    const asked = (words: string) => /^Pay (R[\s\d]+,\d\d)/.exec(words)?.[1] ?? "nothing";
    expect(asked(after.text)).toMatch(/^R/);
    expect(asked(after.text)).not.toBe(asked(text));
    await shop.press("Pay now");
    expect((await shop.press("Fail payment")).text).toContain("The payment did not go through");
    await shop.press("Pay now");
    expect((await shop.press("Complete payment")).text.match(/Waybill TH/g)).toHaveLength(1);
    expect(
      bookings()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(["cancelled", "waybill_created"]);
  });

  test("with a parcel above R 5 000: its page asks for a VAT number, which that parcel's invoice then has", async () => {
    const dear = aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena", "stock-7").replace(",2,Shoes", ",60,Shoes"));
    await shop.press("Check the list", { list: dear });
    await shop.press("Book these 2 parcels", { confirm: "on" });
    const put = "Put it on the invoice";
    const wrong = await shop.press(put, { vatNumber: "123" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("has 10 digits and begins with 4")]);
    expect(shop.filledIn(put).body.get("vatNumber")).toBe("123");
    const address = (await shop.press(put, { vatNumber: "4123 456 789" })).url;
    expect(shop.page?.text).toContain("The invoice will have it.");
    expect(shop.filledIn(put).body.get("vatNumber")).toBe("4123456789");
    expect((await new Visitor(site.url).open(new URL(address).pathname)).html).not.toContain("4123456789");
    await shop.press("Pay now");
    await shop.press("Complete payment");
    const invoices = inTheFile<{ cents: number; customer: unknown }>(
      site,
      `SELECT gross_cents AS cents, customer FROM invoices JOIN quotes ON quotes.id = quote_id
        WHERE email = 'shop${shops}@example.co.za' ORDER BY gross_cents`,
    );
    const named = invoices.map(({ cents, customer }) => [
      cents > 5_000_00,
      JSON.stringify(customer).includes("4123456789"),
    ]);
    expect(named).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

test("a list whose prices have changed since it was booked is paid once its customer agrees to today's sum", async () => {
  await shop.press("Check the list", { list: two });
  const { url } = await shop.press("Book these 2 parcels", { confirm: "on" });
  const expired = "UPDATE quotes SET expires_at = '2026-01-01T00:00:00.000Z' WHERE status = 'pending_payment'";
  inTheFile(site, `${expired} AND email = 'shop${shops}@example.co.za'`);
  inTheFile(site, "UPDATE boxes SET cost_cents = cost_cents + 1000 WHERE id = 'flyer-bag'");
  await pricesAreRead();
  const changed = await shop.open(new URL(url).pathname);
  const [, sum = ""] = /All parcels together now cost (R[\s\d]+,\d\d)/.exec(changed.text) ?? expect.fail(changed.text);
  expect(changed.document.querySelector("[name=merchant_id]")).toBeNull();
  expect((await shop.press("Agree to the new price")).text).toContain(`Pay now: ${sum}`);
  inTheFile(site, "UPDATE boxes SET cost_cents = cost_cents - 1000 WHERE id = 'flyer-bag'");
  await pricesAreRead();
});

test("a list that the office has booked is paid once its customer agrees to the terms, whose version each booking then has", async () => {
  const file = path.join(site.dataDir, "list.csv");
  writeFileSync(file, two);
  const { out } = await staff(site, ["import", file, "--account", `shop${shops}@example.co.za`]);
  const [, address = ""] = /(\/payfast\/order\/\S+)/.exec(out) ?? [];
  const asked = await shop.open(address);
  expect(asked.document.querySelector("[name=merchant_id]")).toBeNull();
  expect((await shop.press("Agree and continue")).text).toContain("Please agree to the terms to continue.");
  expect(bookings().map(({ terms }) => terms)).toEqual([null, null]);
  await shop.press("Agree and continue", { terms: "on" });
  expect(bookings().map(({ terms }) => terms)).toEqual([TERMS_VERSION, TERMS_VERSION]);
  await shop.press("Pay now");
  expect((await shop.press("Complete payment")).text).toContain("Thank you");
});
