import { expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { aLine, aList } from "../support/a-list";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const ADDRESS = "/dashboard/bookings.csv";

async function bytesOf(shop: Visitor): Promise<Buffer> {
  return Buffer.from(await (await shop.send(ADDRESS, {})).arrayBuffer());
}

test("an account's bookings are a file for a spreadsheet, which its dashboard leads to and Send many parcels takes as it is", async () => {
  const shop = await aVerifiedCustomer(site, "shop@example.co.za");
  await shop.open("/dashboard/import");
  await shop.press("Check the list", { list: aList(aLine('=Zodwa "Z"'), aLine('"-Zola, the 2nd"', "stock-2")) });
  await shop.press("Book these 2 parcels", { confirm: "on" });
  for (const page of ["/dashboard", "/dashboard/import", "/account/shop"]) {
    // With `download` a browser saves the login under that name where a session has ended.
    const link = (await shop.open(page)).document.querySelector(`main a[href="${ADDRESS}"]`);
    expect(link?.attributes, page).toEqual({ href: ADDRESS, "data-stays": "true" });
  }
  const file = await shop.send(ADDRESS, {});
  expect([file.headers.get("Content-Type"), file.headers.get("Content-Disposition")]).toEqual([
    "text/csv; charset=utf-8",
    'attachment; filename="bookings.csv"',
  ]);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.toString()).toMatch(/^\uFEFFSender full name;(?:.*;)?Collection time;?.*\r\n/);
  expect(bytes.toString().split(/[;,\r\n"]/)).not.toContainEqual(expect.stringMatching(/^ *[=+\-@]/));

  await shop.open("/dashboard/import");
  const { body } = shop.filledIn("Check the list", { list: "" });
  body.delete("file");
  const sent = { name: "file", fileName: "bookings.csv", type: "text/csv", content: bytes.toString("latin1") };
  const page = await shop.follow(await shop.send("/dashboard/import", multipart(body, sent)));
  expect(page.text).toContain('=Zodwa "Z", Soweto 1804, 2 parcels');
  expect(page.text).toContain("-Zola, the 2nd, Soweto 1804, 2 parcels");
  expect((await shop.press("Book these 2 parcels", { confirm: "on" })).url).toContain("/payfast/order/list-");
  expect((await bytesOf(shop)).toString().trim().split("\r\n")).toHaveLength(1 + 4);
});

test("nobody sees another account's", async () => {
  const shop = await aVerifiedCustomer(site, "one@example.co.za");
  await shop.open("/dashboard/import");
  await shop.press("Check the list", { list: aList(aLine("Zodwa Khumalo")) });
  await shop.press("Book this parcel", { confirm: "on" });
  const other = await aVerifiedCustomer(site, "other@example.co.za");
  expect((await bytesOf(other)).toString().trim().split("\r\n")).toHaveLength(1);
  expect((await new Visitor(site.url).open(ADDRESS)).url).toContain("/login");
  expect((await bytesOf(shop)).toString()).toContain("Zodwa Khumalo");
});

test("it can be had ten times an hour", async () => {
  const shop = await aVerifiedCustomer(site, "often@example.co.za");
  for (let times = 1; times <= 10; times += 1) await bytesOf(shop);
  const refused = await shop.send(ADDRESS, {});
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringMatching(
      /^The list of your bookings can be downloaded 10 times an hour\. Please try again in \d+ minutes/,
    ),
  ]);
});
