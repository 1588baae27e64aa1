import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { freePort, type RunningSite, startSite } from "../support/running-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";
import { aBuyer, aClassicBuyer, openShop, type Shop } from "./shop";

/** The plug-in in a real WordPress, in the order of a shop's life. Run by `node tests/woocommerce/run.mjs`. */

const REPEATS = 50;
const KILLS = 20;
/** Where a worker kills itself, so that each kill is in the middle of a booking. */
const MOMENTS = [
  "pre_http_request",
  "http_response",
  "woocommerce_new_order_note_data",
  "woocommerce_order_note_added",
];
const PLUGIN = "thuma-couriers/thuma-couriers.php";
/** 1459 to 1868 in a flyer bag. */
const PRICE = 8062;

let site: RunningSite;
let shop: Shop;
let key: string;
const figures: string[] = [];

beforeAll(async () => {
  [site, shop] = await Promise.all([startSite({ PAYFAST_MODE: "simulator" }), openShop(process.env.WORDPRESS ?? "")]);
  await shop.ready();
  key = (await aShopWithAKey(site, "shop@example.co.za")).key;
});
afterAll(async () => {
  console.log(figures.join("\n"));
  shop?.stop();
  await site?.stop();
});

const work = (more = {}) => shop.php<number>("work", { now: true, killedAfterS: 0, ...more });
const bookings = (order: number) =>
  inTheFile<{ id: string; status: string; price: number }>(
    site,
    `SELECT id, status, grand_total_cents AS price FROM quotes WHERE reference = '${order}' AND booked_at IS NOT NULL`,
  );
const ask = async (path: string) => (await fetch(site.url + path, { headers: bearer(key) })).json();

test("a fresh shop has its first price by /developers alone", async () => {
  const page = new Visitor(site.url);
  await page.open("/developers");
  const zip = await fetch(`${site.url}/developers/thuma-couriers.zip`);
  writeFileSync(`${shop.folder}/thuma-couriers.zip`, Buffer.from(await zip.arrayBuffer()));
  expect(await shop.php("install", `${shop.folder}/thuma-couriers.zip`)).toBe(true);
  expect(await shop.php("activate", PLUGIN)).toBe(true);
  const instance = await shop.php<number>("add_method", shop.made.zone);
  expect(instance).toBeGreaterThan(0);
  const owner = await shop.signIn();
  expect(await owner.save({ thuma_couriers_key: key })).toContain("Your key works.");
  const saved = await shop.php<Record<string, string>>("options_of", [
    "thuma_couriers_webhook",
    "thuma_couriers_secret",
    "thuma_couriers_result",
  ]);
  expect(saved.thuma_couriers_secret).toMatch(/^whsec_/);
  expect((await ask("/v1/webhooks")).webhooks).toEqual([
    expect.objectContaining({ id: saved.thuma_couriers_webhook, url: `${shop.url}/wp-json/thuma-couriers/v1/webhook` }),
  ]);
  expect(await (await aBuyer(shop)).rate()).toBe(PRICE);
});

test("both checkouts show the right price with VAT added by the shop and without", async () => {
  for (const isOn of [true, false]) {
    await shop.php("vat", isOn);
    expect(await (await aBuyer(shop)).rate(), `Store API, VAT ${isOn}`).toBe(PRICE);
    const html = await (await aClassicBuyer(shop)).review();
    const words = html.replace(/<[^>]*>/g, "").replace(/&#0?82;/g, "R");
    expect(words).toContain(isOn ? "Thuma Couriers: R70.10" : "Thuma Couriers: R80.62");
    expect(html).toContain("How will the driver find it?");
  }
});

test("what has no price has no rate: an unserved place, too heavy, no size; with a usual box it has one", async () => {
  expect(await (await aBuyer(shop, "shirt", { postcode: "9100" })).rate()).toBeNull();
  expect(await (await aBuyer(shop, "heavy")).rate()).toBeNull();
  expect(await (await aBuyer(shop, "nothing known")).rate()).toBeNull();
  const buyer = await aClassicBuyer(shop, "nothing known");
  const said = "hasn’t given the size or weight of: nothing known. Please ask the shop.";
  expect(await buyer.review()).toContain(said);
  expect(await buyer.open("/new-checkout/")).toContain(said);
  const owner = await shop.signIn();
  const unsized = `post=${shop.made["nothing known"]}`;
  const noticed = async () => (await owner.open("/wp-admin/index.php")).split("no weight or size")[1] ?? "";
  expect(await noticed()).toContain(unsized);
  await shop.php("save_options", { thuma_couriers_default_box: "flyer-bag" });
  expect(await (await aBuyer(shop, "nothing known")).rate()).toBe(PRICE);
  expect(await noticed()).not.toContain(unsized);
});

test("where our rate is chosen both checkouts require a phone and a door, whatever the shop has set; elsewhere neither", async () => {
  await shop.php("save_options", { woocommerce_checkout_phone_field: "hidden" });
  const noPhone = await aClassicBuyer(shop, "shirt", { phone: "" });
  const html = await noPhone.review();
  const method = /value="(thuma_couriers:\d+)/.exec(html)?.[1] ?? "";
  // On the next page our rate is chosen.
  const field = /<p[^>]*id="billing_phone_field"[^>]*>/.exec(await noPhone.open("/old-checkout/"))?.[0];
  expect(field).toContain("validate-required");
  await expect(noPhone.order(method, "Blue gate")).rejects.toThrow("Phone");
  expect(await noPhone.open("/new-checkout/")).toMatch(/data-require-phone-field="true"/);
  await shop.php("save_options", { woocommerce_checkout_phone_field: "optional" });
  const inBlocks = await aBuyer(shop, "shirt", { phone: "" });
  expect(await inBlocks.rate()).toBe(PRICE);
  await expect(inBlocks.order()).rejects.toThrow("Thuma Couriers needs your phone number");

  const box = { address_1: "Posbus 77", address_2: "Orlando West" };
  const classic = await aClassicBuyer(shop, "shirt", box);
  await classic.review();
  await expect(classic.order(method, "")).rejects.toThrow("deliver to a post box");
  const blocks = await aBuyer(shop, "shirt", box);
  expect(await blocks.rate()).toBe(PRICE);
  await expect(blocks.order("")).rejects.toThrow("deliver to a post box");
  // The same order goes on once it says how the driver finds it.
  const order = await blocks.order("Blue gate opposite the taxi rank");
  expect((await shop.order(order)).status).toBe("processing");
  await shop.php("set_status", { order, status: "cancelled" });
  await shop.php("save_options", { woocommerce_checkout_phone_field: "required" });
});

test("an order that no box holds is several parcels; its note, company and second line reach the driver", async () => {
  const buyer = await aBuyer(
    shop,
    "brick",
    {
      company: "Khumalo & Sons",
      address_2: "Unit 12, Sunset Mews, 4th floor, ask for the caretaker at the second gate, then ring twice",
    },
    3,
  );
  const rate = await buyer.rate();
  expect(rate).toBeGreaterThan(PRICE);
  const order = await buyer.order("", "Phone before you come, gate code 4321");
  for (let left = 1; left > 0; ) left = await work();
  const [booking] = bookings(order);
  expect(booking?.price).toBe(rate);
  const { pricing: _, meta } = (await ask(`/v1/bookings/${booking?.id}`)).price;
  expect(meta.quantity).toBe(3);
  const kept = JSON.stringify(inTheFile(site, `SELECT form_snapshot FROM quotes WHERE id = '${booking?.id}'`));
  for (const words of [
    "Zodwa Khumalo, Khumalo & Sons",
    "Unit 12, Sunset Mews, 4th floor, ask for the caretaker at the second gate, then ring twice",
    "Phone before you come, gate code 4321",
  ])
    expect(kept).toContain(words);
  expect((await shop.order(order)).notes.join()).toContain("Pack it in 3 parcels");
  await shop.php("set_status", { order, status: "cancelled" });
  await work();
});

test("a guest's order is booked once under repeats, paid, followed, and completed when it is delivered", async () => {
  const buyer = await aBuyer(shop, "shirt", { first_name: "Zódwa 🚚" });
  expect(await buyer.rate()).toBe(PRICE);
  const order = await buyer.order("Blue gate opposite the taxi rank");
  expect((await shop.order(order)).status).toBe("processing");
  await shop.php("repeat_processing", { order, times: REPEATS });
  for (let left = 1; left > 0; ) left = await work();
  const [booking, ...more] = bookings(order);
  expect([booking?.price, more]).toEqual([PRICE, []]);
  figures.push(`${REPEATS + 1} times processing: 1 booking`);
  const kept = JSON.stringify(inTheFile(site, `SELECT * FROM quotes WHERE id = '${booking?.id}'`));
  expect(kept).toContain("Blue gate opposite the taxi rank");
  expect(kept).toContain("Zódwa 🚚");
  expect((await shop.order(order)).notes.filter((note) => note.includes("Booked with Thuma"))).toHaveLength(1);

  const payer = new Visitor(site.url);
  await payer.open(new URL((await ask(`/v1/bookings/${booking?.id}`)).paymentUrl).pathname);
  await payer.press("Pay now");
  await payer.press("Complete payment");
  await expect.poll(async () => (await shop.order(order)).notes.join(), { interval: 1000 }).toContain("Waybill TH");
  const { waybillNo, trackingUrl } = await ask(`/v1/bookings/${booking?.id}`);

  // The buyer has number and link, in an email of the shop and on the order's page; the shop in its list, with labels.
  const told = () =>
    shop.emails().filter(({ to, message }) => to === "zodwa@example.co.za" && message.includes(waybillNo));
  await expect.poll(() => told().length, { interval: 500 }).toBe(1);
  expect(told()[0]?.message).toContain(trackingUrl);
  const { pathname, search } = new URL((await shop.order(order)).thanks);
  const thanks = await (await aClassicBuyer(shop)).open(pathname + search);
  expect([thanks.includes(waybillNo), thanks.includes(trackingUrl)]).toEqual([true, true]);
  const owner = await shop.signIn();
  for (const searched of ["", waybillNo]) expect(await owner.orders(searched)).toContain(`">${waybillNo}</a>`);
  const labels = await owner.bulk("thuma_couriers_labels", [order]);
  expect([labels.headers.get("Content-Type"), (await labels.text()).slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);

  for (const kind of ["collected", "delivered"]) await staff(site, ["mark", kind, waybillNo]);
  await expect.poll(async () => (await shop.order(order)).status, { interval: 2000 }).toBe("completed");
  await expect.poll(() => told().at(-1)?.subject, { interval: 500 }).toMatch(/complete/i);
  figures.push("delivered: order completed by webhook");
});

test("an order of the classic checkout has its landmark, and is booked", async () => {
  const buyer = await aClassicBuyer(shop);
  const method = /value="(thuma_couriers:\d+)/.exec(await buyer.review())?.[1] ?? "";
  const order = await buyer.order(method, "Behind the church");
  await work();
  const [booking] = bookings(order);
  expect(JSON.stringify(inTheFile(site, `SELECT * FROM quotes WHERE id = '${booking?.id}'`))).toContain(
    "Behind the church",
  );
});

test("killed workers and two at once book once", async () => {
  const orders: number[] = [];
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dieAt = MOMENTS[kill % MOMENTS.length];
    if (kill % MOMENTS.length === 0) orders.push(await (await aBuyer(shop)).order());
    killed += await work({ dieAt }).then(
      () => 0,
      () => 1,
    );
  }
  for (let left = 1; left > 0; ) left = Math.max(...(await Promise.all([work(), work()])));
  for (const order of orders) expect(bookings(order), `order ${order}`).toHaveLength(1);
  for (const order of orders)
    expect((await shop.order(order)).meta._thuma_couriers_booking).toBe(bookings(order)[0]?.id);
  figures.push(`${killed} kills while a worker booked, ${orders.length} orders: ${orders.length} bookings`);
});

test("what only a person can correct is one note, and is booked once it is corrected and its price was shown", async () => {
  const buyer = await aBuyer(shop, "shirt", { phone: "082 123 4567" });
  await buyer.rate();
  const order = await buyer.order();
  await shop.php("change_order", { order, set: { shipping_phone: "", billing_phone: "" } });
  for (let time = 0; time < 3; time += 1) await work();
  const refused = await shop.order(order);
  expect(refused.notes.filter((note) => note.includes("couldn’t book"))).toHaveLength(1);
  expect(refused.meta._thuma_couriers_problem).toMatch(/phone/i);
  expect(bookings(order)).toEqual([]);
  await shop.php("change_order", { order, set: { shipping_phone: "0821234567" } });
  await work();
  expect(bookings(order)).toEqual([]);

  const owner = await shop.signIn();
  expect(await owner.open("/wp-admin/index.php")).toContain("Thuma couldn’t book these orders");
  expect(await owner.open(refused.edit.replace(shop.url, ""))).toContain("Check and book");
  const page = await owner.open(`/wp-admin/admin.php?page=thuma-couriers-book&order=${order}`);
  expect(page).toContain("Thuma’s price is R 80,62 today. Your customer paid R 80,62 for shipping.");
  await owner.press(page);
  await work();
  expect(bookings(order)).toHaveLength(1);
  await shop.php("change_order", { order, set: { shipping_city: "Pretoria" } });
  expect(await owner.open(refused.edit.replace(shop.url, ""))).toContain(
    "The receiver was changed after it was booked",
  );
  expect(await owner.open("/wp-admin/index.php")).not.toContain("Thuma couldn’t book these orders");

  await shop.php("set_status", { order, status: "cancelled" });
  await work();
  expect(bookings(order).map(({ status }) => status)).toEqual(["cancelled"]);
  expect((await shop.order(order)).notes.join()).toContain("was cancelled");
  await shop.php("set_status", { order, status: "processing" });
  await work();
  expect(bookings(order)).toHaveLength(1);
  await owner.press(await owner.open(`/wp-admin/admin.php?page=thuma-couriers-book&order=${order}`));
  await work();
  expect(
    bookings(order)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(["cancelled", "pending_payment"]);
});

test("a shop that can't be called asks for itself", async () => {
  const order = await (await aBuyer(shop)).order();
  await work();
  const [booking] = bookings(order);
  const secret = await shop.php<Record<string, string>>("options_of", ["thuma_couriers_secret"]);
  await shop.php("save_options", { thuma_couriers_secret: "" });
  const payer = new Visitor(site.url);
  await payer.open(new URL((await ask(`/v1/bookings/${booking?.id}`)).paymentUrl).pathname);
  await payer.press("Pay now");
  await payer.press("Complete payment");
  const { waybillNo } = await ask(`/v1/bookings/${booking?.id}`);
  for (const kind of ["collected", "delivered"]) await staff(site, ["mark", kind, waybillNo]);
  expect((await shop.order(order)).status).toBe("processing");
  await work({ askAll: true });
  await work();
  expect((await shop.order(order)).status).toBe("completed");
  await shop.php("save_options", secret);
});

test("a wrong key is told; when Thuma stops or hangs the cart answers without our rate; deactivating ends the webhook", async () => {
  await shop.php("save_options", { thuma_couriers_key: "thuma_test_wrong" });
  expect(
    (await shop.php<Record<string, string>>("options_of", ["thuma_couriers_result"])).thuma_couriers_result,
  ).toContain("doesn’t know this shop’s API key");
  await shop.php("save_options", { thuma_couriers_key: key });
  expect((await ask("/v1/webhooks")).webhooks).toHaveLength(1);

  const asked: string[] = [];
  const hanging = createServer(({ method, url }) => void asked.push(`${method} ${url}`));
  await new Promise<void>((done) => hanging.listen(0, "127.0.0.1", done));
  const { port } = hanging.address() as { port: number };
  for (const [title, address] of [
    ["stopped", `http://127.0.0.1:${await freePort()}`],
    ["hanging", `http://127.0.0.1:${port}`],
  ]) {
    expect(await (await aBuyer(shop)).rate()).toBe(PRICE);
    await shop.php("set_quietly", { thuma_couriers_site: address });
    asked.length = 0;
    for (const which of ["first", "next"]) {
      const buyer = await aBuyer(shop);
      expect(await buyer.rate()).toBeNull();
      figures.push(`Thuma ${title}: no rate; the calls of the ${which} cart took ${buyer.took.join(", ")} s`);
    }
    // All calls of both carts together waited for one answer.
    expect(asked).toEqual(title === "hanging" ? ["GET /v1/boxes"] : []);
    await shop.php("set_quietly", { thuma_couriers_site: site.url });
  }
  closeAll(hanging);
  expect(await shop.php("deactivate", PLUGIN)).toBe(true);
  expect((await ask("/v1/webhooks")).webhooks).toEqual([]);
  expect(shop.complaints()).toEqual([]);
});

function closeAll(server: Server) {
  server.closeAllConnections();
  server.close();
}
