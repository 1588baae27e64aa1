import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { type SenderChecks, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { startAttempt } from "#app/domain/money/attempts.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { formatRand } from "#app/domain/values/money";
import { DAYS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { outgoingMails } from "#db/schema/mail";
import { paymentNotices, payments } from "#db/schema/payments";
import { waybills } from "#db/schema/waybills";
import { storeSiteFacts } from "#db/site-facts.server";
import { aDraft } from "../../../../demo/a-draft";
import { aBooking, aQuote } from "../../../support/a-booking";
import { storeForEachTest } from "../../../support/a-store";
import { aNotice, sandboxAccount } from "../../../support/payfast-stand-in";

const monday = new Date("2026-11-16T08:00:00Z");

const store = storeForEachTest();
let booking: Quote;
beforeEach(async () => {
  booking = await aBooking(store, monday);
});

describe("money arrives", () => {
  test("the email links to the external tracking page if there is one", async () => {
    const facts = { appUrl: "https://thuma.example", paymentMode: "sandbox", trackingUrl: "https://track.example/" };
    await storeSiteFacts(store, facts, monday);
    await receive(aNotice(booking));
    const [email] = await store.read.select().from(outgoingMails);
    expect(email?.textBody).toMatch(/https:\/\/track\.example\/\?action=track&accno=&no=TH\d+/);
    expect(email?.textBody).not.toContain("/tracking");
  });

  test("payment, status, waybill and email are written together", async () => {
    expect(await receive(aNotice(booking))).toEqual({ kind: "settled" });
    const [waybill] = await store.read.select().from(waybills);
    const [email] = await store.read.select().from(outgoingMails);
    expect(await statusOf(booking)).toBe("waybill_created");
    expect(waybill?.quoteId).toBe(booking.id);
    expect(await store.read.select().from(payments)).toMatchObject([
      {
        state: "complete",
        pfPaymentId: "1089250",
        paidCents: booking.grandTotalCents,
        feeCents: -500,
        settledAt: monday,
      },
    ]);
    expect(email).toMatchObject({ toAddress: booking.email, state: "queued" });
    const spoken = waybill?.waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})(\d)$/, "TH $1 $2 $3 $4") ?? "";
    for (const fact of [spoken, formatRand(booking.grandTotalCents ?? 0), `/t/${waybill?.waybillNo}`])
      expect(email?.textBody).toContain(fact);
  });

  test("received five times at once and again later, it is one payment, one waybill, one email", async () => {
    const settlements = await Promise.all(Array.from({ length: 5 }, () => receive(aNotice(booking))));
    settlements.push(await receive(aNotice(booking)));
    expect(settlements).toEqual(Array(6).fill({ kind: "settled" }));
    expect(await counts()).toEqual({ payments: 1, waybills: 1, emails: 1 });
    expect(await outcomes()).toEqual(["settle", ...Array(5).fill("repeat")]);
  });

  test("paid twice: one waybill, and a second payment that staff refund", async () => {
    await receive(aNotice(booking, { pf_payment_id: "1" }));
    await receive(aNotice(booking, { pf_payment_id: "2" }));
    const states = (await store.read.select().from(payments)).map((payment) => payment.state);
    expect(states.sort()).toEqual(["complete", "duplicate"]);
    expect(await counts()).toEqual({ payments: 2, waybills: 1, emails: 2 });
  });

  test("a late FAILED notice never takes a payment back", async () => {
    await receive(aNotice(booking));
    for (const word of ["FAILED", "CANCELLED", "PENDING"]) {
      expect(await receive(aNotice(booking, { payment_status: word }))).toEqual({ kind: "settled" });
    }
    expect(await statusOf(booking)).toBe("waybill_created");
    expect(await store.read.select().from(payments)).toMatchObject([
      { state: "complete", paidCents: booking.grandTotalCents },
    ]);
  });

  test("for a booking that its customer replaced, it is accepted", async () => {
    await replaceBooking(store, booking.draftId, monday);
    await receive(aNotice(booking));
    expect(await statusOf(booking)).toBe("waybill_created");
    expect(await counts()).toEqual({ payments: 1, waybills: 1, emails: 1 });
  });

  test("after a cancelled and a failed attempt, it is accepted", async () => {
    await receive(aNotice(booking, { payment_status: "CANCELLED", pf_payment_id: "1" }));
    await receive(aNotice(booking, { payment_status: "FAILED", pf_payment_id: "2" }));
    await receive(aNotice(booking, { pf_payment_id: "3" }));
    expect(await statusOf(booking)).toBe("waybill_created");
    expect(await counts()).toEqual({ payments: 3, waybills: 1, emails: 1 });
  });
});

test("a second try on a page with an earlier price is its own attempt: the amounts asked for and received agree", async () => {
  const heldUntil = new Date(monday.getTime() + 7 * DAYS);
  const askedLater = { quoteId: booking.id, amountCents: 131_22, mode: "sandbox", heldUntil } as const;
  await receive(aNotice(booking, { payment_status: "FAILED", pf_payment_id: "1" }));
  await store.tx((tx) => startAttempt(tx, askedLater, monday));
  await receive(aNotice(booking, { pf_payment_id: "2" }));
  const attempts = (await store.read.select().from(payments)).map(({ pfPaymentId, amountCents, state, paidCents }) => [
    pfPaymentId,
    amountCents,
    state,
    paidCents,
  ]);
  expect(new Set(attempts)).toEqual(
    new Set([
      ["1", booking.grandTotalCents, "failed", null],
      [null, 131_22, "started", null],
      ["2", booking.grandTotalCents, "complete", booking.grandTotalCents],
    ]),
  );
});

describe("no money arrives", () => {
  test.each([
    ["FAILED", "payfast_failed"],
    ["CANCELLED", "payfast_cancelled"],
    ["PENDING", "pending_payment"],
  ])("%s leaves the booking %s, without a waybill or an email", async (word, status) => {
    await receive(aNotice(booking, { payment_status: word }));
    expect(await statusOf(booking)).toBe(status);
    expect(await counts()).toEqual({ payments: 1, waybills: 0, emails: 0 });
  });

  test("a replaced booking doesn't become payable again when its payment page is left", async () => {
    await replaceBooking(store, booking.draftId, monday);
    await receive(aNotice(booking, { payment_status: "CANCELLED" }));
    expect(await statusOf(booking)).toBe("cancelled");
  });
});

/** PostgreSQL has no U+0000 in text. */
const kept = (body: string) => (isPostgres ? body.replaceAll("\u0000", "\ufffd") : body);

describe("a refused notice changes nothing, and is stored with its reason", () => {
  test.each([
    ["a forged signature", () => aNotice(booking).replace("COMPLETE", "complete"), /signature/i],
    ["no signature", () => `m_payment_id=${booking.id}&payment_status=COMPLETE`, /signature/i],
    ["another passphrase", () => aNotice(booking, {}, { ...sandboxAccount, passphrase: "guessed" }), /signature/i],
    ["another merchant", () => aNotice(booking, { merchant_id: "10000101" }), /merchant/],
    [
      "two cents too little",
      () => aNotice({ ...booking, grandTotalCents: (booking.grandTotalCents ?? 0) - 2 }),
      /amount/,
    ],
    ["an amount of nothing", () => aNotice(booking, { amount_gross: "0.00" }), /amount/],
    ["a quote that nobody made", () => aNotice({ ...booking, id: "nobody" }), /no such booking/],
    ["another quote in custom_str1", () => aNotice(booking, { custom_str1: "another" }), /another quote/],
    ["a word that we don't know", () => aNotice(booking, { payment_status: "PAID" }), /payment_status/],
    ["nonsense", () => "%%%\u0000&&&", /signature/i],
  ])("%s", async (_, body, reason) => {
    const received = await receive(body());
    expect(received).toEqual({ kind: "refused", why: expect.stringMatching(reason) });
    expect(await store.read.select().from(paymentNotices)).toMatchObject([
      {
        outcome: "refused",
        reason: expect.stringMatching(reason),
        body: kept(body()),
        clientAddress: "197.97.145.145",
      },
    ]);
    expect(await statusOf(booking)).toBe("pending_payment");
    expect(await counts()).toEqual({ payments: 1, waybills: 0, emails: 0 });
  });

  test("a quote that was never booked", async () => {
    const quote = await aQuote(store, aDraft(), monday);
    expect(await receive(aNotice(quote))).toMatchObject({ kind: "refused", why: "There is no such booking." });
    expect(await statusOf(quote)).toBe("quoted");
  });

  test("a sender who isn't PayFast", async () => {
    expect(await receive(aNotice(booking), { isSender: () => false })).toMatchObject({ kind: "refused" });
    expect(await counts()).toEqual({ payments: 1, waybills: 0, emails: 0 });
  });

  test("a notice that PayFast itself doesn't know", async () => {
    expect(await receive(aNotice(booking), { confirm: async () => "invalid" })).toMatchObject({ kind: "refused" });
    expect(await statusOf(booking)).toBe("pending_payment");
  });
});

test("one cent of rounding is allowed", async () => {
  await receive(aNotice({ ...booking, grandTotalCents: (booking.grandTotalCents ?? 0) - 1 }));
  expect(await statusOf(booking)).toBe("waybill_created");
});

test("when PayFast can't be asked, nothing is lost: it must send the notice again, which then settles", async () => {
  const unanswered = { confirm: async () => "unanswered" as const };
  expect(await receive(aNotice(booking), unanswered)).toEqual({ kind: "ask_again" });
  expect(await statusOf(booking)).toBe("pending_payment");
  expect(await receive(aNotice(booking))).toEqual({ kind: "settled" });
  expect(await outcomes()).toEqual(["ask_again", "settle"]);
});

test("PayFast is asked about exactly what it signed", async () => {
  const asked: string[] = [];
  const notice = aNotice(booking, { item_name: "Thuma  Shipment ~", custom_str2: "" });
  await receive(notice, {
    confirm: async (signedPart) => {
      asked.push(signedPart);
      return "valid";
    },
  });
  expect(asked).toEqual([notice.slice(0, notice.indexOf("&signature="))]);
});

function receive(body: string, senderChecks: Partial<SenderChecks> = {}) {
  const trusting: SenderChecks = { isSender: () => true, confirm: async () => "valid" };
  const received = { body, clientAddress: "197.97.145.145" };
  return takeNotice(store, sandboxAccount, { ...trusting, ...senderChecks }, received, "https://thuma.example", monday);
}

async function statusOf(quote: Quote): Promise<string | undefined> {
  return (await quoteById(store.read, quote.id))?.status;
}

async function counts() {
  return {
    payments: await store.read.$count(payments),
    waybills: await store.read.$count(waybills),
    emails: await store.read.$count(outgoingMails, eq(outgoingMails.toAddress, booking.email)),
  };
}

async function outcomes(): Promise<string[]> {
  const kept = await store.read.select().from(paymentNotices);
  return kept.map((notice) => notice.outcome);
}
