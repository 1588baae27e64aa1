import { expect, test } from "vitest";
import { aGuestAtTheReview, aGuestWithAWaybill } from "../support/a-guest";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ COMPANY_VAT_NUMBER: "none" });

test("a company that isn't a VAT vendor charges none, and no page, email or API price mentions it", async () => {
  for (const path of ["/", "/ship?check=price&fromPostal=1431&toPostal=1804", "/terms", "/contact", "/developers"])
    expect((await new Visitor(site.url).open(path)).text, path).not.toMatch(/VAT\b|applyVat/);
  const atReview = await aGuestAtTheReview(site);
  expect(atReview.page?.text).toMatch(/Total Due/);
  expect(atReview.page?.text).not.toMatch(/VAT\b/);
  const { guest } = await aGuestWithAWaybill(site);
  expect(guest.page?.text).toMatch(/R.70,10/);
  const href = guest.page?.document.querySelector('a[href^="/invoice/"]')?.getAttribute("href") ?? "";
  const receipt = await guest.open(href);
  expect(receipt.document.querySelector("h1")?.text).toBe("Receipt");
  expect(receipt.text).toMatch(/Total, paid ?R.70,10/);
  expect(receipt.text).not.toContain("VAT");
  expect((await emailTo(site.dataDir, "thandi@example.co.za", /Booking confirmed/)).text).not.toContain("VAT");
  const asked = { fromPostal: "1431", toPostal: "1804", selectedBoxId: "flyer-bag" };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${site.url}/v1/quote/local`, { method: "POST", headers, body: JSON.stringify(asked) });
  const body = await answer.text();
  expect(JSON.parse(body).pricing.totals.grandTotal).toBe(70.1);
  expect(body).not.toMatch(/vat/i);
  const description = await (await fetch(`${site.url}/v1/openapi.json`)).text();
  expect(JSON.parse(description).paths).toHaveProperty("/v1/quote/local");
  expect(description).not.toMatch(/vat/i);
});
