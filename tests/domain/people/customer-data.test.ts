import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { accountById } from "#app/domain/accounts/accounts.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { actionsOn, recordAction } from "#app/domain/office/staff-actions.server";
import { noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { bookingData } from "#app/domain/people/booking-data.server";
import { type Correction, correctRest, toCorrect } from "#app/domain/people/correct-customer.server";
import { customerOf, type Identity, isNobody } from "#app/domain/people/customer.server";
import { customerData } from "#app/domain/people/customer-data.server";
import { forgetCustomer, whatGoes, whyNotForgotten } from "#app/domain/people/forget-customer.server";
import { promise, type StoredUntil } from "#app/domain/post/promises.server";
import { plainText } from "#app/language/plain-text";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { aParcel } from "../../../demo/a-parcel";
import { whole } from "../../support/a-whole-document";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");
const later = new Date("2026-11-21T08:00:00Z");
const byEmail = { email: "nomsa@example.com" };
const byPhone = { phone: "831112222" };
const fromNomsa = { fromName: "Nomsa Zwane", fromEmail: "Nomsa@example.com", fromPhone: "083 111 2222" };
const toNomsa = { toName: "Nomsa Zwane", toEmail: "nomsa@example.com", toPhone: "", toCell: "+27831112222" };

type Received = { waybillNo: string | null };

const office = officeForEachTest();

/** The person, when a search has found every row of the database. */
async function found(who: Identity) {
  const { read } = office.store;
  const quoteIds = (await read.select({ id: quotes.id }).from(quotes)).map(({ id }) => id);
  const applications = await read.select({ id: driverApplications.id }).from(driverApplications);
  const uids = account ? [account.uid, stranger?.uid ?? ""] : [];
  return customerOf(read, who, { quoteIds, uids, applicationIds: applications.map(({ id }) => id) });
}

let account: Account | undefined;
let stranger: Account | undefined;
beforeEach(() => {
  account = undefined;
  stranger = undefined;
});

/** An account that has booked a parcel for somebody else, beside the account of another person. */
async function anAccount(fromPhone = "083 111 2229") {
  await office.store.tx((tx) => tx.update(quotes).set({ guestId: null }));
  const booked = await office.booked({ addresses: { fromPhone } }, now);
  ({ account } = await office.joined("nomsa@example.com", now));
  ({ account: stranger } = await office.joined("zola@example.com", now));
  const { uid } = account;
  await office.store.tx((tx) => giveGuestQuotes(tx, "a-guest", uid, now));
  return { uid, booked };
}

describe("of the rows that a search found, a person's are", () => {
  test("what they sent and what was sent to them; a parcel to themselves is one that they sent", async () => {
    const sent = await office.booked({ addresses: fromNomsa }, now);
    const received = await office.booked({ addresses: toNomsa }, now);
    const toThemselves = await office.booked({ addresses: { ...fromNomsa, ...toNomsa } }, now);
    await office.booked({}, now);
    for (const who of [byEmail, byPhone]) {
      const customer = await found(who);
      expect(customer.sent.map(({ id }) => id).toSorted()).toEqual([sent.id, toThemselves.id].toSorted());
      expect(customer.received.map(({ id }) => id)).toEqual([received.id]);
      expect(isNobody(customer)).toBe(false);
    }
  });

  test("what was booked with their email in another's name", async () => {
    const quote = await office.booked({}, now);
    await office.store.tx((tx) => tx.update(quotes).set({ email: "Nomsa@Example.com" }));
    const customer = await found(byEmail);
    expect(customer.sent.map(({ id }) => id)).toEqual([quote.id]);
    expect(customer.addresses).toEqual(["nomsa@example.com", "Nomsa@Example.com"]);
    expect(isNobody(await found(byPhone))).toBe(true);
  });

  test("their account, by its email or its phone, with all that it booked, once", async () => {
    const { uid, booked } = await anAccount();
    const sent = await office.booked({ addresses: fromNomsa }, now);
    const customer = await found(byEmail);
    expect(customer.accounts.map((each) => each.uid)).toEqual([uid]);
    expect(customer.sent.map(({ id }) => id)).toEqual([booked.id, sent.id]);
    expect(customer.received).toEqual([]);
    expect((await found({ phone: "821234567" })).accounts).toHaveLength(2);
    expect((await found(byPhone)).accounts).toEqual([]);
  });

  test("their applications", async () => {
    await office.applied(1, { from_email: "nomsa@example.com", cell: "0831112222" }, now);
    await office.applied(2, { from_email: "zola@example.com", cell: "0831112223" }, now);
    for (const who of [byEmail, byPhone])
      expect((await found(who)).applications).toMatchObject([{ from_email: "nomsa@example.com" }]);
    expect(isNobody(await found(byPhone))).toBe(false);
    await office.booked({ addresses: fromNomsa }, now);
    expect(isNobody(await found(byPhone))).toBe(false);
    expect(isNobody(await found({ phone: "831112224" }))).toBe(true);
  });
});

test("messages to a person may have gone to every spelling of their email and their phones, and to no blank", async () => {
  expect((await found(byPhone)).addresses).toEqual([]);
  await office.booked({ addresses: { ...fromNomsa, fromCell: "083 111 2222" } }, now);
  await office.booked({ addresses: toNomsa }, now);
  await office.applied(1, { from_email: "nomsa.z@example.com", cell: "083 111 2222" }, now);
  const phones = ["+27831112222", "083 111 2222"];
  expect((await found(byPhone)).addresses.toSorted()).toEqual(
    [...phones, "Nomsa@example.com", "nomsa.z@example.com", "nomsa@example.com"].toSorted(),
  );
  expect((await found(byEmail)).addresses.toSorted()).toEqual(
    [...phones, "Nomsa@example.com", "nomsa@example.com"].toSorted(),
  );
});

test("messages to somebody in whose name an account booked aren't its owner's", async () => {
  await anAccount();
  const customer = await found(byEmail);
  expect(customer.sent).toHaveLength(1);
  expect(customer.addresses).toEqual(["nomsa@example.com", "+27821234567"]);
});

test("messages to the email that an account had before are its owner's: its bookings have the account's phone", async () => {
  await anAccount("+27 82 123 4567");
  const addresses = (await found(byEmail)).addresses;
  expect(addresses).toEqual(["nomsa@example.com", "thandi@example.co.za", "+27821234567"]);
});

test("a person's copy has their accounts with what those booked, what they sent as a guest, and their part of what they received", async () => {
  const { booked } = await anAccount();
  const sent = await office.booked({ addresses: fromNomsa }, now);
  const { waybillNo, quote: paid } = await office.paid({ addresses: toNomsa }, now);
  await office.booked({ addresses: toNomsa }, later);
  await office.store.tx((tx) =>
    noteBooking(tx, { quoteId: paid.id, who: "Zanele", note: "She owes her sister." }, now),
  );
  const data = await whole(customerData(office.store.read, byEmail, await found(byEmail), later));
  expect(Object.keys(data)).toEqual([
    ...["madeAt", "accounts", "quotes", "received", "cases", "driver_applications", "outgoing_mails"],
    "blocked_customers",
  ]);
  expect(data).toMatchObject({ madeAt: later, accounts: [{ madeAt: later, quotes: [{ id: booked.id }] }], cases: [] });
  expect(data.quotes.map(({ id }: { id: string }) => id)).toEqual([sent.id]);
  const nothing = { driver_marks: [], reported_marks: [], agreed_visits: [], receiver_wishes: [], promises: [] };
  const address = expect.objectContaining({ Name: "Nomsa Zwane", Email: "nomsa@example.com" });
  expect(
    data.received.toSorted((one: Received, other: Received) => Number(!other.waybillNo) - Number(!one.waybillNo)),
  ).toEqual([
    { address, waybillNo: null, piecesSent: null, tracking: [], ...nothing },
    { address, waybillNo, piecesSent: null, tracking: [expect.objectContaining({ kind: "booked" })], ...nothing },
  ]);
  expect(data.outgoing_mails).toMatchObject([{ subject: expect.stringContaining("is sending you a parcel") }]);
});

test("a sender has what we promised of money and parcel, and a receiver what we promised of the parcel alone", async () => {
  const { waybillNo, quote } = await office.paid({ addresses: toNomsa }, now);
  await office.store.tx(async (tx) => {
    await promise(tx, "refund", quote.id, { until: "2026-12-04 17:00" }, now);
    await promise(tx, "late_news", waybillNo, { until: "2026-11-24 12:00" }, now);
  });
  const kindsOf = ({ promises }: Record<string, unknown>) => (promises as StoredUntil[]).map(({ kind }) => kind);
  const { received } = await whole(customerData(office.store.read, byEmail, await found(byEmail), later));
  expect(received.map(kindsOf)).toEqual([["late_news"]]);
  expect(kindsOf(await bookingData(office.store.read, quote)).toSorted()).toEqual(["late_news", "refund"]);
});

describe("a correction", () => {
  const correct = async (who: Identity, correction: Correction) => {
    const customer = await found(who);
    const { accounts, newest } = toCorrect(customer, correction);
    await office.store.tx((tx) => correctRest(tx, { identity: who, customer }, newest, correction, later));
    return { accounts, bookings: newest.length };
  };
  const addressesIn = async ({ id }: { id: string }) =>
    (await quoteById(office.store.read, id))?.formSnapshot.addresses;

  test("changes only what is wrong, on their side of each parcel", async () => {
    const sent = await office.booked({ addresses: fromNomsa }, now);
    const received = await office.booked({ addresses: toNomsa }, now);
    expect(await correct(byPhone, { name: "Nomsa Zondo" })).toEqual({ accounts: 0, bookings: 2 });
    expect(await addressesIn(sent)).toEqual({ ...sent.formSnapshot.addresses, fromName: "Nomsa Zondo" });
    expect(await addressesIn(received)).toEqual({ ...received.formSnapshot.addresses, toName: "Nomsa Zondo" });
    await correct(byPhone, { phone: "083 111 2223" });
    expect(await addressesIn(sent)).toMatchObject({ fromName: "Nomsa Zondo", fromPhone: "083 111 2223" });
    expect((await quoteById(office.store.read, sent.id))?.updatedAt).toEqual(later);
  });

  test("of an email changes where a booking's emails go, if they went there", async () => {
    const sent = await office.booked({ addresses: fromNomsa }, now);
    const received = await office.booked({ addresses: toNomsa }, now);
    expect(await correct(byEmail, { email: "n@example.com" })).toEqual({ accounts: 0, bookings: 2 });
    expect(await addressesIn(sent)).toMatchObject({ fromEmail: "n@example.com", toEmail: "sipho@example.co.za" });
    expect(await addressesIn(received)).toMatchObject({ toEmail: "n@example.com" });
    expect((await quoteById(office.store.read, sent.id))?.email).toBe("n@example.com");
    expect((await quoteById(office.store.read, received.id))?.email).toBe("thandi@example.co.za");
    await correct(byPhone, { email: "x@example.com" });
    expect((await quoteById(office.store.read, sent.id))?.email).toBe("n@example.com");
  });

  test("of a name or phone changes the account, but not what it booked in another's name", async () => {
    const { uid, booked } = await anAccount();
    expect(await correct(byEmail, { phone: "083 111 2222" })).toEqual({ accounts: 1, bookings: 0 });
    expect(await accountById(office.store.read, uid)).toMatchObject({ name: "Thandi Nkosi", phone: "+27831112222" });
    expect(await correct(byEmail, { name: "Nomsa Zwane" })).toEqual({ accounts: 1, bookings: 0 });
    expect(await accountById(office.store.read, uid)).toMatchObject({ name: "Nomsa Zwane", phone: "+27831112222" });
    expect(await correct(byEmail, { email: "n@example.com" })).toEqual({ accounts: 0, bookings: 0 });
    expect(await addressesIn(booked)).toEqual(booked.formSnapshot.addresses);
  });
});

describe("who is to be forgotten", () => {
  const forget = async () => {
    const customer = await found(byEmail);
    const goes = await whatGoes(office.store.read, customer);
    await office.store.tx((tx) => forgetCustomer(tx, byEmail, customer, later));
    return goes;
  };
  const why = async () => (await whyNotForgotten(office.store.read, await found(byEmail), new Date())).map(plainText);

  test("waits for their parcels and their money", async () => {
    const { quote, waybillNo } = await office.paid({ addresses: fromNomsa }, now);
    await office.paid({ addresses: toNomsa }, now);
    expect(await why()).toEqual([
      expect.stringMatching(/^TH\d{10}: the parcel is still under way\.$/),
      expect.stringMatching(/^TH\d{10}: the parcel is still under way\.$/),
    ]);
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "", later));
    expect(await why()).toContain(`${waybillNo}: money is still to be paid back (list refunds).`);
  });

  test("isn't kept waiting for a cancelled parcel, even if its payment was settled after that began", async () => {
    const { quote } = await office.paid({ addresses: toNomsa }, later);
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "", now));
    expect(await why()).toEqual([]);
  });

  test("isn't kept waiting for money that goes back to another sender, only for what PayFast still works on", async () => {
    const { quote } = await office.paid({ addresses: toNomsa }, now);
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "", later));
    const unpaid = await office.booked({ addresses: fromNomsa }, now);
    expect(await why()).toEqual([]);
    await office.tell(unpaid, { status: "PENDING" }, later);
    expect(await why()).toEqual([`${unpaid.quoteNo}: PayFast still works on a payment.`]);
  });

  test("leaves bookings without names, and unpaid ones cancelled; quotes that nobody booked are deleted", async () => {
    const { uid } = await anAccount();
    const { quote: paid, waybillNo } = await office.paid({ addresses: fromNomsa }, now);
    await aParcel(waybillNo).delivered().in(office.world, later);
    const unpaid = await office.booked({ addresses: fromNomsa }, now);
    const unbooked = await office.quote({ addresses: fromNomsa }, now);
    const received = await office.booked({ addresses: toNomsa }, now);
    await office.store.tx((tx) => tx.update(quotes).set({ uid }));
    expect(await forget()).toEqual({
      accounts: 1,
      bookings: 4,
      quotes: 1,
      applications: 0,
      blocks: 0,
      fullInvoices: [],
    });
    const left = async (id: string) => (await quoteById(office.store.read, id)) ?? expect.fail("it is gone");
    expect(await left(paid.id)).toMatchObject({ status: "waybill_created", uid: null, email: "" });
    expect(await left(unpaid.id)).toMatchObject({ status: "cancelled", uid: null, email: "" });
    expect(await quoteById(office.store.read, unbooked.id)).toBeNull();
    expect(await left(received.id)).toMatchObject({ status: "cancelled" });
    expect(await accountById(office.store.read, uid)).toBeNull();
  });

  test("goes from the emails about their application, and from what staff wrote of their parcels", async () => {
    const { quote, waybillNo } = await office.paid({ addresses: fromNomsa }, now);
    await office.applied(1, { from_name: "Nomsa", from_email: "nomsa@example.com" }, now);
    await office.store.tx(async (tx) => {
      const done = { action: "cancelled booking", details: "Nomsa phoned" };
      for (const subject of [waybillNo, quote.quoteNo]) await recordAction(tx, "Zanele", { ...done, subject }, now);
    });
    while ((await office.postman(later)) > 0);
    const kept = async () => JSON.stringify(await office.store.read.select().from(outgoingMails));
    expect(await kept()).toContain("Nomsa");
    await forget();
    expect(await kept()).not.toContain("Nomsa");
    for (const subject of [waybillNo, quote.quoteNo])
      expect(await actionsOn(office.store.read, subject)).toMatchObject([{ who: "Zanele", details: "" }]);
  });

  test("goes from what others sent them, and leaves the sender", async () => {
    const received = await office.booked({ addresses: toNomsa }, now);
    expect(await forget()).toMatchObject({ accounts: 0, bookings: 1, quotes: 0 });
    const left = await quoteById(office.store.read, received.id);
    expect(left).toMatchObject({ status: "pending_payment", email: "thandi@example.co.za", formHash: "" });
    expect(left?.formSnapshot.addresses).toMatchObject({ fromName: "Thandi Nkosi", toName: "", toCell: "" });
    expect(left?.updatedAt).toEqual(later);
  });
});
