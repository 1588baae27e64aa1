import { amount, date, number, say } from "../say";

/** What a line is about that no paper is. */
const other = {
  "payment before invoices": say`Payment`,
  "refund before invoices": say`Refund`,
  "part of the price": say`Part of the price`,
  "payment to refund": say`Payment to refund`,
  refund: say`Refund`,
  chargeback: say`Taken back by your bank`,
};

/** A customer's month: on a page of the account, as a PDF and as a file for a spreadsheet. */
export const statement = {
  other,
  title: (month: string) => say`Statement for ${month}`,
  headings: {
    date: say`Date`,
    number: say`Number`,
    order: say`Your order`,
    place: say`To`,
    paper: say`Paper`,
    net: say`Without VAT`,
    vat: say`VAT`,
    gross: say`With VAT`,
    /** Of a company that charges no VAT. */
    amount: say`Amount`,
    paid: say`Paid`,
    open: say`Open`,
  },
  /** Of a file: the number of a paper has a column of its own. */
  paperNumber: say`Paper number`,
  credits: say`For invoice`,
  total: say`Total`,
  from: say`From`,
  to: say`To`,
  vatNumber: say`VAT number`,
  registrationNumber: say`Registration number`,
  madeOn: say`Made on`,
  /** A month that isn't over. */
  soFar: (made: Date) => say`This month isn't over: it has what there was on ${date(made)}.`,
  none: (month: string) => say`There are no invoices of ${month}.`,
  invoices: say`It is not a tax invoice: each paper that it names is one, or corrects one.`,
  open: (cents: number) => say`${amount(cents)} is still to be paid.`,
  credit: (cents: number) => say`${amount(-cents)} more has come than was invoiced.`,
  owed: (cents: number) => say`We will refund ${amount(cents)}.`,
  paid: say`Nothing is open.`,
  /** On a page. */
  more: (shown: number, of: number) => say`Here are the first ${shown} of ${of} lines. The two files have all of them.`,
  pdf: say`Open as PDF`,
  csv: say`Download for a spreadsheet`,
  page: (no: number, of: number) => say`Page ${number(String(no))} of ${number(String(of))}`,
};
