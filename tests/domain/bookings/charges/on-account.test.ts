import { asc, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { blockCustomer } from "#app/domain/accounts/blocked-customers.server";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { askCharge, refuseCharge, undoCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { putLaterOnAccount } from "#app/domain/bookings/charges/book-on-account.server";
import { chargeToPay } from "#app/domain/bookings/charges/charge-to-pay.server";
import { roomOnAccount } from "#app/domain/bookings/charges/room-on-account.server";
import { secondPaymentInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { takeOffAccount } from "#app/domain/bookings/payments/take-off-account.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { limits } from "#app/domain/limits/limits";
import { attemptsOf } from "#app/domain/money/attempts.server";
import { amountsDue, chargesOf, setChargeState } from "#app/domain/money/charges.server";
import { creditOf, owedOnAccount, pricesOnAccount } from "#app/domain/money/credit.server";
import { allowCredit, stopCredit } from "#app/domain/money/give-credit.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { agreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { deleteAccount } from "#app/domain/people/account-data.server";
import { DAYS, HOURS } from "#app/durations";
import type { ParcelFound } from "#db/schema/charges";
import { charges } from "#db/schema/charges";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { storeSiteFacts } from "#db/site-facts.server";
import type { Answers } from "../../../../demo/a-draft";
import { bookList } from "../../../../demo/a-list";
import { aParcel } from "../../../../demo/a-parcel";
import { byAccount, byKey } from "../../../../demo/bookings";
import { pricesAt } from "../../../../demo/world";
import { anOffice, type Office } from "../../../support/an-office";

const monday = new Date("2026-11-16T08:00:00Z");
const later = (hours: number) => new Date(monday.getTime() + hours * HOURS);
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;

let office: Office;
let account: Account;
beforeEach(async () => {
  office = await anOffice();
  await storeSiteFacts(office.store, { appUrl: site.appUrl, paymentMode: "sandbox" }, monday);
  ({ account } = await office.joined("shop@example.com", monday));
  await office.store.tx((tx) => proveAddress(tx, account.uid, "shop@example.com", monday));
  await allow(5_000_00);
});

const allow = (limitCents: number, days = 30) =>
  office.store.tx((tx) => allowCredit(tx, account.uid, { limitCents, days }, "Zanele", monday));
const book = (answers: Answers = {}, now = monday) => byAccount(account.uid)(office.world, answers, now);
const fresh = async ({ id }: { id: string }) => (await quoteById(office.store.read, id)) ?? expect.fail("no quote");
const owed = async () => (await owedOnAccount(office.store.read, account.uid)).cents;
const onAccount = async (...all: Quote[]) => [
  ...(
    await pricesOnAccount(
      office.store.read,
      all.map(({ id }) => id),
    )
  ).values(),
];
const waits = async (quote: Quote) => {
  const toOwe = { uid: account.uid, quotes: [quote], cents: quote.grandTotalCents ?? 0 };
  const asked = await roomOnAccount(office.store.read, toOwe, later(1));
  return asked && "waits" in asked ? asked.waits : null;
};
const put = (all: Quote[], now = later(1), uid = account.uid) =>
  office.store.tx((tx) =>
    putLaterOnAccount(
      tx,
      uid,
      all.map(({ id }) => id),
      site,
      now,
    ),
  );
const messages = (kind: string) =>
  office.store.read
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.emailKey, `${kind}:%`))
    .orderBy(asc(outgoingMails.emailKey));

describe("a booking of an account that pays by month", () => {
  test("goes on it at once: it has its waybill, its people are told, and it asks for no payment", async () => {
    const quote = await fresh(await book());
    expect(quote).toMatchObject({ status: "waybill_created", bookedAt: monday });
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([
      { reason: "price", state: "open", accountUid: account.uid, amountCents: quote.grandTotalCents, payBy: "" },
    ]);
    expect(await attemptsOf(office.store.read, quote.id)).toEqual([]);
    expect(await owed()).toBe(quote.grandTotalCents);
    expect((await amountsDue(office.store.read, [quote.id])).size).toBe(0);
    expect((await messages("booking-confirmed")).length).toBeGreaterThan(0);
  });

  test("of nobody, of an account without credit, or of another one waits for its payment", async () => {
    const { account: other } = await office.joined("other@example.com", monday);
    const guests = await office.booked({}, monday);
    const others = await byAccount(other.uid)(office.world, {}, monday);
    for (const quote of [guests, others]) expect((await fresh(quote)).status).toBe("pending_payment");
    expect(await put([others], later(1))).toEqual({ ok: true, onAccount: [] });
    expect((await put([others], later(1), other.uid)).ok).toBe(false);
  });

  test("of a shop's program too", async () => {
    const quote = await byKey({ uid: account.uid, keyId: "key" }, "1001")(office.world, {}, monday);
    expect(await onAccount(quote)).toEqual(["on_account"]);
  });

  test("of a list, all or none", async () => {
    const parcel = (toName: string) => ({ addresses: { fromEmail: "shop@example.com", toName } });
    const first = await bookList(office.world, account.uid, [parcel("Zola"), parcel("Zodwa")], monday);
    expect(await onAccount(...first.booked)).toEqual(["on_account", "on_account"]);
    expect(first.booked.map(({ status }) => status)).toEqual(["waybill_created", "waybill_created"]);
    expect(await messages("bookings-imported")).toEqual([]);
    await allow((await owed()) + (first.booked[0]?.grandTotalCents ?? 0));
    const second = await bookList(office.world, account.uid, [parcel("Thabo"), parcel("Themba")], monday);
    expect(await onAccount(...second.booked)).toEqual([]);
    expect(await messages("bookings-imported")).toHaveLength(1);
  });

  test("of two at once only one has the last room", async () => {
    const cents = (await fresh(await book())).grandTotalCents ?? 0;
    await allow(2 * cents);
    const both = await Promise.all([book({ parcel: { parcelDesc: "One" } }), book({ parcel: { parcelDesc: "Two" } })]);
    expect(await onAccount(...both)).toEqual(["on_account"]);
    expect(await owed()).toBe(2 * cents);
  });

  test("waits, in words: over the limit, overdue, stopped or blocked; and can be put on it later", async () => {
    const first = await fresh(await book());
    await allow(first.grandTotalCents ?? 0);
    const second = await fresh(await book());
    expect(second.status).toBe("pending_payment");
    expect(await waits(second)).toMatch(/owes R.80,62.*owe R.161,24.*R.80,62 at most/);
    expect(await put([second])).toMatchObject({ ok: false, why: await waits(second) });

    await allow(5_000_00);
    const [charge] = await chargesOf(office.store.read, first.id);
    if (!charge) expect.fail("no charge");
    await office.store.tx((tx) => setChargeState(tx, charge, "open", monday, "2026-11-15"));
    expect(await waits(second)).toContain("was due on Sunday 15 November");
    await office.store.tx((tx) => setChargeState(tx, charge, "open", monday, "2026-11-16"));
    expect(await waits(second)).toBeNull();

    await office.store.tx((tx) => stopCredit(tx, account.uid, "Zanele", monday));
    expect(await waits(second)).toContain("does not pay by month any more");
    await allow(5_000_00);
    await office.store.tx((tx) => blockCustomer(tx, "shop@example.com", "", monday));
    expect(await waits(second)).toContain("is blocked");
  });

  test("is put on it later with its list, once; not at a price that ran out or that nobody agreed to", async () => {
    await office.store.tx((tx) => stopCredit(tx, account.uid, "Zanele", monday));
    const list = [{ addresses: { toName: "Zola" } }, { addresses: { toName: "Zodwa" } }];
    const { booked } = await bookList(office.world, account.uid, list, monday);
    await allow(5_000_00);
    expect(await put(booked, new Date(monday.getTime() + 8 * DAYS))).toMatchObject({ ok: false });
    await office.store.tx((tx) => tx.update(quotes).set({ termsVersion: null }));
    expect(await put(booked)).toMatchObject({ ok: false });
    await office.store.tx((tx) => tx.update(quotes).set({ termsVersion: "2026-11-01" }));
    expect(await put(booked)).toMatchObject({ ok: true, onAccount: [{}, {}] });
    expect(await put(booked)).toEqual({ ok: true, onAccount: [] });
    expect(await owed()).toBe(booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0));
  });

  test("that is paid at PayFast all the same, from a page that was still open, is owed, and its money goes back", async () => {
    await office.store.tx((tx) => stopCredit(tx, account.uid, "Zanele", monday));
    const quote = await fresh(await book());
    await allow(5_000_00);
    await put([quote]);
    await office.tell(quote, {}, later(2));
    expect(await attemptsOf(office.store.read, quote.id)).toMatchObject([{ state: "duplicate" }]);
    expect([await owed(), await onAccount(quote)]).toEqual([quote.grandTotalCents, ["on_account"]]);
    expect(office.staff("SELECT why FROM staff_payments_to_refund")).toEqual([{ why: "On account already" }]);
    expect(office.staff("SELECT status FROM staff_payments_received")).toEqual([{ status: "On account already" }]);
    const [told] = await messages("money-to-pay-back");
    expect(told?.textBody).toContain("a parcel that is on your account");
    expect(await secondPaymentInWords(office.store.read, await fresh(quote), later(3))).toMatchObject({
      title: "You paid for what is on your account",
    });
  });

  test("at a price by the office waits until its customer agrees to it", async () => {
    const asked = await byAccount(account.uid)(office.world, { addresses: { toPostal: "9100" } }, monday);
    const priced = await office.store.tx((tx) => priceManually(tx, asked.id, 350_00, site, later(1)));
    if (!priced.ok) expect.fail(priced.why);
    expect((await fresh(asked)).status).toBe("pending_payment");
    expect(await put([asked], later(2))).toMatchObject({ ok: true, onAccount: [{}] });
    expect(await owed()).toBe(350_00);
  });

  test("isn't among the 300 that may wait to be paid", async () => {
    const { points } = limits.unpaidBookings;
    Object.assign(limits.unpaidBookings, { points: 1 });
    try {
      await office.store.tx((tx) => stopCredit(tx, account.uid, "Zanele", monday));
      await book();
      await expect(book()).rejects.toThrow("too_many_unpaid");
      await allow(5_000_00);
      for (const parcelDesc of ["One", "Two"])
        expect(await onAccount(await book({ parcel: { parcelDesc } }))).toHaveLength(1);
    } finally {
      Object.assign(limits.unpaidBookings, { points });
    }
  });

  test("cancelled before it is collected owes nothing", async () => {
    const quote = await book();
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "", later(1)));
    expect(await owed()).toBe(0);
    expect(await chargesOf(office.store.read, quote.id)).toMatchObject([{ state: "withdrawn" }]);
  });
});

describe("more than the price of a booking on account", () => {
  const why = { because: "It weighs 12 kg.", agreed: "Nomsa, by phone, 14:20" };
  async function charged(quote: Quote, found: ParcelFound = { weightKg: 12 }) {
    const how = { pricing: pricesAt(office, quote.pricedAt), mode: "sandbox" } as const;
    const asking = await office.store.tx(async (tx) =>
      askCharge(tx, await fresh(quote), { found }, why, how, later(2)),
    );
    return asking.ok ? asking : expect.fail(asking.why);
  }

  test("for another town takes back what was agreed for the old one, until it is owed no more", async () => {
    const { read, tx } = office.store;
    const quote = await fresh(await book());
    const { waybillNo = "" } = (await waybillOfQuote(read, quote.id)) ?? {};
    const day = { day: "2026-11-26", fromTime: null, untilTime: null };
    await aParcel(waybillNo).collected().in(office.world, later(1));
    expect(await tx((of) => agreeVisit(of, waybillNo, day, later(1)))).toMatchObject({ ok: true });
    await charged(quote, { toPostal: "8001" });
    expect(await agreedVisit(read, waybillNo, "delivery")).toBeNull();
    const cancelled = (await messages("visit-agreed")).filter(({ textBody }) => textBody?.includes("is cancelled"));
    expect(cancelled.map(({ person }) => person)).toEqual(expect.arrayContaining(["receiver", "sender"]));
    const invoices = await papersOf(read, quote.id);
    expect(invoices.map(({ description }) => description)).toContainEqual(
      expect.stringMatching(/delivered in Cape Town 8001: sent on/),
    );
    const state = () => waybillOfQuote(read, quote.id);
    expect(await state()).toMatchObject({ officeMust: expect.stringContaining("8001") });
    const town = (await chargesOf(read, quote.id)).find(({ reason }) => reason === "town");
    await tx((of) => takeOffAccount(of, quote, town?.amountCents ?? 0, later(3)));
    expect(await state()).toMatchObject({ officeMust: "Send it on its way" });
  });

  test("goes on it too: nothing waits, nobody is asked to pay, and it is taken off again", async () => {
    const quote = await fresh(await book());
    const { charge, waits: words } = await charged(quote);
    expect([charge.accountUid, charge.payBy, words]).toEqual([account.uid, "", null]);
    expect((await amountsDue(office.store.read, [quote.id])).size).toBe(0);
    expect(await owed()).toBe((quote.grandTotalCents ?? 0) + charge.amountCents);
    expect(await messages("amount-due")).toEqual([]);
    const [told] = await messages("amount-on-account");
    expect(told?.textBody).toContain("There is nothing to pay now");
    expect(await chargeToPay(office.store, charge.id)).toBeNull();
    expect(await office.store.tx(async (tx) => undoCharge(tx, await fresh(quote), later(3)))).toMatchObject({
      ok: true,
    });
    expect(await owed()).toBe(quote.grandTotalCents);
    expect(await office.store.tx(async (tx) => undoCharge(tx, await fresh(quote), later(3)))).toMatchObject({
      ok: false,
      why: "nothing more is asked for",
    });
  });

  test("waits for its payment where the account has no room", async () => {
    const quote = await fresh(await book());
    await allow(quote.grandTotalCents ?? 0);
    const { charge, waits: words } = await charged(quote);
    expect([charge.accountUid, words]).toEqual([null, expect.stringContaining("at most")]);
    expect((await amountsDue(office.store.read, [quote.id])).size).toBe(1);
  });

  test.each([true, false])(
    "that is refused has its price taken off, and nobody reads of a refund: collected %s",
    async (isCollected) => {
      const quote = await fresh(await book());
      const { waybillNo = "" } = (await waybillOfQuote(office.store.read, quote.id)) ?? {};
      if (isCollected) await aParcel({ quote, waybillNo }).collected().in(office.world, later(1));
      await allow(quote.grandTotalCents ?? 0);
      const { charge } = await charged(quote);
      await office.store.tx((tx) => refuseCharge(tx, charge, later(3)));
      expect(await owed()).toBe(0);
      const told = [...(await messages("amount-due")), ...(await messages("amount-refused"))];
      const emails = told
        .filter(({ channel }) => channel === "email")
        .map(({ textBody }) => textBody.replaceAll(/\s+/g, " "));
      expect(emails.some((text) => text.includes("take its price off the account."))).toBe(true);
      expect(emails.filter((text) => text.includes("all that you paid"))).toEqual([]);
    },
  );

  test("that is invoiced is no longer undone here", async () => {
    const quote = await fresh(await book());
    await charged(quote);
    await office.store.tx((tx) => tx.update(charges).set({ invoicedAt: later(3), payBy: "2026-12-30" }));
    expect(await office.store.tx(async (tx) => undoCharge(tx, await fresh(quote), later(4)))).toMatchObject({
      ok: false,
      why: expect.stringContaining("invoiced"),
    });
  });
});

test("an account that owes something can't be deleted; one that owes nothing goes with its limit", async () => {
  const quote = await book();
  const remove = () => office.store.tx((tx) => deleteAccount(tx, account, later(2)));
  expect(await remove()).toMatchObject({ ok: false, why: expect.stringMatching(/owes R.80,62/) });
  await office.store.tx((tx) => cancelBooking(tx, quote.id, "", later(1)));
  expect(await remove()).toEqual({ ok: true });
  expect(await creditOf(office.store.read, account.uid)).toBeNull();
});
