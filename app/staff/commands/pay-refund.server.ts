import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { payBack } from "#app/domain/bookings/payments/pay-refund.server";
import {
  cameBy,
  leftCents,
  type MoneyIn,
  moneyFor,
  owedBack,
  refundedElsewhereCents,
} from "#app/domain/money/refunds.server";
import { actionsOn, type StaffAction } from "#app/domain/office/staff-actions.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { saDateTime } from "#app/domain/values/sa-time";
import { CLOCKS_DIFFER_MS } from "#app/domain/values/stored-moment";
import { MINUTES } from "#app/durations";
import { commandNamed, number, say, type Words } from "#app/language/say";
import { type Answer, refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, emailNote, notDone, whoActs } from "../desk.server";
import { quoteOf, whyOtherMode } from "./bookings.server";

const BEGAN = "began refund";
/** PayFast was never asked to pay, so whoever tries again needn't wait. */
const STOPPED = "stopped refund";
/** PayFast's answers may take this long; meanwhile nobody else may refund the same money. */
const ONE_AT_A_TIME_MS = 3 * MINUTES;

export const payRefund = command({
  name: "pay refund",
  page: "stepwise",
  right: "cashier",
  also: "money back, pay back, reimburse, refund",
  possible: ({ isOwed, refundsByApi }) => isOwed && refundsByApi,
  summary: "refund through PayFast what we owe, and record it",
  more: say`If the site isn't connected to PayFast for this, refund it on PayFast's site, then use
    ${commandNamed("note refund")}. Nothing is refunded twice: what PayFast has refunded already is only recorded.`,
  needs: "a cancelled booking",
  examples: ["list refunds", "pay refund Q48210934"],
  arguments: { quote: { kind: "number" } },
  async run({ quote: no }, { store, ...given }) {
    // On the clock on which all machines agree: whoever began on another one may still be paying.
    const desk = { ...given, store, now: await store.now() };
    const api = desk.merchantApi;
    const byHand = say`Pay it back on PayFast's site, then: ${commandNamed("note refund")}.`;
    if (!api) return refused(say`PAYFAST_API_URL isn't set. ${byHand}`);
    const quote = await quoteOf(desk.store.read, no);
    if (!quote) return refused(say`There is no ${number(no)}.`);
    const { quoteNo } = quote;
    const otherMode = await whyOtherMode(desk.store.read, [quote], desk.site.mode);
    if (otherMode) return refused(otherMode);
    const { begun, owed } = await begin(desk, quote);
    if (begun.kind !== "done" || desk.isDryRun) return begun;
    const output: Words[] = [];
    for (const money of owed) {
      const elsewhereCents = await refundedElsewhereCents(desk.store.read, money.payment);
      const paid = await payBack(api, money, elsewhereCents, `Quote ${quoteNo}`, desk.now);
      if (!paid.ok) {
        const stopped = { ok: true as const, output: [], actions: [action(STOPPED, quoteNo, paid.why)] };
        if (!paid.wasAsked) await act(desk, async () => stopped);
        return refused(...output, say`${number(quoteNo)}: ${paid.why}`);
      }
      const { reference, amountCents } = paid;
      const words = `${formatRand(amountCents)}, PayFast's reference ${reference}`;
      const noted = await act(desk, async (tx) => {
        const refund = { reference, amountCents, goodwill: false, by: whoActs(desk) };
        const noted = await noteRefund(tx, quote.id, refund, desk.now);
        if (!noted.ok) return notDone(say`PayFast has paid back ${words}, and it can't be noted: ${noted.why}`);
        const how = paid.wasPaidBefore ? "PayFast had paid it back before" : "paid back";
        return did([action("paid refund", quoteNo, words)], say`${number(quoteNo)}: ${words}: ${how}.`);
      });
      if (noted.kind !== "done") return noted;
      output.push(...noted.output);
    }
    return { kind: "done", output: [...output, emailNote] };
  },
});

/**
 * Recorded before anything is refunded: who does it, and so that two people don't refund the same money at once. What
 * is owed is read in the same transaction: one that waited for another may find that everything was refunded meanwhile.
 */
async function begin(desk: Desk, quote: Quote): Promise<{ begun: Answer; owed: MoneyIn[] }> {
  const { id, quoteNo } = quote;
  let owed: MoneyIn[] = [];
  const begun = await act(desk, async (tx) => {
    const all = owedBack(await moneyFor(tx, id), quote, desk.now);
    owed = cameBy(all, "payfast");
    if (all.length === 0) return notDone(say`${number(quoteNo)}: there is nothing to refund for this booking.`);
    if (owed.length === 0)
      return notDone(
        say`${number(quoteNo)}: it didn't come through PayFast. Pay it back as it came, then: ${commandNamed("note refund")}.`,
      );
    const last = (await actionsOn(tx, quoteNo)).findLast(({ action }) => /^(began|stopped|paid) refund$/.test(action));
    if (last?.action === BEGAN) {
      const agoMs = desk.now.getTime() - last.at.getTime();
      // What is still to come isn't taken for long ago, as elsewhere: the same money could be paid twice.
      if (agoMs < -CLOCKS_DIFFER_MS) return notDone(say`${number(quoteNo)}: ${aheadInWords(last)}`);
      if (agoMs < ONE_AT_A_TIME_MS)
        return notDone(say`${number(quoteNo)}: ${last.who} began to pay this back just now. Try again in 3 minutes.`);
    }
    // What PayFast would have paid, so that Check shows what the customer reads.
    if (desk.isDryRun)
      for (const money of owed) {
        const { payment, refundedCents } = money;
        const elsewhereCents = await refundedElsewhereCents(tx, payment);
        const reference = `${payment.pfPaymentId}-${refundedCents + leftCents(money) + elsewhereCents}`;
        await noteRefund(tx, id, { reference, amountCents: leftCents(money), goodwill: false }, desk.now);
      }
    return did([action(BEGAN, quoteNo, "by PayFast's API")], say`${number(quoteNo)}: paying back through PayFast.`);
  });
  return { begun, owed };
}

function aheadInWords({ who, at }: { who: string; at: Date }): Words {
  return say`${who} began to pay this back at ${saDateTime(at)}, which is still to come: a clock is wrong. Look on PayFast's site whether it is paid back. If not, do it there. Then: ${commandNamed("note refund")}.`;
}

const action = (what: string, subject: string, details: string): StaffAction => ({ action: what, subject, details });
