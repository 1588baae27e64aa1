import { describe, expect, test } from "vitest";
import { contact } from "#app/contact";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { aGuestAtThePayment, aGuestAtTheReview, aGuestWithAWaybill, complaintsOn, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { pricesAreRead } from "../support/prices-are-read";
import type { Visitor } from "../support/visitor";

const NOT_CONFIRMED = "Please accept the confirmation above to continue.";
const UNSERVED = { addresses: { toPostal: "9100" } };

const site = siteForAllTests();

describe("the review", () => {
  test("shows phones in the usual format, however they were typed; so does the waybill", async () => {
    const typed = { fromPhone: "0821234567", fromCell: "0027 11 555 0199", toPhone: "+27 73 555 0101" };
    const shown = ["082 123 4567", "011 555 0199", "073 555 0101"];
    const guest = await aGuestAtTheReview(site, { addresses: typed });
    for (const phone of shown) expect(guest.page?.text).toContain(phone);
    await guest.press("Book This Collection", { confirm: "on" });
    await guest.press("Pay now");
    await guest.press("Complete payment");
    await guest.clickLink("Print the waybill");
    // Each in one line.
    const slip = guest.page?.text.replaceAll("\u00a0", " ");
    for (const phone of ["082 123 4567", "073 555 0101"]) expect(slip).toContain(phone);
  });

  test("shows all the answers, the bill, a number for the phone and how long the price is held", async () => {
    const { page } = await aGuestAtTheReview(site, { parcel: { quantity: "2", weight: "0,5", declaredValue: "350" } });
    const [quote] = inTheFile<{ quote_no: string; grand_total_cents: number; expires_at: string }>(
      site,
      "SELECT * FROM quotes ORDER BY created_at DESC LIMIT 1",
    );
    expect(page?.document.querySelector("h1")?.text).toBe("Step 3 of 3 Review & Confirm");
    for (const words of [
      ...[
        "Thandi Nkosi",
        "Katlehong",
        "1431",
        "Blue gate opposite the taxi rank",
        "Sipho Dlamini",
        "Orlando East",
        "1804",
      ],
      ...["Flyer bag", "School shoes", "0,5 kg", formatRand(35000), "Price Breakdown", "Subtotal excluding VAT", "VAT"],
      ...["Total Due", "Print Quote", quote?.quote_no ?? "-", formatRand(quote?.grand_total_cents ?? 0)],
      `This price is held until ${saDate(new Date(quote?.expires_at ?? 0))}`,
      "I confirm the details above are correct and accept that final charges may vary based on operational checks.",
      NOT_CONFIRMED,
      // Beside the button, which is far below the bill.
      `${formatRand(quote?.grand_total_cents ?? 0)}, all included. Cancel free until we collect. Cover up to R\u00a01\u00a0000.`,
    ])
      expect(page?.text).toContain(words);
    // The volumetric weight changes nothing, so it isn't beside the box's name.
    const box = page?.document.querySelectorAll(".facts div").find(({ text }) => text.startsWith("Box"));
    expect(box?.text).toBe("BoxFlyer bag");
    expect(page?.document.querySelector(".facts + .hint")?.text).toBe(
      "For information: the box's volumetric weight 12,56 kg.",
    );
  });

  test("shows a bill that adds up: the parts of a line are below it and aren't added again", async () => {
    const { page } = await aGuestAtTheReview(site, { parcel: { quantity: "2" } });
    const lines = page?.document.querySelectorAll(".bill > div") ?? [];
    const centsOf = (line: (typeof lines)[number]) => Number(line.querySelector("dd")?.text.replace(/\D/g, ""));
    const [subtotal = 0, vat = 0, total = 0] = lines.slice(-3).map(centsOf);
    const added = lines.slice(0, -3).filter((line) => !line.classList.contains("part"));
    expect(added.map(centsOf).reduce((sum, cents) => sum + cents, 0)).toBe(subtotal);
    expect(subtotal + vat).toBe(total);
    const parts = lines.filter((line) => line.classList.contains("part"));
    expect(parts.every((line) => line.text.startsWith("Per parcel: "))).toBe(true);
    expect(2 * parts.map(centsOf).reduce((sum, cents) => sum + cents, 0)).toBe(added.map(centsOf)[0]);
  });

  test("warns of a parcel that is too heavy for its box, and accepts it", async () => {
    const guest = await aGuestAtTheReview(site, { parcel: { weight: "1,5" } });
    expect(guest.page?.text).toContain("Over box limit of 1 kg");
    expect(guest.page?.text).toContain("Weight exceeds the recommended limit for this box. Consider a larger box.");
    const { url } = await guest.press("Book This Collection", { confirm: "on" });
    expect(url).toContain("/payfast/start/");
  });

  test("books only what was confirmed", async () => {
    const guest = await aGuestAtTheReview(site);
    const page = await guest.press("Book This Collection");
    expect(page.status).toBe(400);
    expect(page.document.querySelector("title")?.text).toMatch(/^Error: /);
    expect(complaintsOn(page)).toEqual([NOT_CONFIRMED]);
    // On a small screen the checkbox is three screens down, so the error is shown above the price.
    expect(page.text.indexOf("There is a problem")).toBeLessThan(page.text.indexOf("Price Breakdown"));
    await guest.press("Book This Collection", { confirm: "on" });
    expect(guest.page?.url).toContain("/payfast/start/");
  });
});

describe("edit links", () => {
  test.each([
    ["Edit addresses", "Next", { toPostal: "7784", toCity: "Khayelitsha", toSuburb: "" }],
    ["Edit parcel", "Calculate Quote", { quantity: "5" }],
  ])("%s comes straight back, with a new price for the same quote", async (link, button, change) => {
    const guest = await aGuestAtTheReview(site);
    const before = billOn(guest);
    await guest.clickLink(link);
    const page = await guest.press(button, change);
    expect(page.url).toBe(`${site.url}/ship/review`);
    expect(billOn(guest).quoteNo).toBe(before.quoteNo);
    expect(billOn(guest).total).not.toBe(before.total);
  });

  test("a mistake on the way still returns straight to it once corrected", async () => {
    const guest = await aGuestAtTheReview(site);
    await guest.clickLink("Edit addresses");
    expect((await guest.press("Next", { toName: "" })).status).toBe(400);
    const page = await guest.press("Next", { toName: "Nomsa Dlamini" });
    expect(page.url).toBe(`${site.url}/ship/review`);
    expect(page.text).toContain("Nomsa Dlamini");
  });

  test("without them, the steps follow each other as before", async () => {
    const guest = await aGuestAtTheReview(site);
    await guest.clickLink("Back");
    expect(guest.page?.url).toBe(`${site.url}/ship/parcel`);
    await guest.press("Back");
    expect((await guest.press("Next", { fromCity: "Alberton" })).url).toBe(`${site.url}/ship/parcel`);
  });
});

describe("a route without an instant price", () => {
  test("says so, with an email and a phone, and shows no price at all", async () => {
    const { page } = await aGuestAtTheReview(site, UNSERVED);
    expect(page?.text).toContain("Instant price not available");
    expect(page?.text).toContain(
      "This route isn't available for instant pricing. You can still review your details below and proceed to request a manual quote.",
    );
    const links = page?.document.querySelectorAll("main a").map((link) => link.getAttribute("href")) ?? [];
    expect(links.some((href) => href?.startsWith("mailto:quotes@"))).toBe(true);
    expect(links.some((href) => href?.startsWith("tel:+27"))).toBe(true);
    expect(page?.text).not.toMatch(/R\u00a0\d/);
    expect(page?.text).not.toContain("Book This Collection");
  });

  test("asking for a manual quote saves it and emails the customer and staff, once", async () => {
    const guest = await aGuestAtTheReview(site, UNSERVED);
    expect((await guest.press("Request Manual Quote")).status).toBe(400);
    const again = guest.filledIn("Request Manual Quote", { confirm: "on" });
    const page = await guest.press("Request Manual Quote", { confirm: "on" });
    // A request that was made isn't offered again; the contacts stay.
    expect(page.text).not.toContain("proceed to request a manual quote");
    expect(page.text).toContain(contact().phoneShown);
    const { quoteNo } = billOn(guest);
    expect(page.document.querySelector("h1")?.text).toBe("We have your request");
    expect(page.document.querySelector(".now .number")?.text).toBe(quoteNo);
    expect(page.text).toMatch(/By 17:00 on (Mon|Tues|Wednes|Thurs|Fri)day \d+ \w+ we will email you the price/);
    expect(page.text).not.toContain("Step 3 of 3");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    await guest.follow(await guest.send(again.action, { method: "POST", body: again.body.toString(), headers }));

    const [quote] = inTheFile<{ id: string }>(
      site,
      `SELECT id FROM quotes WHERE quote_no = '${quoteNo}' AND status = 'manual' AND manual_requested_at IS NOT NULL`,
    );
    const emails = inTheFile<{ to_address: string }>(
      site,
      `SELECT to_address FROM outgoing_mails WHERE letter_key LIKE '%${quote?.id}' ORDER BY to_address`,
    );
    expect(emails).toEqual([{ to_address: "quotes@thuma.example" }, { to_address: "thandi@example.co.za" }]);
    expect(page.text).not.toContain("Edit parcel");
  });

  test("a failing pricing service is no dead end either", async () => {
    inTheFile(site, "ALTER TABLE postal_areas RENAME TO postal_areas_away");
    // Clears the cached tables.
    inTheFile(site, "UPDATE price_changes SET changes = changes + 1");
    await pricesAreRead();
    const { page } = await aGuestAtTheReview(site);
    inTheFile(site, "ALTER TABLE postal_areas_away RENAME TO postal_areas");
    expect(page?.text).toContain("Instant price not available");
    expect(page?.text).toContain("Request Manual Quote");
  });
});

describe("a price or details that changed meanwhile", () => {
  test("in another tab: the confirmation doesn't apply to something else", async () => {
    const guest = await aGuestAtTheReview(site);
    const otherTab = guest.anotherTab();
    await otherTab.open("/ship/review");
    await otherTab.clickLink("Edit parcel");
    await otherTab.press("Calculate Quote", { quantity: "9" });

    const page = await guest.press("Book This Collection", { confirm: "on" });
    expect(page.status).toBe(409);
    expect(page.document.querySelector("title")?.text).toMatch(/^Error: /);
    expect(complaintsOn(page)).toEqual([
      "The details or the price have changed since this page was shown. Please check them and confirm again.",
    ]);
    expect(billOn(guest)).toEqual(billOn(otherTab));
    expect((await guest.press("Book This Collection", { confirm: "on" })).url).toContain("/payfast/start/");
  });

  test("by a price that is no longer held: it is calculated again before anything is booked", async () => {
    const guest = await aGuestAtTheReview(site);
    const { quoteNo } = billOn(guest);
    inTheFile(site, `UPDATE quotes SET expires_at = '2026-01-01T00:00:00.000Z' WHERE quote_no = '${quoteNo}'`);
    const page = await guest.press("Book This Collection", { confirm: "on" });
    expect(page.url).toBe(`${site.url}/ship/parcel`);
    expect(page.text).toContain("The price has to be worked out again");
    expect((await guest.press("Calculate Quote")).url).toBe(`${site.url}/ship/review`);
    expect(billOn(guest).quoteNo).toBe(quoteNo);
    expect(guest.page?.text, "the same price as before").not.toMatch(/It was R.* and is now/);
    inTheFile(
      site,
      `UPDATE quotes SET grand_total_cents = 5000, expires_at = '2026-01-01T00:00:00.000Z' WHERE quote_no = '${quoteNo}'`,
    );
    await guest.open("/ship/parcel");
    expect((await guest.press("Calculate Quote")).text).toMatch(/It was R.50,00 and is now R.\d\d,\d\d/);
  });
});

describe("after the booking", () => {
  test("the review shows what was booked and the way to pay, without Edit", async () => {
    const guest = await aGuestAtThePayment(site);
    const page = await guest.open("/ship/review");
    expect(page.text).toContain("This parcel is booked but not paid yet");
    expect(page.text).not.toContain("Edit ");
    await guest.clickLink("Go to the payment");
    expect(guest.page?.url).toContain("/payfast/start/");
    expect((await guest.open("/ship/parcel")).url).toBe(`${site.url}/ship/review`);
  });

  test("it is still shown when the browser has lost its parcel cookie", async () => {
    const guest = await aGuestAtThePayment(site);
    guest.cookies.delete("draft_parcel");
    const page = await guest.open("/ship/review");
    expect(page.status).toBe(200);
    expect(page.text).toContain("School shoes");
  });

  test("“Change this booking” cancels it and starts a new quote with the same answers", async () => {
    const guest = await aGuestAtThePayment(site);
    await guest.open("/ship/review");
    const { quoteNo } = billOn(guest);
    await guest.press("Change this booking");
    expect(guest.page?.url).toBe(`${site.url}/ship/addresses`);
    expect(guest.filledIn("Next").body.get("fromName")).toBe("Thandi Nkosi");
    await guest.press("Next");
    await guest.press("Calculate Quote", { quantity: "2" });
    expect(billOn(guest).quoteNo).not.toBe(quoteNo);
    expect(inTheFile(site, `SELECT status FROM quotes WHERE quote_no = '${quoteNo}'`)).toEqual([
      { status: "cancelled" },
    ]);
  });

  test("a paid booking can't be changed any more", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const page = await guest.open("/ship/review");
    expect(page.url).toContain("/payfast/return");
    expect(page.text).not.toContain("Change this booking");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const changed = await guest.follow(await guest.send("/ship/change", { method: "POST", body: "", headers }));
    expect(changed.url).toContain("/payfast/return");
  });

  test("“Send another parcel” starts with blank fields", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    await guest.open("/ship/review");
    const page = await guest.press("Send another parcel");
    expect(page.url).toContain(`${site.url}/ship/addresses`);
    expect(guest.filledIn("Next").body.get("fromName")).toBe("");
  });
});

function billOn({ page }: Visitor): { quoteNo: string | undefined; total: string | undefined } {
  return { quoteNo: page?.text.match(/Q\d{8}/)?.[0], total: page?.document.querySelector(".bill .total dd")?.text };
}
