import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { chargesOf, setChargeState } from "#app/domain/money/charges.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { newId } from "#app/domain/values/ids.server";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { charges, creditTerms } from "#db/schema/charges";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { addresses, parcel } from "../../demo/typed-answers";
import { inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { storeOfSite } from "../support/a-store";
import { worldOf } from "../support/a-world";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const now = new Date();
const ofLastMonth = new Date(now.getTime() - 40 * DAYS);
const plain = (text: string) => text.replaceAll("\u00a0", " ");
/** What nobody may read of a parcel that is on account. */
const PAID = /\bpaid\b|your payment/i;

let customer: Visitor;
let key: string;
let uid: string;
beforeAll(async () => {
  ({ shop: customer, key } = await aShopWithAKey(site, "shop@example.co.za"));
  const [{ uid: its = "" } = {}] = inTheFile<{ uid: string }>(site, "SELECT uid FROM users");
  uid = its;
  const allowed = { limitCents: 5_000_00, days: 30, allowedAt: now, allowedBy: "Lindiwe" };
  await store.tx((tx) => tx.insert(creditTerms).values({ uid, ...allowed }));
});

async function onAccount(answers = {}): Promise<{ quote: Quote; waybillNo: string }> {
  const world = worldOf(store, "simulator");
  const { id } = (await aParcel(answers).booked(byAccount(uid)).unpaid().in(world, now)).quote;
  const { waybillNo = "" } = (await waybillOfQuote(store.read, id)) ?? {};
  return { quote: (await quoteById(store.read, id)) ?? expect.fail("no quote"), waybillNo };
}

/** What the account may owe. Cents. */
const limitTo = (limitCents: number) => store.tx((tx) => tx.update(creditTerms).set({ limitCents }));

/** It is paid at PayFast all the same, from a page that was still open. */
async function paidAnyway({ id: quoteId }: Quote) {
  const came = { amountCents: 80_62, paidCents: 80_62, pfPaymentId: "7001", startedAt: now, settledAt: now };
  const twice = { id: newId(), quoteId, mode: "simulator", state: "duplicate", ...came } as const;
  await store.tx((tx) => tx.insert(payments).values(twice));
}

/** As it is once its parcel is collected. */
const invoiced = (quoteId: string, invoicedAt: Date, payBy: string) =>
  store.tx((tx) => tx.update(charges).set({ invoicedAt, payBy }).where(eq(charges.quoteId, quoteId)));

async function booking(id: string) {
  const answer = await fetch(`${site.url}/v1/bookings/${id}`, { headers: bearer(key) });
  return (await answer.json()) as Record<string, unknown>;
}

describe("a booking on account", () => {
  test("is told so on the return page, with when it is due, and never as paid", async () => {
    const { quote } = await onAccount();
    const page = await customer.open(`/payfast/return?quoteId=${quote.id}&look=1`);
    for (const words of [
      "Waybill created — you're all set!",
      "It is on account: there is nothing to pay now.",
      "It is booked on account, and we have emailed you the waybill.",
      "Total, on accountR 80,62",
      "Due30 days after the end of the month in which we collect it",
    ])
      expect(plain(page.text)).toContain(words);
    expect(page.text).not.toMatch(PAID);
    await invoiced(quote.id, now, "2031-12-30");
    expect((await customer.open(`/payfast/return?quoteId=${quote.id}&look=1`)).text).toContain(
      `Due${shortDate("2031-12-30")}`,
    );
    await store.tx(async (tx) => {
      for (const charge of await chargesOf(tx, quote.id)) await setChargeState(tx, charge, "paid", now);
    });
    const paid = plain((await customer.open(`/payfast/return?quoteId=${quote.id}&look=1`)).text);
    expect(paid).toContain("Total, paidR 80,62");
    expect(paid).not.toContain("on account:");
  });

  test("is told so by email to its account, and its receiver is told that a parcel comes", async () => {
    const { quote, waybillNo } = await onAccount({ addresses: { fromEmail: "shop@example.co.za" } });
    const emails = inTheFile<{ subject: string; text: string; to: string }>(
      site,
      `SELECT subject, text_body AS text, to_address AS "to" FROM outgoing_mails WHERE quote_id = '${quote.id}' ORDER BY to_address`,
    );
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ["shop@example.co.za", `Booking confirmed: waybill ${spokenWaybillNumber(waybillNo)}`],
      ["sipho@example.co.za", expect.stringContaining("parcel")],
    ]);
    expect(emails[0]?.text).toContain("Your parcel is booked, on account: there is nothing to pay now.");
    for (const { text } of emails) expect(text).not.toMatch(PAID);
  });

  test("is told to programs as on_account, without a way to pay or a price that is held", async () => {
    const { quote, waybillNo } = await onAccount();
    const owed = { status: "waybill_created", paymentStatus: "on_account", paymentUrl: null, heldUntil: null };
    expect(await booking(quote.id)).toMatchObject({ ...owed, waybillNo, state: "booked" });
    await store.tx(async (tx) => {
      for (const charge of await chargesOf(tx, quote.id)) await setChargeState(tx, charge, "paid", now);
    });
    expect(await booking(quote.id)).toMatchObject({ ...owed, paymentStatus: "paid" });
    await limitTo(0);
    const { quote: unpaid } = await aParcel().booked(byAccount(uid)).unpaid().in(worldOf(store, "simulator"), now);
    await limitTo(5_000_00);
    expect(await booking(unpaid.id)).toMatchObject({
      paymentStatus: "unpaid",
      paymentUrl: expect.stringContaining(unpaid.id),
      heldUntil: unpaid.expiresAt.toISOString(),
    });
  });

  test("is never told as paid where it was taken off the account, and what is left of it where a part was", async () => {
    const { quote, waybillNo } = await onAccount();
    const office = await anOfficeBrowser(site, "clerk");
    const change = (to: Partial<typeof charges.$inferInsert>) =>
      store.tx((tx) => tx.update(charges).set(to).where(eq(charges.quoteId, quote.id)));
    const read = async () => {
      const page = await customer.open(`/payfast/return?quoteId=${quote.id}&look=1`);
      const dashboard = await customer.open("/dashboard");
      return [page, dashboard, await office.open(`/office/${waybillNo}`)].map(({ text }) => plain(text));
    };
    await change({ creditedCents: 20_00 });
    const [part, row, lead] = await read();
    expect(part).toContain("Total, on accountR 60,62");
    for (const each of [row, lead]) expect(each).toContain("R 60,62 on account");
    await change({ creditedCents: 80_62, state: "withdrawn", endedAt: now });
    const [page, listed, atOffice] = await read();
    expect(page).toContain("Its price was taken off the account: nothing of it is owed any more.");
    expect(page).toContain("Total, on accountR 0,00");
    expect(page).not.toMatch(PAID);
    expect(listed).toContain("Taken off your account");
    expect(atOffice).toContain("R 80,62 taken off its account");
    expect(atOffice).not.toMatch(/R 80,62 (not )?paid/);
    const told = { paymentStatus: "on_account", paymentUrl: null, heldUntil: null };
    expect(await booking(quote.id)).toMatchObject(told);
  });

  test("is told on tracking as booked: nobody there learns who owes or has paid", async () => {
    const { waybillNo } = await onAccount();
    const tracking = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
    expect(tracking.text).toContain("Booked.");
    expect(tracking.text).not.toMatch(/\bpaid\b/i);
  });

  test("of which more is refused is taken off the account: nobody has paid anything that could be refunded", async () => {
    const { waybillNo } = await onAccount();
    await limitTo(0);
    const said = ["--because", "It weighs 12 kg.", "--agreed", "Nomsa, by phone, 14:20"];
    expect(await staff(site, ["charge", waybillNo, "--weight", "12", ...said])).toMatchObject({ code: 0 });
    await limitTo(5_000_00);
    const [charge] = inTheFile<{ id: string }>(site, "SELECT id FROM charges ORDER BY asked_at DESC LIMIT 1");
    const asked = await customer.open(`/charge/${charge?.id}?refuse=1`);
    expect(asked.text).toContain("We take the price of this parcel off the account.");
    expect(asked.text).not.toContain("all that you");
    const refused = await customer.press("Refuse, and cancel the booking");
    expect(refused.text).toContain("We take the price of this parcel off the account.");
    expect(refused.text).not.toContain("all that you");
  });

  test("can't be cancelled once it is collected: its days count from when it was booked", async () => {
    const { quote, waybillNo } = await onAccount();
    expect(await staff(site, ["mark", "collected", waybillNo])).toMatchObject({ code: 0 });
    expect((await customer.open(`/cancel/${quote.id}`)).text).toMatch(
      /30 days after you booked, you may cancel and we take it off your account\./,
    );
  });

  test("of a list says so where the list is paid", async () => {
    const { quote } = await onAccount();
    await store.tx((tx) => tx.update(quotes).set({ paymentOrderId: "list-a" }).where(eq(quotes.id, quote.id)));
    const page = await customer.open("/payfast/order/list-a");
    const change = (to: Partial<typeof charges.$inferInsert>) =>
      store.tx((tx) => tx.update(charges).set(to).where(eq(charges.quoteId, quote.id)));
    expect(plain(page.text)).toContain("These parcels are on account: there is nothing to pay now.");
    expect(plain(page.text)).toContain("R 80,62, on account. Waybill");
    expect(page.text).not.toMatch(PAID);
    await paidAnyway(quote);
    const twice = plain((await customer.open("/payfast/order/list-a")).text);
    expect(twice).toContain("You paid for what is on your account");
    expect(twice).toContain("We will refund R 80,62, and email you when it is done.");
    await change({ creditedCents: 20_00 });
    expect(plain((await customer.open("/payfast/order/list-a")).text)).toContain("R 60,62, on account. Waybill");
    await change({ creditedCents: 80_62, state: "withdrawn", endedAt: now });
    const off = plain((await customer.open("/payfast/order/list-a")).text);
    expect(off).toContain("The price of these parcels was taken off your account");
    expect(off).toContain("R 80,62, taken off your account. Waybill");
    expect(off).not.toContain("on account.");
  });

  test("is taken off the account where it is cancelled, and its page says so before and after", async () => {
    const { quote } = await onAccount();
    const asked = await customer.open(`/cancel/${quote.id}`);
    expect(asked.text).toContain("We take it off the account: there is nothing to pay for it.");
    const done = await customer.press("Cancel this booking");
    expect(done.text).toContain("It was taken off the account: there is nothing to pay for it.");
    expect(done.text).not.toContain("charged");
    const [email] = inTheFile<{ text: string }>(
      site,
      `SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'booking-cancelled:${quote.id}%'`,
    );
    expect(email?.text).toContain("It is taken off the account: there is nothing to pay for it.");
  });

  test("is told so on the office's page, in its list and its history", async () => {
    const { quote, waybillNo } = await onAccount();
    const office = await anOfficeBrowser(site, "clerk");
    const page = plain((await office.open(`/office/${waybillNo}`)).text);
    for (const words of ["R 80,62 on account", "invoiced when it is collected", "put R 80,62 on its account"])
      expect(page).toContain(words);
    expect(page).not.toContain("R 80,62 more");
    expect(inTheFile(site, `SELECT status FROM staff_bookings WHERE quote_no = '${quote.quoteNo}'`)).toEqual([
      { status: "On account, to be collected" },
    ]);
    await invoiced(quote.id, now, "2031-12-30");
    const due = plain((await office.open(`/office/${waybillNo}`)).text);
    expect(due).toContain(`R 80,62 is on account, due by ${shortDate("2031-12-30")}.`);
  });
});

/** What it reads on the review about its account, without what a page says anyway. */
async function onReview(visitor: Visitor): Promise<string> {
  await visitor.open("/ship-local/addresses");
  await visitor.press("Next", addresses);
  return plain((await visitor.press("Calculate Quote", parcel)).text);
}

describe("an account that pays by month", () => {
  test("reads before it books that the price goes on the account, or that it is to be paid, and why", async () => {
    await store.tx((tx) => tx.update(charges).set({ state: "withdrawn" }));
    expect(await onReview(customer)).toContain(
      "This goes on your accountIt then owes R 80,62 of R 5 000,00. There is nothing to pay before we collect it.",
    );
    await limitTo(80_61);
    const over = await onReview(customer);
    await limitTo(5_000_00);
    expect(over).toContain("To be paid before we collect itThe account owes R 0,00.");
    expect(over).not.toContain("goes on your account");
    const form = await customer.open("/dashboard/import");
    expect(form.text).toContain("It goes on your account while there is room. Otherwise you pay once for all parcels.");
    const list = await customer.press("Check the list", { list: aList(aLine("Zodwa"), aLine("Zola")) });
    expect(plain(list.text)).toContain("This goes on your accountIt then owes R 322,46 of R 5 000,00.");
    const { shop: other } = await aShopWithAKey(site, "none@example.co.za");
    expect(await onReview(other)).not.toMatch(/account owes|your account/);
    expect((await other.open("/dashboard/import")).text).toMatch(/the price\. You pay once for all parcels\./);
  });

  test("sees what it owes and may owe, and which statement pays it by when", async () => {
    await store.tx((tx) => tx.update(charges).set({ state: "withdrawn" }));
    const { quote: old } = await onAccount();
    await onAccount();
    await invoiced(old.id, ofLastMonth, "2031-12-30");
    const title = `Statement for ${monthInWords(saMonth(ofLastMonth))}`;
    const account = plain((await customer.open("/account")).text);
    for (const words of [
      "Your account owesR 161,24",
      "Of that, not invoiced yetR 80,62",
      "It may owe at mostR 5 000,00",
      "What you book goes on your account while there is room.",
      "A month's invoices are due 30 days after its end.",
      `${title}: R 80,62, due on ${shortDate("2031-12-30")}`,
    ])
      expect(account).toContain(words);
    const dashboard = await customer.open("/dashboard");
    expect(plain(dashboard.text)).toContain(`${title}: R 80,62, due on ${shortDate("2031-12-30")}. See and pay it`);
    expect(plain(dashboard.text)).toContain("R 80,62 on account");
    const link = dashboard.document.querySelectorAll("main a").find(({ text }) => text === title);
    expect(link?.getAttribute("href")).toBe(`/account/statement/${saMonth(ofLastMonth)}`);
  });

  test("is told what is overdue, and once it is stopped that it pays for each booking", async () => {
    const yesterday = saDay(new Date(now.getTime() - DAYS));
    await store.tx((tx) => tx.update(charges).set({ payBy: yesterday }).where(eq(charges.payBy, "2031-12-30")));
    expect(plain((await customer.open("/dashboard")).text)).toContain(`R 80,62 was due on ${shortDate(yesterday)}`);
    expect((await customer.open("/account")).text).toContain("A statement is overdue.");
    await store.tx((tx) => tx.update(creditTerms).set({ stoppedAt: now, stoppedBy: "Lindiwe" }));
    const account = (await customer.open("/account")).text;
    expect(account).toContain("Nothing more goes on your account: you pay for each booking.");
    expect(account).not.toContain("It may owe at most");
  });

  test("is none that nobody gave credit: no page speaks of it", async () => {
    const { shop: other } = await aShopWithAKey(site, "other@example.co.za");
    for (const address of ["/account", "/dashboard"])
      expect((await other.open(address)).text).not.toMatch(/by month|on account/);
  });
});
