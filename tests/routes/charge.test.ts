import { expect, test } from "vitest";
import { formatRand } from "#app/domain/values/money";
import { paths } from "#app/paths";
import { aGuestAtThePayment, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { keyTo } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const SAID = ["--because", "It weighs 12 kg.", "--agreed", "Nomsa, by phone, 14:20"];

/** A parcel for which more is owed, and the address of its page. */
async function asked(isCollected: boolean) {
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  if (isCollected) expect(await staff(site, ["mark", "collected", waybillNo])).toMatchObject({ code: 0 });
  expect(await staff(site, ["charge", waybillNo, "--weight", "12", ...SAID])).toMatchObject({ code: 0 });
  const [charge] = inTheFile<{ id: string; quote_id: string }>(
    site,
    "SELECT id, quote_id FROM charges ORDER BY asked_at DESC LIMIT 1",
  );
  return { guest, waybillNo, id: charge?.id ?? "", quoteId: charge?.quote_id ?? "" };
}

test("what more is owed is paid on its page, whose address may be shared, and the parcel goes on", async () => {
  const { waybillNo, id } = await asked(true);
  const stranger = new Visitor(site.url);
  const tracking = await stranger.open(`/tracking?no=${waybillNo}`);
  expect(tracking.text).toContain("This parcel waits for its sender");
  expect(tracking.text).not.toMatch(/8,51|12 kg/);
  const page = await stranger.open(paths.charge(id));
  expect(page.text).toMatch(/Pay R.8,51 more/);
  // The office's words are for whoever booked.
  expect(page.text).not.toMatch(/12 kg|Nomsa/);
  expect(page.text).not.toContain("I don't want to pay this");
  await stranger.press("Pay now");
  expect((await stranger.press("Complete payment")).text).toContain("Your payment has arrived");
  expect((await stranger.open(paths.charge(id, { answered: "0" }))).text).toMatch(/Thank you.*Paid\s*R.8,51/);
  expect((await stranger.clickLink("Track this parcel")).url).toContain(waybillNo);
  expect(inTheFile(site, `SELECT state FROM charges WHERE id = '${id}'`)).toEqual([{ state: "paid" }]);
  expect((await stranger.open(`/tracking?no=${waybillNo}`)).text).not.toContain("waits for its sender");
});

test("of two amounts each page shows the other, and both are refused at once", async () => {
  const { waybillNo, id } = await asked(true);
  expect(await staff(site, ["charge", waybillNo, "--amount", "10,00", ...SAID])).toMatchObject({ code: 0 });
  const key = keyTo(site, paths.charge(id), "sender") ?? expect.fail("no key");
  const elsewhere = new Visitor(site.url);
  const page = await elsewhere.open(paths.charge(id, { key }));
  expect(page.text).toMatch(/Beside this R.10,00 more is to be paid for this parcel\. It waits until then\./);
  // The key of one opens the other.
  expect((await elsewhere.clickLink(`Pay ${formatRand(10_00)} more`)).text).toContain("It weighs 12 kg.");
  expect((await elsewhere.clickLink("I don't want to pay this")).text).toMatch(/Refuse to pay R.18,51 more\?/);
  await elsewhere.clickLink("Back");
  await elsewhere.press("Pay now");
  const paid = await elsewhere.press("Complete payment");
  expect(paid.text).toMatch(/But R.8,51 more is to be paid for this parcel/);
  expect((await new Visitor(site.url).open(`/tracking?no=${waybillNo}`)).text).toContain("waits for its sender");
});

test("a payment that was given up can be tried again", async () => {
  const { guest, id } = await asked(true);
  await guest.open(paths.charge(id));
  await guest.press("Pay now");
  expect((await guest.press("Cancel payment").catch(() => guest.press("Cancel"))).text).toMatch(/No money was taken/);
  await guest.press("Pay now");
});

test.each([
  [true, "Refuse, and bring it back", "We bring the parcel back to you."],
  [false, "Refuse, and cancel the booking", "The booking is cancelled."],
])("whoever booked or has the signed link may refuse it: collected %s", async (isCollected, button, says) => {
  const { id, quoteId } = await asked(isCollected);
  const key = keyTo(site, paths.charge(id), "sender") ?? expect.fail("no key");
  const elsewhere = new Visitor(site.url);
  const page = await elsewhere.open(paths.charge(id, { key }));
  expect(page.text).toContain("It weighs 12 kg.");
  await elsewhere.clickLink("I don't want to pay this");
  expect((await elsewhere.press(button)).text).toContain(says);
  expect(inTheFile(site, `SELECT state FROM charges WHERE id = '${id}'`)).toEqual([{ state: "refused" }]);
  const [quote] = inTheFile<{ quote_no: string }>(site, `SELECT quote_no FROM quotes WHERE id = '${quoteId}'`);
  const owed = `SELECT refund_rand AS rand FROM staff_payments_to_refund WHERE quote_no = '${quote?.quote_no}'`;
  expect(inTheFile(site, owed)).toEqual([{ rand: 80.62 }]);
});

test("delivered all the same, it is still to be paid, and nobody may refuse it", async () => {
  const { waybillNo, id } = await asked(true);
  const key = keyTo(site, paths.charge(id), "sender") ?? expect.fail("no key");
  const sender = new Visitor(site.url);
  await sender.open(paths.charge(id, { key }));
  await sender.clickLink("I don't want to pay this");
  expect(await staff(site, ["mark", "delivered", waybillNo, "--yes"])).toMatchObject({ code: 0 });
  expect((await sender.press("Refuse, and bring it back")).status).toBe(409);
  const page = await sender.open(paths.charge(id, { key, refuse: "1" }));
  expect(page.text).toContain("It is delivered, and this is not paid yet.");
  expect(page.text).not.toMatch(/It waits|I don't want to pay this|Don't you want to pay/);
  await sender.press("Pay now");
  expect((await sender.press("Complete payment")).text).toContain("Your payment has arrived");
});

test("while it goes back its page takes no payment", async () => {
  const { waybillNo, id } = await asked(true);
  const key = keyTo(site, paths.charge(id), "sender") ?? expect.fail("no key");
  const sender = new Visitor(site.url);
  await sender.open(paths.charge(id, { key }));
  await sender.clickLink("I don't want to pay this");
  await staff(site, ["add", "driver", "Anna Botha", "--phone", "082 000 1000"]);
  const back = await staff(site, ["assign", waybillNo, "--driver", "Anna Botha", "--visit", "return"]);
  expect(back, back.out).toMatchObject({ code: 0 });
  expect((await sender.press("Refuse, and bring it back")).status).toBe(409);
  const page = await sender.open(paths.charge(id, { key }));
  expect(page.text).toContain("We bring the parcel back to you. You don't need to pay this.");
  expect(page.text).not.toContain("Pay now");
});

test("nobody else may refuse it", async () => {
  const { id } = await asked(true);
  const stranger = new Visitor(site.url);
  const answer = await stranger.send(paths.charge(id), {
    method: "POST",
    body: "",
    headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(answer.status).toBe(404);
  expect((await stranger.open(paths.charge("charge-none"))).status).toBe(404);
});

test("the office's page of a booking that isn't paid leads with the link to pay, and doesn't show it", async () => {
  await aGuestAtThePayment(site);
  const [quote] = inTheFile<{ id: string; quote_no: string }>(
    site,
    "SELECT id, quote_no FROM quotes WHERE status = 'pending_payment' ORDER BY booked_at DESC LIMIT 1",
  );
  const sent = await staff(site, ["send", "link", quote?.quote_no ?? "", "--text"]);
  expect(sent.out).toContain("the link to pay goes to +27");
  expect(sent.out).not.toContain("/payfast");
});
