import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { companyFigures } from "#app/domain/figures/figures.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { queueText } from "#app/domain/post/queue-text.server";
import { resendEmail } from "#app/domain/post/resend-email.server";
import { MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { payments, refunds, unsignedNotices } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Store } from "#db/store.server";
import { aDraft } from "../../../demo/a-draft";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { aBooking, aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";
import { anOffice } from "../../support/an-office";

const now = new Date("2026-11-21T10:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTES);

async function measured(store: Awaited<ReturnType<typeof aStore>>) {
  const figures = await companyFigures(store.read, now);
  return (name: string, label?: string) =>
    figures
      .find((figure) => figure.name === `thuma_${name}`)
      ?.values.find(({ labels = {} }) => label === undefined || Object.values(labels).includes(label))?.value;
}

test("quotes and payments count for a day", async () => {
  const store = await aStore();
  await aQuote(store, aDraft(), ago(23 * 60));
  await aQuote(store, aDraft(), ago(25 * 60));
  await aBooking(store, ago(23 * 60));
  await aBooking(store, ago(25 * 60));
  const figure = await measured(store);
  expect([figure("quotes_last_day", "quoted"), figure("quotes_last_day", "pending_payment")]).toEqual([1, 1]);
  expect(figure("payments_last_day", "started")).toBe(1);
});

test("waybills and attempts to pay count by mode, the live ones even when there are none", async () => {
  const { store, paid, booked } = await anOffice();
  await paid({}, ago(23 * 60));
  await paid({}, ago(25 * 60));
  await booked({}, ago(1));
  const valuesOf = async (name: string) =>
    (await companyFigures(store.read, now)).find((figure) => figure.name === `thuma_${name}_last_day`)?.values;
  expect(await valuesOf("bookings")).toEqual([
    { labels: { mode: "sandbox" }, value: 1 },
    { labels: { mode: "live" }, value: 0 },
  ]);
  await store.tx((tx) => tx.update(payments).set({ mode: "live" }).where(eq(payments.state, "complete")));
  expect(await valuesOf("bookings")).toEqual([{ labels: { mode: "live" }, value: 1 }]);
  expect((await valuesOf("payments"))?.filter(({ value }) => value > 0)).toEqual([
    { labels: { state: "started", mode: "sandbox" }, value: 1 },
    { labels: { state: "complete", mode: "live" }, value: 1 },
  ]);
  expect((await valuesOf("payments"))?.map(({ labels }) => labels)).toContainEqual({ state: "failed", mode: "live" });
  expect(await valuesOf("quotes")).toEqual(
    expect.arrayContaining([
      { labels: { journey: "publicQuote", status: "waybill_created" }, value: 1 },
      { labels: { journey: "publicQuote", status: "pending_payment" }, value: 1 },
    ]),
  );
});

test("refused notices count for a day, and unsigned ones on their South African day", async () => {
  const { store, booked, tell } = await anOffice();
  const quote = await booked({}, ago(25 * 60));
  for (const at of [ago(25 * 60), ago(23 * 60)]) await tell(quote, { cents: 1 }, at);
  const unsigned = { network: "n", quoteId: "", reason: "", sample: "", firstReceivedAt: now, lastReceivedAt: now };
  const figures = async () => {
    const figure = await measured(store);
    return [figure("payment_notices_refused_last_day"), figure("payment_notices_unsigned_today")];
  };
  expect(await figures()).toEqual([1, 0]);
  await store.tx((tx) =>
    tx.insert(unsignedNotices).values([
      { ...unsigned, day: "2026-11-20", notices: 3 },
      { ...unsigned, day: "2026-11-21", notices: 5 },
      { ...unsigned, day: "2026-11-21", notices: 6, quoteId: "q" },
    ]),
  );
  expect(await figures()).toEqual([1, 11]);
});

/** Its customer came back from PayFast at that moment. */
async function aBookingAtPayfast(store: Store, at: Date) {
  const { id } = await aBooking(store, at);
  await noteReturn(store, id, 0, "simulator", at);
}

test("a payment is unanswered after half an hour, and no longer reported after a week", async () => {
  const store = await aStore();
  // By the database's own clock, as in staff's list.
  for (const minutes of [29, 31, 7 * 24 * 60 - 1, 7 * 24 * 60 + 1])
    await aBookingAtPayfast(store, new Date(Date.now() - minutes * MINUTES));
  expect((await measured(store))("payments_unanswered")).toBe(2);
});

test.each(["paid", "payfast_complete", "waybill_created"] as const)(
  "nobody waits for PayFast's word about a booking that is %s",
  async (status) => {
    const store = await aStore();
    await aBookingAtPayfast(store, new Date(Date.now() - 31 * MINUTES));
    await store.tx((tx) => tx.update(quotes).set({ status }));
    expect((await measured(store))("payments_unanswered")).toBe(0);
  },
);

test("a second payment is to be refunded until all of it was", async () => {
  const store = await aStore();
  await aBooking(store, now);
  const [payment] = await store.read.select().from(payments);
  const refund = (reference: string, amountCents: number) => ({
    reference,
    paymentId: payment?.id ?? "",
    amountCents,
    notedAt: now,
  });
  await store.tx((tx) => tx.update(payments).set({ state: "duplicate", paidCents: 10_000 }));
  expect((await measured(store))("payments_to_refund")).toBe(1);
  await store.tx((tx) => tx.insert(refunds).values(refund("one", 4_000)));
  expect((await measured(store))("payments_to_refund")).toBe(1);
  await store.tx((tx) => tx.insert(refunds).values(refund("two", 6_000)));
  expect((await measured(store))("payments_to_refund")).toBe(0);
});

test("the money of a booking that staff cancelled is to be refunded too", async () => {
  const store = await aStore();
  await aBooking(store, now);
  await store.tx((tx) => tx.update(payments).set({ state: "complete", paidCents: 10_000 }));
  expect((await measured(store))("payments_to_refund")).toBe(0);
  await store.tx((tx) => tx.update(quotes).set({ status: "cancelled", cancelledAt: now }));
  expect((await measured(store))("payments_to_refund")).toBe(1);
});

test("a price request that staff cancelled isn't waiting", async () => {
  const store = await aStore();
  await aQuote(store, aDraft(), now);
  await store.tx((tx) => tx.update(quotes).set({ status: "cancelled", manualRequestedAt: now, cancelledAt: now }));
  const figure = await measured(store);
  expect([figure("manual_quotes_waiting"), figure("manual_quote_oldest_seconds")]).toEqual([0, 0]);
});

test("who is waiting for a price, and for how long", async () => {
  const store = await aStore();
  await aQuote(store, aDraft(), now);
  for (const minutes of [5, 90]) {
    const { id } = await aQuote(store, aDraft(), now);
    await store.tx((tx) =>
      tx
        .update(quotes)
        .set({ status: "manual", manualRequestedAt: ago(minutes) })
        .where(eq(quotes.id, id)),
    );
  }
  const figure = await measured(store);
  expect([figure("manual_quotes_waiting"), figure("manual_quote_oldest_seconds")]).toEqual([2, 90 * 60]);
});

test("queued emails, the age of the oldest, and those that were given up", async () => {
  const store = await aStore();
  const states = { sent: 500, queued: 40, dead: 600 } as const;
  for (const [state, minutes] of [...Object.entries(states), ["queued", 3]] as [keyof typeof states, number][]) {
    const email = { key: `${state}-${minutes}`, to: "thandi@example.co.za", subject: "", text: "", html: "" };
    await store.tx(async (tx) => {
      await queueEmail(tx, limitsAsked, email, ago(minutes));
      await tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.emailKey, email.key));
    });
  }
  const figure = await measured(store);
  expect([figure("emails", "queued"), figure("emails", "dead")]).toEqual([2, 1]);
  expect(figure("email_oldest_seconds")).toBe(40 * 60);
});

test("texts that are queued or given up, and the parts sent within a day, aren't emails", async () => {
  const store = await aStore();
  const sent = { dead: 5, queued: 10, sent: 20 } as const;
  await store.tx(async (tx) => {
    for (const [state, minutes] of Object.entries(sent) as [keyof typeof sent, number][]) {
      await queueText(
        tx,
        limitsAsked,
        { key: state, to: "0821234567", holds: "nothing secret", about: "", words: "a".repeat(161) },
        ago(minutes),
      );
      await tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.emailKey, state));
    }
    await queueText(
      tx,
      limitsAsked,
      { key: "old", to: "0821234567", holds: "nothing secret", about: "", words: "a" },
      ago(25 * 60),
    );
    await tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.emailKey, "old"));
  });
  const figure = await measured(store);
  expect([figure("texts", "queued"), figure("texts", "dead"), figure("text_parts_last_day")]).toEqual([1, 1, 2]);
  expect([figure("emails", "queued"), figure("emails", "dead")]).toEqual([0, 0]);
});

test("the texts of an hour are counted, those that nobody paid a parcel for apart; none that was never to be sent", async () => {
  const store = await aStore();
  const none = await measured(store);
  expect([none("texts_last_hour", "yes"), none("texts_last_hour", "no")]).toEqual([0, 0]);
  const queue = (key: string, minutes: number, to = "0821234567") =>
    store.tx((tx) =>
      queueText(tx, limitsAsked, { key, to, holds: "nothing secret", about: "", words: "a" }, ago(minutes)),
    );
  for (const [key, minutes] of Object.entries({ "out_for_delivery:1": 59, "links-again:1": 1, "delivered:1": 61 }))
    await queue(key, minutes);
  await queue("continue-draft:1", 5);
  await queue("continue-draft:2", 61);
  await queue("continue-draft:3", 5, "011 123 4567");
  await store.tx((tx) =>
    tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.emailKey, "links-again:1")),
  );
  const figure = await measured(store);
  expect([figure("texts_last_hour", "yes"), figure("texts_last_hour", "no")]).toEqual([2, 1]);
});

test("texts that have failed for over an hour are counted, those that failed once aren't", async () => {
  const store = await aStore();
  await store.tx((tx) =>
    queueText(
      tx,
      limitsAsked,
      { key: "text", to: "0821234567", holds: "nothing secret", about: "", words: "a" },
      ago(180),
    ),
  );
  const refuses = { channel: "sms" as const, send: () => Promise.reject(new Error("no credit")) };
  const failing = [];
  for (const minutes of [180, 179, 176, 165, 100]) {
    await sendDueEmails(store, refuses, ago(minutes));
    failing.push((await measured(store))("texts_failing"));
  }
  expect(failing).toEqual([0, 0, 0, 0, 1]);
});

test("an email given up days ago and queued again has waited only since then, so no alarm fires", async () => {
  const store = await aStore();
  const email = { key: "given-up", to: "thandi@example.co.za", subject: "", text: "", html: "" };
  const toTheSame = async ({ toAddress }: { toAddress: string }) => toAddress;
  await store.tx(async (tx) => {
    await queueEmail(tx, limitsAsked, email, ago(3 * 24 * 60));
    const [given] = await tx.update(outgoingMails).set({ state: "dead" }).returning();
    expect(await resendEmail(tx, given?.id ?? "", toTheSame, ago(1))).toMatchObject({ ok: true });
    expect(await resendEmail(tx, given?.id ?? "", toTheSame, now)).toMatchObject({ ok: true });
  });
  expect((await measured(store))("email_oldest_seconds")).toBe(60);
});
