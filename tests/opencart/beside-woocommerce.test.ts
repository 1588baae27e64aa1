import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { type RunningSite, startSite } from "../support/running-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";
import { aBuyer, openShop as openWooCommerce, type Shop as WooCommerce } from "../woocommerce/shop";
import { aGuest, type Shop as OpenCart, openShop as openOpenCart, STATUS } from "./shop";

/** Two shops of one account sell at once, each with its plug-in. Run by `node tests/opencart/run.mjs <folder> <WordPress>`. */

const EACH = 4;
/** 1459 to 1868 in a flyer bag. */
const PRICE = 8062;

let site: RunningSite;
let openCart: OpenCart;
let wooCommerce: WooCommerce;
let key: string;
let owner: Awaited<ReturnType<OpenCart["signIn"]>>;

beforeAll(async () => {
  [site, openCart, wooCommerce] = await Promise.all([
    startSite({ PAYFAST_MODE: "simulator" }),
    openOpenCart(process.env.OPENCART ?? ""),
    openWooCommerce(process.env.WORDPRESS ?? ""),
  ]);
  await Promise.all([openCart.ready(), wooCommerce.ready()]);
  key = (await aShopWithAKey(site, "shop@example.co.za")).key;
});
afterAll(async () => {
  openCart?.stop();
  wooCommerce?.stop();
  await site?.stop();
});

const ask = async (path: string) => (await fetch(site.url + path, { headers: bearer(key) })).json();
const zipOf = async (name: string) => (await fetch(`${site.url}/developers/${name}`)).blob();
const bookings = () =>
  inTheFile<{ id: string; price: number; status: string }>(
    site,
    "SELECT id, grand_total_cents AS price, status FROM quotes WHERE booked_at IS NOT NULL ORDER BY id",
  );
/** Does the work of WooCommerce's queue; OpenCart's starts itself. */
async function work() {
  for (let left = 1; left > 0; ) left = await wooCommerce.php<number>("work", { now: true, killedAfterS: 0 });
}
/** What both shops keep of their orders. */
async function kept(orders: Orders, name: string) {
  const theirs = await Promise.all(orders.openCart.map(async (id) => (await openCart.order(id)).kept[name]));
  const others = await Promise.all(
    orders.wooCommerce.map(async (id) => (await wooCommerce.order(id)).meta[`_thuma_couriers_${name}`]),
  );
  return [...theirs, ...others];
}
type Orders = { openCart: number[]; wooCommerce: number[] };
const orders: Orders = { openCart: [], wooCommerce: [] };

test("both are connected with one key, and show the same price", async () => {
  owner = await openCart.signIn();
  await owner.install(await zipOf("thuma_couriers.ocmod.zip"), "thuma_couriers.ocmod.zip");
  const collect = { from_address: "12 Shop Street", from_city: "Germiston", from_postal: "1459" };
  expect((await owner.save({ status: "1", key, ...collect })).success).toContain("Your key works.");

  const zip = `${wooCommerce.folder}/thuma-couriers.zip`;
  writeFileSync(zip, Buffer.from(await (await zipOf("thuma-couriers.zip")).arrayBuffer()));
  await wooCommerce.php("install", zip);
  await wooCommerce.php("activate", "thuma-couriers/thuma-couriers.php");
  await wooCommerce.php("add_method", wooCommerce.made.zone);
  expect(await (await wooCommerce.signIn()).save({ thuma_couriers_key: key })).toContain("Your key works.");

  expect((await ask("/v1/webhooks")).webhooks).toHaveLength(2);
  const prices = [(await aGuest(openCart)).rate().then(({ cents }) => cents), (await aBuyer(wooCommerce)).rate()];
  expect(await Promise.all(prices)).toEqual([PRICE, PRICE]);
});

test("orders that are made in both at once are booked once each", async () => {
  const ofOpenCart = async () => {
    for (let each = 0; each < EACH; each += 1) {
      const order = await (await aGuest(openCart)).order();
      await owner.setStatus(order, STATUS.processing);
      orders.openCart.push(order);
    }
  };
  const ofWooCommerce = async () => {
    for (let each = 0; each < EACH; each += 1) {
      orders.wooCommerce.push(await (await aBuyer(wooCommerce)).order());
      await work();
    }
  };
  await Promise.all([ofOpenCart(), ofWooCommerce()]);
  await expect
    .poll(async () => (await kept(orders, "booking")).filter(Boolean).length, { interval: 500 })
    .toBe(2 * EACH);
  expect((await kept(orders, "booking")).toSorted()).toEqual(bookings().map(({ id }) => id));
  expect(new Set(bookings().map(({ price }) => price))).toEqual(new Set([PRICE]));
});

test("each shop cancels its own, one payment pays for the rest of both, and each hears of its own parcels", async () => {
  const ids = await kept(orders, "booking");
  const cancelled = [ids[EACH - 1], ids[2 * EACH - 1]];
  await owner.setStatus(orders.openCart.at(-1) ?? 0, STATUS.canceled);
  await wooCommerce.php("set_status", { order: orders.wooCommerce.at(-1), status: "cancelled" });
  await work();
  const over = () => bookings().filter(({ status }) => status === "cancelled");
  await expect.poll(() => over().map(({ id }) => id), { interval: 500 }).toEqual(cancelled.toSorted());

  const payer = new Visitor(site.url);
  await payer.open(new URL((await ask(`/v1/bookings/${ids[0]}`)).paymentUrl).pathname);
  await payer.press("Pay now");
  await payer.press("Complete payment");
  const waybills = await Promise.all(ids.map(async (id) => (await ask(`/v1/bookings/${id}`)).waybillNo ?? undefined));
  expect(waybills.filter(Boolean)).toHaveLength(2 * EACH - cancelled.length);
  await expect.poll(() => kept(orders, "waybill"), { interval: 1000 }).toEqual(waybills);

  for (const waybill of waybills.filter(Boolean))
    for (const kind of ["collected", "delivered"]) await staff(site, ["mark", kind, waybill]);
  const statuses = async () => [
    ...(await Promise.all(orders.openCart.map(async (id) => (await openCart.order(id)).status))),
    ...(await Promise.all(orders.wooCommerce.map(async (id) => (await wooCommerce.order(id)).status))),
  ];
  const all = <Status>(status: Status) => Array<Status>(EACH - 1).fill(status);
  await expect
    .poll(statuses, { interval: 1000 })
    .toEqual([...all(STATUS.complete), STATUS.canceled, ...all("completed"), "cancelled"]);
  expect([openCart.complaints(), wooCommerce.complaints()]).toEqual([[], []]);
});
