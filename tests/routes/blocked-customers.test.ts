import { describe, expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";

const site = siteForAllTests();

const nomsa = { fromName: "Nomsa Zwane", fromEmail: "nomsa@example.com", fromPhone: "083 111 2222" };
const block = async (...args: string[]) => expect((await staff(site, ["block", "customer", ...args])).err).toBe("");
const booked = (email: string) =>
  inTheFile(site, `SELECT 1 AS one FROM quotes WHERE email = '${email}' AND booked_at IS NOT NULL`).length;
const SENTENCE =
  /Bookings with this email or phone are made by our office\. Please phone .* Nothing that you typed is lost/;

describe("a sender whose bookings the office takes itself", () => {
  test("is told so by the page, keeps what was typed, and can book again once the block is taken back", async () => {
    const guest = await aGuestAtTheReview(site, { addresses: nomsa });
    await block("Nomsa@Example.com", "--because", "Fifty bookings cancelled");
    const refused = await guest.press("Book This Collection", { confirm: "on" });
    expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(SENTENCE)]);
    expect(guest.filledIn("Book This Collection").body.get("confirm")).toBe("on");
    expect(refused.text).toContain("Nomsa Zwane");
    expect(booked("nomsa@example.com")).toBe(0);
    await block("nomsa@example.com", "--undo");
    const paying = await guest.press("Book This Collection", { confirm: "on" });
    expect(paying.url).toContain("/payfast/start/");
    expect(booked("nomsa@example.com")).toBe(1);

    // What was booked before goes on: it is paid, and gets its waybill.
    await block("083 111 2222");
    await guest.press("Pay now");
    expect((await guest.press("Complete payment")).text).toMatch(/TH \d{3} \d{3} \d{3} \d/);
    const again = await aGuestAtTheReview(site, { addresses: { ...nomsa, fromEmail: "other@example.com" } });
    expect((await again.press("Book This Collection", { confirm: "on" })).text).toMatch(SENTENCE);
    const received = await aGuestAtTheReview(site, {
      addresses: { toName: "Nomsa Zwane", toEmail: "nomsa@example.com", toPhone: "083 111 2222" },
    });
    expect((await received.press("Book This Collection", { confirm: "on" })).url).toContain("/payfast/start/");
  });

  test("can't ask for a manual price, nor book a list from an account", async () => {
    const shop = await aVerifiedCustomer(site, "shop@example.co.za");
    await block("shop@example.co.za");
    const abroad = { fromEmail: "shop@example.co.za", toPostal: "9100" };
    const asking = await aGuestAtTheReview(site, { addresses: abroad });
    expect((await asking.press("Request Manual Quote", { confirm: "on" })).text).toMatch(SENTENCE);
    await shop.open("/dashboard");
    await shop.clickLink("Send many parcels from a list");
    await shop.press("Check the list", { list: aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena")) });
    const refused = await shop.press("Book these 2 parcels", { confirm: "on" });
    expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(SENTENCE)]);
    expect(shop.filledIn("Change the list").body.get("list")).toContain("Zodwa Khumalo");
    expect(shop.filledIn("Book these 2 parcels").body.get("confirm")).toBe("on");
    expect(booked("shop@example.co.za")).toBe(0);
  });
});
