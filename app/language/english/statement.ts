import { amount, date, day, number, say } from "../say";

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
    number: say`Parcel`,
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
  payBy: say`Pay by`,
  /** Of what is on account. */
  toPay: (cents: number, payBy: string) => say`Please pay ${amount(cents)} by ${day(payBy)}.`,
  pay: (cents: number) => say`Pay ${amount(cents)}`,
  ready: {
    headline: (last: Date, cents: number) => say`Your statement until ${date(last)}: ${amount(cents)} to pay`,
    opening: [say`This is for the parcels that we collected for you in that month. You pay for them all at once.`],
    pay: say`Pay the statement`,
    see: say`See the statement and its invoices`,
    closing: [say`If something is wrong, please answer this email before you pay.`],
  },
  settled: {
    headline: (cents: number) => say`We have received ${amount(cents)}`,
    opening: [say`Thank you. Your payment for your account has arrived. You have the invoices already.`],
    statement: say`Statement until`,
    parcels: say`Invoices`,
  },
  takenOff: {
    headline: (cents: number) => say`${amount(cents)} less is owed`,
    opening: [say`We have taken this off your account. It moves no money: you simply pay less.`],
    closing: [say`The statement of the month has it already.`],
  },
  putBack: {
    headline: (cents: number) => say`${amount(cents)} is owed after all`,
    opening: [say`We are sorry. We took it off your account by mistake. It is on your statement again.`],
  },
  /** On a page. */
  more: (shown: number, of: number) => say`Here are the first ${shown} of ${of} lines. The two files have all of them.`,
  pdf: say`Open as PDF`,
  csv: say`Download for a spreadsheet`,
  page: (no: number, of: number) => say`Page ${number(String(no))} of ${number(String(of))}`,
};
