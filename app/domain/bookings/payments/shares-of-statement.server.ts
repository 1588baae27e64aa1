import type { Reader } from "#db/store.server";
import { paymentsNumbered } from "../../money/attempts.server";
import { type Charge, isOpenOnAccount, onAccountOf } from "../../money/charges.server";
import { type AccountMonth, chargesOfMonth, leftToPay } from "../../money/credit.server";
import type { Invoice } from "../../money/invoice";
import { papersOfAll } from "../../money/invoices.server";
import type { ReportedPayment } from "../../money/payfast-notice.server";
import { broughtMoney } from "../../money/payment-state";
import type { Cents } from "../../values/money";
import { type PaidPart, type SharedPayment, sharesOf, sumOf } from "./in-shares";

/** What is paid of an account: its month, or one booking. */
export type AccountPart = AccountMonth | { quoteId: string };

/**
 * Shares a payment among what an account owes. What is paid or credited leaves it, so a page with an earlier sum may still
 * be open: of all sums that the customer may have seen, the nearest counts. What came for something that is paid is paid a
 * second time; what came beyond what is left of something goes back by itself.
 * @param inTurn whether it may pay a part of what is open: whole invoices, the oldest first
 * @returns null if nothing of it was ever invoiced
 */
export async function shareOnAccount(
  store: Reader,
  of: AccountPart,
  reported: ReportedPayment,
  { inTurn }: { inTurn: boolean },
): Promise<SharedPayment | null> {
  const all = await chargesIn(store, of);
  const invoiced = all.filter(({ invoicedAt }) => invoicedAt !== null);
  const known = (await paymentsNumbered(store, reported.pfPaymentId))
    .filter(({ state, quoteId }) => state !== "replaced" && all.some((charge) => charge.quoteId === quoteId))
    .map(({ paidCents, ...payment }) => ({ ...payment, amountCents: paidCents ?? payment.amountCents }));
  const open = openParts(invoiced);
  const oldest = inTurn ? open.map((_, at) => open.slice(0, at + 1)) : [];
  const distance = (parts: PaidPart[]) => Math.abs(sumOf(parts) - reported.amountGrossCents);
  const areOpen = known.length > 0 ? [known] : [open, ...oldest];
  // Most pay exactly what is open, and a big account has thousands of earlier sums.
  const isClear = known.length > 0 || areOpen.some((parts) => parts.length > 0 && distance(parts) === 0);
  const wereOpen = isClear ? areOpen : [...areOpen, ...(await openEarlier(store, invoiced))];
  const [first, ...others] = wereOpen.filter((some) => some.length > 0);
  if (!first) return null;
  const parts = others.reduce((best, other) => (distance(other) < distance(best) ? other : best), first);
  const shares = sharesOf(parts, reported);
  // What was shared once stays shared so, whatever was credited or charged back since.
  const isRepeated = known.some(({ state }) => broughtMoney(state));
  const isMoney = reported.status === "COMPLETE";
  return { amountCents: sumOf(parts), shares: isMoney ? asOwed(shares, all, isRepeated) : shares };
}

/** What can be paid of an account now, each invoice by itself, the oldest first. */
export async function openOnAccount(store: Reader, of: AccountPart): Promise<PaidPart[]> {
  return openParts((await chargesIn(store, of)).filter(({ invoicedAt }) => invoicedAt !== null));
}

const chargesIn = (store: Reader, of: AccountPart) =>
  "month" in of ? chargesOfMonth(store, of) : onAccountOf(store, of.quoteId);

const openParts = (invoiced: readonly Charge[]) =>
  invoiced.filter(isOpenOnAccount).map((charge) => partOf(charge, leftToPay(charge)));

/** What was open before each payment and each credit of it, the latest first. */
async function openEarlier(store: Reader, invoiced: readonly Charge[]): Promise<PaidPart[][]> {
  const papers = await papersOfAll(store, [...new Set(invoiced.map(({ quoteId }) => quoteId))]);
  const ofCharge = ({ id, quoteId }: Charge) => (papers.get(quoteId) ?? []).filter(({ chargeId }) => chargeId === id);
  const changes = invoiced.flatMap((charge) => [
    ...(charge.endedAt ? [charge.endedAt] : []),
    ...ofCharge(charge).map(({ issuedAt }) => issuedAt),
  ]);
  const moments = [...new Set(changes.map((moment) => moment.getTime()))].toSorted((one, other) => other - one);
  const openBefore = (moment: number) =>
    invoiced
      .filter(({ state, endedAt }) => state !== "paid" || (endedAt !== null && endedAt.getTime() >= moment))
      .map((charge) => partOf(charge, netOf(ofCharge(charge).filter(({ issuedAt }) => issuedAt.getTime() < moment))))
      .filter(({ amountCents }) => amountCents > 0);
  return moments.map(openBefore);
}

const partOf = ({ id, quoteId }: Charge, amountCents: Cents): PaidPart => ({ quoteId, chargeId: id, amountCents });

/** What invoices ask for, less what was credited. */
function netOf(papers: readonly Pick<Invoice, "kind" | "grossCents">[]): Cents {
  return papers.reduce((sum, { kind, grossCents }) => sum + (kind === "invoice" ? grossCents : -grossCents), 0);
}

/**
 * Shares of what is left to pay of each charge, and of each booking what came beyond that. A cent of rounding stays with its
 * charge.
 */
function asOwed(shares: readonly ReportedPayment[], all: readonly Charge[], isRepeated: boolean): ReportedPayment[] {
  const wanted: ReportedPayment[] = [];
  const tooMuch = new Map<string, ReportedPayment>();
  for (const share of shares) {
    const { chargeId, ...ofBooking } = share;
    const charge = all.find(({ id }) => id === chargeId);
    const isOpen = charge !== undefined && !isRepeated && isOpenOnAccount(charge);
    const beyondCents = isOpen ? share.amountGrossCents - leftToPay(charge) : 0;
    const excessCents = charge === undefined ? share.amountGrossCents : beyondCents > 1 ? beyondCents : 0;
    if (charge) wanted.push({ ...share, amountGrossCents: share.amountGrossCents - excessCents });
    if (excessCents === 0) continue;
    const before = tooMuch.get(share.quoteId)?.amountGrossCents ?? 0;
    const amountGrossCents = before + excessCents;
    tooMuch.set(share.quoteId, { ...ofBooking, amountGrossCents, amountFeeCents: null, isTooMuch: true });
  }
  return [...wanted, ...tooMuch.values()];
}
