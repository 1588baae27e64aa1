import { expect, test } from "vitest";
import { simulateMark } from "#app/domain/bookings/simulate-mark.server";
import { marks } from "#app/domain/parcels/marks";
import { inTheFile } from "../support/a-guest";
import { aWebhookReceiver } from "../support/a-webhook-receiver";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { officeForEachTest } from "../support/an-office";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const office = officeForEachTest();

async function post(key: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const json = { "Content-Type": "application/json", ...bearer(key), ...headers };
  const answer = await fetch(site.url + path, { method: "POST", headers: json, body: JSON.stringify(body) });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

const booking = {
  reference: "1000",
  from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459", email: "counter@shop.example" },
  to: {
    ...{ name: "Zodwa Khumalo", phone: "082 123 4567", email: "zodwa@example.com" },
    ...{ addressLine: "9 Vilakazi Street", city: "Soweto", postal: "1868" },
  },
  parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
  agreedTotal: 80.62,
};

/** A paid booking of a shop's program, and a function that moves it. */
async function aTestParcel(email: string) {
  const { shop, key } = await aShopWithAKey(site, email);
  const { json } = await post(key, "/v1/bookings", booking, { "Idempotency-Key": "order-1000" });
  const path = `/v1/bookings/${json.id}/simulate`;
  const pay = async () => {
    const person = new Visitor(site.url);
    await person.open(new URL(json.paymentUrl).pathname);
    await person.press("Pay now");
    await person.press("Complete payment");
  };
  const move = (mark: unknown, headers = {}, with_ = key) => post(with_, path, { mark }, headers);
  const messages = () =>
    inTheFile<{ at: string; what: string }>(
      site,
      `SELECT to_address AS at, letter_key AS what FROM outgoing_mails WHERE quote_id = '${json.id}' ORDER BY queued_at, id`,
    );
  const waybillNo = () =>
    inTheFile<{ no: string }>(site, `SELECT waybill_no AS no FROM waybills WHERE quote_id = '${json.id}'`)[0]?.no ?? "";
  return { shop, key, id: json.id as string, pay, move, messages, waybillNo };
}

test("a test parcel goes its whole way, and only its webhooks and its account are told", async () => {
  const parcel = await aTestParcel("moves@example.co.za");
  const program = await aWebhookReceiver();
  await post(parcel.key, "/v1/webhooks", { url: program.url });
  const unpaid = await parcel.move("collected");
  expect([unpaid.status, unpaid.json.type]).toEqual([409, expect.stringMatching(/#mark-refused$/)]);
  await parcel.pay();
  const before = parcel.messages();
  const way = ["failed_collection", "collected", "in_transit", "at_depot", "out_for_delivery", "failed_attempt"];
  for (const mark of [...way, "out_for_delivery", "delivered"]) {
    const moved = await parcel.move(mark);
    expect([moved.status, moved.json.reference], mark).toEqual([200, "1000"]);
  }
  await expect
    .poll(() => program.received.map(({ json }) => json.type))
    .toEqual(["booking.paid", ...[...way, "out_for_delivery", "delivered"].map((mark) => `parcel.${mark}`)]);
  const told = parcel.messages().slice(before.length);
  expect(new Set(told.map(({ at }) => at))).toEqual(new Set(["moves@example.co.za"]));
  expect(told.map(({ what }) => what.split(":")[0])).toEqual([
    "failed_collection",
    "collected",
    "failed_attempt",
    "delivered",
  ]);
  expect((await parcel.move("delivered")).json.state).toBe("delivered");
  const late = await parcel.move("collected");
  expect([late.status, late.json.detail]).toEqual([
    409,
    expect.stringContaining("It can't be marked collected: it was marked delivered"),
  ]);
  expect(program.received).toHaveLength(9);
  const noted = `SELECT count(*) AS marks FROM staff_actions WHERE action = 'simulated mark'`;
  expect(inTheFile(site, noted)).toEqual([{ marks: 8 }]);
  const proof = await staff(site, ["proof", parcel.waybillNo()]);
  expect(proof.out).toContain("moved by the shop's program, as a test");
});

test.each(marks)("“%s” is a word for it, and what the office promises nobody is kept nowhere", async (mark) => {
  const parcel = await aTestParcel(`${mark.replaceAll("_", "-")}@example.co.za`);
  await parcel.pay();
  if (mark !== "failed_collection") await parcel.move("out_for_delivery");
  const promised = () => inTheFile(site, "SELECT count(*) AS promises FROM promises");
  const before = promised();
  expect((await parcel.move(mark)).status).toBe(mark === "collected" ? 409 : 200);
  expect(promised()).toEqual(before);
});

test("of another account, with another key, or by another word nothing is moved; the same request moves it once", async () => {
  const parcel = await aTestParcel("once@example.co.za");
  await parcel.pay();
  const other = await aShopWithAKey(site, "not-once@example.co.za");
  expect((await parcel.move("collected", {}, other.key)).status).toBe(404);
  for (const key of ["thuma_test_guess", parcel.key.replace("thuma_test_", "thuma_live_")])
    expect((await parcel.move("collected", {}, key)).status).toBe(401);
  for (const wrong of ["returning", "COLLECTED", "booked", "cancelled", "", null, ["collected"]])
    expect((await parcel.move(wrong)).json).toMatchObject({ status: 400, errors: [{ pointer: "/mark" }] });
  const list = await post(parcel.key, `/v1/bookings/${parcel.id}/simulate`, ["collected"]);
  expect(list.json.errors).toMatchObject([{ pointer: "", detail: "This must be an object." }]);
  const more = await post(parcel.key, `/v1/bookings/${parcel.id}/simulate`, { mark: "collected", place: "Soweto" });
  expect(more.json.errors).toMatchObject([{ pointer: "/place" }]);
  const once = { "Idempotency-Key": "move-1" };
  const [first, ...again] = await Promise.all([1, 2, 3].map(() => parcel.move("failed_collection", once)));
  for (const each of again) expect(each.json).toEqual(first?.json);
  const answer = await fetch(`${site.url}/v1/bookings/${parcel.id}/events`, { headers: bearer(parcel.key) });
  const { events } = (await answer.json()) as { events: { kind: string }[] };
  expect(events.map(({ kind }) => kind)).toEqual(["booked", "failed_collection"]);
});

test("where payments are real there is no such address, and a real booking isn't moved on a site for tests", async () => {
  const { quote } = await office.paid();
  const asked = (of: typeof quote, mode: "live" | "sandbox") =>
    office.store.tx((tx) => simulateMark(tx, of, "collected", mode, new Date()));
  expect(await asked(quote, "live")).toMatchObject({ refused: "not-found" });
  expect(await asked({ ...quote, mode: "live" }, "sandbox")).toMatchObject({ refused: "not-found" });
  expect(await asked(quote, "sandbox")).toBeNull();
});
