import { describe, expect, test } from "vitest";
import { checkNoted } from "#app/domain/bookings/payments/noted-in-list.server";
import { daysOf } from "#app/domain/bookings/payments/reconciliation";
import { noteReturnOfMany } from "#app/domain/bookings/payments/return-from-payment.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { openTransactionList } from "#app/domain/money/transaction-list";
import { HOURS, MINUTES } from "#app/durations";
import { aParcel } from "../../demo/a-parcel";
import { aGuestAtThePayment, inTheFile } from "../support/a-guest";
import { bookedTogether } from "../support/a-list";
import { transactionCsv } from "../support/a-transaction-list";
import { ago, anOffice } from "../support/an-office";
import { siteForAllTests } from "../support/open-site";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests();

/** The quotes that staff see under "No word from PayFast" half an hour from now. */
function unanswered(): unknown[] {
  inTheFile(
    site,
    `UPDATE payments SET at_payfast_at = '${new Date(Date.now() - 31 * MINUTES).toISOString()}' WHERE at_payfast_at IS NOT NULL`,
  );
  return inTheFile(site, "SELECT quote_no FROM staff_payments_unanswered").map(({ quote_no }) => quote_no);
}

const quoteOf = (guest: Visitor) => {
  const id = new URL(guest.page?.url ?? "").pathname.split("/").at(-1) ?? "";
  const [quote] = inTheFile(site, `SELECT id, quote_no FROM quotes WHERE id = '${id}'`);
  return quote as { id: string; quote_no: string };
};

describe("of a booking that nobody has paid staff hear only", () => {
  test("if its customer came back from PayFast: not if the page to pay was looked at, nor the status from there", async () => {
    const guest = await aGuestAtThePayment(site);
    const { id, quote_no } = quoteOf(guest);
    await guest.open(`/payfast/start/${id}`);
    const [status] = (guest.page?.document.querySelectorAll("a") ?? []).filter((link) =>
      link.getAttribute("href")?.startsWith("/payfast/return"),
    );
    const looked = await guest.open(status?.getAttribute("href") ?? "");
    expect(looked.url).toContain(id);
    await guest.clickLink("Check again");
    expect(unanswered()).toEqual([]);
    await guest.open(`/payfast/return?quoteId=${id}`);
    expect(unanswered()).toEqual([quote_no]);
  });

  test("if its customer gave up there", async () => {
    const guest = await aGuestAtThePayment(site);
    const { quote_no } = quoteOf(guest);
    await guest.press("Pay now");
    expect(unanswered()).not.toContain(quote_no);
    await guest.open(String(guest.filledIn("Cancel payment").body.get("cancel_url")));
    expect(unanswered()).toContain(quote_no);
  });

  test("if it is paid with others, and the customer came back: not if the page of the order was looked at", async () => {
    const office = await anOffice();
    const { booked: quotes } = await bookedTogether(office, "shop@example.co.za", ago(2 * HOURS));
    const listed = () => office.staff("SELECT quote_no FROM staff_payments_unanswered ORDER BY quote_no");
    expect(listed()).toEqual([]);
    await noteReturnOfMany(office.store, quotes, ago(1 * HOURS));
    expect(listed()).toEqual(quotes.map(({ quoteNo }) => ({ quote_no: quoteNo })).toSorted(byNumber));
  });

  test("if PayFast's list names it: neither a booking nor a price by staff whose page nobody opened", async () => {
    const office = await anOffice();
    const { staff, store, world } = office;
    const listed = () => staff("SELECT quote_no FROM staff_payments_unanswered");
    const asked = await aParcel({ addresses: { toPostal: "9100" } })
      .unpaid()
      .in(world, ago(3 * HOURS));
    await store.tx((tx) =>
      priceManually(tx, asked.quote.id, 600_00, { mode: "sandbox", appUrl: "http://x" }, ago(2 * HOURS)),
    );
    const { quote } = await aParcel()
      .unpaid()
      .in(world, ago(2 * HOURS));
    expect(staff("SELECT count(*) AS open FROM payments WHERE state = 'started'")).toEqual([{ open: 2 }]);
    expect(listed()).toEqual([]);
    const of = (orderId: string) =>
      transactionCsv([{ at: ago(1 * HOURS), grossCents: quote.grandTotalCents ?? 0, orderId, pfPaymentId: "1089999" }]);
    const look = async (csv: string) => {
      const list = openTransactionList(() => [csv], new Date());
      if (!list.ok) throw new Error(list.why);
      const period = daysOf(list.transactions);
      await store.tx((tx) => checkNoted(tx, list.transactions, { mode: "sandbox", period }, ago(31 * MINUTES)));
    };
    await look(of("another"));
    expect(listed()).toEqual([]);
    await look(of(quote.id));
    expect(listed()).toEqual([{ quote_no: quote.quoteNo }]);
  });
});

const byNumber = (one: { quote_no: string }, other: { quote_no: string }) => (one.quote_no < other.quote_no ? -1 : 1);
