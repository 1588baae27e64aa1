import { invoiceOldPayment, sendInvoice } from "#app/domain/bookings/payments/invoice-of-booking.server";
import { dayAfter } from "#app/domain/values/calendar-day";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { field, listNamed, number, say } from "#app/language/say";
import { list } from "../answer";
import { command } from "../command";
import { did, emailNote, notDone } from "../desk.server";
import { actOnMoney } from "./bookings.server";

const modes = ["live", "sandbox", "simulator"] as const;

export const exportInvoices = command({
  name: "export invoices",
  page: { button: "Show the invoices", reads: "many rows" },
  right: "cashier",
  also: "accountant, VAT, books, SARS",
  summary: "invoices and credit notes of a period, for accounting",
  more: say`Both days are included. Amounts are in rand; those of a credit note are negative. The oldest comes
    first. Only papers of real money, or of the mode that this site is in. On its page each has its customer, while
    we may keep the name.`,
  examples: ["export invoices --from 2026-11-01 --until 2026-11-30 --csv --to november.csv"],
  options: {
    from: {
      kind: "day",
      isOver: true,
      label: "the first day",
      required: say`Give the first day with ${field("from")}, such as 2026-11-01.`,
    },
    until: {
      kind: "day",
      isOver: true,
      label: "the last day",
      required: say`Give the last day with ${field("until")}, such as 2026-11-30.`,
    },
    mode: { kind: "choice", of: modes, label: `${modes.join(", ")}; the site's own if left out` },
  },
  async run({ from, until, mode: wished }, { views, site }) {
    if (until < from)
      throw new UsageError(
        say`The period ends before it begins: ${field("until")} must not be before ${field("from")}.`,
      );
    const mode = wished ?? site.mode;
    // `|| ''` makes SQLite use the index by time.
    const period = "SELECT * FROM staff_invoices WHERE issued_at >= ? AND issued_at < ? AND mode || '' = ?";
    const issued = await views.ask(period, [from, dayAfter(until, 1), mode], true);
    const rows = issued.rows.toReversed().map((row) => ({
      date: String(row.issued_at).slice(0, "2026-11-30".length),
      number: row.invoice_no ?? null,
      paper: row.paper ?? null,
      net: row.net_rand ?? null,
      vat: row.vat_rand ?? null,
      gross: row.gross_rand ?? null,
      fee: row.payfast_fee_rand ?? null,
      payfast_id: row.payfast_id ?? null,
      quote_no: row.quote_no ?? null,
      credits_invoice: row.credits_invoice ?? null,
      customer: row.customer ?? null,
    }));
    const columns = [
      ...["date", "number", "paper", "net", "vat", "gross", "fee", "payfast_id", "quote_no", "credits_invoice"],
    ];
    const empty = say`No invoice was issued from ${from} until ${until}.`;
    // Programs read what this command writes.
    return { ...list(rows, empty, columns), onPages: ["customer"] };
  },
});

export const issueInvoice = command({
  name: "issue invoice",
  page: "check first",
  right: "cashier",
  also: "tax invoice, VAT number, bill",
  possible: ({ isPaid, hasInvoice }) => isPaid && !hasInvoice,
  summary: "issue the invoice of a booking that was paid before the site issued invoices",
  more: say`It gets the payment's date and the next number; refunds get their credit notes. The sender gets an
    email with the invoice. ${listNamed("vat")} and ${listNamed("revenue")} show such payments as “Before
    invoices”.`,
  needs: "a booking without an invoice",
  examples: ["issue invoice Q48210934"],
  arguments: { number: { kind: "number" } },
  async run({ number: no }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const { invoice, added } = await invoiceOldPayment(tx, quote);
      if (!invoice) return notDone(say`${number(no)}: nothing has been paid for this booking.`);
      const { invoiceNo, issuedAt, grossCents } = invoice;
      if (added) await sendInvoice(tx, quote, invoice, desk.now);
      const details = `${invoiceNo} of ${saDate(issuedAt)}, ${formatRand(grossCents)}`;
      const output = say`${number(quote.quoteNo)}: ${details}${added ? "." : ", was issued before."}`;
      const action = { action: "issued invoice", subject: quote.quoteNo, details: invoiceNo };
      return added ? did(action, output, emailNote) : did(null, output);
    });
  },
});
