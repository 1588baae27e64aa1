import { notePayment as note } from "#app/domain/bookings/note-payment.server";
import { reconcile as compare } from "#app/domain/bookings/reconcile.server";
import type { Difference } from "#app/domain/bookings/reconciliation";
import { countsOf, reconciliationInWords } from "#app/domain/bookings/reconciliation-in-words";
import { readTransactionList } from "#app/domain/payments/transaction-list";
import { quoteByNumber } from "#app/domain/quotes/saved-quotes.server";
import type { StaffAction } from "#app/domain/staff-actions/staff-actions.server";
import { type Cents, formatRand } from "#app/domain/values/money";
import type { Tx } from "#db/store.server";
import type { Command } from "../command";
import { act, type Desk, emailNote } from "../desk.server";
import { typedFile } from "../typed-file.server";
import { UsageError } from "../usage-error";
import { centsFrom, nothingMore, quoteNoFrom } from "../words";

export const notePayment: Command = {
  name: "note payment",
  takes: "<quote no> --payfast <id> --amount <rand>",
  summary: "settle a payment that you found on PayFast's site",
  more: [
    "For money that arrived although no notice of PayFast's was believed (list: show payments_refused). It is settled as the",
    "notice would be: waybill, email and all. The same payment again, or its notice later, changes nothing. Of bookings that",
    "are paid together, say any one, and the whole amount.",
  ],
  examples: ["note payment Q48210934 --payfast 1089999 --amount 80,62"],
  options: {
    payfast: { type: "string", value: "id", help: "PayFast's number of the payment (required)" },
    amount: { type: "string", value: "rand", help: "what PayFast's site says was paid (required)" },
  },
  async run({ words, option }, desk) {
    const [quoteNo, rest] = quoteNoFrom(words);
    nothingMore(rest);
    const pfPaymentId = payfastNumber(option("payfast"));
    const amountCents = centsFrom([option("amount") ?? ""]);
    return act(desk, async (tx) => {
      const quote = await quoteByNumber(tx, quoteNo);
      if (!quote) return { ok: false, why: [`There is no quote ${quoteNo}.`] };
      const noted = await settleFound(tx, desk, {
        quoteId: quote.id,
        quoteNo,
        pfPaymentId,
        amountCents,
        feeCents: null,
      });
      if (!noted.ok) return { ok: false, why: [noted.message] };
      const output = noted.action ? [noted.message, emailNote] : [noted.message];
      return { ok: true, output, actions: noted.action ? [noted.action] : [] };
    });
  },
};

export const reconcile: Command = {
  name: "reconcile",
  takes: "<file>",
  summary: "compare PayFast's list of transactions with our books",
  more: [
    "The file is the CSV that PayFast's site downloads, or what its API answers. Columns are found by their headings.",
    "--settle also settles the payments that are missing here, as note payment does, after listing them.",
  ],
  examples: ["reconcile payments.csv", "reconcile payments.csv --settle --dry-run", "reconcile payments.csv --settle"],
  options: { settle: { type: "boolean", help: "settle what is missing here" } },
  async run({ words, has }, desk) {
    const [file, ...rest] = words;
    if (!file) throw new UsageError("Which file? Say the list that PayFast's site downloads: reconcile payments.csv");
    nothingMore(rest);
    const list = readTransactionList(typedFile(desk, file), desk.now);
    if (!list.ok) return { kind: "refused", why: [`${file}: ${list.refusal}`] };
    if (list.transactions.length === 0) return { kind: "refused", why: [`${file}: there are no transactions in it.`] };
    const reconciled = await compare(desk.store.read, list.transactions, desk.site.mode);
    const { summary, differences } = reconciliationInWords(reconciled);
    const output = [...summary, ...differences];
    const fields = countsOf(reconciled);
    const missing = reconciled.differences.filter(({ kind }) => kind === "missing_here");
    if (!has("settle") || missing.length === 0) return { kind: "done", output, fields };

    return act(desk, async (tx) => {
      const settled: string[] = [];
      const actions: StaffAction[] = [];
      for (const difference of missing) {
        const noted = await settleDifference(tx, desk, difference);
        settled.push(noted.message);
        if (noted.action) actions.push(noted.action);
      }
      return { ok: true, output: [...output, `Settled: ${actions.length}`, ...settled, emailNote], actions, fields };
    });
  },
};

function settleDifference(tx: Tx, desk: Desk, { quoteId, quoteNo, pfPaymentId, thereCents, feeCents }: Difference) {
  if (!quoteId || !quoteNo || thereCents === null)
    return { message: `${pfPaymentId}: it names no order of ours. Look for its customer at PayFast.`, action: null };
  const found = { quoteId, quoteNo, pfPaymentId, amountCents: thereCents, feeCents: feeCents && -feeCents };
  return settleFound(tx, desk, found);
}

type Found = { quoteId: string; quoteNo: string; pfPaymentId: string; amountCents: Cents; feeCents: Cents | null };

async function settleFound(tx: Tx, desk: Desk, { quoteId, quoteNo, ...found }: Found) {
  const noted = await note(tx, quoteId, found, desk.site, desk.now);
  const payment = `${formatRand(found.amountCents)}, PayFast's payment ${found.pfPaymentId}`;
  if (!noted.ok) return { ok: false, message: `${quoteNo}: ${noted.refusal}`, action: null };
  if (!noted.added) return { ok: true, message: `${quoteNo}: this payment was settled before.`, action: null };
  const action = { action: "noted payment", subject: quoteNo, details: payment };
  const outcome = whatCameOfIt(noted);
  return { ok: true, message: `${quoteNo}: ${payment} is settled. ${outcome}`, action };
}

function whatCameOfIt({ bookings, owedBack }: { bookings: number; owedBack: number }): string {
  if (bookings === 1) return owedBack ? "It is to be paid back (list refunds)." : "It is booked and has its waybill.";
  const paid = `It is for ${bookings} bookings: ${bookings - owedBack} of them have their waybills.`;
  return owedBack ? `${paid} What came for the others is to be paid back (list refunds).` : paid;
}

function payfastNumber(typed: string | undefined): string {
  if (!typed) throw new UsageError("Say PayFast's number of the payment: --payfast 1089999.");
  if (!/^[\w-]{1,64}$/.test(typed)) throw new UsageError(`"${typed}" isn't a number of PayFast's, such as 1089999.`);
  return typed;
}
