import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { saveAddress } from "#app/domain/accounts/address-book.server";
import { forgetShopOrders, forgetShopOrdersOf, shopOrdersOf } from "#app/domain/accounts/shopify-orders.server";
import { endShop, isSignedByShopify, saveShop } from "#app/domain/accounts/shopify-shop.server";
import { boxByWeight, readRateCode } from "#app/domain/bookings/shopify/rates";
import { readShopOrder } from "#app/domain/bookings/shopify/shop-order";
import {
  bookOrder,
  bookWaitingOrders,
  type OrderTopic,
  openOrders,
  receiveOrder,
  tryOrderAgain,
} from "#app/domain/bookings/shopify/shop-orders.server";
import { readPartyAddress } from "#app/domain/form/saved-form";
import { limits } from "#app/domain/limits/limits";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { openPlaces } from "#app/domain/prices/places.server";
import { DAYS, MINUTES } from "#app/durations";
import { shopifyOrders } from "#db/schema/shopify";
import { aParcel } from "../../../demo/a-parcel";
import { pricesAt } from "../../../demo/world";
import { aShop } from "../../support/a-shop";
import { anOrder } from "../../support/a-shopify-shop";
import { officeForEachTest } from "../../support/an-office";

const KNOWN = "A971iWIMgT8Zj9A9eWfikrFj7wQ16/Qwcc4OlRl2PLc=";
const now = new Date("2026-11-23T08:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const office = officeForEachTest();
let account: Account;
let uid: string;
beforeEach(async () => {
  ({ account } = await aShop(office, "shop@example.co.za", now));
  uid = account.uid;
  const place = { AddressLine: "12 Shop Street", Suburb: "", City: "Germiston", Postal: "1459", Landmark: "" };
  const own = { Name: account.name, Email: "", Phone: "0821234567", Country: "South Africa", ...place };
  await office.store.tx(async (tx) => {
    await saveShop(tx, uid, { signingSecret: "s", smallestBox: "", termsVersion: TERMS_VERSION }, now);
    await saveAddress(tx, { id: "a", uid, label: "Shop", address: readPartyAddress(own) }, now);
  });
});

const sources = () => ({
  store: office.store,
  pricing: pricesAt(office, now),
  places: openPlaces(office.store, () => now),
});
const unreported = { failed: (error: unknown) => expect.fail(String(error)) };
const at = { mode: "sandbox", origin: "https://courier.example" } as const;
const order = (id: number, more: object = {}) => readShopOrder(anOrder(id, more)) ?? expect.fail("no order");
const tell = (id: number, more: object = {}, topic: OrderTopic = "orders/paid", mode: "sandbox" | "live" = "sandbox") =>
  office.store.tx((tx) => receiveOrder(tx, uid, topic, order(id, more), { mode }, now));
const states = async () => (await shopOrdersOf(office.store.read, uid)).map(({ state }) => state);

describe("an order that was stored", () => {
  test("is booked by the timer if the process ended before, and waits while there are no prices", async () => {
    expect(await tell(1001)).toBe("book");
    const away = {
      ...sources(),
      pricing: { ...pricesAt(office, now), quoteLocal: () => Promise.reject(new Error("away")) },
    };
    await bookOrder(away, at, uid, "1001", now);
    expect(await states()).toEqual(["waiting"]);
    await bookWaitingOrders(sources(), at, now, unreported);
    expect(await states()).toEqual(["waiting"]);
    await bookWaitingOrders(sources(), at, later(MINUTES), unreported);
    expect(await states()).toEqual(["booked"]);
  });

  test("that can't be booked for a fault of ours keeps no other waiting", async () => {
    for (const id of [1001, 1002]) await tell(id);
    const fault = new Error("a fault of ours");
    vi.spyOn(office.store, "tx").mockRejectedValueOnce(fault);
    const failed = vi.fn();
    await bookWaitingOrders(sources(), at, later(MINUTES), { failed });
    expect(await states()).toEqual(["waiting", "booked"]);
    expect(failed).toHaveBeenCalledExactlyOnceWith(fault);
  });

  test("is booked once by two at a time", async () => {
    await tell(1001);
    await Promise.all([1, 2, 3].map(() => bookOrder(sources(), at, uid, "1001", now)));
    expect(await states()).toEqual(["booked"]);
    expect(office.staff("SELECT 1 FROM staff_unpaid_by_shops")).toHaveLength(1);
  });

  test("of a test isn't booked where payments are real", async () => {
    expect(await tell(1001, { test: true }, "orders/paid", "live")).toBe("nothing");
    expect((await openOrders(office.store.read, uid, 5)).orders).toMatchObject([
      { state: "open", why: "It is a test order, so nothing was booked.", mayBook: false },
    ]);
  });

  test("that can't be booked is told to its owner by email, once a day", async () => {
    for (const id of [1001, 1002]) {
      await tell(id, { shipping_address: null });
      await bookOrder(sources(), at, uid, String(id), now);
    }
    const told = "SELECT to_address, subject FROM outgoing_mails WHERE letter_key LIKE 'shop-order-open:%'";
    expect(office.staff(told)).toEqual([
      { to_address: "shop@example.co.za", subject: expect.stringContaining("An order of your shop is not booked") },
    ]);
  });

  test("isn't booked after its shop was ended", async () => {
    await tell(1001);
    await office.store.tx((tx) => endShop(tx, uid));
    await bookOrder(sources(), at, uid, "1001", now);
    expect((await openOrders(office.store.read, uid, 5)).orders).toMatchObject([{ state: "open", mayBook: true }]);
  });

  test("is booked at another price only if its owner has seen that one", async () => {
    await tell(1001, { shipping_lines: [{ code: "parcel:flyer-bag:1:1" }] });
    await bookOrder(sources(), at, uid, "1001", now);
    const again = (cents: number | null) => office.store.tx((tx) => tryOrderAgain(tx, uid, "1001", cents));
    expect([await again(null), await again(8061)]).toMatchObject([{ ok: false }, { ok: false }]);
    expect(await again(8062)).toEqual({ ok: true });
    await bookOrder(sources(), at, uid, "1001", now);
    expect(await states()).toEqual(["booked"]);
  });

  test("that is cancelled too late is open, in words", async () => {
    await tell(1001);
    await bookOrder(sources(), at, uid, "1001", now);
    const [stored] = await shopOrdersOf(office.store.read, uid);
    const quote = (await quoteById(office.store.read, stored?.quoteId ?? "")) ?? expect.fail("not booked");
    await aParcel({ quote, waybillNo: "" }).paid().collected().in(office.world, now);
    await tell(1001, { cancelled_at: "2026-11-23T10:00:00+02:00" }, "orders/cancelled");
    expect((await openOrders(office.store.read, uid, 5)).orders).toMatchObject([
      { why: expect.stringContaining("The parcel has been collected"), mayBook: false },
    ]);
  });

  test("keeps its receiver no longer than it has to", async () => {
    await tell(1001, { shipping_address: null });
    await bookOrder(sources(), at, uid, "1001", now);
    for (const another of ["wa@example.com", "z_dwa@example.com", "%@example.com"])
      await office.store.tx((tx) => forgetShopOrdersOf(tx, another));
    expect((await openOrders(office.store.read, uid, 5)).orders).toMatchObject([{ mayBook: true }]);
    await office.store.tx((tx) => forgetShopOrdersOf(tx, "ZODWA@example.com"));
    expect(JSON.stringify(await shopOrdersOf(office.store.read, uid))).not.toMatch(/zodwa/i);
    expect((await openOrders(office.store.read, uid, 5)).orders).toMatchObject([{ mayBook: false }]);
    await tell(1002, { shipping_address: { ...anOrder(1002).shipping_address, city: "" } });
    await bookOrder(sources(), at, uid, "1002", now);
    await office.store.tx((tx) => forgetShopOrdersOf(tx, "+27821234567"));
    expect(JSON.stringify(await shopOrdersOf(office.store.read, uid))).not.toMatch(/zodwa|821234567/i);
    expect(await office.store.tx((tx) => forgetShopOrders(tx, now, 10))).toBe(0);
    expect(await office.store.tx((tx) => forgetShopOrders(tx, later(DAYS), 10))).toBe(2);
  });
});

test("an account stores so many orders a day", async () => {
  const { points } = limits.shopifyOrders;
  const old = { uid, name: "#1", state: "booked", why: "", receivedAt: now } as const;
  const rows = Array.from({ length: points - 1 }, (_, id) => ({ ...old, orderId: `old-${id}` }));
  await office.store.tx(async (tx) => {
    for (let from = 0; from < rows.length; from += 500)
      await tx.insert(shopifyOrders).values(rows.slice(from, from + 500));
  });
  expect(await tell(1001)).toBe("book");
  expect(await tell(1002)).toBe("too many");
  expect(await tell(1001)).toBe("book");
});

describe("the box by weight", () => {
  const box = (id: string, maxWeightKg: number, costCents: number) =>
    ({ id, name: id, dimensions: { l: 1, w: 1, h: 1 }, maxWeightKg, costCents }) as const;
  const boxes = [box("bag", 1, 410), box("two", 3, 394), box("big", 30, 2350)];
  const of = (smallest: string, ...lines: [unitGrams: number, quantity: number][]) =>
    boxByWeight(
      boxes,
      smallest,
      lines.map(([unitGrams, quantity]) => ({ unitGrams, quantity })),
    );

  test.each([
    ["the cheapest that carries it", of("", [500, 2]), { boxId: "two", quantity: 1 }],
    ["to its last gram", of("", [3000, 1]), { boxId: "two", quantity: 1 }],
    ["a heavier one beyond", of("", [3001, 1]), { boxId: "big", quantity: 1 }],
    ["the smallest that is used", of("bag", [500, 2]), { boxId: "bag", quantity: 1 }],
    ["a larger one for what is heavier", of("bag", [1001, 1]), { boxId: "two", quantity: 1 }],
    ["the smallest for what has no weight", of("big", [0, 1]), { boxId: "big", quantity: 1 }],
    ["none for what has no weight", of("", [0, 1], [500, 1]), null],
    ["several of the one of which fewest do", of("", [20_000, 3]), { boxId: "big", quantity: 3 }],
    ["each where there is room", of("", [16_000, 2], [14_000, 2]), { boxId: "big", quantity: 2 }],
    ["none where 20 don't do", of("", [30_000, 21]), null],
    ["none for one product that is too heavy", of("", [30_001, 1]), null],
    ["none for products without end", of("", [100, 2_001]), null],
  ])("is %s", (_what, packed, expected) => expect(packed).toEqual(expected));

  test("comes back with the order, and nobody else's code does", () => {
    expect(readRateCode("parcel:stock-2:3:8169")).toEqual({ boxId: "stock-2", quantity: 3, cents: 8169 });
    for (const other of ["Standard", "parcel:", "parcel:a:b:c", "", null, 7, "parcel:a:1:1 "])
      expect(readRateCode(other)).toBeNull();
  });
});

test("a signature is the body's, by a secret that isn't blank", () => {
  // The digest was worked out by another program: printf '{"id":1}' | openssl dgst -sha256 -hmac secret -binary | base64
  const body = Buffer.from('{"id":1}');
  expect(isSignedByShopify(body, KNOWN, "secret")).toBe(true);
  for (const [given, secret] of [
    [KNOWN, ""],
    [KNOWN, "Secret"],
    ["", "secret"],
    [null, "secret"],
    ["x", "secret"],
  ] as const)
    expect(isSignedByShopify(body, given, secret)).toBe(false);
  expect(isSignedByShopify(Buffer.from('{"id":2}'), KNOWN, "secret")).toBe(false);
});
