import path from "node:path";
import Database from "better-sqlite3";
import { emailTo } from "../support/mailbox.ts";
import { staff } from "./staff.mjs";
import { fillIn, open, press } from "./typing.mjs";

const PARCELS = 31;
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
export async function aShop({ page, origin, dataDir }) {
  const login = { email: "shop@example.co.za", password: "kasi-taxi-rank-7" };
  await page.goto(`${origin}/login?tab=register`);
  await fillIn(page, { name: "Zodwa Fashion", phone: "082 333 4444", ...login });
  await press(page, "Register");
  await page.goto((await emailTo(dataDir, login.email, /verify/i)).link);
  await press(page, "Continue");
  const lines = Array.from({ length: PARCELS }, (_, made) => {
    const [city, postal] = towns[made % towns.length];
    const to = `Customer ${made + 1},customer${made + 1}@example.com,082 123 4567,${made + 1} Main Road,${city},${postal}`;
    return `${to},${made % 2 ? "stock-3" : "flyer-bag"},1,Stand 1423,Germiston,1431`;
  });
  const order = staff(dataDir, ["import", "-", "--account", login.email], [HEADING, ...lines].join("\n"));
  await page.goto(origin + new URL(/To pay for them: (\S+)/.exec(order)[1]).pathname);
  await page.locator("[name=terms]").check();
  await press(page, "Agree and continue");
  await press(page, "Pay now");
  await press(page, "Complete payment");

  const file = new Database(path.join(dataDir, "courier.db"), { timeout: 5_000 });
  const paid = file.prepare("SELECT waybill_no FROM waybills ORDER BY waybill_no").pluck().all();
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
