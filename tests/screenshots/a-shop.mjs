import path from "node:path";
import Database from "better-sqlite3";
import { emailTo } from "../support/mailbox.ts";
import { staff } from "./staff.mjs";
import { fillIn, open, press } from "./typing.mjs";

const PARCELS = 31;
/** With fewer the site says nothing of a route. */
const ENOUGH_PARCELS = 20;
const HEADING =
  "Receiver full name,Receiver email,Receiver phone,Receiver address,Receiver city,Receiver postal,Packaging,Quantity,Sender address,Sender city,Sender postal";
const towns = [
  ["Soweto", 1804],
  ["Bloemfontein", 9301],
  ["Umlazi", 4066],
  ["Mitchells Plain", 7784],
  ["Mamelodi West", "0122"],
];
const NOON = "12:00";

/** What is done to a parcel until it is in each state; the others of the shop stay booked. */
const waysTo = {
  booked: () => [],
  "collection-agreed": (no, day) => [["agree", no, "--day", day, "--from", "09:00", "--to", NOON]],
  collected: (no) => marks(no, "collected"),
  "on-the-way": (no) => marks(no, "collected", "in-transit"),
  "out-for-delivery": (no) => marks(no, "collected", "in-transit", "out-for-delivery"),
  failed: (no) => marks(no, "collected", "out-for-delivery", "failed-attempt"),
  late: (no) => marks(no, "collected", "in-transit"),
  delivered: (no) => marks(no, "collected", "in-transit", "out-for-delivery", "delivered"),
  returned: (no) => marks(no, "collected", "out-for-delivery", "failed-attempt", "returned"),
  cancelled: (no) => [["cancel", "booking", no, "--because", "The sender asked us to."]],
};
const marks = (no, ...all) => all.map((each) => ["mark", each, no]);

/** An account with 31 paid parcels, one of them in each state. @returns its login and each state's waybill number */
export async function aShop(at) {
  const login = { email: "shop@example.co.za", password: "kasi-taxi-rank-7" };
  const paid = await paidParcels(at, "Zodwa Fashion", login, PARCELS, (made) => towns[made % towns.length]);
  const { dataDir } = at;
  const file = openFile(dataDir);
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const states = Object.fromEntries(Object.entries(waysTo).map(([state], index) => [state, paid[index]]));
  for (const [state, way] of Object.entries(waysTo))
    for (const args of way(states[state], nextWeek)) staff(dataDir, args);
  file
    .prepare("UPDATE tracking_events SET happened_at = datetime(happened_at, '-20 days') WHERE waybill_no = ?")
    .run(states.late);
  file.close();
  return { login, states };
}

/** Another shop's parcels of last month, so that the home page can say how long most of them take. */
export async function aPast(at) {
  const login = { email: "books@example.co.za", password: "kasi-taxi-rank-8" };
  const paid = await paidParcels(at, "Sizwe Books", login, ENOUGH_PARCELS, () => towns[0]);
  for (const mark of ["collected", "delivered"]) staff(at.dataDir, ["mark", mark, ...paid]);
  const file = openFile(at.dataDir);
  const numbers = JSON.stringify(paid);
  const these = "waybill_no IN (SELECT value FROM json_each(?))";
  file
    .prepare(
      `UPDATE tracking_events SET happened_at = datetime(happened_at, '-21 days') WHERE kind = 'collected' AND ${these}`,
    )
    .run(numbers);
  file.prepare(`UPDATE waybills SET last_event_at = datetime(last_event_at, '-20 days') WHERE ${these}`).run(numbers);
  file.close();
}

/** @returns the waybill numbers of parcels that an account booked from a list, and paid */
async function paidParcels({ page, origin, dataDir }, name, login, count, townOf) {
  await page.context().clearCookies();
  await page.goto(`${origin}/login?tab=register`);
  await fillIn(page, { name, phone: "082 333 4444", ...login });
  await press(page, "Register");
  await page.goto((await emailTo(dataDir, login.email, /verify/i)).link);
  await press(page, "Continue");
  const lines = Array.from({ length: count }, (_, made) => {
    const [city, postal] = townOf(made);
    const to = `Customer ${made + 1},customer${made + 1}@example.com,082 123 4567,${made + 1} Main Road,${city},${postal}`;
    return `${to},${made % 2 ? "stock-3" : "flyer-bag"},1,Stand 1423,Germiston,1431`;
  });
  const order = staff(dataDir, ["import", "-", "--account", login.email], [HEADING, ...lines].join("\n"));
  await page.goto(origin + new URL(/To pay for them: (\S+)/.exec(order)[1]).pathname);
  await page.locator("[name=terms]").check();
  await press(page, "Agree and continue");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  const file = openFile(dataDir);
  const paid = file.prepare("SELECT waybill_no FROM waybills ORDER BY rowid DESC LIMIT ?").pluck().all(count);
  file.close();
  return paid;
}

const openFile = (dataDir) => new Database(path.join(dataDir, "courier.db"), { timeout: 5_000 });

/** Its pages: tracking in each state, and the full dashboard. */
export async function pagesOfTheShop(at, { login, states }) {
  const { page, origin, take } = at;
  await page.context().clearCookies();
  for (const [state, waybillNo] of Object.entries(states)) {
    await page.goto(`${origin}/tracking?no=${waybillNo}`);
    await take(`tracking-${state}`);
  }
  await page.goto(`${origin}/login`);
  await fillIn(page, login);
  await press(page, "Login");
  await take("dashboard-full");
  await page.locator(".rows summary").nth(2).click();
  await take("dashboard-a-row-open");
  await open(at, "/dashboard/import");
}
