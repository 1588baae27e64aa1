import { afterEach, beforeEach, expect, test } from "vitest";
import { gatewayOf } from "#app/domain/money/gateway.server";
import { parcel } from "../../demo/typed-answers";
import { aGuestAtTheParcel, aGuestAtThePayment, aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { aMailServer, type MailServer } from "../support/a-mail-server";
import { aNotice } from "../support/payfast-stand-in";
import { type RunningSite, startSite } from "../support/running-site";
import type { Visitor } from "../support/visitor";

let mail: MailServer;
let site: RunningSite;
beforeEach(async () => {
  mail = await aMailServer();
  site = await startSite({ SMTP_URL: mail.url });
});
afterEach(() => site.stop());

test("a parcel step sent five times at once makes one quote", async () => {
  const guest = await aGuestAtTheParcel(site);
  await fiveTimes(() => guest.pressOnce("Calculate Quote", parcel));
  expect(counted("quotes")).toBe(1);
});

test("a booking sent five times at once makes one booking and one payment", async () => {
  const guest = await aGuestAtTheReview(site);
  const answers = await fiveTimes(() => guest.pressOnce("Book This Collection", { confirm: "on" }));
  expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1);
  expect([counted("quotes"), counted("payments")]).toEqual([1, 1]);
});

test("a request for a manual quote sent five times at once sends two emails", async () => {
  const guest = await aGuestAtTheReview(site, { addresses: { toPostal: "9100" } });
  await fiveTimes(() => guest.pressOnce("Request Manual Quote", { confirm: "on" }));
  expect([counted("quotes"), counted("outgoing_mails")]).toEqual([1, 2]);
  await expectSentOnce(2);
});

test("a notice sent five times at once makes one payment, one waybill, and one email to each person", async () => {
  await aGuestAtThePayment(site);
  const notice = aNoticeOf(site);
  const answers = await fiveTimes(() =>
    fetch(`${site.url}/payfast/notify`, { method: "POST", body: notice, headers: form }),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  await expectOneOfEach();
});

test("a whole journey with every step sent five times at once is one parcel, and its browser can open the waybill", async () => {
  const guest = await aGuestAtTheParcel(site);
  await insistently(guest, "Calculate Quote", parcel);
  await insistently(guest, "Book This Collection", { confirm: "on" });
  await insistently(guest, "Pay now");
  const page = await insistently(guest, "Complete payment");
  expect(page.text).toContain("Waybill created — you're all set!");
  await expectOneOfEach();
  const [waybill] = inTheFile<{ waybill_no: string }>(site, "SELECT waybill_no FROM waybills");
  expect((await guest.open(`/waybill/${waybill?.waybill_no}`)).status).toBe(200);
});

test("a parcel whose answer never arrived, sent again by a browser without any of its cookies, still opens its waybill", async () => {
  const guest = await aGuestAtTheParcel(site);
  const cookiesBefore = new Map(guest.cookies);
  await guest.pressOnce("Calculate Quote", parcel);
  guest.cookies.clear();
  for (const [name, cookie] of cookiesBefore) guest.cookies.set(name, cookie);
  await guest.press("Calculate Quote", parcel);
  await guest.press("Book This Collection", { confirm: "on" });
  await guest.press("Pay now");
  await guest.press("Complete payment");
  const [waybill] = inTheFile<{ waybill_no: string }>(site, "SELECT waybill_no FROM waybills");
  expect((await guest.open(`/waybill/${waybill?.waybill_no}`)).status).toBe(200);
});

const form = { "Content-Type": "application/x-www-form-urlencoded" };

/** The notice that the simulator would post about the only booking. */
function aNoticeOf({ url }: RunningSite): string {
  const [quote] = inTheFile<{ id: string; grand_total_cents: number }>(
    site,
    "SELECT id, grand_total_cents FROM quotes",
  );
  const gateway = gatewayOf({ mode: "simulator" }, `${url}/payfast/simulator`);
  if (!quote || !gateway) return expect.fail("nothing is booked");
  return aNotice({ id: quote.id, grandTotalCents: quote.grand_total_cents }, {}, gateway);
}

async function fiveTimes<Answer>(send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 5 }, send));
}

/** Presses a button five times at once, and continues with the last answer, as a browser does. */
async function insistently(guest: Visitor, button: string, answers?: Record<string, string>) {
  const all = await fiveTimes(() => guest.pressOnce(button, answers));
  return guest.follow(all.at(-1) ?? expect.fail("no answer"));
}

async function expectOneOfEach(): Promise<void> {
  const tables = ["quotes", "payments", "waybills"];
  expect(tables.map((table) => [table, counted(table)])).toEqual(tables.map((table) => [table, 1]));
  // One to the sender, one to the receiver.
  expect(counted("outgoing_mails")).toBe(2);
  await expectSentOnce(2);
}

/** Counted at the mail server, because a second copy of an email would overwrite its file. */
async function expectSentOnce(emails: number): Promise<void> {
  const sent = () => counted("outgoing_mails WHERE state = 'sent' AND attempts = 1");
  await expect.poll(sent).toBe(emails);
  expect(mail.texts).toBe(emails);
}

function counted(table: string): number {
  const [row] = inTheFile<{ count: number }>(site, `SELECT count(*) AS count FROM ${table}`);
  return row?.count ?? -1;
}
