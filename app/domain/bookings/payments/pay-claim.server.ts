import { amount, commandNamed, number, say, type Words } from "#app/language/say";
import type { Reader, Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import type { Payment } from "../../money/attempts.server";
import { claimPaidWith } from "../../money/bank-references.server";
import { isOpenOnAccount } from "../../money/charges.server";
import { addClaim, claimFor, type PaidClaim, removeClaim } from "../../money/claims.server";
import { leftToPay, priceChargesOf, wasOnAccount } from "../../money/credit.server";
import { leftCents, moneyFor } from "../../money/refunds.server";
import { withoutSpaces } from "../../money/ways";
import { casesAbout } from "../../parcels/cases.server";
import { isOurs } from "../../parcels/endings";
import { findWaybill, historyOf } from "../../parcels/issue-waybill.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { termsLinkOf } from "../../parcels/quotes/terms-link.server";
import { MOST_PAID_FOR_A_PARCEL } from "../../parcels/quotes/terms-version";
import { undoOccasion } from "../../post/outbox.server";
import type { Cents } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { claimKey, claimPaid, claimUndone } from "./refund-emails";
import { customersNumbers } from "./tell-of-payment.server";

/**
 * `added` is false if it was recorded before. `priceCents` is what is left of the price, which the terms give back too;
 * `onAccountCents` is what its account still owes of it.
 */
export type Claiming = DoneOr<
  { quote: Quote; added: boolean; priceCents: Cents; onAccountCents: Cents },
  unknown,
  Words
>;

/** A claim that staff paid by bank. */
type ClaimToPay = { amountCents: Cents; reference: string; by: string; mode: Payment["mode"] };

/**
 * Records what we paid by bank for the contents of a parcel that was lost or damaged, as the terms promise, and tells the
 * customer. It moves no money. Once for each parcel; recording the same again changes nothing.
 */
export async function payClaim(tx: Tx, waybillNo: string, paid: ClaimToPay, now: Date): Promise<Claiming> {
  const { amountCents, reference, by: notedBy, mode } = paid;
  const quoteId = (await findWaybill(tx, waybillNo))?.quoteId;
  const quote = quoteId === undefined ? null : await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such waybill.");
  if (amountCents <= 0) return refused("The amount must be more than 0.");
  if (amountCents > MOST_PAID_FOR_A_PARCEL)
    return refused(
      say`Our terms pay at most ${amount(MOST_PAID_FOR_A_PARCEL)} for a parcel. The price is a refund of its own.`,
    );
  const money = await moneyFor(tx, quote.id);
  const kept = money.filter(({ payment }) => payment.state === "complete");
  const priceCents = kept.reduce((sum, each) => sum + leftCents(each), 0);
  const price = (await priceChargesOf(tx, [quote.id])).get(quote.id);
  const onAccountCents = price && isOpenOnAccount(price) && price.invoicedAt ? leftToPay(price) : 0;
  const before = await claimFor(tx, waybillNo);
  if (before) {
    const isThis = before.amountCents === amountCents && withoutSpaces(before.reference) === withoutSpaces(reference);
    const why = say`${amount(before.amountCents)} was paid for it before, reference ${before.reference}. If that was a mistake: ${commandNamed("undo claim")}.`;
    return isThis ? { ok: true, quote, added: false, priceCents, onAccountCents } : refused(why);
  }
  if (kept.length === 0 && !(await wasOnAccount(tx, quote.id))) return refused("It was never paid for.");
  const what = await whatIsClaimed(tx, waybillNo);
  if (!what)
    return refused(
      say`A claim is for a parcel that ended as lost, damaged or destroyed (${commandNamed("mark")}), or that was delivered and has a case: it is damaged, or not there.`,
    );
  const other = await claimPaidWith(tx, reference);
  if (other !== null)
    return refused(
      say`The claim of ${number(other)} was paid with this bank reference, which counts once. If it is another transfer, add its day to the reference.`,
    );
  await addClaim(tx, { waybillNo, amountCents, reference, mode, notedAt: now, notedBy });
  const told = {
    ...{ amountCents, reference, isLost: what === "lost" },
    numbers: await customersNumbers(tx, [{ quote }]),
    terms: await termsLinkOf(tx, quote),
  };
  await writeToCustomer(tx, "the office", quote, "refunded", claimPaid(quote, told), now);
  return { ok: true, quote, added: true, priceCents, onAccountCents };
}

/** Takes back a claim that was recorded by mistake, and tells the customer if they were told of it. */
export async function undoClaim(
  tx: Tx,
  waybillNo: string,
  now: Date,
): Promise<DoneOr<{ quote: Quote; undone: PaidClaim }>> {
  const undone = await claimFor(tx, waybillNo);
  const quoteId = (await findWaybill(tx, waybillNo))?.quoteId;
  const quote = quoteId === undefined ? null : await quoteById(tx, quoteId);
  if (!undone || !quote) return refused("Nothing was paid for it.");
  await removeClaim(tx, waybillNo);
  const wasTold = (await undoOccasion(tx, claimKey(quote.id), now)) > 0;
  if (wasTold) {
    const numbers = await customersNumbers(tx, [{ quote }]);
    const { amountCents, reference } = undone;
    const email = claimUndone(quote, { amountCents, reference, numbers, at: now });
    await writeToCustomer(tx, "the office", quote, "refunded", email, now);
  }
  return { ok: true, quote, undone };
}

/** What the terms pay for: it is lost, or it was damaged. Null if neither is known. */
export async function whatIsClaimed(read: Reader, waybillNo: string): Promise<"lost" | "damaged" | null> {
  const last = (await historyOf(read, waybillNo)).at(-1);
  if (last?.kind === "ended") return isOurs(last.because) ? (last.because === "lost" ? "lost" : "damaged") : null;
  if (last?.kind !== "delivered") return null;
  const cases = await casesAbout(read, waybillNo);
  if (cases.some(({ kind }) => kind === "damaged")) return "damaged";
  return cases.some(({ kind }) => kind === "not_there") ? "lost" : null;
}
