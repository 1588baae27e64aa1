import { describe, expect, test } from "vitest";
import { aParcel } from "../../demo/a-parcel";
import { aGuestAtThePayment, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { type NoticeContent, noticeBody } from "../support/payfast-stand-in";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

describe("“Cancel this booking”", () => {
  test("of a paid parcel: asks, cancels, tells the customer and staff, and says where the money is", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const { id, quote_no, cents } = quoteBefore(guest);
    await guest.open(`/payfast/return?quoteId=${id}`);
    await guest.clickLink("Cancel this booking");
    expect(guest.page?.text).toContain("Cancel this booking?");
    expect(guest.page?.text).toMatch(/We refund you R.80,62, the way you paid/);
    expect(inTheFile(site, `SELECT cancelled_at AS at FROM quotes WHERE id = '${id}'`)).toEqual([{ at: null }]);

    const page = await guest.press("Cancel this booking", { reason: "  Wrong address, see http://x.example " });
    expect(page.text).toContain("This booking has been cancelled");
    const [kept] = inTheFile<{ reason: string }>(site, `SELECT cancel_reason AS reason FROM quotes WHERE id = '${id}'`);
    expect(kept?.reason).toBe("Wrong address, see http://x.example");
    expect(page.text).toMatch(/We will refund R.80,62/);
    for (const address of [`/payfast/return?quoteId=${id}`, `/payfast/start/${id}`]) {
      const cancelled = await guest.open(address);
      expect(cancelled.text).toContain("This booking has been cancelled");
      expect(cancelled.text).not.toMatch(/kept your booking|Pay now/);
    }
    const tracking = await guest.open(`/tracking?no=${waybillNo}`);
    expect(tracking.text).toContain("We have emailed whoever booked it about the money.");
    expect(tracking.html).not.toContain("wa.me");
    expect(tracking.document.querySelectorAll(".grave")).toHaveLength(1);
    for (const address of [`/waybill/${waybillNo}`, `/waybill/${waybillNo}.pdf`]) {
      const { text, headers } = await guest.open(address);
      expect(headers.get("Content-Type"), address).toContain("text/html");
      expect(text).toContain("is not valid any more");
    }

    expect(
      inTheFile(
        site,
        `SELECT refund_rand AS rand, why, mode FROM staff_payments_to_refund WHERE quote_no = '${quote_no}'`,
      ),
    ).toEqual([{ rand: cents / 100, why: "Cancelled by its customer", mode: "simulator" }]);
    expect(inTheFile(site, `SELECT status FROM staff_bookings WHERE quote_no = '${quote_no}'`)).toEqual([
      { status: "Cancelled" },
    ]);
    expect(inTheFile(site, `SELECT 1 FROM staff_collections WHERE quote_no = '${quote_no}'`)).toEqual([]);
    const emails = inTheFile<{ to: string; text: string }>(
      site,
      `SELECT to_address AS "to", text_body AS text FROM outgoing_mails WHERE letter_key LIKE '%:${id}' AND letter_key NOT LIKE 'booking-confirmed%' ORDER BY to_address DESC`,
    );
    expect(emails.map(({ to }) => to)).toEqual(["thandi@example.co.za", "payments@thuma.example"]);
    expect(emails[0]?.text).toContain("as you asked");
    expect(emails[0]?.text).toContain(`${site.url}/terms`);
    expect(emails[0]?.text).not.toContain("http://x.example");
  });

  test("twice, and Back and again: one cancellation, one email", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const { id } = quoteBefore(guest);
    await guest.open(`/cancel/${id}`);
    const { action, body } = guest.filledIn("Cancel this booking");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const sent = () => guest.send(action, { method: "POST", body: body.toString(), headers });
    expect((await Promise.all([sent(), sent(), sent()])).map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(inTheFile(site, `SELECT 1 FROM outgoing_mails WHERE letter_key = 'booking-cancelled:${id}'`)).toHaveLength(
      1,
    );
    expect(
      inTheFile(
        site,
        `SELECT 1 FROM tracking_events JOIN waybills USING (waybill_no) WHERE kind = 'cancelled' AND quote_id = '${id}'`,
      ),
    ).toHaveLength(1);
  });

  test("of an unpaid booking, without a reason: money that still arrives is refunded, and the customer is told", async () => {
    const guest = await aGuestAtThePayment(site);
    const { id, quote_no, cents } = quoteBefore(guest);
    await guest.open(`/payfast/return?quoteId=${id}`);
    await guest.clickLink("Cancel this booking");
    expect((await guest.press("Cancel this booking")).text).toContain("You have not been charged.");
    expect((await guest.open(`/payfast/start/${id}`)).url).toContain("/payfast/return");
    expect(await notify({ quoteId: id, cents, pfPaymentId: "late-1" })).toBe(200);
    expect(
      inTheFile(site, `SELECT payfast_payment AS pf FROM staff_payments_to_refund WHERE quote_no = '${quote_no}'`),
    ).toEqual([{ pf: "late-1" }]);
    expect(inTheFile(site, `SELECT 1 FROM waybills WHERE quote_id = '${id}'`)).toEqual([]);
    expect(
      inTheFile(site, `SELECT 1 FROM outgoing_mails WHERE letter_key = 'money-to-pay-back:${id}:late-1'`),
    ).toHaveLength(1);
  });

  test("works only for the browser that booked, its account, and the link in the email", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const { id } = quoteBefore(guest);
    const stranger = new Visitor(site.url);
    expect((await stranger.open(`/payfast/return?quoteId=${id}`)).text).not.toContain("Cancel this booking");
    expect((await stranger.open(`/cancel/${id}`)).status).toBe(404);
    expect((await stranger.open(`/cancel/${id}?key=made-up`)).status).toBe(404);
    expect((await stranger.open("/cancel/no-such-booking")).status).toBe(404);
    const [email] = inTheFile<{ text: string }>(
      site,
      `SELECT text_body AS text FROM outgoing_mails WHERE letter_key = 'booking-confirmed:${id}'`,
    );
    const link = /Cancel this booking:\n(\S+)/.exec(asSent(site, email?.text ?? ""))?.[1] ?? "";
    await stranger.open(new URL(link).pathname + new URL(link).search);
    expect((await stranger.press("Cancel this booking")).text).toContain("This booking has been cancelled");
  });

  test("isn't offered, and does nothing, once the parcel was collected", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const { id } = quoteBefore(guest);
    await guest.open(`/cancel/${id}`);
    const form = guest.page;
    await atSite(site, (world) => aParcel(waybillNo).collected().in(world));
    expect(form).toBeDefined();
    const refused = (await guest.press("Cancel this booking")).text;
    expect(refused).toContain("The parcel has been collected.");
    // As our terms say, and whom to phone for it.
    expect(refused).toMatch(
      /If it has not arrived by .*, 30 days after you paid, you may cancel and get back all that you paid\./,
    );
    expect((await guest.open(`/payfast/return?quoteId=${id}`)).text).not.toContain("Cancel this booking");
    expect(inTheFile(site, `SELECT cancelled_at AS at FROM quotes WHERE id = '${id}'`)).toEqual([{ at: null }]);
  });
});

describe("paying twice", () => {
  test("while a payment is pending, the payment page asks before another one", async () => {
    const guest = await aGuestAtThePayment(site);
    const { id, cents } = quoteBefore(guest);
    expect(await notify({ quoteId: id, cents, pfPaymentId: "pending-1", status: "PENDING" })).toBe(200);
    const page = await guest.open(`/payfast/start/${id}`);
    expect(page.text).toContain("We are waiting for your bank");
    expect(page.html).not.toContain("m_payment_id");
    await guest.clickLink("Pay again all the same");
    expect(guest.filledIn("Pay now").body.get("m_payment_id")).toBe(id);

    await notify({ quoteId: id, cents, pfPaymentId: "pending-1", status: "FAILED" });
    expect((await guest.open(`/payfast/start/${id}`)).text).not.toContain("We are waiting for your bank");
  });

  test("a second payment is explained on the page and by email", async () => {
    const { guest } = await aGuestWithAWaybill(site);
    const { id, cents } = quoteBefore(guest);
    expect((await guest.open(`/payfast/return?quoteId=${id}`)).text).not.toContain("You paid twice");
    await notify({ quoteId: id, cents, pfPaymentId: "second-1" });
    const { text } = await guest.open(`/payfast/return?quoteId=${id}`);
    expect(text).toContain("You paid twice");
    expect(text).toMatch(/We will refund R.80,62, and email you when it is done/);
    expect(text).toContain("Waybill created");
    const [email] = inTheFile<{ text: string }>(
      site,
      `SELECT text_body AS text FROM outgoing_mails WHERE letter_key = 'money-to-pay-back:${id}:second-1'`,
    );
    expect(email?.text).toContain("a second payment for a parcel that you had already paid for");
  });

  test("the payment submitted again within four seconds is the same attempt, in any browser", async () => {
    const guest = await aGuestAtThePayment(site);
    const { id } = quoteBefore(guest);
    const { action, body } = guest.filledIn("Pay now");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const submit = async () => {
      const tab = new Visitor(site.url);
      await tab.follow(await tab.send(action, { method: "POST", body: body.toString(), headers }));
      return tab;
    };
    for (const tab of [await submit(), await submit()]) await tab.press("Complete payment");
    expect(inTheFile(site, `SELECT state FROM payments WHERE quote_id = '${id}'`)).toEqual([{ state: "complete" }]);
  });
});

function quoteBefore(guest: Visitor) {
  const address = new URL(guest.page?.url ?? "");
  const id = address.searchParams.get("quoteId") ?? address.pathname.split("/").at(-1);
  const [quote] = inTheFile<{ id: string; quote_no: string; cents: number }>(
    site,
    `SELECT id, quote_no, grand_total_cents AS cents FROM quotes WHERE id = '${id}'`,
  );
  if (!quote) throw new Error(`no quote at ${address}`);
  return quote;
}

/** Posts a notice, signed as the simulator signs. */
async function notify(content: NoticeContent): Promise<number> {
  const account = { merchantId: "simulator", passphrase: "simulator-passphrase" };
  const response = await fetch(`${site.url}/payfast/notify`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: noticeBody({ ...account, ...content }),
  });
  return response.status;
}
