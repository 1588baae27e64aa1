import { readdirSync } from "node:fs";
import path from "node:path";
import { eq, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, test } from "vitest";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { readPartyAddress } from "#app/domain/form/saved-form";
import { stopMessages } from "#app/domain/messages/opt-out.server";
import { deleteAccount } from "#app/domain/people/account-data.server";
import { customerOf } from "#app/domain/people/customer.server";
import { customerData } from "#app/domain/people/customer-data.server";
import { eraseDeletedAccounts } from "#app/domain/people/deleted-accounts.server";
import { forgetCustomer, whyNotForgotten } from "#app/domain/people/forget-customer.server";
import { type PersonalTable, personalTables, tables } from "#app/domain/people/personal-tables.server";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import type { TableName } from "#db/columns";
import { partOf } from "#db/part-of-transaction.server";
import { actionLinks, blockedCustomers, deletedAccounts, rateLimits, users } from "#db/schema/accounts";
import { savedAddresses } from "#db/schema/address-book";
import { apiKeys } from "#db/schema/api-keys";
import { cases } from "#db/schema/cases";
import { charges, creditTerms } from "#db/schema/charges";
import { doneOnce } from "#db/schema/done-once";
import { driverApplications } from "#db/schema/drivers";
import { invoices } from "#db/schema/invoices";
import { outgoingMails } from "#db/schema/mail";
import { agreedVisits, bookingNotes, receiverWishes } from "#db/schema/office";
import { officeFactors, officeLooks, officePeople } from "#db/schema/office-people";
import { claims, paymentNotices, payments, refunds, unsignedNotices } from "#db/schema/payments";
import { promises } from "#db/schema/promises";
import { quotes } from "#db/schema/quotes";
import { deliveryPhotos, driverMarks, drivers, reportedMarks, stops } from "#db/schema/rounds";
import { sentDrafts } from "#db/schema/sent-drafts";
import { sessions } from "#db/schema/sessions";
import { shopifyOrders, shopifyShops } from "#db/schema/shopify";
import { customerChanges, staffActions } from "#db/schema/staff-actions";
import { deliveryPins, trackingEvents } from "#db/schema/waybills";
import { webhookAnswers, webhookEndpoints } from "#db/schema/webhooks";
import type { Reader, Tx } from "#db/store.server";
import { aParcel } from "../../../demo/a-parcel";
import { aFolder } from "../../support/a-store";
import { whole } from "../../support/a-whole-document";
import { officeForEachTest } from "../../support/an-office";

const EMAIL = "nomsa@example.com";
const MARK = "zwane in ";
const now = new Date("2026-11-21T08:00:00Z");
const longAfter = new Date(now.getTime() + 7 * 366 * DAYS);

const files: object[] = await Promise.all(
  readdirSync("db/schema").map((file) => import(/* @vite-ignore */ path.resolve("db/schema", file))),
);
const made = files.flatMap((file) => Object.values(file).filter((each) => is(each, Table)));
const tablesByName = new Map(made.map((table) => [getTableName(table) as TableName, table as SQLiteTable]));

/** Columns of a table without personal data that sound as if it had some. */
const SOUNDS_PERSONAL = /(?:^|_)(?:name|phone|cell|email|address|street|words|note|jpeg)(?:_|$)/;

test("a table without personal data says what is in each column that sounds personal", () => {
  const personal = new Set(personalTables().map(([name]) => name));
  const impersonal = [...tablesByName].filter(([name]) => !personal.has(name));
  expect(impersonal.length).toBeGreaterThan(5);
  for (const [name, table] of impersonal) {
    const row = tables[name];
    const columns = Object.values(getTableColumns(table)).map((column) => column.name);
    const said = typeof row === "object" && "named" in row ? Object.keys(row.named) : [];
    expect([name, said]).toEqual([name, columns.filter((column) => SOUNDS_PERSONAL.test(column))]);
  }
});

const office = officeForEachTest();
let uid: string;
/** A text in each table with personal data that is in no other. */
const marks = new Map<TableName, string>();
beforeEach(async () => {
  await office.applied(1, { from_email: EMAIL, cell: "0831112222" }, now);
  const parcel = aParcel({ addresses: { fromName: "Nomsa", fromEmail: EMAIL } }).delivered();
  const { quote, waybillNo } = await parcel.in(office.world, now);
  ({
    account: { uid },
  } = await office.joined(EMAIL, now));
  await office.store.tx(async (tx) => {
    await proveAddress(tx, uid, EMAIL, now);
    await plant(tx, quote.id, waybillNo);
  });
});

async function plant(tx: Tx, quoteId: string, waybillNo: string): Promise<void> {
  const own = (table: TableName) => {
    marks.set(table, MARK + table);
    return MARK + table;
  };
  const soon = new Date(now.getTime() + DAYS);
  const [payment] = await tx.select().from(payments);
  const [quote] = await tx.select().from(quotes);
  const [application] = await tx.select().from(driverApplications);
  if (!payment || !quote || !application) throw new Error("nothing to plant in");
  const { addresses, parcel } = quote.formSnapshot;
  await tx
    .update(quotes)
    .set({ uid, formSnapshot: { addresses: { ...addresses, fromLandmark: own("quotes") }, parcel } });
  await tx.update(payments).set({ way: "bank", pfPaymentId: `bank:${own("payments")}` });
  await tx.insert(charges).values({
    ...{ id: "charge-1", quoteId, reason: "other", found: {}, amountCents: 10_00, because: own("charges") },
    ...{ agreed: "Nomsa", state: "withdrawn", askedAt: now, payBy: "2026-11-28", endedAt: now },
  });
  await tx.update(trackingEvents).set({ place: own("tracking_events") });
  await tx.update(driverApplications).set({ residence: own("driver_applications") });
  await tx.update(invoices).set({ customer: { name: own("invoices"), address: [] } });
  await tx.update(users).set({ name: own("users") });
  await tx.update(outgoingMails).set({ state: "sent" });
  await tx
    .update(outgoingMails)
    .set({ textBody: own("outgoing_mails") })
    .where(eq(outgoingMails.toAddress, EMAIL));
  await tx.update(paymentNotices).set({ body: own("payment_notices"), outcome: "refused" });
  marks.set("waybills", waybillNo);
  const refund = { reference: `bank:${own("refunds")}`, paymentId: payment.id, amountCents: 1, notedAt: now };
  await tx.insert(refunds).values(refund);
  const claim = { waybillNo, amountCents: 1, mode: "sandbox" as const, notedAt: now, notedBy: "Zanele" };
  await tx.insert(claims).values({ ...claim, reference: own("claims") });
  const counted = { day: "2026-11-21", network: "payfast", quoteId, notices: 1, reason: "signature" };
  const received = { firstReceivedAt: now, lastReceivedAt: now };
  await tx.insert(unsignedNotices).values({ ...counted, ...received, sample: own("unsigned_notices") });
  await tx.insert(drivers).values({ id: "d", name: own("drivers"), phone: "+27831234567", addedAt: now });
  const visit = { waybillNo, driverId: "d", visit: "delivery" } as const;
  await tx.insert(stops).values({ ...visit, id: own("stops"), day: "2026-11-21", position: 1, assignedAt: now });
  const mark = { ...visit, kind: "delivered", filledInAt: now, receivedAt: now } as const;
  await tx.insert(driverMarks).values({ ...mark, id: "m", formKey: "m", pieces: 1, takenBy: own("driver_marks") });
  const blank = { pieces: `${MARK}reported_marks`, pin: "", reason: "", more: "", why: "", earlier: "", formKey: "r" };
  const reported = { ...mark, ...blank, id: "r", stopId: `${MARK}stops`, takenBy: own("reported_marks") };
  await tx.insert(reportedMarks).values(reported);
  await tx.insert(deliveryPhotos).values({ markId: "m", waybillNo, jpeg: own("delivery_photos"), receivedAt: now });
  const pin = { waybillNo, pin: own("delivery_pins"), madeAt: now };
  await tx.insert(deliveryPins).values(pin).onConflictDoUpdate({ target: deliveryPins.waybillNo, set: pin });
  await tx.insert(agreedVisits).values({ waybillNo, stop: "collection", day: own("agreed_visits"), agreedAt: now });
  const news = { about: waybillNo, until: "2026-12-01 17:00", madeAt: now, words: own("promises") };
  await tx.insert(promises).values({ kind: "next_news", ...news });
  const wish = { id: "w", waybillNo, kind: "day", day: own("receiver_wishes"), wishedAt: now } as const;
  await tx.insert(receiverWishes).values(wish);
  await tx.insert(bookingNotes).values({ id: "n", quoteId, notedAt: now, who: "Zanele", note: own("booking_notes") });
  const done = { id: "a", at: now, who: "Zanele", action: "cancelled booking", subject: waybillNo };
  await tx.insert(staffActions).values({ ...done, details: own("staff_actions") });
  const report = { caseNo: "C48210934", waybillNo, kind: "damaged", contact: EMAIL, formKey: "c" } as const;
  await tx.insert(cases).values({ ...report, words: own("cases"), openedAt: now, closedAt: now });
  await stopMessages(tx, "email", EMAIL, new Date("2026-11-21T07:06:05.004Z"));
  marks.set("message_stops", "2026-11-21T07:06:05.004Z");
  const terms = { uid, limitCents: 5_000_00, days: 30, allowedBy: "Zanele" };
  await tx.insert(creditTerms).values({ ...terms, allowedAt: new Date("2026-11-21T07:06:05.005Z") });
  marks.set("credit_terms", "2026-11-21T07:06:05.005Z");
  const answers = { toEmail: EMAIL, toName: own("sent_drafts") };
  await tx.insert(sentDrafts).values({ id: "s", answers, createdAt: now, expiresAt: soon });
  const said = { kind: "done", output: [own("done_once")] };
  await tx.insert(doneOnce).values({ kind: "office form", who: "o", key: "f", answer: said, at: now });
  await tx.insert(blockedCustomers).values({ contact: EMAIL, because: own("blocked_customers"), blockedAt: now });
  const book = { id: "b", uid, label: own("saved_addresses"), address: readPartyAddress({}) };
  await tx.insert(savedAddresses).values({ ...book, createdAt: now, updatedAt: now });
  const webhook = { id: "w", uid, url: own("webhook_endpoints"), secret: "s", madeAt: now };
  await tx.insert(webhookEndpoints).values(webhook);
  await tx.insert(webhookAnswers).values({ id: "m", endpointId: "w", text: own("webhook_answers"), answeredAt: now });
  const apiKey = { id: "k", uid, name: own("api_keys"), keyHash: "h", start: "t", termsVersion: "t", madeAt: now };
  await tx.insert(apiKeys).values(apiKey);
  const shop = { uid, number: "n", signingSecret: "s", smallestBox: "", termsVersion: own("shopify_shops") };
  await tx.insert(shopifyShops).values({ ...shop, madeAt: now });
  const order = { uid, orderId: "1", name: "#1", state: "open", why: own("shopify_orders"), receivedAt: now } as const;
  await tx.insert(shopifyOrders).values({ ...order, booking: { to: { email: EMAIL } } });
  const called = {
    kind: "call by key",
    who: uid,
    answer: { requestHash: "h", status: 201, body: {} },
    at: now,
  } as const;
  await tx.insert(doneOnce).values({ ...called, key: own("done_once") });
  await tx.insert(deletedAccounts).values({ uid: "another", email: own("deleted_accounts"), deletedAt: now });
  const begun = { person: EMAIL, kind: "correct", correction: {}, workedAt: now } as const;
  await tx.insert(customerChanges).values({ ...begun, addresses: [], who: own("customer_changes") });
  const signIn = { id: "i", kind: "customer", who: uid, createdAt: now, lastSeenAt: now, expiresAt: soon } as const;
  await tx.insert(sessions).values({ ...signIn, browser: own("sessions") });
  const link = { codeHash: "h", purpose: "reset", subject: uid, address: own("action_links"), createdAt: now };
  await tx.insert(actionLinks).values({ ...link, expiresAt: soon });
  const staff = { id: "o", email: "zanele@office.example", officeRight: "clerk", addedAt: now } as const;
  await tx.insert(officePeople).values({ ...staff, name: own("office_people") });
  const factor = { id: "of", personId: "o", kind: "app", createdAt: now } as const;
  await tx.insert(officeFactors).values({ ...factor, keySealed: own("office_factors") });
  await tx.insert(officeLooks).values({ id: "ol", at: now, who: own("office_looks"), what: "looked at" });
  await tx.insert(rateLimits).values({ key: own("rate_limits"), points: 1, expire: new Date(now.getTime() + 1000) });
}

/** The tables whose marks are still there. */
async function left(store: Reader): Promise<TableName[]> {
  const found: TableName[] = [];
  for (const [name, mark] of marks) {
    const table = tablesByName.get(name);
    if (table && JSON.stringify(await store.select().from(table)).includes(mark)) found.push(name);
  }
  return found.toSorted();
}

const namesOf = (which: (row: PersonalTable) => boolean) =>
  personalTables()
    .flatMap(([name, row]) => (which(row) ? [name] : []))
    .toSorted();

async function person(store: Reader) {
  const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);
  const quoteIds = await ids(store.select({ id: quotes.id }).from(quotes));
  const applicationIds = await ids(store.select({ id: driverApplications.id }).from(driverApplications));
  return customerOf(store, { email: EMAIL }, { quoteIds, applicationIds, uids: [uid] });
}

/** The tables whose marks are in the person's copy of their data. */
async function copied(): Promise<TableName[]> {
  const { read } = office.store;
  const copy = JSON.stringify(await whole(customerData(read, { email: EMAIL }, await person(read), now)));
  return [...marks].flatMap(([name, mark]) => (copy.includes(mark) ? [name] : [])).toSorted();
}

/** What is left after a change that is then undone. */
async function leftAfter(change: (tx: Tx) => Promise<unknown>): Promise<TableName[]> {
  let rest: TableName[] = [];
  const undone = new Error("undone");
  const work = office.store.tx(async (tx) => {
    await change(tx);
    rest = await left(tx);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return rest;
}

const forget = async (tx: Tx) => {
  await forgetCustomer(tx, { email: EMAIL }, await person(tx), now);
  await eraseDeletedAccounts(partOf(office.store, tx), now);
};

/** Does something while a table's row says something else. */
async function meanwhile<Result>(row: PersonalTable, other: Partial<PersonalTable>, work: () => Promise<Result>) {
  const before = { ...row };
  Object.assign(row, other);
  return work().finally(() => Object.assign(row, before));
}

describe("every table of the schema", () => {
  test("is decided on, and has a row here if it has personal data", async () => {
    expect(Object.keys(tables).toSorted()).toEqual([...tablesByName.keys()].toSorted());
    expect(await left(office.store.read)).toEqual(namesOf(() => true));
    expect(await whyNotForgotten(office.store.read, await person(office.store.read), now)).toEqual([]);
  });

  test("is in a person's copy, unless it says why not", async () => {
    expect(await copied()).toEqual(namesOf((row) => !("no" in row.copied)));
    for (const [name, row] of personalTables())
      if (!("no" in row.copied) && row.copied.as !== null)
        expect(await meanwhile(row, { copied: {} }, copied), name).not.toContain(name);
  });

  test("forgets a person, unless it says why not", async () => {
    expect(await leftAfter(forget)).toEqual(namesOf((row) => "no" in row.erased));
    for (const [name, row] of personalTables())
      if (!("no" in row.erased || row.erased.with))
        expect(await meanwhile(row, { erased: {} }, () => leftAfter(forget)), name).toContain(name);
  });

  test("forgets a deleted account, with all that it booked", async () => {
    const remove = async (tx: Tx) => {
      const account = (await accountById(tx, uid)) ?? expect.fail("no account");
      await deleteAccount(tx, account, now);
      await eraseDeletedAccounts(partOf(office.store, tx), now);
    };
    // What the office did to somebody is said for a day, whether they have an account or not.
    const goes = ({ erased }: PersonalTable) =>
      "account" in erased ||
      ("left" in erased && !("person" in erased)) ||
      "bookings" in erased ||
      ("with" in erased && erased.with !== undefined);
    expect(await leftAfter(remove)).toEqual(namesOf((row) => !goes(row)));
  });

  test("keeps its rows until their time is over, and then loses them, unless it says why not", async () => {
    const keepUntil = async (moment: Date) => {
      await tidy(office.store, aFolder(), moment);
      return left(office.store.read);
    };
    expect(await keepUntil(now)).toEqual(namesOf(() => true));
    const kept = personalTables().map(([, row]) => [row, row.kept] as const);
    for (const [row] of kept) row.kept = { no: "tried" };
    expect(await keepUntil(longAfter)).toEqual(namesOf(() => true));
    for (const [row, before] of kept) row.kept = before;
    const goes = ({ kept, erased }: PersonalTable) =>
      !("no" in kept) || "bookings" in erased || ("with" in erased && erased.with === "driver_marks");
    expect(await keepUntil(longAfter)).toEqual(namesOf((row) => !goes(row)));
  });
});
