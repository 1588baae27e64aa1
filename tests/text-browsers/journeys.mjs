import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { emailsTo, emailTo } from "../support/mailbox.ts";
import { book, describeParcel, fillAddresses, pay, receiver, sender, toTheWaybill } from "./to-the-waybill.mjs";

/**
 * What a user does in a text browser, starting at the home page. `origin` and `dataDir` are the site's.
 * @type {Record<string, (at: { browser, origin: string, dataDir: string }) => Promise<void>>}
 */
export const journeys = {
  "a second parcel on a shared phone": secondParcel,
  "an account with another sender": anotherSender,
  "from a code that we don't serve to a price that a person works out": unservedCode,
  "a price abroad without an address": priceAbroad,
  "a receiver changes the day, and the driver's sheet of that day shows it": receiverChangesTheDay,
  "from the home page to a parcel that could not be delivered": failedParcel,
};

/** She sends two parcels to the same receiver; then her brother uses the phone. */
async function secondParcel({ browser, origin }) {
  const first = await toTheWaybill(browser);
  await browser.arrive("Something else to send?");
  await browser.choose("To the same receiver");
  await browser.press("Send another parcel");
  await browser.arrive("Step 1 of 3");
  const step = await browser.shown();
  assert.match(step, /Sipho Dlamini/);
  assert.doesNotMatch(step, /Thandi|Mphuti/);
  await fillAddresses(browser, sender, []);
  await describeParcel(browser);
  await book(browser);
  const second = await pay(browser);
  assert.notEqual(second, first);

  await browser.arrive("Something else to send?");
  await browser.press("Forget me on this phone");
  await browser.arrive("Do we come to you");
  for (const step of ["/ship/addresses", "/ship/review"]) {
    await browser.open(origin + step);
    await browser.arrive("Step 1 of 3");
    assert.doesNotMatch(await browser.shown(), /Thandi|Mphuti|Sipho|Ncome/);
  }
}

/** A shop whose parcel is collected elsewhere: both get messages. */
async function anotherSender({ browser, origin, dataDir }) {
  const shop = "spaza@example.co.za";
  const elsewhere = "gogo@example.co.za";
  await browser.arrive("What does it cost?");
  await browser.open(`${origin}/login?tab=register`);
  await browser.arrive("Register");
  await browser.fill("Full Name", "Nomsa Khumalo");
  await browser.fill("Phone Number", "082 111 2222");
  await browser.fill("Email", shop);
  await browser.fill("Password", "kasi-taxi-rank-7");
  await browser.press("Register");
  await browser.arrive("Verify your email");
  await browser.open((await emailTo(dataDir, shop, /verify/i)).link);
  await browser.arrive("Please confirm");
  await browser.press("Continue");
  await browser.arrive("Your email address is verified");

  await browser.open(`${origin}/ship/addresses`);
  await browser.arrive("Step 1 of 3");
  const known = await browser.shown();
  for (const words of ["Nomsa Khumalo", "spaza@example.co.za", "082 111 2222"]) assert.ok(known.includes(words), words);
  const others = { "Full name": "Gogo Mokoena", Email: elsewhere, Phone: "083 222 3333" };
  const from = sender.map(([label, text]) => [label, others[label] ?? text]);
  await fillAddresses(browser, from, receiver);
  await describeParcel(browser);
  await book(browser);
  await pay(browser);
  for (const address of [shop, elsewhere]) {
    await emailTo(dataDir, address, /waybill/i);
    assert.equal(emailsTo(dataDir, address).filter(({ subject }) => /waybill/i.test(subject)).length, 1, address);
  }
}

async function unservedCode({ browser }) {
  await browser.arrive("What does it cost?");
  await browser.fill("From postal code", "Katlehong");
  await browser.fill("To postal code", "7400");
  await browser.press("Check and get a price");
  await browser.arrive("7400 is Robben Island.");
  await browser.follow("Ask us for a price");
  await fillAddresses(
    browser,
    sender,
    receiver.map(([label, text]) => [label, label === "Postal code" ? "7400" : text]),
  );
  await describeParcel(browser);
  await browser.arrive("Step 3 of 3");
  await browser.choose("I confirm");
  await browser.press("Request Manual Quote");
  await browser.arrive("We have your request");
}

/** The receiver has the number, and looks for the parcel after nobody was at home. */
async function failedParcel({ browser, origin, dataDir }) {
  const waybillNo = (await toTheWaybill(browser)).replaceAll(" ", "");
  for (const mark of ["collected", "out-for-delivery", "failed-attempt"]) {
    const env = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir, USER: "zanele" };
    const { status, stderr } = spawnSync(process.execPath, ["build/tools/staff.js", "mark", mark, waybillNo], { env });
    assert.equal(status, 0, String(stderr));
  }
  await browser.open(`${origin}/`);
  await browser.arrive("Where is my parcel?");
  await browser.fill("Waybill number", waybillNo);
  await browser.press("Track");
  await browser.arrive("We missed you today");
  const page = (await browser.shown()).replace(/\s+/g, " ");
  assert.match(
    page,
    /We came on \w+ \d+ \w+, but could not deliver it\. We come again on \w+ \d+ \w+\. Nobody pays more\./,
  );
  assert.match(page, /“Say when you are at home” in our email lets you choose another day, or a neighbour\./);
  assert.match(page, /Missed you: now .*Delivered: to come .*Phone 010 000 0000 .*What happened/);
  assert.doesNotMatch(page, /Nkosi|Dlamini|Ncome/);
}

async function priceAbroad({ browser, origin }) {
  await browser.arrive("What does it cost?");
  await browser.open(`${origin}/ship`);
  await browser.arrive("Sending to another country?");
  await browser.fill("Pickup postal code", "1431");
  await browser.select("Destination country", "Brazil");
  await browser.press("Get a price abroad");
  await browser.read(/R\s[\d\s]+,\d\d in a Flyer bag/);
}

/** By the link in her email; then the office assigns that day's stops. */
async function receiverChangesTheDay({ browser, dataDir }) {
  const waybillNo = (await toTheWaybill(browser)).replace(/\s/g, "");
  const { text } = await emailTo(dataDir, "sipho@example.co.za", /is sending you a parcel/);
  const [link] = /http\S+\/find-me\/\S+/.exec(text);
  // The last, which the page's headline doesn't name as well.
  const [, day, named] = [...(await (await fetch(link)).text()).matchAll(/<option value="([\d-]+)">([^<]+)/g)].at(-1);
  await browser.open(link);
  await browser.arrive("Does that suit you?");
  await browser.select("Day", named);
  await browser.press("Tell the driver");
  await browser.arrive("We have noted this");
  await browser.arrive(`You asked for: delivery on ${named}`);

  staff(dataDir, "mark", "collected", waybillNo);
  staff(dataDir, "add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
  staff(dataDir, "assign", waybillNo, "--driver", "Sipho Nkosi", "--date", day);
  const sheet = JSON.parse(staff(dataDir, "show", "run_sheet", "--full", "--json"));
  assert.deepEqual(
    sheet.map((stop) => [stop.waybill_no, stop.day, stop.agreed_day]),
    [[waybillNo, day, day]],
  );
}

function staff(dataDir, ...args) {
  const env = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir, USER: "zanele" };
  return execFileSync(process.execPath, ["build/tools/staff.js", ...args], { env, encoding: "utf8" });
}
