import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { gatewayOf } from "#app/domain/money/gateway.server";
import { signRequest } from "#app/domain/money/payfast-signature.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { formatRand } from "#app/domain/values/money";
import { DAYS } from "#app/durations";
import { payments } from "#db/schema/payments";
import { boxes } from "#db/schema/pricing";
import { quotes } from "#db/schema/quotes";
import { aBooking } from "../support/a-booking";
import { aGuestAtThePayment, aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { siteForAllTests } from "../support/open-site";
import { noticeBody } from "../support/payfast-stand-in";
import { pricesAreRead } from "../support/prices-are-read";
import { Visitor } from "../support/visitor";

const account = gatewayOf({ mode: "simulator" }, "");

const site = siteForAllTests();
const store = storeOfSite(site);

const flyerBag = eq(boxes.id, "flyer-bag");
const longAgo = () => new Date(Date.now() - 30 * DAYS);

test("a price that has expired and is the same today is held again, and paid without a question", async () => {
  const booking = await aBooking(store, longAgo());
  const visitor = await atTheTill(booking);
  expect(visitor.page?.text).toContain(`Pay ${formatRand(booking.grandTotalCents ?? 0)}`);
  const renewed = await quoteById(store.read, booking.id);
  expect(renewed?.expiresAt.getTime()).toBeGreaterThan(Date.now());
  expect(renewed?.grandTotalCents).toBe(booking.grandTotalCents);
});

test("a price that has expired and changed has to be confirmed; the amount signed is the confirmed one", async () => {
  const booking = await aBooking(store, longAgo());
  await dearer(1_000);
  const visitor = await atTheTill(booking);
  expect(visitor.page?.text).toContain("The price has changed");
  expect(visitor.page?.text).toContain("You have not been charged, and we have kept your booking.");
  expect(visitor.page?.text).toContain(formatRand(booking.grandTotalCents ?? 0));
  expect(visitor.page?.document.querySelector("[name=merchant_id]")).toBeNull();

  await visitor.press("Agree to the new price");
  const agreed = await quoteById(store.read, booking.id);
  expect(agreed?.grandTotalCents).toBeGreaterThan(booking.grandTotalCents ?? 0);
  expect(visitor.page?.text).toContain(`Pay ${formatRand(agreed?.grandTotalCents ?? 0)}`);
  const signed = visitor.page?.document.querySelector("[name=amount]")?.getAttribute("value");
  expect(signed).toBe(((agreed?.grandTotalCents ?? 0) / 100).toFixed(2));
  await visitor.press("Pay now");
  expect((await visitor.press("Complete payment")).text).toContain("Waybill created");
});

test("whoever pays again while a bank may still pay isn't told that they haven't been charged", async () => {
  const booking = await aBooking(store, longAgo());
  expect(await notify(booking, booking.grandTotalCents ?? 0, "PENDING")).toBe(200);
  await dearer(1_000);
  const visitor = new Visitor(site.url);
  const page = await visitor.open(`/payfast/start/${booking.id}?again=1`);
  expect(page.text).toContain("The price has changed");
  expect(page.text).toContain("We have kept your booking.");
  expect(page.text).not.toContain("not been charged");
});

test("confirming a price that is no longer today's changes nothing, and the page asks again", async () => {
  const booking = await aBooking(store, longAgo());
  await dearer(1_000);
  const visitor = await atTheTill(booking);
  await dearer(2_000);
  await visitor.press("Agree to the new price");
  expect(visitor.page?.text).toContain("The price has changed");
  expect((await quoteById(store.read, booking.id))?.grandTotalCents).toBe(booking.grandTotalCents);

  const browsersWish = await visitor.send(`/payfast/start/${booking.id}`, {
    method: "POST",
    body: "agreed=500",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(browsersWish.status).toBe(303);
  expect((await quoteById(store.read, booking.id))?.grandTotalCents).toBe(booking.grandTotalCents);
});

test("a price paid on a page that still showed the old one is the price from then on, everywhere", async () => {
  const guest = await aGuestAtThePayment(site);
  const booking = await quoteById(store.read, new URL(guest.page?.url ?? "").pathname.split("/").at(-1) ?? "");
  if (!booking) throw new Error("nothing was booked");
  const oldTab = await atTheTill(booking);
  await oldTab.press("Pay now");
  await store.tx((tx) => tx.update(quotes).set({ expiresAt: longAgo() }).where(eq(quotes.id, booking.id)));
  await dearer(1_000);
  await (await atTheTill(booking)).press("Agree to the new price");
  const [before, after] = [booking, await quoteById(store.read, booking.id)].map((each) =>
    formatRand(each?.grandTotalCents ?? 0),
  );
  expect(after).not.toBe(before);

  const paid = await oldTab.press("Complete payment");
  expect(paid.text).toContain("Waybill created");
  const review = await guest.open("/ship/review");
  const [email] = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails WHERE letter_key = 'booking-confirmed:${booking.id}'`,
  );
  for (const text of [paid.text, review.text, email?.text]) {
    expect(text).toContain(before);
    expect(text).not.toContain(after);
  }
  const inTheBooks = "SELECT price_rand, paid_rand FROM staff_bookings JOIN staff_payments_received USING (quote_no)";
  expect(inTheFile(site, `${inTheBooks} WHERE quote_no = '${booking.quoteNo}'`)).toEqual([
    { price_rand: (booking.grandTotalCents ?? 0) / 100, paid_rand: (booking.grandTotalCents ?? 0) / 100 },
  ]);
});

test("a price that has expired and can't be calculated isn't asked for", async () => {
  const booking = await aBooking(store, longAgo());
  await forNow({ active: false });
  const { page } = await atTheTill(booking);
  expect(page?.text).toContain("We can't work out the price right now");
  expect(page?.text).toContain(booking.quoteNo);
  expect(page?.document.querySelector("[name=merchant_id]")).toBeNull();
});

test("a manual price that has expired is renewed by staff, not by the rate card", async () => {
  const booking = await aBooking(store, longAgo());
  await store.tx((tx) => tx.update(quotes).set({ manualRequestedAt: longAgo() }).where(eq(quotes.id, booking.id)));
  const { page } = await atTheTill(booking);
  expect(page?.text).toContain("A person worked out this price and has to renew it");
  expect(page?.document.querySelector("[name=merchant_id]")).toBeNull();
});

test("below PayFast's minimum there is a clear message and no form", async () => {
  const booking = await aBooking(store);
  const costs = (cents: number) =>
    store.tx((tx) => tx.update(quotes).set({ grandTotalCents: cents }).where(eq(quotes.id, booking.id)));
  await costs(499);
  const { page } = await atTheTill(booking);
  expect(page?.text).toContain(`PayFast takes no payments under ${formatRand(500)}.`);
  expect(page?.document.querySelector("[name=merchant_id]")).toBeNull();
  await costs(500);
  expect((await atTheTill(booking)).page?.document.querySelector("[name=amount]")?.getAttribute("value")).toBe("5.00");
});

test("after a failed payment the next one is waited for: nobody is told to pay twice", async () => {
  const booking = await aBooking(store);
  const visitor = await atTheTill(booking);
  await visitor.press("Pay now");
  expect((await visitor.press("Fail payment")).text).toContain("Payment failed or was cancelled.");
  await visitor.clickLink("Try the payment again");
  await visitor.press("Try the payment again");
  expect((await visitor.press("Complete payment", { manner: "never" })).text).toContain("Status: pending payment…");
  expect(visitor.page?.text).not.toContain("Try the payment again");

  // The return address of the first, failed attempt says nothing about the second one, which fails later.
  const back = visitor.page?.url ?? "";
  await notify(booking, booking.grandTotalCents ?? 0, "FAILED");
  expect((await visitor.open(back)).text).toContain("Payment failed or was cancelled.");
  expect((await visitor.open(`${back}&answered=1`)).text).toContain("Payment failed or was cancelled.");
  expect(await store.read.select().from(payments).where(eq(payments.quoteId, booking.id))).toHaveLength(2);
});

test("while PayFast still works on a payment, the page warns of a second one, and gives the form all the same", async () => {
  const booking = await aBooking(store);
  expect(await notify(booking, booking.grandTotalCents ?? 0, "PENDING")).toBe(200);
  const visitor = await atTheTill(booking);
  expect(visitor.page?.text).toMatch(
    /We are waiting for your bank.*PayFast is still working on your payment of R\u00a080,62/,
  );
  expect(visitor.page?.document.querySelector("[name=merchant_id]")).toBeNull();
  expect((await visitor.clickLink("Pay again all the same")).text).toContain("Pay now");
});

test("the order of a parcel that goes abroad names the country", async () => {
  const guest = await aGuestAtTheReview(site, { addresses: { toCountry: "Brazil", toCity: "Rio", toPostal: "20000" } });
  await guest.press("Book This Collection", { confirm: "on" });
  expect(guest.page?.text).toContain("Katlehong to Brazil");
});

test.each([
  ["as_payfast", "Waybill created"],
  ["twice", "Waybill created"],
  ["out_of_order", "Waybill created"],
  ["after_return", "Status: pending payment…"],
  ["late", "Status: pending payment…"],
  ["never", "Status: pending payment…"],
])("with the simulator set to %s the customer sees the database's state", async (timing, words) => {
  const booking = await aBooking(store);
  const visitor = await atTheTill(booking);
  await visitor.press("Pay now");
  expect((await visitor.press("Complete payment", { manner: timing })).text).toContain(words);
  if (timing === "after_return") {
    await expect.poll(async () => (await visitor.open(visitor.page?.url ?? "")).text).toContain("Waybill created");
  }
});

test("after sixty seconds the waiting page says what to do, and how to pay for the same booking", async () => {
  const booking = await aBooking(store);
  const visitor = new Visitor(site.url);
  const waiting = await visitor.open(`/payfast/return?quoteId=${booking.id}&since=${Date.now() - 61_000}`);
  expect(waiting.text).toContain("This is taking longer than usual");
  await visitor.clickLink("I have not paid yet");
  expect(visitor.page?.text).toContain("Pay now");
});

test.each(["notify_url", "return_url", "cancel_url"])(
  "the simulator goes nowhere but to its own site: %s",
  async (name) => {
    const visitor = await atTheTill(await aBooking(store));
    const { body } = visitor.filledIn("Pay now");
    body.set(name, "http://127.0.0.1:9/elsewhere");
    body.delete("signature");
    body.set("signature", signRequest([...body], account?.passphrase ?? ""));
    const answer = await visitor.send("/payfast/simulator", {
      method: "POST",
      body: `${body}&decision=COMPLETE`,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("The simulator only serves its own site");
  },
);

async function atTheTill(booking: Quote): Promise<Visitor> {
  const visitor = new Visitor(site.url);
  await visitor.open(`/payfast/start/${booking.id}`);
  return visitor;
}

/** Staff raise the price of a flyer bag. */
const dearer = (costCents: number) => forNow({ costCents });

/** Changes the box until the test has ended. */
async function forNow(columns: Partial<typeof boxes.$inferInsert>): Promise<void> {
  onTestFinished(() => changeBox({ costCents: 410, active: true }));
  await changeBox(columns);
}

async function changeBox(columns: Partial<typeof boxes.$inferInsert>): Promise<void> {
  await store.tx((tx) => tx.update(boxes).set(columns).where(flyerBag));
  await pricesAreRead();
}

async function notify(
  booking: Quote,
  cents: number,
  status: "COMPLETE" | "FAILED" | "PENDING" = "COMPLETE",
): Promise<number> {
  const { merchantId = "", passphrase = "" } = account ?? {};
  const body = noticeBody({
    quoteId: booking.id,
    cents,
    status,
    pfPaymentId: `42${booking.quoteNo}`,
    merchantId,
    passphrase,
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return (await fetch(`${site.url}/payfast/notify`, { method: "POST", headers, body })).status;
}
