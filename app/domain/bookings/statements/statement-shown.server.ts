import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { date, type Sentence, say } from "#app/language/say";
import { paths } from "#app/paths";
import { statementOrder } from "../../money/credit.server";
import { labelOf, titleOf } from "../../money/invoice";
import { supplierOf } from "../../parcels/issue-invoice.server";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import { momentsOfMonth, monthInWords } from "../../values/calendar-month";
import { type Cents, formatRand, randFromCents } from "../../values/money";
import { saDay } from "../../values/sa-time";
import type { BookedLine, Statement } from "./statement.server";

/** A cell of a statement; `invoiceNo`: the paper that it leads to. */
export type StatementCell = { text: string; invoiceNo?: string };

/** A statement in words, for a page or on paper. */
export type ShownStatement = {
  title: string;
  columns: { label: string; isAmount: boolean }[];
  rows: StatementCell[][];
  /** Below each column; blank where there is nothing to sum. */
  totals: string[];
  sentences: string[];
  /** Where what is on account is paid, of each account that owes something. */
  pay: { words: string; href: string }[];
};

const amountColumns = ["net", "vat", "gross", "paid", "open"] as const;
type AmountColumn = (typeof amountColumns)[number];
const amountIn = (line: Record<`${AmountColumn}Cents`, Cents>, column: AmountColumn) => line[`${column}Cents`];

export function statementShown(statement: Statement): ShownStatement {
  const { month, lines, totals, hasVat, toPay } = statement;
  const words = messagesCatalogue().statement;
  const { headings } = words;
  const shown = amountColumns.filter((column) => hasVat || (column !== "net" && column !== "vat"));
  const headingOf = (column: AmountColumn) => (column === "gross" && !hasVat ? headings.amount : headings[column]);
  const texts = [headings.date, headings.number, headings.order, headings.place, headings.paper];
  const sums = shown.map((column) => formatRand(amountIn(totals, column)));
  return {
    title: plainText(words.title(monthInWords(month))),
    columns: [
      ...texts.map((label) => ({ label: plainText(label), isAmount: false })),
      ...shown.map((column) => ({ label: plainText(headingOf(column)), isAmount: true })),
    ],
    rows: lines.map((line) => [
      { text: plainText(say`${date(line.at)}`) },
      { text: line.waybillNo ? spokenWaybillNumber(line.waybillNo) : line.quoteNo },
      { text: line.order ?? "" },
      { text: line.place },
      paperCell(line),
      ...shown.map((column) => ({ text: formatRand(amountIn(line, column)) })),
    ]),
    totals: [plainText(words.total), ...texts.slice(1).map(() => ""), ...sums],
    sentences: sentencesOf(statement).map(plainText),
    pay: toPay.map((owed) => ({
      words: plainText(words.pay(owed.openCents)),
      href: paths.payfastStatement(statementOrder(owed)),
    })),
  };
}

/** The columns of a statement as a list or a file. */
export const statementColumns = [
  ...(["date", "number", "order", "to", "paper", "paper_no", "credits_invoice"] as const),
  ...(["net_rand", "vat_rand", "gross_rand", "paid_rand", "open_rand"] as const),
];
type Column = (typeof statementColumns)[number];

/** The rows of a file for a spreadsheet: amounts in rand, and what a page says in one cell apart. */
export function statementRows({ lines }: Statement): Record<Column, string | number | null>[] {
  return lines.map((line) => {
    const { at, told, waybillNo, quoteNo, order, place } = line;
    const paper = told.is === "paper" ? told.paper : null;
    return {
      date: saDay(at),
      number: waybillNo ?? quoteNo,
      order,
      to: place,
      paper: plainText(paper ? titleOf(paper) : otherOf(line)),
      paper_no: paper?.invoiceNo ?? null,
      credits_invoice: paper?.creditedInvoiceNo ?? null,
      net_rand: randFromCents(line.netCents),
      vat_rand: randFromCents(line.vatCents),
      gross_rand: randFromCents(line.grossCents),
      paid_rand: randFromCents(line.paidCents),
      open_rand: randFromCents(line.openCents),
    };
  });
}

/** The columns of their file, as customers read them. */
export function headingsOfFile({ hasVat }: Pick<Statement, "hasVat">): { column: Column; words: Sentence }[] {
  const words = messagesCatalogue().statement;
  const { headings } = words;
  const all: Record<Column, Sentence> = {
    ...{ date: headings.date, number: headings.number, order: headings.order, to: headings.place },
    ...{ paper: headings.paper, paper_no: words.paperNumber, credits_invoice: words.credits },
    ...{ net_rand: headings.net, vat_rand: headings.vat, gross_rand: hasVat ? headings.gross : headings.amount },
    ...{ paid_rand: headings.paid, open_rand: headings.open },
  };
  const named = statementColumns.filter((column) => hasVat || (column !== "net_rand" && column !== "vat_rand"));
  return named.map((column) => ({ column, words: all[column] }));
}

function paperCell(line: BookedLine): StatementCell {
  const { told } = line;
  if (told.is !== "paper") return { text: plainText(otherOf(line)) };
  return { text: plainText(labelOf(told.paper)), invoiceNo: told.paper.invoiceNo };
}

function otherOf({ told }: BookedLine): Sentence {
  if (told.is === "paper") return titleOf(told.paper);
  return messagesCatalogue().statement.other[told.is];
}

function sentencesOf({ month, lines, totals, toPay, owedCents, registration, madeAt }: Statement): Sentence[] {
  const words = messagesCatalogue().statement;
  const soFar = madeAt < momentsOfMonth(month).until ? [words.soFar(madeAt)] : [];
  if (lines.length === 0) return [words.none(monthInWords(month)), ...soFar];
  const { openCents } = totals;
  const open = openCents === 0 ? words.paid : openCents > 0 ? words.open(openCents) : words.credit(openCents);
  // What is paid and what we pay back go apart, so their net is nothing that anybody pays.
  const toPayCents = toPay.reduce((sum, owed) => sum + owed.openCents, 0);
  const isLeftOut = toPay.length > 0 ? toPayCents !== openCents : openCents < 0 && owedCents > 0;
  return [
    ...(isLeftOut ? [] : [open]),
    ...toPay.map((owed) => words.toPay(owed.openCents, owed.payBy)),
    ...(owedCents > 0 ? [words.owed(owedCents)] : []),
    ...soFar,
    ...(supplierOf(registration).vatNumber ? [words.invoices] : []),
  ];
}

/** Where a cell leads, for whoever is signed in. */
export const hrefOfCell = ({ invoiceNo }: StatementCell) => (invoiceNo ? paths.invoice(invoiceNo) : undefined);
