import { spawnSync } from "node:child_process";
import path from "node:path";
import Database from "better-sqlite3";
import { TOTP } from "otpauth";
import { answers, filledIn } from "../form.mjs";
import { Customer } from "../journey.mjs";

const parcel = { selectedBoxId: "stock-3", quantity: "1", parcelDesc: "School shoes" };
const account = { name: "Thandi Nkosi", phone: "082 123 4567", password: "kasi-taxi-rank-7" };
const OFFICE_PASSWORD = "bakkie taxi rank seven";

/** The buttons of the steps, with what is typed. */
export const presses = {
  addresses: ["Next", answers],
  quote: ["Calculate Quote", parcel],
  booking: ["Book This Collection", { confirm: "on" }],
};

let people = 0;

/** Presses a button and goes where its answer leads. */
async function go(customer, button, typed = {}) {
  await customer.press(button, typed);
  await onward(customer);
}

async function onward(customer) {
  for (let hops = 0; hops < 4 && /^30[23]$/.test(customer.answer.status); hops += 1)
    customer.answer = await customer.send(customer.answer.headers.location);
  customer.page = customer.answer;
}

/** The same with a button that has a name. */
async function goBy(customer, button, typed, named) {
  const { url, headers, body } = filledIn(customer.page, button, typed);
  customer.answer = await customer.send(url, { method: "POST", headers, body: `${body}&${named}` });
  await onward(customer);
}

export const aCustomer = ({ url, agent }) => new Customer(url, agent);

/** A customer whose first step is open, or one whose next step is. @param step `addresses`, `parcel` or `review` */
export async function aCustomerAt(site, step) {
  const customer = aCustomer(site);
  await customer.open("/ship/addresses");
  if (step !== "addresses") await go(customer, ...presses.addresses);
  if (step === "review") await go(customer, ...presses.quote);
  return customer;
}

/** The waybill number of a parcel that a guest has paid. */
export async function aWaybillNo(site) {
  const customer = await aCustomerAt(site, "review");
  await go(customer, ...presses.booking);
  const [waybillNo] = await paid(customer);
  return waybillNo;
}

/** Pays what a customer is asked for, at the simulator. @returns the waybills' numbers */
async function paid(customer) {
  await go(customer, "Pay now");
  await goBy(customer, "Complete payment", {}, "decision=COMPLETE");
  const numbers = customer.page.html.match(/TH(?: |&nbsp;)?\d{3} ?\d{3} ?\d{3} ?\d/g) ?? [];
  if (numbers.length === 0) throw new Error(`nothing was paid at ${customer.at}`);
  return [...new Set(numbers.map((number) => number.replace(/ |&nbsp;/g, "")))];
}

const HEADING =
  "fromAddressLine,fromCity,fromPostal,toName,toEmail,toPhone,toAddressLine,toCity,Receiver postal,Packaging,quantity,What is inside";
const letter = (at) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at % 26];
const lineOf = (_, at) =>
  `12 Shop Street,Germiston,1431,Zodwa ${letter(at)}${letter(Math.floor(at / 26))} Khumalo,z${at}@example.com,082 123 4567,${at + 1} Vilakazi Street,Soweto,1804,flyer-bag,2,Shoes`;

/** As if everybody had used the link in their email. */
function proveAddresses({ dataDir }) {
  const database = new Database(path.join(dataDir, "courier.db"));
  database.exec("UPDATE users SET email_verified_at = created_at WHERE email_verified_at IS NULL");
  database.close();
}

/** A customer with an account who has booked so many parcels by a list, and is asked to pay for them. */
export async function aShop(site, count) {
  people += 1;
  const shop = aCustomer(site);
  await shop.open("/login?tab=register");
  await go(shop, "Register", { ...account, email: `shop-${people}@example.co.za` });
  proveAddresses(site);
  await shop.open("/dashboard/import");
  const list = [HEADING, ...Array.from({ length: count }, lineOf)].join("\n");
  await go(shop, "Check the list", { list });
  await goBy(shop, `Book these ${count} parcels`, { list, confirm: "on" }, "intent=book");
  if (!shop.at.includes("/payfast/order/")) throw new Error(`a list was not booked at ${shop.at}`);
  return shop;
}

/** A browser in which a clerk is signed in to the office. */
export async function aClerk(site) {
  people += 1;
  const added = staff(site, "add", "person", "Zanele Khumalo", "--email", `z${people}@example.com`, "--right", "clerk");
  const clerk = aCustomer(site);
  await clerk.open(linkIn(added, "/office/join"));
  await go(clerk, "Continue", { password: OFFICE_PASSWORD, confirmPassword: OFFICE_PASSWORD });
  const key = /(?:[A-Z2-7]{4} )+[A-Z2-7]{4}/.exec(clerk.page.html)?.[0].replaceAll(" ", "");
  if (!key) throw new Error(`no key at ${clerk.at}`);
  await go(clerk, "Continue", { code: new TOTP({ secret: key }).generate() });
  return clerk;
}

/** A phone on which a driver is signed in, who collects so many parcels today. */
export async function aDriver(site, count) {
  const waybillNos = await paid(await aShop(site, count));
  const name = `Sipho Nkosi ${letter(people)}`;
  const added = staff(site, "add", "driver", name, "--phone", `08200010${String(people).padStart(2, "0")}`);
  staff(site, "assign", ...waybillNos, "--driver", name);
  const driver = aCustomer(site);
  await driver.open(linkIn(added, "/drive/sign-in"));
  await go(driver, "Sign in on this phone");
  return driver;
}

/** A command of staff's, of the site's own release. */
function staff({ cwd, dataDir }, ...words) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: "production", USER: "zanele" };
  const program = path.join(cwd, "build/tools/staff.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`staff ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** The path of a link, which has the site's public address. */
function linkIn(words, begin) {
  const [link] = new RegExp(`http\\S+${begin}\\S+`).exec(words) ?? [];
  if (!link) throw new Error(`no link to ${begin}: ${words}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
