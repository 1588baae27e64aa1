import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { saveAddress } from "#app/domain/accounts/address-book.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { reportMark } from "#app/domain/drivers/reported-marks.server";
import { readPartyAddress } from "#app/domain/form/saved-form";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { cases } from "#db/schema/cases";
import { paymentNotices, unsignedNotices } from "#db/schema/payments";
import { driverMarks, drivers, stops } from "#db/schema/rounds";
import { sentDrafts } from "#db/schema/sent-drafts";
import { aParcel } from "../../demo/a-parcel";
import { limitsAsked } from "../../demo/limits-asked";
import { deskForEachTest } from "../support/a-desk";
import { aStopForm } from "../support/a-stop-form";
import { aFolder } from "../support/a-store";
import { documentOf } from "../support/a-whole-document";
import { officeForEachTest } from "../support/an-office";
import { openedCase } from "../support/opened-case";

const EMAIL = "nomsa@example.com";
const nomsa = {
  fromName: "Nomsa Zwane",
  fromEmail: "Nomsa@Example.com",
  fromPhone: "083 111 2222",
  fromAddressLine: "7 Ngwenya Lane",
  fromLandmark: "Opposite Zwane Tuckshop",
};
const toNomsa = { toName: "Nomsa Zwane", toEmail: EMAIL, toPhone: "+27831112222", toAddressLine: "7 Ngwenya Lane" };
const traces = /nomsa|zwane|ngwenya|83 ?111 ?2222/i;

const office = officeForEachTest();
const desk = deskForEachTest(office);

describe("blocking a customer", () => {
  const block = (...args: string[]) => desk.ask("block", "customer", ...args);
  const blocked = () => office.staff<{ contact: string }>("SELECT contact FROM staff_blocked_customers");

  test("holds for an account that has the email or phone, whoever its sender is, and ends after a year", async () => {
    const { account } = await office.joined(EMAIL);
    const quote = await office.quote();
    await office.store.tx((tx) => giveGuestQuotes(tx, "a-guest", account.uid, new Date()));
    const book = () => confirmBooking(office.store, limitsAsked, quote.draftId, quote, "sandbox", new Date());
    for (const contact of [EMAIL, "082 123 4567"]) {
      expect(await block(contact)).toMatchObject({ kind: "done" });
      expect(await book()).toEqual({ kind: "blocked" });
      expect(await block(contact, "--undo")).toMatchObject({ kind: "done" });
    }
    expect(await block(EMAIL, "--undo")).toMatchObject({ kind: "refused" });
    expect(await book()).toMatchObject({ kind: "booked" });
    await block(EMAIL);
    await tidy(office.store, aFolder(), new Date(Date.now() + 360 * DAYS));
    expect(blocked()).toEqual([{ contact: EMAIL }]);
    await tidy(office.store, aFolder(), new Date(Date.now() + 367 * DAYS));
    expect(blocked()).toEqual([]);
  });

  test("is personal data: copied for its owner, also of a phone, deleted with them, and in no record of what was done", async () => {
    await block("083 111 2222", "--because", "Rude to the driver");
    await expect(block("zola")).rejects.toThrow("neither an email nor a phone");
    expect(documentOf(await desk.ask("export", "customer", "0831112222"))).toMatchObject({
      blocked_customers: [{ contact: "+27831112222", because: "Rude to the driver" }],
    });
    await desk.ask("forget", "customer", "0831112222", "--yes");
    expect(blocked()).toEqual([]);
    expect(JSON.stringify(office.staff("SELECT * FROM staff_actions"))).not.toMatch(/Rude|83 ?111/);
  });
});

describe("forgetting a customer", () => {
  test("leaves no trace of a guest in any table, of what they sent, asked, received, applied for or were noted for", async () => {
    await everythingOfNomsa();
    expect(traced()).toEqual(
      expect.arrayContaining([
        "booking_notes",
        "cases",
        "driver_marks",
        "cases",
        "driver_applications",
        "outgoing_mails",
        "payment_notices",
        "quotes",
        "reported_marks",
        "saved_addresses",
        "staff_actions",
        // PostgreSQL's index of words is no table.
        ...(isPostgres ? [] : ["search_index"]),
        "sent_drafts",
        "unsigned_notices",
      ]),
    );
    expect(await desk.ask("forget", "customer", EMAIL, "--yes")).toMatchObject({
      kind: "done",
      output: [expect.stringContaining("names in 3 bookings, 1 quote, 1 application")],
    });
    expect(traced()).toEqual([]);
    expect(office.staff("SELECT details FROM staff_history WHERE action = 'forgot customer'")).toHaveLength(1);
    // The accounts stay.
    expect(office.staff("SELECT count(*) AS count FROM invoices")).toEqual([{ count: 3 }]);
    expect(office.staff("SELECT sum(paid_cents) > 0 AS paid FROM payments")).toEqual([{ paid: 1 }]);
    expect(await desk.ask("find", EMAIL)).toMatchObject({ rows: [] });
    // The sender of what they received is another person, and stays.
    expect(JSON.stringify(office.staff("SELECT form_snapshot FROM quotes"))).toContain("Thandi Nkosi");
  });

  test("an account is deleted too, with its address book and its one-time links", async () => {
    const { account } = await office.joined(EMAIL);
    const { waybillNo } = await office.paid({ addresses: nomsa });
    await desk.ask("mark", "delivered", waybillNo);
    await office.store.tx(async (tx) => {
      await proveAddress(tx, account.uid, EMAIL, new Date());
      await giveGuestQuotes(tx, "a-guest", account.uid, new Date());
      await saveAddress(
        tx,
        { id: "a", uid: account.uid, label: "Home", address: readPartyAddress({ Name: "Nomsa Zwane" }) },
        new Date(),
      );
    });
    await office.postman(new Date());
    await desk.ask("forget", "customer", "nomsa@example.com", "--yes");
    expect(await accountById(office.store.read, account.uid)).toBeNull();
    expect(traced()).toEqual([]);
  });

  test("needs --yes, is refused for an unknown person, and changes nothing until then", async () => {
    const { waybillNo } = await office.paid({ addresses: nomsa });
    await desk.ask("mark", "delivered", waybillNo);
    for (const options of [[], ["--dry-run"]]) await desk.ask("forget", "customer", EMAIL, ...options);
    expect(await desk.ask("forget", "customer", EMAIL)).toEqual({
      kind: "refused",
      why: [
        expect.stringContaining("This would be deleted: 0 accounts, 1 booking or quote"),
        expect.stringContaining("--yes"),
      ],
    });
    expect(traced()).toContain("quotes");
    expect(await desk.ask("forget", "customer", "zwelakhe@example.com", "--yes")).toMatchObject({ kind: "refused" });
    await expect(desk.ask("forget", "customer", "nomsa")).rejects.toThrow("neither an email nor a phone");
  });

  test.each([
    ["the sender", nomsa],
    ["the receiver", toNomsa],
  ])("is refused while a parcel is under way of which they are %s", async (_who, addresses) => {
    const { waybillNo } = await office.paid({ addresses });
    expect(await desk.ask("forget", "customer", EMAIL, "--yes")).toEqual({
      kind: "refused",
      why: [`${waybillNo}: the parcel is still under way.`, "Nothing was deleted."],
    });
    await desk.ask("mark", "delivered", waybillNo);
    expect(await desk.ask("forget", "customer", "083-111-2222", "--yes")).toMatchObject({ kind: "done" });
    expect(traced()).toEqual([]);
  });

  test("is refused while we owe them money, and while a payment is pending", async () => {
    const { waybillNo } = await office.paid({ addresses: nomsa });
    await desk.ask("cancel", "booking", waybillNo, "--because", "x");
    expect(await desk.ask("forget", "customer", EMAIL, "--yes")).toMatchObject({
      why: [expect.stringContaining("paid back"), expect.anything()],
    });
    const booked = await office.booked({ addresses: { ...nomsa, fromEmail: "other@example.com" } });
    await office.tell(booked, { status: "PENDING" });
    expect(await desk.ask("forget", "customer", "other@example.com", "--yes")).toMatchObject({
      why: [expect.stringContaining("PayFast"), expect.anything()],
    });
  });

  test("keeps a full invoice's customer, and says so", async () => {
    const { waybillNo } = await office.paid({ addresses: nomsa, parcel: { quantity: 100 } });
    await desk.ask("mark", "delivered", waybillNo);
    expect(await desk.ask("forget", "customer", EMAIL, "--yes")).toMatchObject({
      output: [expect.anything(), expect.stringMatching(/^Kept: INV-.*, because the law/)],
    });
    expect(traced()).toEqual(["invoices"]);
  });
});

describe("a customer's data", () => {
  test("has how many pieces they sent of those that they booked; that stays when their names go", async () => {
    const { waybillNo } = await office.paid({ addresses: nomsa, parcel: { quantity: 3 } });
    await aParcel(waybillNo).collected(2, { fewer: "no_more" }).in(office.world);
    const answer = await desk.ask("export", "customer", EMAIL);
    expect(documentOf(answer)).toMatchObject({
      quotes: [{ waybillNo, piecesSent: 2, tracking: [{ kind: "booked" }, { pieces: 2 }] }],
    });
    await desk.ask("mark", "delivered", waybillNo);
    await desk.ask("forget", "customer", EMAIL, "--yes");
    expect(office.staff("SELECT status, parcels, missing FROM staff_bookings")).toEqual([
      { status: "Delivered", parcels: 2, missing: "1 of 3 not sent" },
    ]);
  });

  test("is exported completely, also without an account: what they sent with its payments, what they received, messages, applications", async () => {
    await everythingOfNomsa();
    const answer = await desk.ask("export", "customer", EMAIL);
    const data = documentOf(answer);
    expect(data).toMatchObject({
      accounts: [],
      received: [{ address: { Name: "Nomsa Zwane" } }],
      driver_applications: [{ from_name: "Nomsa" }],
    });
    expect(data.quotes).toHaveLength(3);
    expect(JSON.stringify(data.quotes)).toContain("Nomsa has a dog");
    expect(data.outgoing_mails?.length).toBeGreaterThan(0);
    expect(JSON.stringify(data.received)).not.toContain("Thandi");
    expect(office.staff("SELECT subject FROM staff_history WHERE action = 'exported customer'")).toEqual([
      { subject: "customer" },
    ]);
  });

  test("is corrected everywhere; only its owner can change an account's email", async () => {
    await office.paid({ addresses: nomsa });
    await office.paid({ addresses: toNomsa });
    await desk.ask("correct", "customer", EMAIL, "--name", "Nomsa Zondo", "--email", "nomsa.z@example.com");
    expect(office.staff("SELECT sender, receiver, customer_email FROM staff_bookings ORDER BY sender")).toEqual([
      { sender: "Nomsa Zondo", receiver: "Sipho Dlamini", customer_email: "nomsa.z@example.com" },
      { sender: "Thandi Nkosi", receiver: "Nomsa Zondo", customer_email: "thandi@example.co.za" },
    ]);
    expect(JSON.stringify(office.staff("SELECT * FROM staff_history"))).not.toMatch(/zondo/i);
    await office.joined("nomsa.z@example.com");
    expect(await desk.ask("correct", "customer", "nomsa.z@example.com", "--email", "x@example.com")).toMatchObject({
      kind: "refused",
    });
    await desk.ask("correct", "customer", "nomsa.z@example.com", "--phone", "0710000000");
    expect(office.staff("SELECT phone FROM users")).toEqual([{ phone: "+27710000000" }]);
    await expect(desk.ask("correct", "customer", EMAIL, "--phone", "12")).rejects.toThrow("at least 7 digits");
    await expect(desk.ask("correct", "customer", EMAIL)).rejects.toThrow("What is wrong?");
  });
});

/**
 * A delivered parcel, a cancelled and refunded one, a quote, an unpaid booking, a received parcel, an application, an
 * entry in another user's address book.
 */
async function everythingOfNomsa(): Promise<void> {
  await office.quote({ addresses: nomsa });
  const unpaid = await office.booked({ addresses: nomsa });
  const { waybillNo, quote } = await office.paid({ addresses: nomsa });
  await desk.ask("note", "booking", waybillNo, "Nomsa has a dog");
  await desk.ask("agree", waybillNo, "--day", "today", "--yes");
  await desk.ask("mark", "delivered", waybillNo);
  await openedCase(office, waybillNo, { kind: "damaged", words: "Nomsa is sad", contact: EMAIL });
  await desk.ask("cancel", "booking", unpaid.quoteNo, "--because", "Nomsa Zwane phoned");
  const stranger = await office.paid();
  const received = await office.paid({ addresses: toNomsa });
  await desk.ask("agree", received.waybillNo, "--day", "today", "--yes");
  await desk.ask("note", "booking", received.waybillNo, "Nomsa has a red gate");
  await desk.ask("mark", "delivered", received.waybillNo);
  await office.tell(quote, { pfPaymentId: "refused", cents: 1 });
  const body = "email_address=nomsa%40example.com&name_last=Zwane";
  await office.store.tx(async (tx) => {
    await tx.update(paymentNotices).set({ body }).where(eq(paymentNotices.quoteId, quote.id));
    const received = { day: "2026-11-21", notices: 1, firstReceivedAt: new Date(), lastReceivedAt: new Date() };
    const unsigned = { ...received, network: "payfast", quoteId: quote.id, reason: "signature", sample: body };
    await tx.insert(unsignedNotices).values(unsigned);
  });
  const draft = { id: "s", answers: { toName: "Nomsa Zwane", toEmail: EMAIL }, createdAt: new Date() };
  await office.store.tx((tx) => tx.insert(sentDrafts).values({ ...draft, expiresAt: new Date(Date.now() + DAYS) }));
  await office.wrote("about no booking", { to: EMAIL });
  await office.applied(1, { from_name: "Nomsa", from_surname: "Zwane", from_email: EMAIL, cell: "0831112222" });
  await office.store.tx(async (tx) => {
    const about = { waybillNo: received.waybillNo, contact: EMAIL, words: "Nomsa Zwane never got it" };
    const at = new Date();
    const asked = { kind: "not_there", openedAt: at } as const;
    await tx.insert(cases).values([
      { ...asked, ...about, caseNo: "C48210934", formKey: "case" },
      {
        ...asked,
        waybillNo,
        contact: "f@example.com",
        words: "Ask Nomsa",
        caseNo: "C48210935",
        formKey: "by a friend",
      },
      {
        ...asked,
        waybillNo: stranger.waybillNo,
        contact: EMAIL,
        words: "",
        caseNo: "C48210936",
        formKey: "a neighbour's",
      },
    ]);
    await tx.insert(drivers).values({ id: "d", name: "Sipho", phone: "+27831234567", addedAt: at });
    const done = { kind: "delivered", visit: "delivery", pieces: 1, proof: "name" } as const;
    const mark = { ...done, waybillNo: received.waybillNo, driverId: "d" };
    await tx
      .insert(driverMarks)
      .values({ ...mark, id: "m", formKey: "mark", takenBy: "Nomsa Zwane", filledInAt: at, receivedAt: at });
    const stop = {
      id: "s",
      waybillNo: received.waybillNo,
      driverId: "d",
      day: "2026-11-21",
      visit: "delivery",
    } as const;
    await tx.insert(stops).values({ ...stop, position: 1, assignedAt: at });
    const [driver] = await tx.select().from(drivers);
    const form = aStopForm("delivered", { takenBy: "Nomsa Zwane", reason: "Ngwenya's phone is off" });
    const why = { why: "Sipho is blocked.", hasPhoto: true };
    if (driver) await reportMark(tx, { ...stop, driver }, { ...form, more: "Zwane is at work" }, why, at);
    if (driver) await reportMark(tx, { ...stop, driver }, form, why, at);
  });
  const { account } = await office.joined("friend@example.com");
  const address = readPartyAddress({ Name: "Nomsa Zwane", Email: EMAIL });
  await office.store.tx((tx) =>
    saveAddress(tx, { id: "b", uid: account.uid, label: "My friend", address }, new Date()),
  );
  await office.postman(new Date());
}

/** The tables that still contain their data, as text or in the blocks of the index. */
function traced(): string[] {
  return office
    .tables()
    .filter((name) =>
      office.staff(`SELECT * FROM "${name}"`).some((row) => Object.values(row as object).some(isTrace)),
    );
}

const isTrace = (value: unknown) => traces.test(Buffer.isBuffer(value) ? value.toString("latin1") : String(value));
