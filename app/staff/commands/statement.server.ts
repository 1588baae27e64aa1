import { statementOf, type Whose } from "#app/domain/bookings/statements/statement.server";
import { statementPdf } from "#app/domain/bookings/statements/statement-pdf.server";
import { statementColumns, statementRows } from "#app/domain/bookings/statements/statement-shown.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { type Customer, findCustomer, type Identity, isNobody } from "#app/domain/people/customer.server";
import { monthAfter, monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { say } from "#app/language/say";
import { list, refused } from "../answer";
import { command } from "../command";
import type { Desk } from "../desk.server";
import { nobody, whose } from "./customers.server";

export const statement = command({
  name: "statement",
  page: { button: "Open as PDF", reads: "many rows", orCsv: true },
  right: "cashier",
  also: "month's invoices, what they paid, what they owe, account statement",
  summary: "a customer's month: invoices, credit notes, what is paid and what is open",
  more: say`For somebody with an account or without. A file is a PDF, unless it is to be CSV. An account has it too, in
    “My account”. Only papers and money of the mode that this site is in.`,
  examples: [
    "statement nomsa@example.com --month 2026-11 --to statement.pdf",
    "statement nomsa@example.com --month 2026-11 --csv --to statement.csv",
  ],
  arguments: { person: whose },
  options: { month: { kind: "month", label: "if not last month" } },
  async run({ person: { identity, typed }, month: wished }, desk) {
    const month = wished ?? monthAfter(saMonth(desk.now), -1);
    const customer = await findCustomer(desk.store.read, identity);
    if (isNobody(customer)) return refused(nobody(typed));
    const made = await statementOf(desk.store.read, bookedBy(customer), month, desk.site.mode, desk.now);
    const ifEmpty = say`There are no invoices of ${monthInWords(month)}.`;
    // The paper is made when the database is closed.
    const named = { customer: await namedOn(customer, identity, desk), appUrl: desk.site.appUrl };
    return {
      ...list(statementRows(made), ifEmpty, [...statementColumns]),
      paper: () => statementPdf(made, named),
    };
  },
});

/** What they have sent: that of their accounts, and what they booked without one. */
function bookedBy({ accounts, sent }: Customer): Whose {
  const uids = accounts.map(({ uid }) => uid);
  const others = sent.filter(({ uid, bookedAt }) => bookedAt !== null && !(uid && uids.includes(uid)));
  return { uids, quoteIds: others.map(({ id }) => id) };
}

/** As their account is named; of somebody without one, as they sent their last parcel. */
async function namedOn({ accounts: [account], sent }: Customer, identity: Identity, { store }: Desk) {
  if (account) return { name: account.name, email: account.email };
  const last = sent.findLast(({ namesThem }) => namesThem);
  const quote = last && (await quoteById(store.read, last.id));
  const email = "email" in identity ? identity.email : (quote?.email ?? "");
  return { name: quote?.formSnapshot.addresses.fromName ?? "", email };
}
