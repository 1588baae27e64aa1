import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "#app/paths";
import { isPostgres } from "#db/dialect";
import { addresses, parcel } from "../../demo/typed-answers";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import {
  aGuestAskedForMore,
  aGuestAtTheParcel,
  aGuestAtThePayment,
  aGuestAtTheReview,
  aGuestWithADearParcel,
  aGuestWithAWaybill,
  inTheFile,
} from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { aRound, gatesApart, signedInDriver } from "../support/a-round";
import { anOrder, aRateRequest, aShopifyShop, signedCall } from "../support/a-shopify-shop";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { anAuthenticator, invited, joined, OFFICE_PASSWORD } from "../support/an-office-person";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { routeFiles } from "../support/route-files.mjs";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";
import { holdWriteLock } from "../support/write-lock";

const WORDS = "We can't save anything just now";
/** What routes call that answers with the form as it was typed. */
const KEEPS = /\b(unlessUnwritable|keepVatNumber|takeStep|takeMark|authenticator|byPassword)\b/;
const FASTEST_PERSON_MS = 3_100;

const site = siteForAllTests();

/** What isn't sent back to a page. */
const isSecret = (field: string) => /password|^code$/i.test(field);

/** A filled-in form: its page, what is typed, its button, and the button of the page that refuses it. */
type Filled = { who: Visitor; button: string; again?: string; typed: Record<string, string> };

test("while locked every form is answered 503 with what was typed, other pages work, and afterwards everything is saved", async () => {
  const forms = await everyForm();
  const tried = new Set(Object.keys(forms).map((name) => name.split(" ")[0]));
  const guarded = [...routeFiles.values()]
    .filter((file) => KEEPS.test(readFileSync(file, "utf8")))
    .map((file) => path.relative("app/routes", file).replace(/(?:\/route)?\.tsx?$/, ""));
  expect(
    guarded.filter((name) => !tried.has(name)),
    "routes that keep what was typed, and aren't tried",
  ).toEqual([]);
  inTheFile(site, "UPDATE sessions SET last_seen_at = '2026-01-01T00:00:00.000Z'");
  const release = await lockingStaff();

  let answered = 0;
  const sending = Object.entries(forms).map(async ([name, { who, button, typed }]) => {
    const page = await who.press(button, typed);
    answered += 1;
    return [name, page] as const;
  });
  expect((await new Visitor(site.url).open("/ship")).status, "who only reads").toBe(200);
  expect(
    (await forms["account._index"].who.anotherTab().open("/dashboard")).status,
    "who is signed in and only reads",
  ).toBe(200);
  expect(answered, "that one's session is due to be marked as seen, which waits for nobody").toBe(0);

  // The lock is held until everybody has an answer.
  const refused = new Map(await Promise.all(sending));
  expect(refused.get("drive.take-back")?.text).toMatch(/^Press the button again/);
  for (const [name, page] of refused) {
    expect([page.status, name]).toEqual([503, name]);
    expect(Number(page.headers.get("Retry-After")), name).toBeGreaterThan(0);
    expect(page.text, name).toContain(WORDS);
    for (const [field, value] of Object.entries(forms[name as keyof typeof forms].typed)) {
      if (field === "code") expect(page.html, `${name}: a secret`).not.toContain(`"${value}"`);
      else if (isSecret(field)) expect(page.html, `${name}: a secret`).not.toContain(value);
      else expect([field, isStillThere(page, field, value), name]).toEqual([field, true, name]);
    }
  }

  const health = await fetch(`${site.url}/health`);
  // PostgreSQL can still write beside a locked table.
  const state = isPostgres
    ? [200, { ok: true, works: { forms: true } }]
    : [503, { ok: false, works: { pages: true, prices: true, forms: false } }];
  expect([health.status, await health.json()]).toMatchObject(state);

  await release();
  // A mark can be taken back for a minute.
  const { "drive.take-back": soon, ...others } = forms;
  const inOrder = Object.entries<Filled>({ "drive.take-back": soon, ...others });
  for (const [name, { who, button, again = button, typed }] of inOrder) {
    const secrets = Object.entries(typed).filter(([field]) => isSecret(field));
    const { status } = await who.press(again, Object.fromEntries(secrets));
    // A phone that is signed out may see no stops.
    expect(status, name).toBe(name === "drive.sign-out" ? 403 : 200);
  }
  expect((await fetch(`${site.url}/health`)).status).toBe(200);
});

test("a call by key is told to come again in half a minute, and does then what it did not do now, once", async () => {
  const { key } = await aShopWithAKey(site, "caller@example.co.za");
  const call = () =>
    fetch(`${site.url}/v1/webhooks`, {
      method: "POST",
      headers: { ...bearer(key), "Content-Type": "application/json", "Idempotency-Key": "one" },
      body: JSON.stringify({ url: "https://hooks.example.co.za/thuma", events: ["booking.paid"] }),
    });
  const release = await lockingStaff();
  const refused = await call();
  await release();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "30"]);
  expect(await refused.json()).toMatchObject({ detail: expect.not.stringContaining("earlier request") });
  expect([(await call()).status, (await call()).headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
});

test("Shopify is to send an order again that can't be stored, and its prices are there all the same", async () => {
  const { rates, orders } = await aShopifyShop(site, "locked-shopify@example.co.za");
  const release = await lockingStaff();
  const [order, price] = await Promise.all([
    fetch(site.url + orders, signedCall(anOrder(1001))),
    fetch(site.url + rates, { ...signedCall(aRateRequest("1868")), method: "POST" }),
  ]);
  await release();
  expect([order.status, order.headers.get("Retry-After")]).toEqual([503, "30"]);
  expect((await price.json()).rates).toHaveLength(1);
  expect((await fetch(site.url + orders, signedCall(anOrder(1001)))).status).toBe(200);
});

test("a payment notice is to be sent again, and a button without fields gets an explanation", async () => {
  const guest = await aGuestAtThePayment(site);
  await guest.open("/ship/review");
  const release = await lockingStaff();
  const [change, notice] = await Promise.all([
    guest.press("Change this booking"),
    fetch(`${site.url}/payfast/notify`, { method: "POST", body: new URLSearchParams({ m_payment_id: "x" }) }),
  ]);
  await release();
  for (const { status, headers } of [change, notice]) {
    expect(status).toBe(503);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect(change.text).toContain(WORDS);
});

/** Staff's own program with an open write transaction. */
async function lockingStaff(): Promise<() => Promise<void>> {
  const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
  onTestFinished(release);
  return release;
}

async function everyForm() {
  const applicant = new Visitor(site.url);
  await applicant.open("/join");
  const readyToApply = pause(FASTEST_PERSON_MS);
  const at = async (who: Visitor, address: string) => {
    await who.open(address);
    return who;
  };
  const customer = (name: string) => aVerifiedCustomer(site, `${name}@example.co.za`);
  const anybody = () => new Visitor(site.url);
  const forgetful = await customer("forgetful");
  await at(forgetful, "/login?tab=forgot");
  await forgetful.press("Send reset link", { email: "forgetful@example.co.za" });
  const reset = await emailTo(site.dataDir, "forgetful@example.co.za", /password/i);
  const changed = { ...addresses, fromName: "Nomsa Changed" };
  const forms = {
    "wizard.addresses": {
      who: await at(await aGuestAtTheReview(site), "/ship/addresses?then=review"),
      button: "Next",
      typed: changed,
    },
    "wizard.parcel": { who: await aGuestAtTheParcel(site), button: "Calculate Quote", typed: parcel },
    "wizard.review": { who: await aGuestAtTheReview(site), button: "Book This Collection", typed: { confirm: "on" } },
    login: {
      who: await at(anybody(), "/login"),
      button: "Login",
      typed: { email: "details@example.co.za", password: PASSWORD },
    },
    "login register": {
      who: await at(anybody(), "/login?tab=register"),
      button: "Register",
      typed: { name: "Zola M", phone: "082 123 4567", email: "zola@example.co.za", password: PASSWORD },
    },
    "login forgot": {
      who: await at(anybody(), "/login?tab=forgot"),
      button: "Send reset link",
      typed: { email: "zola@example.co.za" },
    },
    action: {
      who: await at(forgetful, pathOf(reset.link)),
      button: "Continue",
      typed: { password: "quite-another-1", confirmPassword: "quite-another-1" },
    },
    verify: { who: await aRegisteredCustomer(site, "unproven@example.co.za"), button: "Resend email", typed: {} },
    "account._index": {
      who: await at(await customer("details"), "/account"),
      button: "Save",
      typed: { name: "Thandi Dube", phone: "073 555 0101" },
    },
    "account.email": {
      who: await at(await customer("mover"), "/account/email"),
      button: "Send the link",
      typed: { email: "moved@example.co.za", currentPassword: PASSWORD },
    },
    "account.password": {
      who: await at(await customer("changer"), "/account/password"),
      button: "Change password",
      typed: { currentPassword: PASSWORD, password: "quite-another-2", confirmPassword: "quite-another-2" },
    },
    "account.delete": {
      who: await at(await customer("leaver"), "/account/delete"),
      button: "Delete my account",
      typed: { currentPassword: PASSWORD },
    },
    ...(await formsOfAParcel()),
    ...(await formsOfAShop()),
    ...(await formsOfPayments()),
    ...(await formsOfTheOffice()),
    "wizard.continue code": { who: await aSentDraft(), button: "Continue here", typed: {} },
    "address-book": {
      who: await at(await customer("keeper"), "/address-book"),
      button: "Save address",
      typed: {
        ...{ label: "Gogo Soweto", Name: "Nomsa Dlamini", Phone: "073 555 0101", AddressLine: "12 Ncome Crescent" },
        ...{ Suburb: "Orlando East", City: "Soweto", Postal: "1804" },
      },
    },
    "wizard.continue": {
      who: await at(await aGuestAtTheParcel(site), "/ship/continue"),
      button: "Send me the link",
      typed: { contact: "thandi@example.co.za" },
    },
    lost: {
      who: await at(anybody(), "/lost"),
      button: "Send the links again",
      typed: { contact: "thandi@example.co.za" },
    },
    "_site.join": {
      who: applicant,
      button: "Submit application",
      typed: aTypedApplication({ id_number: anIdNumber(1) }),
    },
    ...(await formsOfDrivers()),
  } satisfies Record<string, Filled>;
  await readyToApply;
  return forms;
}

/** Forms about a parcel that is booked and paid: its sender's, its receiver's, and anybody's; it is cancelled last. */
async function formsOfAParcel() {
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  const [booking] = inTheFile<{ id: string }>(
    site,
    `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
  );
  const [sender, receiver, finder] = [guest.anotherTab(), new Visitor(site.url), new Visitor(site.url)];
  await guest.open(`/change/${booking?.id}`);
  await sender.open(`/cancel/${booking?.id}`);
  const booked = await emailTo(site.dataDir, addresses.toEmail, /parcel/i);
  await receiver.open(pathOf(/http\S+\/find-me\/\S+/.exec(booked.text)?.[0] ?? ""));
  await finder.open(`/case/${waybillNo}`);
  const placing = receiver.anotherTab();
  await placing.open(receiver.page?.url ?? "");
  const refusing = await aGuestAskedForMore(site);
  await refusing.guest.open(paths.charge(refusing.chargeId, { refuse: "1" }));
  const day = receiver.page?.document.querySelectorAll("#day option")[2]?.getAttribute("value") ?? "";
  return {
    "change.$quoteId": {
      who: guest,
      button: "Save changes",
      typed: { toAddressLine: "9 Vilakazi Street", toPhone: "083 111 2222" },
    },
    "find-me.$quoteId wish": { who: receiver, button: "Tell the driver", typed: { wish: "day", day } },
    "find-me.$quoteId place": { who: placing, button: "Save", typed: { landmark: "Green gate by the spaza shop" } },
    "case.$waybillNo": {
      who: finder,
      button: "Send",
      typed: { kind: "damaged", words: "It is wet", contact: "lerato@example.co.za" },
    },
    "charge.$chargeId": { who: refusing.guest, button: "Refuse, and cancel the booking", typed: {} },
    "cancel.$quoteId": { who: sender, button: "Cancel this booking", typed: { reason: "Wrong address" } },
  };
}

async function formsOfAShop() {
  const shop = await aVerifiedCustomer(site, "shop@example.co.za");
  const keys = shop.anotherTab();
  await keys.open("/account/shop");
  await shop.open("/dashboard/import");
  return {
    "dashboard_.import": { who: shop, button: "Check the list", typed: { list: aList(aLine("Zodwa Khumalo")).trim() } },
    "account.shop": { who: keys, button: "Make a key", typed: { name: "Till", currentPassword: PASSWORD } },
  };
}

async function aSentDraft() {
  const first = await aGuestAtTheParcel(site);
  await first.open("/ship/continue");
  await first.press("Send me the link", { contact: "another.phone@example.co.za" });
  const second = new Visitor(site.url);
  await second.open(pathOf((await emailTo(site.dataDir, "another.phone@example.co.za", /another phone/)).link));
  return second;
}

/** A dear parcel, whose invoice will name the buyer, and a list that the office has booked. */
async function formsOfPayments() {
  const { guest } = await aGuestWithADearParcel(site);
  const shop = await aVerifiedCustomer(site, "office.books@example.co.za");
  const file = path.join(site.dataDir, "list.csv");
  writeFileSync(file, aList(aLine("Zodwa Khumalo")));
  const { out } = await staff(site, ["import", file, "--account", "office.books@example.co.za"]);
  await shop.open(/\/payfast\/order\/\S+/.exec(out)?.[0] ?? "");
  return {
    "payfast.start.$quoteId": { who: guest, button: "Put it on the invoice", typed: { vatNumber: "4123 456 789" } },
    "payfast.order.$orderId": { who: shop, button: "Agree and continue", typed: { terms: "on" } },
  };
}

async function formsOfDrivers() {
  const [arriving, working] = await aRound(site, ["Ayanda Zulu", "Sipho Nkosi"], 2, gatesApart);
  if (!arriving || !working) throw new Error("no round");
  const link = new Visitor(site.url);
  await link.open(arriving.link);
  const phone = await signedInDriver(site, working, new Visitor(site.url));
  const [marking, leaving] = [phone.anotherTab(), phone.anotherTab()];
  await phone.open(`/drive/stop/${working.stops[0]}`);
  await phone.press("Nobody there", { reason: "The gate is closed" });
  await marking.open(`/drive/stop/${working.stops[1]}`);
  await leaving.open("/drive/sign-out");
  const found = { reason: "The gate is closed", more: "Dogs" };
  return {
    "drive.stop.$waybillNo.($visit)": { who: marking, button: "Nobody there", typed: found },
    "drive.sign-in": { who: link, button: "Sign in on this phone", typed: {} },
    "drive.take-back": { who: phone, button: "Pressed by mistake? Take it back", again: "Take it back", typed: {} },
    "drive.sign-out": { who: leaving, button: "Sign out", typed: {} },
  };
}

async function formsOfTheOffice() {
  const [elsewhere, newcomer] = [new Visitor(site.url), new Visitor(site.url)];
  await elsewhere.open("/office/sign-in");
  await newcomer.open(await invited(site, "newcomer@office.example"));
  const passwords = { password: OFFICE_PASSWORD, confirmPassword: OFFICE_PASSWORD };
  const app = anAuthenticator(await newcomer.press("Continue", passwords));
  const { browser, recoveryCodes } = await joined(site, "thandi@office.example");
  await browser.open("/office/sign-in");
  await browser.press("Sign out");
  const hers = { email: "thandi@office.example", password: OFFICE_PASSWORD };
  await browser.press("Sign in", hers);
  return {
    "office.sign-in": { who: elsewhere, button: "Sign in", typed: hers },
    "office.sign-in code": { who: browser, button: "Sign in", typed: { code: recoveryCodes[0] ?? "" } },
    "office.join": { who: newcomer, button: "Continue", typed: { code: app.code() } },
  };
}

/** Whether a field of the page still contains what was typed. */
function isStillThere({ document }: Page, name: string, value: string): boolean {
  return document.querySelectorAll(`[name="${name}"]`).some((field) => {
    const option = field.querySelector("option[selected]");
    if (field.tagName === "SELECT") return (option?.getAttribute("value") ?? option?.text) === value;
    if (field.tagName === "TEXTAREA") return field.text.trim() === value.replaceAll("\r\n", "\n");
    const isChosen = /radio|checkbox/.test(field.getAttribute("type") ?? "");
    return (field.getAttribute("value") ?? "on") === value && (!isChosen || field.hasAttribute("checked"));
  });
}
