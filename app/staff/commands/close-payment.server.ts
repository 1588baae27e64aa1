import { ordersAbout, ordersInNotices } from "#app/domain/money/attempts.server";
import { closeNotices, type Named } from "#app/domain/money/close-notices.server";
import { quotesPaidBy } from "#app/domain/parcels/quotes/payment-order.server";
import { quoteByNumber } from "#app/domain/parcels/quotes/saved-quotes.server";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, listNamed, number, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import { type Asking, kinds } from "../kinds.server";

export const closePayment = command({
  name: "close payment",
  page: "check first",
  right: "cashier",
  also: "payment refused, suspicious notice, not accepted",
  possible: ({ hasRefused }) => hasRefused,
  summary: "close a refused payment notice when no money came with it",
  more: say`Look for the payment on PayFast's site first. If the money is there, use
    ${commandNamed("note payment")} instead. The notice leaves ${commandNamed("today")}, and stays in
    ${listNamed("payments_refused")}. A quote's number closes all of its refused notices. Nobody is told.`,
  needs: "a refused payment",
  examples: [
    'close payment Q48210934 --because "PayFast has no such payment"',
    'close payment 1089999 --because "A test from PayFast\'s site"',
  ],
  arguments: {
    number: {
      kind: "quote",
      shown: "quote no or PayFast's number",
      label: "quote number, or PayFast's number of the payment",
      take: quoteOrPayment,
    },
  },
  options: {
    because: {
      kind: "why",
      label: "for the record",
      above: "Reason",
      required: say`Give a reason with ${field("because")}, such as: PayFast has no such payment.`,
    },
  },
  async run({ number: typed, because }, desk) {
    const no = typed.isQuote ? say`${number(typed.name)}` : say`${typed.name}`;
    return act(desk, async (tx) => {
      const found = await noticesOf(tx, typed);
      if (!found) return notDone(say`There is no quote ${no}.`);
      const { closed, known } = await closeNotices(tx, found.named, desk.now);
      if (known === 0) return notDone(say`${no}: no notice of it was refused.`);
      if (closed === 0) return did(null, say`${no}: this was closed before.`);
      const record = { action: "closed payment", subject: found.subject, details: because };
      return did(record, say`${no}: closed. It leaves ${commandNamed("today")}.`);
    });
  },
});

type NamedPayment = { name: string; isQuote: boolean };

/** A number without a Q is PayFast's. */
function quoteOrPayment(words: string[], asking: Asking): [NamedPayment, string[]] {
  const [first = "", ...others] = words;
  if (!/^q/i.test(first) && /^[\w-]{1,64}$/.test(first)) return [{ name: first, isQuote: false }, others];
  if (words.length === 0) throw new UsageError(kinds.quote.missing);
  const [name, rest] = kinds.quote.take(words, asking);
  return [{ name, isQuote: true }, rest];
}

/** `subject` is whose history has it: the booking's, if it is known. */
async function noticesOf(tx: Tx, { name, isQuote }: NamedPayment): Promise<{ named: Named; subject: string } | null> {
  if (isQuote) {
    const quote = await quoteByNumber(tx, name);
    return quote && { named: { orderIds: await ordersAbout(tx, quote) }, subject: name };
  }
  const [orderId = ""] = await ordersInNotices(tx, name);
  const [quote] = await quotesPaidBy(tx, orderId);
  return { named: { pfPaymentId: name }, subject: quote?.quoteNo ?? name };
}
