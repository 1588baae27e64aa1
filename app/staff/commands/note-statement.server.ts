import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { owedBy } from "#app/domain/bookings/statements/statement.server";
import { monthOfOrder, owedForMonth, statementOrder } from "#app/domain/money/credit.server";
import { inOfficesWords, wayOf } from "#app/domain/money/ways";
import { quotesPaidBy } from "#app/domain/parcels/quotes/payment-order.server";
import { findCustomer, isNobody } from "#app/domain/people/customer.server";
import { monthInWords } from "#app/domain/values/calendar-month";
import { type Cents, formatRand } from "#app/domain/values/money";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, say } from "#app/language/say";
import type { Reader } from "#db/store.server";
import { command } from "../command";
import { act, did, emailNote, notDone, whoActs } from "../desk.server";
import { whyOtherMode } from "./bookings.server";
import { howItCame, isTaken, numberFrom } from "./counter.server";
import { nobody, whose } from "./customers.server";
import { notTaken } from "./payments.server";

export const noteStatement = command({
  name: "note statement",
  page: "check first",
  right: "cashier",
  also: "monthly account paid, statement paid by EFT, account customer pays, paid on account",
  summary: "note that a customer who pays by month has paid a statement",
  more: say`For what is on account: all that is open of the month is paid at once, or its oldest invoices if they are as much
    as the amount, and the customer is told. What came for one booking of it is noted with ${commandNamed("note payment")}. ${commandNamed("undo payment")}, with any of its
    bookings, takes it back.`,
  needs: "a statement",
  examples: [
    "note statement shop@example.com --month 2026-11 --payfast 1089998 --amount 1530,00",
    'note statement shop@example.com --month 2026-11 --bank "ABSA 4715" --amount 1530,00',
  ],
  arguments: { person: whose },
  options: {
    month: {
      kind: "month",
      label: "the month of the statement",
      required: say`Which month? Give it with ${field("month")}, such as 2026-11.`,
    },
    ...howItCame,
    again: { kind: "flag", label: "it is paid already, and the customer has really paid again", above: "Paid twice" },
  },
  async run({ person: { identity, typed }, month, payfast, cash, bank, amount: amountCents, again }, desk) {
    const pfPaymentId = numberFrom({ payfast, cash, bank });
    if (pfPaymentId === null)
      throw new UsageError(
        say`How did it come? Give ${field("payfast")} with PayFast's number of the payment; or ${field("cash")}; or ${field("bank")}.`,
      );
    return act(desk, async (tx) => {
      const customer = await findCustomer(tx, identity);
      if (isNobody(customer)) return notDone(nobody(typed));
      const orderId = await orderOf(
        tx,
        customer.accounts.map(({ uid }) => uid),
        month,
        amountCents,
      );
      if (!orderId) return notDone(`Nothing of ${monthInWords(month)} is on their account.`);
      const way = wayOf(pfPaymentId);
      if (way !== "payfast" && !(await isTaken(tx, way))) return notDone(notTaken[way]);
      const quotes = await quotesPaidBy(tx, orderId);
      const otherMode = await whyOtherMode(tx, quotes, desk.site.mode);
      if (otherMode) return notDone(otherMode);
      const found = { pfPaymentId, amountCents, feeCents: null, again, by: whoActs(desk) };
      const noted = await notePayment(tx, orderId, found, desk.site, desk.now);
      if (!noted.ok) return notDone(noted.why);
      const payment = `${formatRand(amountCents)}, ${inOfficesWords(pfPaymentId)}`;
      if (!noted.added) return did(null, "This payment was settled before.");
      const back = noted.owedBack
        ? [say`${noted.owedBack} of its shares are to be paid back (${commandNamed("list refunds")}).`]
        : [];
      const of = monthOfOrder(orderId);
      const rest = of && (await owedForMonth(tx, of));
      const open = rest ? [`${formatRand(rest.openCents)} of it is still open.`] : [];
      const paid = quotes.filter(({ id }) => noted.quoteIds?.includes(id));
      return did(
        paid.map(({ quoteNo }) => ({ action: "noted payment", subject: quoteNo, details: `${payment}, statement` })),
        `${payment}: it pays ${noted.bookings} invoice${noted.bookings === 1 ? "" : "s"} of the statement for ${monthInWords(month)}.`,
        ...open,
        ...back,
        emailNote,
      );
    });
  },
});

/**
 * The statement of the account that owes this amount of the month, or of the first that owes something, or else that has had
 * something of it.
 */
async function orderOf(tx: Reader, uids: readonly string[], month: string, cents: Cents): Promise<string | null> {
  const owed = await owedBy(tx, uids, month);
  const paid = owed.find(({ openCents }) => openCents === cents) ?? owed[0];
  if (paid) return statementOrder(paid);
  for (const uid of uids) {
    const order = statementOrder({ uid, month });
    if ((await quotesPaidBy(tx, order)).length > 0) return order;
  }
  return null;
}
