import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { changeDetails } from "#app/domain/bookings/change-details.server";
import { openListWaits } from "#app/domain/bookings/open-lists.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop, unassignStop } from "#app/domain/drivers/stops.server";
import { markAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { moneyFor, owedBack, totalLeftCents } from "#app/domain/money/refunds.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { limitsAsked } from "../../../demo/limits-asked";
import { bookedTogether, sumOf } from "../../support/a-list";
import { APP_URL, aParcelOnTheWay, type ParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";

/** A Monday. */
const morning = new Date("2026-11-23T07:00:00Z");

/** A stop to try again on Wednesday, and a failed visit of today, of which both are told only after an outage. */
async function aMissedParcel() {
  const parcel = await aParcelOnTheWay(morning);
  const { store } = parcel.office;
  await parcel.after(0);
  await parcel.mark("collected");
  await parcel.mark("out_for_delivery");
  await parcel.after(MINUTES);
  parcel.outage(true);
  const { driver } = await store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "083 123 4567" }, morning));
  const planned = async (day: string) =>
    store.tx((tx) => assignStop(tx, { waybillNo: parcel.waybillNo, driver, day }, parcel.now()));
  expect(await planned("2026-11-25")).toMatchObject({ ok: true });
  await parcel.mark("failed_attempt");
  await parcel.after(MINUTES);
  const days = async () => {
    parcel.outage(false);
    const heard = [...(await parcel.after(2 * HOURS)), ...(await parcel.after(HOURS))];
    return heard.map(({ way, to, text }) => [way, to, /We (?:will )?try again[^.]*/.exec(text)?.[0]]);
  };
  return { parcel, planned, days };
}

test("who waits to hear on which day we try again hears of the day to which the stop was moved", async () => {
  const { planned, days } = await aMissedParcel();
  expect(await planned("2026-11-26")).toMatchObject({ ok: true, movedFrom: { day: "2026-11-25" } });
  const told = "We try again on Thursday 26 November";
  expect((await days()).toSorted()).toEqual([
    ["email", "sipho@example.co.za", told],
    ["email", "thandi@example.co.za", told],
    ["sms", "+27735550101", told],
  ]);
});

test("who waits to hear on which day we try again isn't told of a stop that nobody has any more", async () => {
  const { parcel, days } = await aMissedParcel();
  await parcel.office.store.tx((tx) => unassignStop(tx, parcel.waybillNo, null, parcel.now()));
  const told = await days();
  expect(told).toHaveLength(3);
  for (const [, , words] of told) expect(words).toBe("We try again on Tuesday 24 November");
});

async function paidTogether({ office }: ParcelOnTheWay, boxes?: string[], receivers?: string[]) {
  const { booked } = await bookedTogether(office, "shop@example.co.za", morning, boxes, receivers);
  const paid = { pfPaymentId: "1089991", amountCents: sumOf(booked), feeCents: null, again: false };
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  await office.store.tx((tx) => notePayment(tx, booked[0]?.id ?? "", paid, site, morning));
  return booked;
}

/** Two parcels to one receiver, and one to another, paid together while no mail server can be reached. */
async function aListThatWaits() {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  parcel.outage(true);
  const boxes = ["flyer-bag", "stock-2", "flyer-bag"];
  const receivers = ["z@example.com", "z@example.com", "gogo@example.com"];
  const booked = await paidTogether(parcel, boxes, receivers);
  await parcel.after(MINUTES);
  const { tx, read } = parcel.office.store;
  const numbers = await Promise.all(booked.map(async ({ id }) => (await waybillOfQuote(read, id))?.waybillNo ?? ""));
  const cancel = (at: number) => tx((of) => cancelBooking(of, booked[at]?.id ?? "", "", parcel.now(), "staff"));
  const mark = (at: number, kind: "collected" | "out_for_delivery" | "delivered") =>
    tx((of) => markAndNotify(of, numbers[at] ?? "", { kind, happenedAt: parcel.now(), place: null }, parcel.now()));
  const heard = async () => {
    parcel.outage(false);
    const all = [...(await parcel.after(2 * HOURS)), ...(await parcel.after(HOURS)), ...(await parcel.after(DAYS))];
    return all.filter(({ subject }) => /sending you/.test(subject));
  };
  return { parcel, booked, numbers, cancel, mark, heard };
}

const named = ({ subject, text }: SentMessage, numbers: readonly string[]) => ({
  subject: subject.split(":")[0],
  numbers: numbers.filter((no) => `${subject}${text}`.replace(/\s/g, "").includes(no)),
});

test("a receiver who waits to hear of two parcels hears of the one that wasn't cancelled", async () => {
  const { numbers, cancel, heard } = await aListThatWaits();
  await cancel(0);
  const told = await heard();
  expect(told.filter(({ to }) => to === "z@example.com").map((each) => named(each, numbers))).toEqual([
    { subject: "Thandi Nkosi is sending you a parcel", numbers: [numbers[1]] },
  ]);
  expect(told.filter(({ to }) => to === "gogo@example.com")).toHaveLength(1);
});

test("a receiver who waits to hear of two parcels doesn't hear that one comes which they have", async () => {
  const { numbers, mark, heard } = await aListThatWaits();
  await mark(0, "collected");
  await mark(0, "out_for_delivery");
  await mark(0, "delivered");
  const told = await heard();
  expect(told.filter(({ to }) => to === "z@example.com").map((each) => named(each, numbers))).toEqual([
    { subject: "Thandi Nkosi is sending you a parcel", numbers: [numbers[1]] },
  ]);
});

test("a receiver who waits to hear of two parcels hears of both while nothing has happened, and of none if both were cancelled", async () => {
  const waits = await aListThatWaits();
  await waits.mark(0, "collected");
  const told = await waits.heard();
  expect(told.filter(({ to }) => to === "z@example.com").map((each) => named(each, waits.numbers))).toEqual([
    { subject: "Thandi Nkosi is sending you 2 parcels", numbers: waits.numbers.slice(0, 2) },
  ]);
  const cancelled = await aListThatWaits();
  await cancelled.cancel(0);
  await cancelled.cancel(1);
  expect((await cancelled.heard()).filter(({ to }) => to === "z@example.com")).toEqual([]);
});

test("a parcel whose receiver's email was put right is told of there, and nowhere else", async () => {
  const { parcel, booked, numbers, heard } = await aListThatWaits();
  const { tx, read } = parcel.office.store;
  const quote = (await quoteById(read, booked[0]?.id ?? "")) ?? expect.fail("no booking");
  const { addresses } = quote.formSnapshot;
  const form = { ...quote.formSnapshot, addresses: { ...addresses, toEmail: "Zodwa@example.org" } };
  const how = { cause: "the office" as const, link: null, now: parcel.now() };
  await tx((of) => changeDetails(of, quote, { ok: true, form, changed: ["toEmail"], differenceCents: 0 }, how));
  const told = await heard();
  expect(
    told.map((each) => [each.to, named(each, numbers).numbers].flat()).toSorted((one, other) => (one < other ? -1 : 1)),
  ).toEqual([
    ["Zodwa@example.org", numbers[0]],
    ["gogo@example.com", numbers[2]],
    ["z@example.com", numbers[1]],
  ]);
});

test("of a cancelled parcel of a list only those hear who may have heard of the list", async () => {
  const toReceiver = (sent: SentMessage[]) =>
    sent.filter(({ to }) => to === "z@example.com").map(({ subject }) => subject.split(":")[0]);
  const cancelled = async (hasLeft: boolean) => {
    const parcel = await aParcelOnTheWay(morning);
    await parcel.after(0);
    const [first] = await paidTogether(parcel);
    const before = hasLeft ? await parcel.after(MINUTES) : [];
    await parcel.office.store.tx((tx) => cancelBooking(tx, first?.id ?? "", "", parcel.now(), "staff"));
    return toReceiver([...before, ...(await parcel.after(MINUTES))]);
  };
  expect(await cancelled(true)).toEqual(["Thandi Nkosi is sending you 2 parcels", "The parcel for you was cancelled"]);
  expect(await cancelled(false)).toEqual(["Thandi Nkosi is sending you a parcel"]);
});

/** A parcel that is paid, and its outbox. */
async function aPaidParcel() {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  const { store } = parcel.office;
  const { id } = parcel.quote;
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  const twice = { pfPaymentId: "1089992", amountCents: 20_00, feeCents: null, as: "refund" as const, again: true };
  const owed = async () => owedBack(await moneyFor(store.read, id), "all of it", parcel.now());
  return {
    parcel,
    cancelled: () => store.tx((tx) => cancelBooking(tx, id, "", parcel.now(), { customer: limitsAsked })),
    paidTwice: () => store.tx((tx) => notePayment(tx, id, twice, site, parcel.now())),
    refunded: async (reference: string, amountCents?: number) => {
      const all = amountCents ?? totalLeftCents(await owed());
      return store.tx((tx) => noteRefund(tx, id, { reference, amountCents: all, goodwill: false }, parcel.now()));
    },
    refundUndone: () => store.tx((tx) => undoNotedRefund(tx, id, undefined, parcel.now())),
    heard: async () => {
      parcel.outage(false);
      const all = [...(await parcel.after(2 * HOURS)), ...(await parcel.after(HOURS)), ...(await parcel.after(DAYS))];
      return all.filter(({ to }) => to !== "sipho@example.co.za");
    },
  };
}

test("after a refund nobody is told to pay it, and a cancellation that waited promises nothing that is over", async () => {
  const { parcel, cancelled, refunded, heard } = await aPaidParcel();
  parcel.outage(true);
  await cancelled();
  await parcel.after(MINUTES);
  expect(await refunded("R1")).toMatchObject({ ok: true, owedCents: 0 });
  const told = await heard();
  expect(told.map(({ subject }) => subject.split(":")[0]).toSorted()).toEqual([
    "Booking cancelled",
    "We have refunded you",
  ]);
  for (const { text } of told) expect(text).not.toContain("We will refund");
});

test("a second payment that is refunded isn't announced as one that will be, unless the refund was a mistake", async () => {
  const subjects = async ({ heard }: Pick<Awaited<ReturnType<typeof aPaidParcel>>, "heard">) =>
    (await heard()).map(({ subject }) => subject.split(":")[0]?.replace(/ R.*/, ""));
  const half = await aPaidParcel();
  half.parcel.outage(true);
  await half.paidTwice();
  expect(await half.refunded("R1", 10_00)).toMatchObject({ ok: true, owedCents: 10_00 });
  expect((await subjects(half)).toSorted()).toEqual(["We have refunded you", "We will refund"]);

  const all = await aPaidParcel();
  all.parcel.outage(true);
  await all.paidTwice();
  expect(await all.refunded("R1", 20_00)).toMatchObject({ ok: true });
  expect(await subjects(all)).toEqual(["We have refunded you"]);

  const mistaken = await aPaidParcel();
  mistaken.parcel.outage(true);
  await mistaken.paidTwice();
  await mistaken.refunded("R1", 20_00);
  expect(await mistaken.refundUndone()).toMatchObject({ ok: true });
  expect(await subjects(mistaken)).toEqual(["We will refund"]);
});

test("once a payment is taken back that never came, nobody is told to refund it", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  const [first] = await paidTogether(parcel);
  await parcel.after(MINUTES);
  parcel.outage(true);
  const { tx } = parcel.office.store;
  await tx((of) => cancelBooking(of, first?.id ?? "", "", parcel.now(), { customer: limitsAsked }));
  await parcel.after(MINUTES);
  expect(await tx((of) => undoNotedPayment(of, first?.id ?? "", APP_URL, parcel.now()))).toMatchObject({ ok: true });
  parcel.outage(false);
  const told = [...(await parcel.after(2 * HOURS)), ...(await parcel.after(DAYS))];
  expect(told.map(({ subject }) => subject).filter((subject) => /^Pay back/.test(subject))).toEqual([]);
});

/** Two parcels of an account's list, booked and unpaid while no mail server can be reached. */
async function aListToPay() {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  parcel.outage(true);
  const { booked } = await bookedTogether(parcel.office, "shop@example.co.za", morning);
  await parcel.after(MINUTES);
  const { tx } = parcel.office.store;
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  const paid = { pfPaymentId: "1089991", amountCents: sumOf(booked), feeCents: null, again: false };
  return {
    parcel,
    booked,
    cancel: (at: number) => tx((of) => cancelBooking(of, booked[at]?.id ?? "", "", parcel.now(), "staff")),
    pay: () => tx((of) => notePayment(of, booked[0]?.id ?? "", paid, site, parcel.now())),
    heard: async () => {
      parcel.outage(false);
      const all = [...(await parcel.after(2 * HOURS)), ...(await parcel.after(HOURS)), ...(await parcel.after(DAYS))];
      return all.filter(({ subject }) => /ready to pay|not paid yet/.test(subject));
    },
  };
}

test("an account that waits to be asked for a list's price is asked for what is left of it", async () => {
  const whole = await aListToPay();
  expect((await whole.heard()).map(({ subject }) => subject)).toEqual(["Your 2 parcels are ready to pay"]);
  const one = await aListToPay();
  await one.cancel(0);
  const [asked, ...others] = await one.heard();
  expect([asked?.subject, others.length]).toEqual(["Your parcel is ready to pay", 0]);
  const rand = /R.(\d+,\d\d)/.exec(asked?.text ?? "")?.[1];
  expect(rand?.replace(",", "")).toBe(String(one.booked[1]?.grandTotalCents));
  const paid = await aListToPay();
  expect(await paid.pay()).toMatchObject({ ok: true });
  expect(await paid.heard()).toEqual([]);
  const none = await aListToPay();
  await none.cancel(0);
  await none.cancel(1);
  expect(await none.heard()).toEqual([]);
});

test("an account isn't told of unpaid parcels of which one was paid or cancelled since", async () => {
  const { parcel, booked, cancel, heard } = await aListToPay();
  const [first] = booked;
  const list = { bookings: 2, totalCents: sumOf(booked), heldUntil: first?.expiresAt ?? morning, orders: [] };
  const account = { uid: first?.uid ?? "", name: "Shop", email: "shop@example.co.za" };
  const { tx } = parcel.office.store;
  await tx((of) => queueEmail(of, "its own account", openListWaits(account, list, APP_URL, morning), morning));
  await parcel.after(MINUTES);
  await cancel(0);
  expect((await heard()).map(({ subject }) => subject)).toEqual(["Your parcel is ready to pay"]);
});

test("a payment that never came isn't confirmed late, though its booking was cancelled meanwhile", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  const { booked, store } = parcel.office;
  const { id, grandTotalCents } = await booked({ addresses: { fromEmail: "lerato@example.co.za" } }, morning);
  await parcel.after(0);
  parcel.outage(true);
  const paid = { pfPaymentId: "1089995", amountCents: grandTotalCents ?? 0, feeCents: null, again: false };
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  expect(await store.tx((tx) => notePayment(tx, id, paid, site, morning))).toMatchObject({ ok: true });
  await store.tx((tx) => cancelBooking(tx, id, "", morning, { customer: limitsAsked }));
  expect(await store.tx((tx) => undoNotedPayment(tx, id, APP_URL, morning))).toMatchObject({ ok: true });
  parcel.outage(false);
  const told = [...(await parcel.after(2 * HOURS)), ...(await parcel.after(DAYS))];
  expect(told.map(({ subject }) => subject).filter((subject) => /Booking confirmed/.test(subject))).toEqual([]);
});
