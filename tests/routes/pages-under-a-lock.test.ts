import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SECONDS } from "#app/durations";
import { addresses } from "../../demo/typed-answers";
import { aRegisteredCustomer, aVerifiedCustomer, pathOf } from "../support/a-customer";
import {
  aGuestAskedForMore,
  aGuestAtThePayment,
  aGuestAtTheReview,
  aGuestWithAWaybill,
  inTheFile,
} from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { bearer, makeKey } from "../support/an-api-key";
import { invited, joined } from "../support/an-office-person";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { routeFiles } from "../support/route-files.mjs";
import { staffList } from "../support/staff";
import { freshForStaff } from "../support/store-place";
import { Visitor } from "../support/visitor";
import { holdWriteLock } from "../support/write-lock";

/** So many pages are read while one write waits, which takes five seconds. */
const AT_A_TIME = 8;
/** Parts of other pages, and the page that says whether anything can be written. */
const NO_PAGES = ["account.tsx", "ship.tsx", "ship-local.tsx", "ship-Inter.tsx", "health.ts"];

/** Only a button leads there, or a link that is over; what anybody may ask for is answered. */
const REFUSED = [
  ...[
    "$.tsx",
    "action.tsx",
    "payfast._index.tsx",
    "payfast.start._index.tsx",
    "payfast.order.$orderId.tsx",
    "payfast.statement.$orderId.tsx",
  ],
  ...["payfast.notify.ts", "v1.$.ts", "v1.quote.international.ts", "v1.quote.local.ts", "v1.bookings.$id.cancel.ts"],
  ...["v1.bookings.$id.simulate.ts", "v1.shopify.$shop.orders.ts", "v1.shopify.$shop.rates.ts"],
  // It isn't paid for.
  "v1.bookings.$id.label[.]pdf.ts",
  "v1.labels[.]pdf.ts",
  ...["v1.webhooks.$id.ts", "v1.webhooks.$id.secret.ts", "v1.webhooks.$id.test.ts", "office.do.$command.file.ts"],
  ...["find-me.$quoteId.not-me.$wishId.tsx", "ship.summary.tsx", "ship-local.review.tsx", "ship-Inter.summary.tsx"],
];

const site = siteForAllTests();
const LOOKS = `SELECT count(*) AS "looks" FROM staff_actions WHERE action = 'looked at the stop'`;

test("each page, file and call that only reads answers at once under a write lock, and is noted once the lock is gone", async () => {
  const pages = await everyPage();
  const withLoader = [...routeFiles]
    .filter(([, file]) => /export .*\bloader\b/.test(readFileSync(file, "utf8")))
    .map(([name]) => name);
  expect(
    withLoader.filter((name) => !pages.has(name) && !NO_PAGES.includes(name)),
    "not opened",
  ).toEqual([]);
  const before = new Map<string, number>();
  for (const [name, open] of pages) before.set(name, (await open()).status);
  const refused = [...before].filter(([, status]) => status >= 400);
  expect(refused.filter(([, status]) => status >= 500)).toEqual([]);
  expect(refused.map(([name]) => name).toSorted()).toEqual(REFUSED.toSorted());
  // Sessions and keys are due to be marked as used.
  const longAgo = new Date(Date.now() - 5 * 60 * SECONDS).toISOString();
  inTheFile(site, `UPDATE sessions SET last_seen_at = '${longAgo}'`);
  inTheFile(site, "UPDATE api_keys SET last_used_at = NULL");

  const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
  onTestFinished(release);
  const answers: [string, number, string][] = [];
  const inOrder = [...pages];
  for (let at = 0; at < inOrder.length; at += AT_A_TIME) {
    const write = aWrite();
    for (const [name, open] of inOrder.slice(at, at + AT_A_TIME)) {
      const { status } = await open();
      // On a busy machine the others took the time of one write: this one has a write of its own.
      const own = write.isOver() ? aWrite() : null;
      if (own) await open();
      answers.push([name, status, own?.isOver() ? "waited for a write" : "at once"]);
    }
  }
  expect(answers).toEqual([...before].map(([name, status]) => [name, status, "at once"]));
  await release();
  const looks = () => Number(inTheFile<{ looks: number }>(site, LOOKS)[0]?.looks);
  await expect.poll(looks).toBeGreaterThanOrEqual(6);
});

/** A payment notice, which is given up after five seconds without the lock. */
function aWrite(): { isOver(): boolean } {
  let isOver = false;
  const body = new URLSearchParams({ m_payment_id: "x" });
  void fetch(`${site.url}/payfast/notify`, { method: "POST", body }).finally(() => (isOver = true));
  return { isOver: () => isOver };
}

async function everyPage(): Promise<Map<string, () => Promise<Response>>> {
  const anybody = new Visitor(site.url);
  const asked =
    (who: Visitor, address: string, headers = {}) =>
    async () => {
      const answer = await who.send(address, { headers });
      await answer.arrayBuffer();
      return answer;
    };
  const all = (who: Visitor, addresses: Record<string, string>, headers = {}) =>
    Object.entries(addresses).map(([name, address]) => [name, asked(who, address, headers)] as const);
  const customer = await aVerifiedCustomer(site, "reader@example.co.za");
  const unproven = await aRegisteredCustomer(site, "unproven@example.co.za");
  const key = await makeKey(customer, "Till");
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  const [{ id = "" } = {}] = inTheFile<{ id: string }>(
    site,
    `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
  );
  const [{ invoiceNo = "" } = {}] = inTheFile<{ invoiceNo: string }>(
    site,
    `SELECT invoice_no AS "invoiceNo" FROM invoices WHERE quote_id = '${id}'`,
  );
  const { chargeId } = await aGuestAskedForMore(site);
  const paying = await aGuestAtThePayment(site);
  const letter = await emailTo(site.dataDir, addresses.toEmail, /parcel/i);
  const linkTo = (page: string) => pathOf(new RegExp(`http\\S+${page}\\S+`).exec(letter.text)?.[0] ?? "");
  return new Map([
    ...all(anybody, openToAll),
    ...all(anybody, {
      "case.$waybillNo.tsx": `/case/${waybillNo}`,
      "charge.$chargeId.tsx": `/charge/${chargeId}`,
      "find-me.$quoteId.tsx": linkTo("/find-me/"),
      "find-me.$quoteId.not-me.$wishId.tsx": linkTo("/find-me/").replace("?", "/not-me/x?"),
      "stop-messages.$quoteId.$person.tsx": linkTo("/stop-messages/"),
      "t.$waybillNo.ts": `/t/${waybillNo}`,
      "tracking.tsx": `/tracking?action=track&accno=&no=${waybillNo}`,
    }),
    ...all(guest, {
      "cancel.$quoteId.tsx": `/cancel/${id}`,
      "change.$quoteId.tsx": `/change/${id}`,
      "invoice.$invoiceNo.tsx": `/invoice/${invoiceNo}`,
      "payfast.return.tsx": `/payfast/return?quoteId=${id}`,
      "waybill.$no.tsx": `/waybill/${waybillNo}`,
      "waybill.$no[.]pdf.ts": `/waybill/${waybillNo}.pdf`,
      "waybills.$quoteId[.]pdf.ts": `/waybills/${id}.pdf`,
    }),
    ...all(paying, {
      "payfast.start.$quoteId.tsx": new URL(paying.page?.url ?? "").pathname,
      "payfast.simulator.tsx": "/payfast/simulator",
      "payfast.order.$orderId.tsx": "/payfast/order/none",
      "payfast.statement.$orderId.tsx": "/payfast/statement/none",
    }),
    ...all(await aGuestAtTheReview(site), wizard("ship")),
    ...all(unproven, { "verify.tsx": "/verify" }),
    ...all(customer, { ...ofAnAccount, ...wizard("ship-local"), ...wizard("ship-Inter") }),
    ...all(anybody, byKey(await bookedByKey(key)), bearer(key)),
    ...(await pagesOfDrivers(all)),
    ...(await pagesOfTheOffice(all, waybillNo)),
  ]);
}

async function bookedByKey(key: string): Promise<string> {
  const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459", email: addresses.fromEmail };
  const to = { ...from, name: addresses.toName, phone: addresses.toPhone };
  const parcel = { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" };
  const answer = await fetch(`${site.url}/v1/bookings`, {
    method: "POST",
    headers: { ...bearer(key), "Content-Type": "application/json", "Idempotency-Key": "one" },
    body: JSON.stringify({ reference: "one", from, to, parcel, agreedTotal: 80.62 }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

type Asked = (who: Visitor, addresses: Record<string, string>) => (readonly [string, () => Promise<Response>])[];

async function pagesOfDrivers(all: Asked) {
  const [arriving, working] = await aRound(site, ["Ayanda Zulu", "Sipho Nkosi"], 2);
  if (!arriving || !working) throw new Error("no round");
  const phone = await signedInDriver(site, working, new Visitor(site.url));
  return [
    ...all(new Visitor(site.url), { "drive.sign-in.tsx": pathOf(new URL(arriving.link, site.url).href) }),
    ...all(phone, {
      "drive._index.tsx": "/drive",
      "drive.sign-out.tsx": "/drive/sign-out",
      "drive.stop.$waybillNo.($visit).tsx": `/drive/stop/${working.stops[0]}`,
      "drive.take-back.tsx": "/drive/take-back",
    }),
  ];
}

async function pagesOfTheOffice(all: Asked, waybillNo: string) {
  const link = await invited(site, "newcomer@office.example");
  const { browser } = await joined(site, "thandi@office.example", "manager");
  expect(await staffList(site, ["history", waybillNo])).not.toEqual([]);
  // On PostgreSQL lists and figures are read in a copy.
  freshForStaff(path.join(site.dataDir, "courier.db"));
  return [
    ...all(new Visitor(site.url), { "office.join.tsx": link, "office.sign-in.tsx": "/office/sign-in" }),
    ...all(browser, {
      "office._index.tsx": "/office",
      "office.$number.tsx": `/office/${waybillNo}`,
      "office.do._index.tsx": "/office/do",
      "office.do.$command.tsx": "/office/do/list-boxes",
      "office.do.$command.file.ts": "/office/do/list-boxes/file",
      "office.figures.tsx": "/office/figures",
      "office.figures.$figure.ts": "/office/figures/weeks",
      "office.invoice.$invoiceNo.tsx": "/office/invoice/INV-TEST-000001",
      "office.list.$view.tsx": "/office/list/bookings",
      "office.list.$view.$format.ts": "/office/list/bookings/csv",
    }),
  ];
}

const wizard = (name: string) =>
  Object.fromEntries(
    ["_index", "addresses", "change", "continue", "parcel", "review", "summary", "start-again"].map((step) => [
      `${name}.${step}.tsx`,
      `/${name}${step === "_index" ? "" : `/${step}`}`,
    ]),
  );

const openToAll = {
  "$.tsx": "/no-such-page",
  "[.]well-known.security[.]txt.ts": "/.well-known/security.txt",
  "_site._index.tsx": "/",
  "_site.developers.tsx": "/developers",
  "_site.join.tsx": "/join",
  "_site.privacy.tsx": "/privacy",
  "_site.terms.tsx": "/terms",
  "_site.track.tsx": "/track",
  "action.tsx": "/action?mode=resetPassword&oobCode=wrong",
  "countries.ts": "/countries?q=bra",
  "developers.thuma-couriers[.]zip.ts": "/developers/thuma-couriers.zip",
  "developers.thuma_couriers[.]ocmod[.]zip.ts": "/developers/thuma_couriers.ocmod.zip",
  "forget-me.ts": "/forget-me",
  "lite.tsx": "/lite",
  "login.tsx": "/login",
  "logout.tsx": "/logout",
  "lost.tsx": "/lost",
  "manifest[.]webmanifest.ts": "/manifest.webmanifest",
  "payfast._index.tsx": "/payfast",
  "payfast.notify.ts": "/payfast/notify",
  "payfast.start._index.tsx": "/payfast/start",
  "places.ts": "/places?q=soweto",
  "robots[.]txt.ts": "/robots.txt",
  "sitemap[.]xml.ts": "/sitemap.xml",
  "v1.$.ts": "/v1/none",
  "v1.boxes.ts": "/v1/boxes",
  "v1.countries.ts": "/v1/countries",
  "v1.coverage.ts": "/v1/coverage?pcode=1804",
  "v1.openapi[.]json.ts": "/v1/openapi.json",
  "v1.quote.international.ts": "/v1/quote/international",
  "v1.quote.local.ts": "/v1/quote/local",
};

const ofAnAccount = {
  "account._index.tsx": "/account",
  "account.api-keys.ts": "/account/api-keys",
  "account.shop.tsx": "/account/shop",
  "account.data.ts": "/account/data",
  "account.delete.tsx": "/account/delete",
  "account.email.tsx": "/account/email",
  "account.password.tsx": "/account/password",
  "account.sessions.tsx": "/account/sessions",
  "account.statement.$month.tsx": "/account/statement/2026-01",
  "account.statement.$month[.]csv.ts": "/account/statement/2026-01.csv",
  "account.statement.$month[.]pdf.ts": "/account/statement/2026-01.pdf",
  "address-book.tsx": "/address-book",
  "dashboard.tsx": "/dashboard",
  "dashboard.bookings[.]csv.ts": "/dashboard/bookings.csv",
  "dashboard.import.tsx": "/dashboard/import",
  "demo.tsx": "/demo",
  "ship.remembered.tsx": "/ship/remembered",
  "trackpro.tsx": "/trackpro",
};

const byKey = (id: string) => ({
  "v1.shopify.$shop.orders.ts": "/v1/shopify/none/orders",
  "v1.shopify.$shop.rates.ts": "/v1/shopify/none/rates",
  "v1.terms.ts": "/v1/terms",
  "v1.bookings.ts": "/v1/bookings",
  "v1.bookings.$id.ts": `/v1/bookings/${id}`,
  "v1.bookings.$id.cancel.ts": `/v1/bookings/${id}/cancel`,
  "v1.bookings.$id.events.ts": `/v1/bookings/${id}/events`,
  "v1.bookings.$id.simulate.ts": `/v1/bookings/${id}/simulate`,
  "v1.bookings.$id.label[.]pdf.ts": `/v1/bookings/${id}/label.pdf`,
  "v1.labels[.]pdf.ts": `/v1/labels.pdf?bookings=${id}`,
  "v1.webhooks.ts": "/v1/webhooks",
  "v1.webhooks.$id.ts": "/v1/webhooks/none",
  "v1.webhooks.$id.secret.ts": "/v1/webhooks/none/secret",
  "v1.webhooks.$id.test.ts": "/v1/webhooks/none/test",
});
