import { number, say, type Words } from "#app/language/say";
import { formatRand } from "../../values/money";
import { saClock, saDay } from "../../values/sa-time";
import type { Difference, DifferenceKind, Reconciliation } from "./reconciliation";

const headings: Record<DifferenceKind, string> = {
  missing_here: "missing here",
  missing_there: "missing at PayFast",
  amount: "amount differs",
  fee: "fee differs",
  order: "order differs",
  listed_twice: "listed twice",
  refund_missing_here: "refund not noted here",
  refund_missing_there: "refund missing at PayFast",
};

/** The number of each kind, for programs. */
export function countsOf({ matched, refunds, payouts, others, differences }: Reconciliation): Record<string, number> {
  const counted = Object.keys(headings).map((kind) => [kind, differences.filter((each) => each.kind === kind).length]);
  return { matched, ...Object.fromEntries(counted), refunds: refunds.count, payouts: payouts.count, others };
}

/** A few lines on what was compared and how much agrees, and then one line for each difference. */
export function reconciliationInWords(reconciled: Reconciliation): { summary: string[]; differences: Words[] } {
  const { period, matched, refunds, payouts, others, differences } = reconciled;
  const [from, until] = [saDay(period.from), saDay(new Date(period.until.getTime() - 1))];
  const found = Object.entries(headings).flatMap(([kind, words]) => {
    const count = differences.filter((each) => each.kind === kind).length;
    return count > 0 ? [`${words}: ${count}`] : [];
  });
  return {
    summary: [
      from === until ? `PayFast's list of ${from}.` : `PayFast's list from ${from} to ${until}.`,
      `matched: ${matched}`,
      ...found,
      `refunds that both have: ${refunds.count} (${formatRand(refunds.cents)})`,
      `payouts: ${payouts.count} (${formatRand(payouts.cents)})`,
      ...(others > 0 ? [`other lines: ${others}`] : []),
      differences.length === 0 ? "No differences." : `Differences: ${differences.length}`,
    ],
    differences: differences.map(inOneLine),
  };
}

function inOneLine({ kind, pfPaymentId, quoteNo, thereCents, hereCents, at }: Difference): Words {
  const there = thereCents === null ? "nothing" : formatRand(thereCents);
  const here = hereCents === null ? "nothing" : formatRand(hereCents);
  const what = say`${pfPaymentId} (${quoteNo ? number(quoteNo) : "no order of ours"}, ${saClock(at)})`;
  const amounts = kind === "listed_twice" || kind === "order" ? there : `PayFast ${there}, here ${here}`;
  return say`${headings[kind]}: ${what}: ${amounts}`;
}
