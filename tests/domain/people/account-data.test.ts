import { expect, test } from "vitest";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { SESSION_DAYS, startSession } from "#app/domain/accounts/sessions.server";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { stopMessages } from "#app/domain/messages/opt-out.server";
import { noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { accountData, deleteAccount } from "#app/domain/people/account-data.server";
import { eraseDeletedAccounts } from "#app/domain/people/deleted-accounts.server";
import { DAYS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { whole } from "../../support/a-whole-document";
import { officeForEachTest } from "../../support/an-office";

const traces = /thandi|sipho|082 ?123|example\.co\.za/i;

const office = officeForEachTest();

test("after an account is deleted its name, phone and email are nowhere: not in emails, not even to ourselves, nor in PayFast's notices", async () => {
  await office.quote();
  await office.booked({ addresses: { fromPostal: "9100" } });
  const { quote } = await office.paid();
  await office.tell(quote, { pfPaymentId: "twice" });
  const refund = { reference: "back-1", amountCents: quote.grandTotalCents ?? 0, goodwill: false };
  await office.store.tx((tx) => noteRefund(tx, quote.id, refund, new Date()));
  while ((await office.postman(new Date())) > 0);
  // PostgreSQL's index of words is no table.
  const found = isPostgres ? [] : ["search_index", "search_index_content"];
  expect(await traced()).toEqual(["outgoing_mails", "payment_notices", "quotes", ...found]);

  await deleteMine("mine@another.example");
  expect(await traced()).toEqual([]);
});

test("emails to an account are erased with it, if the address was verified: else they may be somebody else's", async () => {
  const subjects = async () => (await office.store.read.select().from(outgoingMails)).map(({ subject }) => subject);
  const now = new Date("2026-11-20T08:00:00Z");
  await office.wrote("Welcome", { to: "mine@another.example" }, now);
  await office.wrote("Hello", { to: "theirs@another.example" }, now);
  while ((await office.postman(now)) > 0);
  const { account } = await office.joined("theirs@another.example", now);
  await office.store.tx((tx) => deleteAccount(tx, account, now));
  await eraseDeletedAccounts(office.store, now);
  expect((await subjects()).toSorted()).toEqual(["Hello", "Welcome"]);
  await deleteMine("mine@another.example");
  expect((await subjects()).toSorted()).toEqual(["(Deleted at the request of its owner.)", "Hello"]);
});

test("a later notice from PayFast doesn't bring them back", async () => {
  const quote = await office.booked();
  await deleteMine("mine@another.example");
  await office.tell(quote, { status: "PENDING" });
  await office.tell(quote, { cents: 1, pfPaymentId: "forged" });
  await office.tell(quote, {});
  expect(await traced()).toEqual([]);
  expect(office.staff("SELECT outcome FROM payment_notices ORDER BY received_at")).toMatchObject([
    { outcome: "unchanged" },
    { outcome: "refused" },
    { outcome: "duplicate" },
  ]);
});

test("an account's copy has its bookings with all that belongs to them, and emails only to a verified address", async () => {
  const now = new Date("2026-11-20T08:00:00Z");
  const { quote, waybillNo } = await office.paid({}, now);
  const unpaid = await office.quote({}, now);
  const { account: joined } = await office.joined("mine@another.example", now);
  await office.wrote("welcome", { to: joined.email }, now);
  const read = async () => {
    const account = (await accountById(office.store.read, joined.uid)) ?? expect.fail("no account");
    return whole(accountData(office.store.read, limitsAsked, account, now));
  };
  await office.store.tx(async (tx) => {
    await giveGuestQuotes(tx, "a-guest", joined.uid, now);
    await agreeVisit(tx, waybillNo, { day: "2026-11-24", fromTime: null, untilTime: null }, now);
    await noteBooking(tx, { quoteId: quote.id, who: "Zanele", note: "The dog bites" }, now);
    await stopMessages(tx, "email", joined.email, now);
    await startSession(tx, "customer", { who: joined.uid, guestId: "a-guest", browser: "Firefox" }, now);
  });
  expect(await read()).toMatchObject({ outgoing_mails: [], cases: [], message_stops: { email: now } });

  await office.store.tx((tx) => proveAddress(tx, joined.uid, joined.email, now));
  const data = await read();
  expect(Object.keys(data)).toEqual([
    ...[
      "madeAt",
      "credit",
      "cases",
      "outgoing_mails",
      "message_stops",
      "blocked_customers",
      "webhook_endpoints",
      "webhook_answers",
      "shopify_shops",
      "shopify_orders",
      "saved_addresses",
      "api_keys",
      "sessions",
    ],
    ...["action_links", "account", "quotes"],
  ]);
  expect(data.outgoing_mails).toMatchObject([{ subject: "welcome" }]);
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAYS);
  expect(data.sessions).toEqual([{ browser: "Firefox", createdAt: now, lastSeenAt: now, expiresAt }]);
  expect(data.quotes.find(({ id }: { id: string }) => id === quote.id)).toMatchObject({
    waybillNo,
    payments: [{ state: "complete" }],
    invoices: [{ kind: "invoice" }],
    tracking: [{ kind: "booked" }],
    agreed_visits: [{ stop: "collection", day: "2026-11-24" }],
    notes: [{ note: "The dog bites", notedAt: now }],
    driver_marks: [],
    reported_marks: [],
  });
  expect(data.quotes.find(({ id }: { id: string }) => id === unpaid.id)).toMatchObject({
    ...{ waybillNo: null, payments: [], invoices: [], tracking: [], agreed_visits: [], notes: [], driver_marks: [] },
  });
});

/** Deletes the account. Its quotes have other emails than the account. */
async function deleteMine(email: string): Promise<void> {
  const { account } = await office.joined(email);
  await office.store.tx(async (tx) => {
    const now = new Date();
    await proveAddress(tx, account.uid, email, now);
    await giveGuestQuotes(tx, "a-guest", account.uid, now);
    const proven = (await accountById(tx, account.uid)) ?? expect.fail("no account");
    await deleteAccount(tx, proven, now);
  });
  await eraseDeletedAccounts(office.store, new Date());
}

/** The tables that still contain personal data. */
async function traced(): Promise<string[]> {
  return office.tables().filter((name) => traces.test(JSON.stringify(office.staff(`SELECT * FROM "${name}"`))));
}
