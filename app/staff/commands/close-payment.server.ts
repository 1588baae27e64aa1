import { ordersInNotices } from "#app/domain/payments/attempts.server";
import { closeNotices, type Named } from "#app/domain/payments/close-notices.server";
import { quotesOfOrder } from "#app/domain/quotes/payment-order.server";
import { quoteByNumber } from "#app/domain/quotes/saved-quotes.server";
import type { Tx } from "#db/store.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Command } from "../command";
import { act } from "../desk.server";
import { nothingMore, quoteNoFrom } from "../words";

export const closePayment: Command = {
  name: "close payment",
  right: "cashier",
  takes: "<quote no or PayFast's number> --because <why>",
  summary: "close a refused notice of a payment, when no money came with it",
  more: [
    "Look it up on PayFast's site first. If the money is there, use note payment instead. It leaves today, and stays in",
    "show payments_refused. With a quote's number all of its refused notices are closed. Nobody is told.",
  ],
  examples: [
    'close payment Q48210934 --because "PayFast has no such payment"',
    'close payment 1089999 --because "A test from PayFast\'s site"',
  ],
  options: { because: { type: "string", value: "why", help: "the reason, for the record (required)" } },
  async run({ words, option }, desk) {
    const because = option("because");
    if (!because) throw new UsageError('Give a reason: --because "PayFast has no such payment".');
    const typed = typedFrom(words);
    return act(desk, async (tx) => {
      const found = await noticesOf(tx, typed);
      if (!found) return { ok: false, why: [`There is no quote ${typed.name}.`] };
      const { closed, known } = await closeNotices(tx, found.named, desk.now);
      if (known === 0) return { ok: false, why: [`${typed.name}: no notice of it was refused.`] };
      if (closed === 0) return { ok: true, output: [`${typed.name}: this was closed before.`], actions: [] };
      const action = { action: "closed payment", subject: found.subject, details: because };
      return { ok: true, output: [`${typed.name}: closed. It leaves today.`], actions: [action] };
    });
  },
};

type Typed = { name: string; isQuote: boolean };

/** A number without a Q is PayFast's. */
function typedFrom(words: string[]): Typed {
  const [first = ""] = words;
  if (!/^q/i.test(first) && /^[\w-]{1,64}$/.test(first)) {
    nothingMore(words.slice(1));
    return { name: first, isQuote: false };
  }
  const [name, rest] = quoteNoFrom(words);
  nothingMore(rest);
  return { name, isQuote: true };
}

/** `subject` is whose history has it: the booking's, if it is known. */
async function noticesOf(tx: Tx, { name, isQuote }: Typed): Promise<{ named: Named; subject: string } | null> {
  if (isQuote) {
    const quote = await quoteByNumber(tx, name);
    const orderIds = quote && [quote.id, ...(quote.paymentOrderId ? [quote.paymentOrderId] : [])];
    return orderIds && { named: { orderIds }, subject: name };
  }
  const [orderId = ""] = await ordersInNotices(tx, name);
  const [quote] = await quotesOfOrder(tx, orderId);
  return { named: { pfPaymentId: name }, subject: quote?.quoteNo ?? name };
}
