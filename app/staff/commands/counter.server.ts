import { bankReference, type CounterWay, isPayfastNumber, numberOf } from "#app/domain/money/ways";
import { newId } from "#app/domain/values/ids.server";
import { UsageError } from "#app/domain/values/usage-error";
import { field, say } from "#app/language/say";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";

/** PayFast's number of a payment, as somebody types it. */
function payfastNumber(typed: string): string {
  if (isPayfastNumber(typed)) return typed;
  throw new UsageError(
    say`"${typed}" isn't a number of PayFast's: they are digits, such as 1089999. If it came another way, use ${field("cash")} or ${field("bank")}.`,
  );
}

/** A bank's reference, as somebody types it. */
export function bankReferenceFrom(typed: string): string {
  const reference = bankReference(typed);
  if (reference !== null) return reference;
  throw new UsageError(
    say`"${typed}" isn't a bank's reference. It has letters and digits, at most 60, such as ABSA 4711.`,
  );
}

/** The options of a command that notes a payment: which way it came, and how much. */
export const howItCame = {
  payfast: {
    kind: "theirs",
    label: "PayFast's number of the payment",
    above: "PayFast's number",
    read: payfastNumber,
  },
  cash: { kind: "flag", label: "it came in cash, and you have counted it", above: "Or in cash" },
  bank: {
    kind: "theirs",
    shown: "reference",
    example: "ABSA 4711",
    label: "it stands on our bank's statement: the reference there. Each counts once",
    above: "Or the bank's reference",
    read: bankReferenceFrom,
  },
  amount: {
    kind: "amount",
    label: "what was paid, as PayFast's site or the bank says, or as you counted",
    required: true,
  },
} as const;

type HowItCame = { payfast: string | undefined; cash: boolean; bank: string | undefined };

/** The number under which a payment or refund is stored; null unless exactly one way was named. */
export function numberFrom({ payfast, cash, bank }: HowItCame): string | null {
  if ([payfast !== undefined, cash, bank !== undefined].filter(Boolean).length !== 1) return null;
  if (payfast !== undefined) return payfast;
  return bank === undefined ? numberOf("cash", newId()) : numberOf("bank", bank);
}

/** Whether the office takes money that comes this way: a setting says so, as the site last started with it. */
export async function isTaken(read: Reader, way: CounterWay): Promise<boolean> {
  return (await readSiteFacts(read))?.officeTakes.includes(way) ?? false;
}
