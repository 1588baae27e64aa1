import { expect, test } from "vitest";
import { aGuestAtThePayment, aGuestWithADearParcel, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";

const site = siteForAllTests();

const PUT = "Put it on the invoice";
const paper = () =>
  inTheFile(
    site,
    "SELECT invoice_no, issued_at, net_cents, vat_cents, gross_cents, lines FROM invoices WHERE gross_cents > 500000",
  );

test("a buyer gives their VAT number before paying, above R 5 000 alone; it is on the invoice, and staff can correct it", async () => {
  const cheap = await aGuestAtThePayment(site);
  expect(cheap.page?.document.querySelector("[name=vatNumber]")).toBeNull();

  const { guest, quoteNo: no } = await aGuestWithADearParcel(site);
  const wrong = await guest.press(PUT, { vatNumber: "123" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("has 10 digits and begins with 4")]);
  expect(guest.filledIn(PUT).body.get("vatNumber")).toBe("123");
  const kept = await guest.press(PUT, { vatNumber: "4123 456 789" });
  expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("The invoice will have it.")]);
  await guest.press("Pay now");
  await guest.press("Complete payment");
  await guest.clickLink("Receipt");
  expect(guest.page?.text).toMatch(/To.*Thandi Nkosi.*VAT number.*4123456789/);
  const [before] = paper();
  const address = guest.page?.url ?? "";
  expect((await guest.open(`${address}?first=1`)).text).toMatch(/To.*Thandi Nkosi.*VAT number.*4123456789/);

  const change = (number: string) => staff(site, ["change", "booking", no, "--vat-number", number]);
  expect((await change("4987654321")).out).toMatch(/has the buyer's VAT number\.\nMessages go/);
  expect((await change("49876")).code).toBe(2);
  expect(paper()).toEqual([before]);
  const corrected = await guest.open(address);
  expect(corrected.text).toMatch(/Corrected.*the buyer's VAT number.*VAT number.*4987654321/);
  expect((await guest.clickLink("See it as it was first issued")).text).toMatch(/VAT number.*4123456789/);
  expect(guest.page?.text).not.toMatch(/Corrected|4987654321/);
  expect(inTheFile(site, "SELECT action, details FROM staff_actions WHERE action = 'changed booking'")).toEqual([
    { action: "changed booking", details: expect.stringMatching(/^the buyer's VAT number on INV-/) },
  ]);
});
