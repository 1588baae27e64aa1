import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { paymentsNumbered } from "#app/domain/money/attempts.server";
import { isPaid } from "#app/domain/money/payment-state";
import { moneyFor, owedBack, refundsNumbered, totalLeftCents } from "#app/domain/money/refunds.server";
import { historyOfQuote, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { waybills } from "#db/schema/waybills";
import { limitsAsked } from "../../../demo/limits-asked";
import { bookedTogether, sumOf } from "../../support/a-list";
import { APP_URL, aParcelOnTheWay, type ParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";
import { saidOfParcel } from "../../support/said-of-parcel";

/** `MESSAGE_SEQUENCES=2000 npm test -- tests/domain/messages/true-of-money.test.ts` tries more; an ordinary run 150. */
const SEQUENCES = Number(process.env.MESSAGE_SEQUENCES ?? 150);
/** How many lists one file has, one after the other. */
const SEQUENCES_PER_FILE = 50;
const firstSeed = Number(process.env.MESSAGE_SEED ?? Date.now() % 2 ** 31);
const noon = new Date("2026-11-23T10:00:00Z");
const site = { mode: "sandbox", appUrl: APP_URL } as const;

/** A step of a list of two bookings, or of one of them. */
type Step = { of: number } & (
  | { does: "pay"; number: string; as?: "part" | "refund"; again: boolean }
  | { does: "refund" | "undo refund"; reference: string }
  | { does: "mark"; kind: "failed_collection" | "collected" | "delivered" }
  | { does: "undo payment" | "cancel" | "undo" | "break" | "mend" }
  | { does: "wait"; ms: number }
);

const of = fc.nat(1);
const one = <Does extends string>(...does: Does[]) => fc.record({ of, does: fc.constantFrom(...does) });
/** Few numbers, so that one that was undone comes again. */
const number = fc.constantFrom("1089991", "1089992", "1089993");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ of, does: fc.constant("pay" as const), number, again: fc.boolean() },
      as: fc.constantFrom(undefined, undefined, undefined, "part" as const, "refund" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ of, does: fc.constantFrom("refund" as const, "undo refund" as const) },
      reference: fc.constantFrom("R1", "R2"),
    }),
  },
  { weight: 4, arbitrary: one("undo payment") },
  { weight: 1, arbitrary: one("cancel", "undo") },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ of, does: fc.constant("mark" as const) },
      kind: fc.constantFrom("failed_collection" as const, "collected" as const, "delivered" as const),
    }),
  },
  { weight: 5, arbitrary: one("break", "mend", "mend") },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ of, does: fc.constant("wait" as const) },
      ms: fc.constantFrom(MINUTES, 10 * MINUTES, 77 * MINUTES, 5 * HOURS, DAYS),
    }),
  },
);

test.each(Array.from({ length: Math.ceil(SEQUENCES / SEQUENCES_PER_FILE) }, (_, file) => firstSeed + file))(
  "nobody reads of a payment, a refund or a cancelled parcel what isn't so when it is sent, of a list of two, seed %i",
  async (seed) => {
    const numRuns = Math.min(SEQUENCES, SEQUENCES_PER_FILE);
    const sequences = fc.sample(fc.array(step, { minLength: 10, maxLength: 30 }), { numRuns, seed });
    const parcel = await aParcelOnTheWay(noon);
    await parcel.after(0);
    for (const [list, steps] of sequences.entries()) {
      const { booked } = await bookedTogether(parcel.office, `shop${list}@example.co.za`, parcel.now());
      await parcel.after(0);
      const lies: string[] = [];
      const hear = async (at: number, ms: number) => {
        for (const message of await parcel.after(ms))
          lies.push(...(await untrueIn(parcel, booked, message)).map((lie) => `${at}: ${lie}`));
      };
      for (const [at, each] of steps.entries()) {
        await live(parcel, booked, ofList(list, each));
        await hear(at, each.does === "wait" ? each.ms : 1);
      }
      parcel.outage(false);
      for (let hours = 0; hours < 48; hours += 8) await hear(steps.length, 8 * HOURS);
      expect(lies, steps.map((each) => JSON.stringify(each)).join("\n")).toEqual([]);
    }
  },
);

/** Payments and refunds of one list have numbers of their own. */
function ofList(list: number, step: Step): Step {
  if (step.does === "pay") return { ...step, number: `${step.number}${list}` };
  if (step.does === "refund" || step.does === "undo refund") return { ...step, reference: `${step.reference}-${list}` };
  return step;
}

async function live({ office, now: clock, outage }: ParcelOnTheWay, booked: Quote[], step: Step): Promise<void> {
  const { tx, read } = office.store;
  const now = clock();
  const { id = "" } = booked[step.of] ?? {};
  const waybillNo = (await waybillOfQuote(read, id))?.waybillNo;
  if (step.does === "pay") {
    const amountCents = step.as ? 20_00 : sumOf(booked);
    const found = { pfPaymentId: step.number, amountCents, feeCents: null, as: step.as, again: step.again };
    await tx((of) => notePayment(of, id, found, site, now));
  }
  if (step.does === "undo payment") await tx((of) => undoNotedPayment(of, id, APP_URL, now));
  if (step.does === "cancel") await tx((of) => cancelBooking(of, id, "", now, { customer: limitsAsked }));
  if (step.does === "refund") {
    const owed = owedBack(await moneyFor(read, id), (await quoteById(read, id)) ?? "all of it", now);
    const refund = { reference: step.reference, amountCents: totalLeftCents(owed), goodwill: false };
    await tx((of) => noteRefund(of, id, refund, now));
  }
  if (step.does === "undo refund") await tx((of) => undoNotedRefund(of, id, step.reference, now));
  if (step.does === "mark" && waybillNo)
    await tx((of) => markAndNotify(of, waybillNo, { kind: step.kind, happenedAt: now, place: null }, now));
  if (step.does === "undo" && waybillNo) await tx((of) => undoAndNotify(of, waybillNo, now));
  if (step.does === "break" || step.does === "mend") outage(step.does === "break");
}

/** What a message says that isn't true of the bookings that it names. */
async function untrueIn({ office, now }: ParcelOnTheWay, booked: Quote[], message: SentMessage): Promise<string[]> {
  const { read } = office.store;
  const { to, subject, text } = message;
  const words = `${subject}\n${text}`;
  const all: { quote: Quote; kinds: string[]; said: string; hasWaybill: boolean; wasPaid: boolean }[] = [];
  const paymentIds: string[] = [];
  for (const { id } of booked) {
    const quote = await quoteById(read, id);
    const history = await historyOfQuote(read, id);
    // Also of one that was withdrawn.
    const [waybill] = await read.select().from(waybills).where(eq(waybills.quoteId, id));
    const spoken = waybill ? spokenWaybillNumber(waybill.waybillNo) : "not issued";
    if (!quote || !(words.includes(quote.quoteNo) || words.includes(spoken))) continue;
    const hasWaybill = (await waybillOfQuote(read, id)) !== null;
    const money = await moneyFor(read, id);
    paymentIds.push(...money.map(({ payment }) => payment.id));
    const wasPaid = money.some(({ payment }) => payment.state === "complete");
    const said = waybill && saidOfParcel(waybill.waybillNo, message);
    const itsWords = said ? `${said.subject}\n${said.text}` : "";
    all.push({ quote, kinds: history.map(({ kind }) => kind), said: itsWords, hasWaybill, wasPaid });
  }
  const reference = /PayFast reference: +(\S+)/.exec(text)?.[1];
  // A reference that was taken back may be another booking's.
  const refunds = reference === undefined ? [] : await refundsNumbered(read, reference);
  const isRefunded = refunds.some(({ paymentId }) => paymentIds.includes(paymentId));
  const number = /PayFast payment: +(\S+)/.exec(text)?.[1];
  const payments = number ? await paymentsNumbered(read, number) : [];
  let leftCents = 0;
  for (const { id, quoteId } of payments)
    leftCents += totalLeftCents((await moneyFor(read, quoteId)).filter(({ payment }) => payment.id === id));
  const about = booked.find(({ quoteNo }) => words.includes(quoteNo));
  const ofBooking = about ? owedBack(await moneyFor(read, about.id), "all of it", now()) : [];
  const every = (is: (of: (typeof all)[number]) => boolean) => all.length > 0 && all.every(is);
  const claims: [RegExp, boolean][] = [
    [/Booking confirmed/, every(({ wasPaid }) => wasPaid)],
    [/is sending you a parcel/, every(({ hasWaybill, kinds }) => hasWaybill && kinds.at(-1) !== "delivered")],
    [
      /is sending you 2 parcels/,
      every(({ hasWaybill, quote, kinds }) => hasWaybill && !quote.cancelledAt && kinds.at(-1) !== "delivered"),
    ],
    [/We will refund/, leftCents > 0],
    [/^Pay back/, ofBooking.length > 0],
    [/is not paid/, all.some(({ quote }) => !isPaid(quote.status) && !quote.cancelledAt)],
    [/is still missing/, every(({ quote }) => !isPaid(quote.status) && !quote.cancelledAt)],
    [/received a part of the price/, every(({ wasPaid }) => !wasPaid)],
    [/Booking cancelled/, every(({ quote }) => quote.cancelledAt !== null)],
    [/The parcel for you was cancelled/, every(({ hasWaybill, quote }) => !hasWaybill || quote.cancelledAt !== null)],
    [/We have sent your refund/, isRefunded],
    [/a refund that has not been sent/, !isRefunded],
    [/received a second payment/, payments.some(({ state }) => state === "duplicate")],
    [/a payment that is not the price/, payments.some(({ state }) => state === "duplicate")],
    [
      /We have collected/,
      all.every(({ kinds, said }) => !said.includes("have collected") || kinds.includes("collected")),
    ],
    [
      /We have delivered/,
      all.every(({ kinds, said }) => !said.includes("have delivered") || kinds.includes("delivered")),
    ],
  ];
  return claims.flatMap(([claim, isTrue]) => (claim.test(words) && !isTrue ? [`${to}: ${subject} | ${claim}`] : []));
}
