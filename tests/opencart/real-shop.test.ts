import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { freePort, type RunningSite, startSite } from "../support/running-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";
import { type Address, aGuest, openShop, type Product, type Shop, STATUS } from "./shop";

/** The extension in a real OpenCart, in the order of a shop's life. Run by `node tests/opencart/run.mjs`. */

const REPEATS = 20;
const KILLS = 12;
const MOMENTS = ["before a call", "after a call", "after a note"];
/** 1459 to 1868 in a flyer bag. */
const PRICE = 8062;
const ZIP = "thuma_couriers.ocmod.zip";

let site: RunningSite;
let shop: Shop;
let key: string;
let owner: Awaited<ReturnType<Shop["signIn"]>>;
const figures: string[] = [];

beforeAll(async () => {
  [site, shop] = await Promise.all([startSite({ PAYFAST_MODE: "simulator" }), openShop(process.env.OPENCART ?? "")]);
  await shop.ready();
  key = (await aShopWithAKey(site, "shop@example.co.za")).key;
});
afterAll(async () => {
  console.log(figures.join("\n"));
  shop?.stop();
  await site?.stop();
});

const bookings = (order: number) =>
  inTheFile<{ id: string; status: string; price: number }>(
    site,
    `SELECT id, status, grand_total_cents AS price FROM quotes WHERE reference = '${order}' AND booked_at IS NOT NULL`,
  );
const ask = async (path: string) => (await fetch(site.url + path, { headers: bearer(key) })).json();
const rate = async (product?: Product, given?: Address) => (await aGuest(shop, product, given)).rate();
const all = (order: number) => JSON.stringify(inTheFile(site, `SELECT * FROM quotes WHERE reference = '${order}'`));

/** Orders, and waits until the shop's own worker has booked it. */
async function booked(given: Address) {
  const order = await (await aGuest(shop, "shirt", given)).order();
  await owner.setStatus(order, STATUS.processing);
  await expect.poll(() => bookings(order).length, { interval: 500 }).toBe(1);
  return order;
}
async function pay(order: number) {
  const payer = new Visitor(site.url);
  await payer.open(new URL((await ask(`/v1/bookings/${bookings(order)[0]?.id}`)).paymentUrl).pathname);
  await payer.press("Pay now");
  await payer.press("Complete payment");
}

test("a fresh shop has its first price by /developers alone", async () => {
  const page = await new Visitor(site.url).open("/developers");
  const address =
    page.document.querySelector("section[aria-labelledby=opencart] a[download]")?.getAttribute("href") ?? "";
  const zip = await (await fetch(site.url + address)).blob();
  owner = await shop.signIn();
  expect(await owner.install(zip, ZIP)).toEqual({ success: expect.any(String) });
  const collect = { from_address: "12 Shop Street", from_city: "Germiston", from_postal: "1459" };
  const { success } = await owner.save({ status: "1", key, ...collect });
  expect(success).toBe("Saved. Your key works. Thuma tells this shop when a parcel moves.");
  expect((await ask("/v1/webhooks")).webhooks).toEqual([expect.objectContaining({ url: shop.door("webhook") })]);
  expect((await rate()).cents).toBe(PRICE);
  // Our events leave OpenCart's own pages as they are.
  expect(await (await aGuest(shop)).open("index.php?route=checkout/cart")).toContain("<h1>Shopping Cart");
  expect(await owner.open("common/dashboard")).toContain("<h1>Dashboard</h1>");
  const forged = { method: "POST", headers: { "webhook-id": "msg_1", "webhook-signature": "v1,AAAA" }, body: "{}" };
  expect((await fetch(shop.door("webhook"), forged)).status).toBe(401);
});

test("what has no price has no rate: an unserved place, too heavy, no size; with a usual box it has one", async () => {
  expect((await rate("shirt", { postcode: "8001" })).cents).toBeGreaterThan(PRICE);
  expect((await rate("shirt", { postcode: "9100" })).cents).toBeNull();
  expect((await rate("heavy")).cents).toBeNull();
  const unsized = await rate("nothing known");
  expect([unsized.cents, unsized.error]).toEqual([
    null,
    expect.stringContaining("size or weight of: nothing known. Please ask the shop."),
  ]);
  const noticed = async () => (await owner.open("common/dashboard")).includes(">nothing known</a></li>");
  expect(await noticed()).toBe(true);
  const size = (all: number) =>
    shop.sql(
      `UPDATE oc_product SET weight = ${all}, length = ${all}, width = ${all}, height = ${all} WHERE product_id = 41`,
    );
  await size(1);
  expect(await noticed()).toBe(false);
  await size(0);
  expect(await noticed()).toBe(true);
  await owner.save({ default_box: "flyer-bag" });
  expect([(await rate("nothing known")).cents, await noticed()]).toEqual([PRICE, false]);
  expect((await rate("shirt", { postcode: "" })).error).toContain("your postal code");
});

test("sizes are in the shop's units, options weigh, and a geo zone keeps our rate within it", async () => {
  const inUnits = (weight: number, kind: number, sides: number, of: number) =>
    shop.sql(
      `UPDATE oc_product SET weight = ${weight}, weight_class_id = ${kind}, length = ${sides}, width = ${sides}, height = ${sides}, length_class_id = ${of} WHERE product_id = 40`,
    );
  const units = await shop.sql<{ unit: string; id: string }>(
    "SELECT unit, weight_class_id AS id FROM oc_weight_class_description UNION SELECT unit, length_class_id FROM oc_length_class_description",
  );
  const id = (unit: string) => Number(units.find((each) => each.unit === unit)?.id);
  for (const [weight, kind, sides, of] of [
    [990, "g", 300, "mm"],
    [2.2, "lb", 12, "in"],
    [35, "oz", 30, "cm"],
  ] as const) {
    await inUnits(weight, id(kind), sides, id(of));
    expect((await rate()).cents, kind).toBe(PRICE);
  }
  await inUnits(2.3, id("lb"), 12, id("in"));
  expect((await rate()).cents).toBeGreaterThan(PRICE);
  await shop.sql(
    "UPDATE oc_product SET weight = 0.4, weight_class_id = 1, length = 40, width = 30, height = 3, length_class_id = 1 WHERE product_id = 40",
  );

  await shop.sql(
    "INSERT INTO oc_product_option SET product_option_id = 9001, product_id = 40, option_id = 1, value = '', required = 0; INSERT INTO oc_product_option_value SET product_option_value_id = 9001, product_option_id = 9001, product_id = 40, option_id = 1, option_value_id = 43, quantity = 1000, subtract = 0, price = 0, price_prefix = '+', points = 0, points_prefix = '+', weight = 4, weight_prefix = '+'",
  );
  const heavier = await aGuest(shop, "shirt", {}, 1, { "option[9001]": "9001" });
  const { cents } = await heavier.rate();
  expect(cents).toBeGreaterThan(PRICE);
  const paid = `R ${((cents ?? 0) / 100).toFixed(2).replace(".", ",")}`;
  expect(await owner.bookPage(await heavier.order())).toContain(
    `Thuma’s price is ${paid} today. Your customer paid ${paid} for shipping.`,
  );

  await shop.sql(
    "INSERT INTO oc_geo_zone SET geo_zone_id = 77, name = 'Gauteng', description = ''; INSERT INTO oc_zone_to_geo_zone SET geo_zone_id = 77, country_id = 193, zone_id = 2963",
  );
  await owner.save({ geo_zone_id: "77" });
  expect((await rate()).cents).toBe(PRICE);
  await shop.sql("UPDATE oc_zone_to_geo_zone SET zone_id = 2964 WHERE geo_zone_id = 77");
  expect((await rate()).cents).toBeNull();
  await owner.save({ geo_zone_id: "0" });
});

test("where our rate is chosen a phone and a door are asked for", async () => {
  const noPhone = await aGuest(shop, "shirt", { telephone: "" });
  expect((await noPhone.rate()).cents).toBe(PRICE);
  expect(await noPhone.choose()).toContain("Thuma Couriers needs your phone number");
  await expect(noPhone.order()).rejects.toThrow("phone number");
  const box = await aGuest(shop, "shirt", { address_1: "Posbus 77" });
  await box.rate();
  expect(await box.choose()).toContain("deliver to a post box");
  const door = await aGuest(shop, "shirt", { address_1: "Posbus 77", address_2: "Opposite the school" });
  await door.rate();
  expect(await door.choose()).toBe("");
});

test("an order that no box holds is several parcels; its comment, company and second line reach the driver", async () => {
  const given = {
    company: "Khumalo & Sons",
    address_2: "Unit 12, Sunset Mews, ask for the caretaker at the second gate",
  };
  const guest = await aGuest(shop, "brick", given, 3);
  const { cents, name } = await guest.rate();
  expect([cents && cents > PRICE, name]).toEqual([true, "Thuma Couriers (3 parcels)"]);
  const order = await guest.order("Phone before you come, gate code 4321");
  expect(bookings(order)).toEqual([]);
  // A person corrects it, and OpenCart keeps no more of our rate than its code and cost.
  await owner.edit(order, { shipping_city: "Soweto West" });
  await owner.setStatus(order, STATUS.processing);
  await expect.poll(() => bookings(order).map(({ price }) => price), { interval: 500 }).toEqual([cents]);
  for (const words of ["Zodwa Khumalo, Khumalo & Sons", given.address_2, "Phone before you come, gate code 4321"])
    expect(all(order)).toContain(words);
  await expect
    .poll(async () => (await shop.order(order)).notes.join(), { interval: 500 })
    .toContain("Pack it in 3 parcels");
  await owner.setStatus(order, STATUS.canceled);
  await expect.poll(() => bookings(order)[0]?.status, { interval: 500 }).toBe("cancelled");
});

test("a guest's order is booked once under repeats, paid, followed, and completed when it is delivered", async () => {
  const order = await booked({ firstname: "Zódwa 🚚" });
  for (let time = 0; time < REPEATS; time += 1) await owner.setStatus(order, STATUS.processing);
  await shop.work();
  const [booking, ...more] = bookings(order);
  expect([booking?.price, more]).toEqual([PRICE, []]);
  figures.push(`${REPEATS + 1} times processing: 1 booking`);
  expect(all(order)).toContain("Zódwa 🚚");
  expect((await shop.order(order)).notes.filter((note) => note.includes("Booked with Thuma"))).toHaveLength(1);

  await pay(order);
  await expect.poll(async () => (await shop.order(order)).notes.join(), { interval: 1000 }).toContain("Waybill TH");
  const { waybillNo, trackingUrl } = await ask(`/v1/bookings/${booking?.id}`);
  // The buyer has number and link in the shop's mail; the shop on the order's page, with the label.
  const told = () => shop.emails().filter((mail) => mail.includes("zodwa@example.co.za") && mail.includes(waybillNo));
  await expect.poll(() => told().length, { interval: 500 }).toBe(1);
  expect(told()[0]).toContain(trackingUrl);
  const page = await owner.open(`sale/order.info&order_id=${order}`);
  for (const words of [waybillNo, `<a href="${trackingUrl}"`, "Print the label"]) expect(page).toContain(words);
  expect((await owner.labels([order])).slice(0, 5)).toBe("%PDF-");
  expect(await owner.open("sale/order")).toContain("Print Thuma’s labels");

  for (const kind of ["collected", "delivered"]) await staff(site, ["mark", kind, waybillNo]);
  await expect.poll(async () => (await shop.order(order)).status, { interval: 1000 }).toBe(STATUS.complete);
  await expect.poll(() => told().length, { interval: 500 }).toBe(2);
  figures.push("delivered: order complete by webhook");
});

test("killed workers and two at once book once", async () => {
  shop.setWorkers(false);
  const orders: number[] = [];
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % MOMENTS.length === 0) {
      const order = await (await aGuest(shop)).order();
      await owner.setStatus(order, STATUS.processing);
      orders.push(order);
    }
    killed += Number((await shop.work({ dieAt: MOMENTS[kill % MOMENTS.length] })) === "killed");
  }
  await Promise.all([shop.work(), shop.work({ now: false })]);
  await shop.work();
  for (const order of orders) {
    const [booking, ...more] = bookings(order);
    expect([more, (await shop.order(order)).kept.booking], `order ${order}`).toEqual([[], booking?.id]);
  }
  expect(killed).toBeGreaterThan(orders.length);
  figures.push(`${killed} kills while a worker booked, ${orders.length} orders: ${orders.length} bookings`);
  shop.setWorkers(true);
});

test("work whose request was lost is done by a page of the shop, and by cron", async () => {
  shop.setWorkers(false);
  const order = await (await aGuest(shop)).order();
  await owner.setStatus(order, STATUS.processing);
  expect((await shop.order(order)).kept.work_at).toBeTruthy();
  expect(bookings(order)).toEqual([]);
  shop.setWorkers(true);
  await shop.setQuietly({});
  await fetch(shop.url);
  await expect.poll(() => bookings(order).length, { interval: 500 }).toBe(1);

  const secret = await shop.setting("thuma_couriers_secret");
  await shop.setQuietly({ thuma_couriers_secret: "" });
  await pay(order);
  const { waybillNo } = await ask(`/v1/bookings/${bookings(order)[0]?.id}`);
  for (const kind of ["collected", "delivered"]) await staff(site, ["mark", kind, waybillNo]);
  expect((await shop.order(order)).status).toBe(STATUS.processing);
  await shop.cron({ again: true });
  expect((await shop.order(order)).status).toBe(STATUS.complete);
  expect(await shop.setting("thuma_couriers_secret")).not.toBe(secret);
});

test("what only a person can correct is one note, and is booked once it is corrected and its price was shown", async () => {
  const order = await (await aGuest(shop)).order();
  await shop.sql(`UPDATE oc_order SET telephone = '' WHERE order_id = ${order}`);
  await owner.setStatus(order, STATUS.processing);
  await expect.poll(async () => (await shop.order(order)).kept.problem, { interval: 500 }).toMatch(/phone/i);
  for (let time = 0; time < 2; time += 1) await owner.setStatus(order, STATUS.processing);
  await shop.work();
  expect((await shop.order(order)).notes.filter((note) => note.includes("couldn’t book"))).toHaveLength(1);
  await owner.edit(order, { telephone: "0821234567" });
  expect(await owner.open("common/dashboard")).toContain("Thuma couldn’t book these orders");
  expect(await owner.open(`sale/order.info&order_id=${order}`)).toContain("Check and book");
  const page = await owner.bookPage(order);
  expect(page).toContain("Thuma’s price is R 80,62 today. Your customer paid R 80,62 for shipping.");
  await owner.book(order, page);
  await expect.poll(() => bookings(order).length, { interval: 500 }).toBe(1);
  await expect.poll(async () => (await shop.order(order)).kept.booking, { interval: 500 }).toBeTruthy();
  expect(await owner.open("common/dashboard")).not.toContain("Thuma couldn’t book these orders");
  await owner.edit(order, { shipping_city: "Pretoria" });
  await shop.work();
  expect(bookings(order).map(({ status }) => status)).toEqual(["pending_payment"]);
  expect(await owner.open(`sale/order.info&order_id=${order}`)).toContain(
    "The receiver was changed after it was booked",
  );

  await owner.setStatus(order, STATUS.canceled);
  await expect.poll(() => bookings(order).map(({ status }) => status), { interval: 500 }).toEqual(["cancelled"]);
  await owner.setStatus(order, STATUS.processing);
  await expect.poll(async () => (await shop.order(order)).kept.problem, { interval: 500 }).toContain("was cancelled");
  await owner.book(order, await owner.bookPage(order));
  const statuses = () =>
    bookings(order)
      .map(({ status }) => status)
      .toSorted();
  await expect.poll(statuses, { interval: 500 }).toEqual(["cancelled", "pending_payment"]);
});

test("a wrong key is told; when Thuma stops or hangs the cart answers without our rate; uninstalling ends the webhook", async () => {
  expect((await owner.save({ key: "thuma_test_wrong" })).error).toContain("doesn’t know this shop’s API key");
  expect((await owner.save({ key })).success).toContain("Your key works.");
  expect((await ask("/v1/webhooks")).webhooks).toHaveLength(1);

  const asked: string[] = [];
  const hanging = createServer(({ method, url }) => void asked.push(`${method} ${url}`));
  await new Promise<void>((done) => hanging.listen(0, "127.0.0.1", done));
  const { port } = hanging.address() as { port: number };
  for (const [title, address] of [
    ["stopped", `http://127.0.0.1:${await freePort()}`],
    ["hanging", `http://127.0.0.1:${port}`],
  ] as const) {
    expect((await rate()).cents).toBe(PRICE);
    await shop.setQuietly({ shipping_thuma_couriers_site: address });
    asked.length = 0;
    for (const which of ["first", "next"]) {
      const guest = await aGuest(shop);
      expect((await guest.rate()).cents).toBeNull();
      figures.push(`Thuma ${title}: no rate; the calls of the ${which} cart took ${guest.took.join(", ")} s`);
    }
    // All calls of both carts together waited for one answer.
    expect(asked).toEqual(title === "hanging" ? ["GET /v1/boxes"] : []);
    await shop.setQuietly({ shipping_thuma_couriers_site: site.url });
  }
  hanging.closeAllConnections();
  hanging.close();
  await owner.uninstall();
  expect((await ask("/v1/webhooks")).webhooks).toEqual([]);
  expect(shop.complaints()).toEqual([]);
});
