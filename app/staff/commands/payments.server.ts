import { notePayment as note, type PaymentFound } from "#app/domain/bookings/payments/note-payment.server";
import { checkNoted } from "#app/domain/bookings/payments/noted-in-list.server";
import { reconcile as compare } from "#app/domain/bookings/payments/reconcile.server";
import { type Difference, MOST_DIFFERENCES } from "#app/domain/bookings/payments/reconciliation";
import { countsOf, reconciliationInWords } from "#app/domain/bookings/payments/reconciliation-in-words";
import { type Undoing, undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { openTransactionList } from "#app/domain/money/transaction-list";
import { type CounterWay, inOfficesWords, isOffAccount, refundInOfficesWords, wayOf } from "#app/domain/money/ways";
import { recordAction, type StaffAction } from "#app/domain/office/staff-actions.server";
import { formatRand } from "#app/domain/values/money";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, listNamed, number, numbers, say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, emailNote, notDone, type Outcome, whoActs } from "../desk.server";
import { actOnMoney } from "./bookings.server";
import { howItCame, isTaken, numberFrom } from "./counter.server";

export const notePayment = command({
  name: "note payment",
  page: "check first",
  right: "cashier",
  also: "paid by EFT, money came, payment missing, lost notice, cash, bank transfer, paid at the counter",
  possible: () => true,
  summary: "settle a payment that you found on PayFast's site, or that came in cash or by bank",
  more: say`Use it when money arrived, but PayFast's notice was refused or never came
    (${listNamed("payments_refused")}). It does what the notice would have done: waybill, email and all. The same
    payment again, or its notice later, changes nothing. If several were paid together, type any one number and the
    whole amount. If the amount isn't the price, use ${field("as-part")}, and the customer pays the rest; or
    ${field("to-refund")}, and you refund it. Of a booking on account it pays what is open of it, once the parcel is collected; ${commandNamed("note statement")} is
    for a whole month. ${field("cash")} and ${field("bank")} are for money that you have
    counted, or that stands on the bank's statement; the office takes them only if the setting OFFICE_TAKES says so. If
    you made a mistake, use ${commandNamed("undo payment")}.`,
  examples: [
    "note payment Q48210934 --payfast 1089999 --amount 80,62",
    "note payment Q48210934 --payfast 1089999 --amount 70,00 --as-part",
    "note payment Q48210934 --cash --amount 80,62",
    'note payment Q48210934 --bank "ABSA 4711" --amount 80,62',
  ],
  arguments: { quote: { kind: "number", example: "Q48210934" } },
  options: {
    ...howItCame,
    "as-part": {
      kind: "flag",
      label: "it is a part of the price: the customer is asked for the rest",
      above: "Only a part",
    },
    "to-refund": {
      kind: "flag",
      label: "it isn't for this parcel: it is to be paid back, and there is no waybill",
      above: "To be paid back",
    },
    again: {
      kind: "flag",
      label: "the booking is paid already, and the customer has really paid a second time",
      above: "Paid twice",
    },
  },
  async run(typed, desk) {
    const { quote: no, amount: amountCents, again, payfast, cash, bank } = typed;
    const pfPaymentId = numberFrom({ payfast, cash, bank });
    if (pfPaymentId === null)
      throw new UsageError(
        say`How did it come? Give PayFast's number of the payment with ${field("payfast")}, such as 1089999; or ${field("cash")}; or ${field("bank")}.`,
      );
    if (typed["as-part"] && typed["to-refund"])
      throw new UsageError(say`Use ${field("as-part")} or ${field("to-refund")}, not both.`);
    const as: PaymentFound["as"] = typed["as-part"] ? "part" : typed["to-refund"] ? "refund" : undefined;
    return actOnMoney(desk, no, async (tx, { id: quoteId, quoteNo }) => {
      const way = wayOf(pfPaymentId);
      if (way !== "payfast" && !(await isTaken(tx, way))) return notDone(notTaken[way]);
      const found = { pfPaymentId, amountCents, feeCents: null, as, again };
      const noted = await settleFound(tx, desk, { ...found, quoteId, quoteNo });
      return noted.ok && noted.actions.length > 0 ? { ...noted, output: [...noted.output, emailNote] } : noted;
    });
  },
});

const askTheCustomer =
  "Tell the customer: “Please pay by card or instant EFT, on the page where you booked or with the link in our email.”";
/** What the office is told that takes no such money. */
export const notTaken: Record<CounterWay, string> = {
  cash: `This office takes no cash: the setting OFFICE_TAKES doesn't name it. ${askTheCustomer}`,
  bank: `This office takes no transfers: the setting OFFICE_TAKES doesn't name them. Send the money back where it came from. ${askTheCustomer}`,
};

const TOO_DIFFERENT = `more than ${MOST_DIFFERENCES} of its lines differ from our books. Is it the list of this site? If it is, take one of fewer days.`;

export const reconcile = command({
  name: "reconcile",
  page: "check first",
  right: "cashier",
  also: "PayFast's list, compare payments, statement",
  summary: "compare PayFast's list of transactions with our books",
  more: say`The file is the CSV that PayFast's site downloads, or what its API answers. Columns are found by their
    headings. ${field("settle")} also settles the payments that are missing here, as ${commandNamed("note payment")}
    does, after listing them.`,
  examples: ["reconcile payments.csv --settle", "reconcile payments.csv --settle --dry-run", "reconcile payments.csv"],
  arguments: {
    file: {
      kind: "file",
      label: "PayFast's list of transactions",
      required: "Which file? Give the list that PayFast's site downloads, such as payments.csv.",
    },
  },
  options: { settle: { kind: "flag", label: "settle what is missing here" } },
  async run({ file: { file, pieces }, settle }, desk) {
    const list = openTransactionList(pieces(), desk.now);
    if (!list.ok) return refused(say`${file}: ${list.why}`);
    if (list.count === 0) return refused(say`${file}: there are no transactions in it.`);
    const reconciled = await compare(desk.store.read, list.transactions, desk.site.mode);
    if (reconciled.differences.length > MOST_DIFFERENCES) return refused(say`${file}: ${TOO_DIFFERENT}`);
    const { period } = reconciled;
    if (!desk.isDryRun)
      await desk.store.tx(async (tx) => {
        const heard = await checkNoted(tx, list.transactions, { mode: desk.site.mode, period }, desk.now);
        const found = {
          action: "found at PayFast",
          subject: "PayFast's list",
          details: `${heard} of which nobody had heard`,
        };
        // A program that compares each night gives no name.
        const who = desk.officePerson || desk.personName ? whoActs(desk) : "the site";
        if (heard > 0) await recordAction(tx, who, found, desk.now);
      });
    const { summary, differences } = reconciliationInWords(reconciled);
    const output = [...summary, ...differences];
    const fields = countsOf(reconciled);
    const missing = reconciled.differences.filter(({ kind }) => kind === "missing_here");
    if (!settle || missing.length === 0) return { kind: "done", output, fields, isOnlyLooked: true };

    return act(desk, async (tx) => {
      const settled: Words[] = [];
      const actions: StaffAction[] = [];
      for (const difference of missing) {
        const noted = await settleDifference(tx, desk, difference);
        settled.push(...(noted.ok ? noted.output : noted.why));
        if (noted.ok) actions.push(...noted.actions);
      }
      return { ok: true, output: [...output, say`Settled: ${actions.length}`, ...settled, emailNote], actions, fields };
    });
  },
});

async function settleDifference(
  tx: Tx,
  desk: Desk,
  { quoteId, quoteNo, pfPaymentId, thereCents, feeCents }: Difference,
): Promise<Outcome> {
  if (!quoteId || !quoteNo || thereCents === null)
    return notDone(say`${pfPaymentId}: it names no order of ours. Look for its customer at PayFast.`);
  const found = {
    quoteId,
    quoteNo,
    pfPaymentId,
    amountCents: thereCents,
    feeCents: feeCents && -feeCents,
    isListed: true,
  };
  return settleFound(tx, desk, found);
}

async function settleFound(
  tx: Tx,
  desk: Desk,
  { quoteId, quoteNo, ...found }: PaymentFound & { quoteId: string; quoteNo: string },
): Promise<Outcome> {
  const noted = await note(tx, quoteId, { ...found, by: whoActs(desk) }, desk.site, desk.now);
  const payment = `${formatRand(found.amountCents)}, ${inOfficesWords(found.pfPaymentId)}`;
  const no = number(quoteNo);
  if (!noted.ok) return notDone(say`${no}: ${noted.why}`);
  if (!noted.added) return did(null, say`${no}: this payment was settled before.`);
  const action = { action: "noted payment", subject: quoteNo, details: payment };
  if (noted.restCents) {
    const rest = `The customer is asked for the rest, ${formatRand(noted.restCents)}.`;
    return did(action, say`${no}: ${payment}, is noted as a part of the price. ${rest}`);
  }
  if (found.as === "refund")
    return did(action, say`${no}: ${payment}, is to be paid back (${commandNamed("list refunds")}).`);
  const outcome = whatCameOfIt(noted);
  return did(action, say`${no}: ${payment}, is settled. ${outcome}`);
}

export const undoPayment = command({
  name: "undo payment",
  page: "check first",
  right: "cashier",
  also: "wrong payment, noted by mistake",
  possible: ({ hasNoted, isCollected, isOnAccount }) => hasNoted && (!isCollected || isOnAccount),
  summary: "take back a payment that you noted by mistake, before the parcel is collected",
  more: say`It takes back the last payment that was noted for the booking with ${commandNamed("note payment")}. Its
    invoice gets a credit note, its waybill is withdrawn, and sender and receiver are told. It can't be taken back
    once money was refunded or came in since, or PayFast has sent a notice of it.`,
  needs: "a noted payment",
  examples: ["undo payment Q48210934"],
  arguments: { number: { kind: "number" } },
  async run({ number: no }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const undone = await undoNotedPayment(tx, quote.id, desk.site.appUrl, desk.now);
      return asOutcome(undone, no, "undid payment", inOfficesWords);
    });
  },
});

export const undoRefund = command({
  name: "undo refund",
  page: "check first",
  right: "cashier",
  also: "wrong refund, refund by mistake",
  possible: ({ hasRefund }) => hasRefund,
  summary: "take back a refund that you noted by mistake",
  more: say`It takes back the last refund that was noted for the booking. A debit note takes back its credit note,
    the money is listed as owed again, and the customer is told. It can't be taken back once other money was refunded
    or came in since.`,
  needs: "a noted refund",
  examples: ["undo refund Q48210934", "undo refund Q48210934 --reference 2211334"],
  arguments: { number: { kind: "number" } },
  options: { reference: { kind: "theirs", label: "PayFast's or the bank's number of it, if it isn't the last" } },
  async run({ number: no, reference }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const undone = await undoNotedRefund(tx, quote.id, reference, desk.now);
      return asOutcome(undone, no, "undid refund", refundOrCreditInWords);
    });
  },
});

const refundOrCreditInWords = (reference: string) =>
  isOffAccount(reference) ? "taken off the account" : refundInOfficesWords(reference);

function asOutcome(undone: Undoing, subject: string, action: string, named: (number: string) => string): Outcome {
  if (!undone.ok) return notDone(say`${number(subject)}: ${undone.why}`);
  const { quotes, amountCents, number: theirNo } = undone;
  const what = `${formatRand(amountCents)}, ${named(theirNo)}`;
  const quoteNos = [...new Set(quotes.map(({ quoteNo }) => quoteNo))];
  return did(
    quoteNos.map((quoteNo) => ({ action, subject: quoteNo, details: what })),
    say`${numbers(quoteNos)}: ${what}, is taken back.`,
    emailNote,
  );
}

function whatCameOfIt({
  bookings,
  owedBack,
  isOnAccount,
  isCharge,
}: {
  bookings: number;
  owedBack: number;
  isOnAccount?: boolean;
  isCharge?: boolean;
}): Words {
  if (isOnAccount) return "It pays what was open of it on the customer's account.";
  if (isCharge) return "It pays what was asked for beside the price.";
  if (bookings === 1)
    return owedBack
      ? say`It is to be paid back (${commandNamed("list refunds")}).`
      : "It is booked and has its waybill.";
  const paid = `It is for ${bookings} bookings: ${bookings - owedBack} of them have their waybills.`;
  return owedBack ? say`${paid} What came for the others is to be paid back (${commandNamed("list refunds")}).` : paid;
}
