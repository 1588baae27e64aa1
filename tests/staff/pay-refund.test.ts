import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { DAYS, MINUTES } from "#app/durations";
import type { Desk } from "#app/staff/desk.server";
import { readCall } from "#app/staff/read-call";
import { asSaid, viewsOf } from "../support/a-desk";
import { merchantApiStub } from "../support/a-merchant-api";
import { anOffice, type Office } from "../support/an-office";

let office: Office;
let desk: Desk;
let payfast: Awaited<ReturnType<typeof merchantApiStub>>;
let quote: Quote;
let cents: number;

beforeEach(async () => {
  [office, payfast] = await Promise.all([anOffice(), merchantApiStub()]);
  ({ quote } = await office.paid());
  cents = quote.grandTotalCents ?? 0;
  await office.store.tx((tx) => cancelBooking(tx, quote.id, "no driver", new Date()));
  desk = {
    store: office.store,
    views: viewsOf(office),
    site: { appUrl: "https://courier.example", mode: "sandbox" },
    merchantApi: payfast.api,
    folder: path.dirname(office.file),
    now: new Date(),
    personName: "Zanele",
    isDryRun: false,
  };
});
afterEach(() => desk.views.close());

test("money owed is refunded by PayFast's API, signed as it requires, and recorded with its email and credit note", async () => {
  expect(await pay()).toMatchObject({
    kind: "done",
    output: [expect.stringContaining("paid back."), expect.anything()],
  });
  const [paidAt] = payfast.refunds.keys();
  expect(payfast.refunds.get(paidAt ?? "")).toEqual([cents]);
  expect(payfast.asked.map(({ call }) => call)).toEqual([`GET /refunds/${paidAt}`, `POST /refunds/${paidAt}`]);
  expect(payfast.asked[1]?.json).toEqual({ amount: `${cents}`, reason: `Quote ${quote.quoteNo}`, notify_buyer: "1" });
  expect(noted()).toEqual([{ reference: `${paidAt}-${cents}`, amount_cents: cents }]);
  expect(office.staff("SELECT * FROM staff_payments_to_refund")).toEqual([]);
  expect(office.staff("SELECT action FROM staff_history WHERE action LIKE '%refund'")).toHaveLength(2);
  expect(await pay()).toMatchObject({ kind: "refused", why: [expect.stringContaining("nothing to refund")] });
});

test("an answer that is lost after the refund is noticed, and nothing is refunded twice", async () => {
  payfast.refundAnswer = "cut off after paying";
  expect(await pay()).toMatchObject({ kind: "done" });
  expect([...payfast.refunds.values()]).toEqual([[cents]]);
  expect(noted()).toHaveLength(1);
});

test("an earlier refund at PayFast is recorded, and not made again", async () => {
  const { pf_payment_id: id } = office.staff("SELECT pf_payment_id FROM payments")[0] as { pf_payment_id: string };
  payfast.refunds.set(id, [cents]);
  expect(await pay()).toMatchObject({
    kind: "done",
    output: [expect.stringContaining("had paid it back before"), expect.anything()],
  });
  expect(payfast.refunds.get(id)).toEqual([cents]);
  expect(noted()).toHaveLength(1);
});

test("a refusal is reported, and nothing is recorded; meanwhile nobody else can try", async () => {
  payfast.refundAnswer = "refused";
  expect(await pay()).toMatchObject({ kind: "refused", why: [expect.stringContaining("Insufficient funds")] });
  expect(await pay()).toMatchObject({ kind: "refused", why: [expect.stringContaining("Try again in 3 minutes")] });
  expect(noted()).toEqual([]);
  payfast.refundAnswer = "paid";
  expect(await pay(later(4 * MINUTES))).toMatchObject({ kind: "done" });
  expect([...payfast.refunds.values()]).toEqual([[cents]]);
});

test("PayFast that can't be asked is asked again at once, because nothing was begun", async () => {
  desk = { ...desk, merchantApi: { ...payfast.api, baseUrl: "http://127.0.0.1:9" } };
  expect(await pay()).toMatchObject({ kind: "refused", why: [expect.stringContaining("can't be asked")] });
  desk = { ...desk, merchantApi: payfast.api };
  expect(await pay()).toMatchObject({ kind: "done" });
  expect([...payfast.refunds.values()]).toEqual([[cents]]);
});

test("two people at once refund it once", async () => {
  const answers = await Promise.all([pay(), pay()]);
  expect(answers.map(({ kind }) => kind).sort()).toEqual(["done", "refused"]);
  expect([...payfast.refunds.values()]).toEqual([[cents]]);
});

test("who began on a clock that was ahead may still be paying: it is looked up by hand, and not paid twice", async () => {
  payfast.refundAnswer = "refused";
  expect(await pay(later(DAYS))).toMatchObject({ kind: "refused" });
  const asked = payfast.asked.length;
  expect(await pay()).toMatchObject({
    kind: "refused",
    why: [expect.stringMatching(/Zanele began to pay this back at .+ which is still to come: .+ Then: note refund\.$/)],
  });
  expect(payfast.asked).toHaveLength(asked);
});

test("a machine whose clock is minutes ahead doesn't take what another is paying for long ago", async () => {
  payfast.refundAnswer = "refused";
  expect(await pay()).toMatchObject({ kind: "refused", why: [expect.stringContaining("Insufficient funds")] });
  const asked = payfast.asked.length;
  expect(await pay(later(MINUTES), later(4 * MINUTES))).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining("Try again in 3 minutes")],
  });
  expect(payfast.asked).toHaveLength(asked);
});

test("a dry run refunds nothing, and without the API it is done by hand", async () => {
  desk = { ...desk, isDryRun: true };
  expect(await pay()).toMatchObject({ kind: "done" });
  expect(payfast.asked).toEqual([]);
  desk = { ...desk, isDryRun: false, merchantApi: null };
  expect(await pay()).toMatchObject({ kind: "refused", why: [expect.stringContaining("note refund")] });
});

const noted = () => office.staff("SELECT reference, amount_cents FROM refunds");

const later = (ms: number) => new Date(desk.now.getTime() + ms);

/** @param now on the clock of the database; a machine's own may show something else */
async function pay(now = desk.now, onThisMachine = now) {
  const { command, call } = readCall(["pay", "refund", quote.quoteNo]);
  if (!command) throw new Error("no command");
  return asSaid(
    await command.run(call, { ...desk, store: { ...office.store, now: async () => now }, now: onThisMachine }),
  );
}
