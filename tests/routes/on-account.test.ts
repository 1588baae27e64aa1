import { beforeEach, describe, expect, test } from "vitest";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestAtThePayment, aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const PUT = "Put it on my account";

let shops = 0;
let email: string;
let shop: Visitor;
let key: string;
beforeEach(async () => {
  shops += 1;
  email = `account${shops}@example.co.za`;
  ({ shop, key } = await aShopWithAKey(site, email));
});

const allow = (limit: string) => staff(site, ["allow", "credit", email, "--limit", limit, "--days", "30"]);
const bookings = () =>
  inTheFile<{ id: string; status: string }>(
    site,
    `SELECT id, status FROM quotes WHERE booked_at IS NOT NULL AND uid = (SELECT uid FROM users WHERE email = '${email}') ORDER BY booked_at`,
  );
const statuses = () => bookings().map(({ status }) => status);

async function bookByKey(reference: string) {
  const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" };
  const to = {
    name: "Zodwa Khumalo",
    phone: "082 123 4567",
    addressLine: "9 Vilakazi Street",
    city: "Soweto",
    postal: "1868",
  };
  const parcel = { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" };
  const answer = await fetch(`${site.url}/v1/bookings`, {
    method: "POST",
    headers: {
      ...bearer(key),
      "Content-Type": "application/json",
      "Idempotency-Key": `${email}-${reference}`.replace("@", "-"),
    },
    body: JSON.stringify({ reference, from, to, parcel, agreedTotal: 80.62 }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: looked at by its test
  return { status: answer.status, body: (await answer.json()) as any };
}

async function bookList() {
  await shop.open("/dashboard/import");
  await shop.press("Check the list", { list: aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena")) });
  return shop.press("Book these 2 parcels", { confirm: "on" });
}

test("a list is put on the account where there is room, and is to be paid where there is none, with why", async () => {
  expect((await bookList()).text).not.toMatch(/account would owe|on your account/);
  expect(statuses()).toEqual(["pending_payment", "pending_payment"]);
  await allow("100");
  const pay = bookings()[0]?.id ?? "";
  const short = await shop.open(`/payfast/start/${pay}`);
  expect(short.text).toMatch(/Not on your account ?The account owes R.0,00\./);
  expect(short.text).toContain("Pay now");
  expect(short.text).not.toContain(PUT);

  await allow("5000");
  const offered = await shop.open(`/payfast/start/${pay}`);
  expect(offered.text).toMatch(/your account would owe R.\d+,\d\d of R.5.000,00/);
  const stranger = await new Visitor(site.url).open(new URL(offered.url).pathname);
  expect(stranger.text).not.toMatch(/account would owe|my account/);
  expect(offered.document.querySelectorAll("button.button:not(.plain)").map((one) => one.text.trim())).toEqual([PUT]);
  await shop.press(PUT);
  expect(statuses()).toEqual(["waybill_created", "waybill_created"]);
  expect(shop.page?.text).not.toContain("Pay now");
  await shop.open("/dashboard/import");
  await shop.press("Check the list", { list: aList(aLine("Zodwa Khumalo", "stock-2")) });
  const straight = await shop.press("Book this parcel", { confirm: "on" });
  expect(straight.text).not.toContain("Pay now");
  expect(statuses()).toEqual(Array(3).fill("waybill_created"));
});

test("only the account's own page puts it there", async () => {
  await allow("5000");
  const guest = await aGuestAtThePayment(site);
  expect((await shop.open(new URL(guest.page?.url ?? "").pathname)).text).not.toContain(PUT);
  await staff(site, ["stop", "credit", email]);
  await bookList();
  await allow("5000");
  const [booking] = bookings();
  const path = `/payfast/start/${booking?.id}`;
  await shop.open(path);
  const { body } = shop.filledIn(PUT);
  const stranger = new Visitor(site.url);
  await stranger.open("/");
  await stranger.send(path, { method: "POST", body });
  expect(statuses()).toEqual(["pending_payment", "pending_payment"]);
  const foreign = await shop.send(new URL(shop.page?.url ?? "").pathname, {
    method: "POST",
    body,
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(foreign.status).toBe(403);
  expect(statuses()).toEqual(["pending_payment", "pending_payment"]);
});

test("a draft that was priced before the session ended goes on nobody's account", async () => {
  await allow("5000");
  await aGuestAtTheReview(site, {}, shop);
  expect((await shop.open("/ship/review")).text).toMatch(/goes on your account/);
  shop.cookies.delete("session");
  const review = await shop.open("/ship/review");
  expect(review.text).not.toMatch(/your account|then owes/);
  expect((await shop.press("Book This Collection", { confirm: "on" })).text).toContain("Pay now");
  expect(statuses()).toEqual(["pending_payment"]);
});

describe("a shop's program", () => {
  test("books on the account, and hears why a booking isn't there", async () => {
    const before = await bookByKey("1");
    expect(before.body.warnings).toBeUndefined();
    await allow("100");
    const on = await bookByKey("2");
    expect([on.status, on.body.status]).toEqual([201, "waybill_created"]);
    expect(on.body.labelUrl).toContain("?key=");
    expect((await bookByKey("2")).body).toEqual(on.body);
    const kept = inTheFile<{ answer: string }>(site, "SELECT answer FROM done_once WHERE kind = 'call by key'");
    expect(kept.map(({ answer }) => answer).join()).not.toContain("?key=");
    const off = await bookByKey("3");
    expect([off.status, off.body.status]).toEqual([201, "pending_payment"]);
    expect(off.body.warnings).toContainEqual({
      code: "not_on_account",
      message: expect.stringMatching(/owes R.80,62/),
    });
  });

  test("has the oldest that there is room for put on the account, though not all that wait on the same page", async () => {
    for (const reference of ["1", "2", "3"]) await bookByKey(reference);
    const [first, second, third] = inTheFile<{ id: string; no: string }>(
      site,
      `SELECT id, quote_no AS no FROM quotes WHERE booked_at IS NOT NULL AND uid = (SELECT uid FROM users WHERE email = '${email}') ORDER BY booked_at`,
    );
    await allow("50");
    const none = await shop.open(`/payfast/start/${third?.id}`);
    expect(none.text).toMatch(
      /Not on your account ?The account owes R.0,00\. With these 3 bookings it would owe R.241,86/,
    );
    await allow("170");
    const some = await shop.open(`/payfast/start/${third?.id}`);
    expect(some.text).toContain(`Your account has room for 2 of these 3: ${first?.no}, ${second?.no}. With them`);
    await shop.press(PUT);
    expect(statuses()).toEqual(["waybill_created", "waybill_created", "pending_payment"]);
    expect(shop.page?.text).toMatch(/Pay now: R.80,62/);
    expect(shop.page?.text).toMatch(/The account owes R.161,24\. With this it would owe R.241,86/);
  });
});

test("an account that owes something isn't deleted, and says so", async () => {
  const customer = await aVerifiedCustomer(site, `owes${shops}@example.co.za`);
  email = `owes${shops}@example.co.za`;
  shop = customer;
  await allow("5000");
  await bookList();
  expect(statuses()).toEqual(["waybill_created", "waybill_created"]);
  await shop.open("/account/delete");
  const refused = await shop.press("Delete my account", { currentPassword: PASSWORD });
  expect(refused.text).toMatch(/Your account owes R.\d+,\d\d/);
});
