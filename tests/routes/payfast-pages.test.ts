import path from "node:path";
import { describe, expect, test } from "vitest";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { formatRand } from "#app/domain/values/money";
import { DAYS, SECONDS } from "#app/durations";
import { joinStore } from "#db/store.server";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestAtThePayment, aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";

const PERSONAL = /Nkosi|Dlamini|Mphuti|Ncome|082 123|thandi@|sipho@|Orlando|1431/;

const site = siteForAllTests();

describe("the hand-over", () => {
  test("says what is paid and how much, clearly that it is a test, and posts the saved amount", async () => {
    const guest = await aGuestAtThePayment(site);
    const quote = quoteBefore(guest);
    expect(guest.page?.text).toContain(`Pay ${formatRand(quote.grand_total_cents)}`);
    expect(guest.page?.text).toContain("Test payment.");
    expect(guest.page?.text).not.toMatch(PERSONAL);
    const { action, body } = guest.filledIn("Pay now");
    expect(action).toBe(`${site.url}/payfast/simulator`);
    expect(Object.fromEntries(body)).toMatchObject({
      return_url: `${site.url}/payfast/return?quoteId=${quote.id}`,
      cancel_url: `${site.url}/payfast/start/${quote.id}?cancelled=1`,
      notify_url: `${site.url}/payfast/notify`,
      m_payment_id: quote.id,
      custom_str1: quote.id,
      amount: (quote.grand_total_cents / 100).toFixed(2),
      item_name: "Thuma Shipment",
      item_description: "Courier booking",
      signature: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { document } = await guest.press("Pay now");
    const manners = document.querySelectorAll("[name=manner]").map((manner) => manner.getAttribute("value"));
    expect([manners[0], manners.length > 2]).toEqual(["as_payfast", true]);
  });

  test("shows the buyer's email to the browser and the account that booked, and to nobody else with the link", async () => {
    const guest = await aGuestAtThePayment(site);
    expect(guest.filledIn("Pay now").body.get("email_address")).toBe("thandi@example.co.za");
    const stranger = new Visitor(site.url);
    await stranger.open(`/payfast/start/${quoteBefore(guest).id}`);
    expect(stranger.page?.html).not.toMatch(/thandi|email_address/);
    expect((await stranger.press("Pay now")).text).toContain("Simulated payment page");
    // The address has the customer's email: it isn't sent on.
    expect(stranger.page?.document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("strict-origin");
    expect((await stranger.press("Complete payment")).text).toContain("Waybill created");

    const email = "books-while-signed-in@example.co.za";
    const customer = await aVerifiedCustomer(site, email);
    await customer.open("/ship-local/addresses");
    await customer.press("Next", addresses);
    await customer.press("Calculate Quote", parcel);
    await customer.press("Book This Collection", { confirm: "on" });
    const elsewhere = new Visitor(site.url);
    await elsewhere.open("/login");
    await elsewhere.press("Login", { email, password: PASSWORD });
    await elsewhere.open(new URL(customer.page?.url ?? "").pathname);
    // The account's, also where the sender on the form is somebody else.
    for (const browser of [customer, elsewhere])
      expect(browser.filledIn("Pay now").body.get("email_address")).toBe(email);
  });

  test("says what came where money of another amount came, and that it goes back", async () => {
    const guest = await aGuestAtThePayment(site);
    const { id } = quoteBefore(guest);
    const store = await joinStore(await storePlace(path.join(site.dataDir, "courier.db")));
    // Of a payment on staff's word alone, customers are told after a day.
    const noted = await store.tx((tx) =>
      notePayment(
        tx,
        id,
        { pfPaymentId: "1089997", amountCents: 70_00, feeCents: null, as: "refund" },
        { mode: "simulator", appUrl: site.url },
        new Date(Date.now() - 2 * DAYS),
      ),
    );
    await store.close();
    expect(noted).toMatchObject({ ok: true });
    const page = await guest.open(`/payfast/start/${id}`);
    expect(page.text).toMatch(/another amount[\s\S]*We will refund R\s70,00/);
    expect(page.text).toContain("Pay now: R\u00a080,62");
  });

  test("exists only for bookings", async () => {
    await aGuestAtTheReview(site);
    const [quote] = inTheFile<{ id: string }>(site, "SELECT id FROM quotes WHERE booked_at IS NULL");
    const visitor = new Visitor(site.url);
    for (const id of [quote?.id, "nobody", "a%20b"]) {
      expect((await visitor.open(`/payfast/start/${id}`)).status).toBe(404);
    }
    expect((await visitor.open("/payfast/start/")).status).toBe(400);
  });

  test("isn't offered again once it is paid", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const { id } = quoteBefore(guest);
    const page = await guest.open(`/payfast/start/${id}`);
    expect(page.url).toBe(`${site.url}/payfast/return?quoteId=${id}`);
    expect(page.text).toContain("Waybill created — you're all set!");
    const returned = async (number: string) => (await guest.open(`${page.url}&pf_payment_id=${number}`)).text;
    expect(await returned("1089999")).toMatch(/PayFast payment\s*1089999/);
    for (const number of ["1".repeat(21), "1x", ""]) expect(await returned(number)).not.toContain("PayFast payment");
  });

  test("a form whose amount was changed is refused", async () => {
    const guest = await aGuestAtThePayment(site);
    const { action, body } = guest.filledIn("Pay now", { amount: "1.00" });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const page = await guest.follow(await guest.send(action, { method: "POST", body: body.toString(), headers }));
    expect(page.status).toBe(400);
    expect(page.text).toContain("Generated signature does not match submitted signature");
  });
});

describe("a payment that doesn't happen", () => {
  test.each([
    ["Cancel payment", "The payment was cancelled", "payfast_cancelled"],
    ["Fail payment", "The payment failed", "payfast_failed"],
  ])("%s: the booking is kept, and the next try gives the waybill", async (button, words, status) => {
    const guest = await aGuestAtThePayment(site);
    const { id } = quoteBefore(guest);
    await guest.press("Pay now");
    const page = await guest.press(button);
    expect(page.url).toContain(button === "Cancel payment" ? `/payfast/start/${id}?cancelled=` : "/payfast/return");
    expect(inTheFile(site, `SELECT status FROM quotes WHERE id = '${id}'`)).toEqual([{ status }]);
    if (page.url.includes("/payfast/return")) {
      // The state leads, as on the tracking page, with one button; the rest are links.
      expect(page.document.querySelector(".now h1")?.text).toBe("Payment not completed");
      expect(page.document.querySelector(".now [role=alert]")?.text).toContain("Payment failed or was cancelled.");
      expect(page.document.querySelectorAll(".button:not(.plain)").map(({ text }) => text)).toEqual([
        "Try the payment again",
      ]);
      await guest.clickLink("Try the payment again");
    }
    expect(guest.page?.url).toContain(`/payfast/start/${id}`);
    expect(guest.page?.text).toContain(words);
    await guest.press("Try the payment again");
    expect((await guest.press("Complete payment")).text).toContain("Waybill created — you're all set!");
  });
});

describe("the return page", () => {
  test("“I have paid already” without having paid leads back to the payment at once", async () => {
    const guest = await aGuestAtThePayment(site);
    const payment = guest.page?.url;
    const page = await guest.clickLink("I have paid already");
    expect(page.text).toContain("Don't pay again: your booking is safe.");
    expect((await guest.clickLink("I have not paid yet")).url).toBe(payment);
    await guest.press("Pay now");
    expect((await guest.press("Complete payment")).text).toContain("Waybill created — you're all set!");
    expect(guest.page?.text).not.toContain("I have not paid yet");
  });

  test("the hand-over has the order beside one button with the amount, and ends the steps with Pay", async () => {
    const { page } = await aGuestAtThePayment(site);
    const order = page?.document.querySelector("[aria-labelledby=order]")?.text ?? "";
    expect(order).toContain("Katlehong to Soweto");
    for (const words of [
      "Flyer bag",
      "Usually",
      "R\u00a080,62",
      "Cancel free until we collect",
      "Cover up to R\u00a01\u00a0000",
    ])
      expect(order).toContain(words);
    expect(order).not.toMatch(PERSONAL);
    expect(page?.document.querySelectorAll("main .button").map((button) => button.text.trim())).toEqual([
      "Pay now: R\u00a080,62",
    ]);
    const bar = page?.document.querySelectorAll(".stripes li").map((stage) => stage.text.trim());
    expect(bar).toEqual(["Addresses", "Parcel", "Review", "Pay"]);
    expect(page?.document.querySelector(".stripes [aria-current]")?.text).toBe("Pay");
  });

  test("without a reference says so", async () => {
    const page = await new Visitor(site.url).open("/payfast/return");
    expect(page.status).toBe(400);
    expect(page.text).toContain("Missing reference");
    // Somebody who has paid must not read that the payment was not completed.
    expect(page.document.querySelector("h1")?.text).toBe("We can't see which payment this was");
    expect(page.text).not.toContain("not completed");
  });

  test("thanks with the number to write down, three dated steps and two buttons", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const main = guest.page?.document.querySelector("main");
    expect(main?.querySelector("h1")?.text).toBe("Thank you");
    expect(main?.querySelector(".now .number")?.text.replaceAll(/\s/g, "")).toBe(waybillNo);
    expect(main?.querySelector(".now")?.text).toContain("Write it on the parcel, large and clear.");
    const steps = main?.querySelectorAll(".history li") ?? [];
    expect(steps).toHaveLength(3);
    for (const step of steps) expect(step.querySelector("b")?.text).toMatch(/^(From )?\w+day \d{1,2} \w+/);
    const buttons = main?.querySelectorAll(".button").map((button) => button.text.trim());
    expect(buttons).toEqual(["Print the waybill", "Track this parcel"]);
    const posts = main?.querySelectorAll("form button").map((button) => button.text.trim());
    expect(posts).toEqual(["Send another parcel", "Forget me on this phone"]);
    await guest.clickLink("Cancel this booking");
  });

  test("says what to do if the booking can't be read", async () => {
    const page = await new Visitor(site.url).open("/payfast/return?quoteId=nobody");
    expect(page.status).toBe(404);
    expect(page.text).toContain("Could not read your booking. Please check your dashboard.");
  });

  test.each(["quoteId", "m_payment_id", "custom_str1"])("finds the booking by %s", async (name) => {
    const guest = await aGuestAtThePayment(site);
    const page = await guest.open(`/payfast/return?${name}=${quoteBefore(guest).id}&pf_payment_id=1089250`);
    expect(page.text).toContain("Status: pending payment…");
  });

  test("while waiting reloads itself without scripts, offers “Check again”, and after a minute a hint", async () => {
    const guest = await aGuestAtThePayment(site);
    const page = await guest.clickLink("I have paid already");
    expect(page.text).toContain("Status: pending payment…");
    const refresh = page.html.match(
      /<noscript><meta http-equiv="refresh" content="5; url=([^"]+)"\/?><\/noscript>/i,
    )?.[1];
    expect(refresh).toMatch(/^\/payfast\/return\?quoteId=[\w-]+&amp;since=\d{13}$/);
    expect(page.text).not.toContain("dashboard");

    const next = await guest.clickLink("Check again");
    expect(next.url.replace("&", "&amp;")).toBe(`${site.url}${refresh}`);
    expect(next.text).not.toContain("dashboard");
    const minuteAgo = Date.now() - 61 * SECONDS;
    const late = await guest.open(next.url.replace(/since=\d+/, `since=${minuteAgo}`));
    expect(late.text).toContain("check your dashboard");
    expect((await guest.clickLink("Check again")).text).toContain("check your dashboard");
  });

  test.each(["abc", "-1", "1e999", "99999999999999", "<script>"])("a since of %s breaks nothing", async (since) => {
    const guest = await aGuestAtThePayment(site);
    const page = await guest.open(
      `/payfast/return?quoteId=${quoteBefore(guest).id}&since=${encodeURIComponent(since)}`,
    );
    expect(page.status).toBe(200);
    expect(page.html).not.toContain("<script>");
  });

  test("once paid shows waybill, amount and next steps, and stops reloading", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    expect(guest.page?.text).toContain("Waybill created — you're all set!");
    expect(guest.page?.text).toContain(formatRand(quoteBefore(guest).grand_total_cents));
    expect(guest.page?.html).not.toContain('http-equiv="refresh"');
    const links = guest.page?.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
    expect(links).toContainEqual(expect.stringMatching(`^/waybill/${waybillNo}\\?key=[\\w-]{22}$`));
  });

  test("shows nothing personal in any state: the link may be shared", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const { id } = quoteBefore(guest);
    const stranger = new Visitor(site.url);
    for (const status of ["waybill_created", "payfast_complete", "payfast_failed", "pending_payment", "cancelled"]) {
      inTheFile(site, `UPDATE quotes SET status = '${status}' WHERE id = '${id}'`);
      const page = await stranger.open(`/payfast/return?quoteId=${id}`);
      expect(page.status).toBe(200);
      expect(page.html).not.toMatch(PERSONAL);
    }
  });

  test("for a payment without a waybill yet says that it is being made", async () => {
    const guest = await aGuestAtThePayment(site);
    const { id } = quoteBefore(guest);
    inTheFile(site, `UPDATE quotes SET status = 'payfast_complete' WHERE id = '${id}'`);
    expect((await guest.open(`/payfast/return?quoteId=${id}`)).text).toContain(
      "Payment received — generating waybill…",
    );
  });
});

test("the address above the payment pages has no page", async () => {
  expect((await new Visitor(site.url).open("/payfast")).status).toBe(404);
});

test("a refused notice changes nothing, and gets an error status that PayFast would report", async () => {
  const guest = await aGuestAtThePayment(site);
  const { id } = quoteBefore(guest);
  const answer = await fetch(`${site.url}/payfast/notify`, {
    method: "POST",
    body: new URLSearchParams({ m_payment_id: id, payment_status: "COMPLETE", signature: "0".repeat(32) }),
  });
  expect(answer.status).toBe(400);
  expect((await fetch(`${site.url}/payfast/notify`)).status).toBe(405);
  expect(inTheFile(site, `SELECT status FROM quotes WHERE id = '${id}'`)).toEqual([{ status: "pending_payment" }]);
});

/** The quote that the guest's payment page is about. */
function quoteBefore({ page }: Visitor): { id: string; grand_total_cents: number } {
  const quoteNo = page?.text.match(/Q\d{8}/)?.[0];
  const quoteId = new URL(page?.url ?? "").searchParams.get("quoteId");
  const [quote] = inTheFile<{ id: string; grand_total_cents: number }>(
    site,
    `SELECT id, grand_total_cents FROM quotes WHERE quote_no = '${quoteNo}' OR id = '${quoteId}'`,
  );
  return quote ?? expect.fail(`no quote on ${page?.url}`);
}
