import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import type PdfDocument from "pdfkit";
import { brand } from "#app/brand";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { date, type Sentence, say } from "#app/language/say";
import { supplierOf } from "../../parcels/issue-invoice.server";
import { asPrinted } from "../../values/printed-text";
import type { Statement } from "./statement.server";
import { hrefOfCell, type ShownStatement, type StatementCell, statementShown } from "./statement-shown.server";

type Pdf = InstanceType<typeof PdfDocument>;

const MARGIN = 40;
/** Of an A4 page lying on its side, in points; amounts share what the first five columns leave. */
const TEXT_WIDTHS = [84, 80, 66, 112, 126];
const BETWEEN = 6;
const SIZE = 8;
const ROWS_AT_A_TIME = 50;

/** To whom a statement is given. `appUrl`: where its papers are opened. */
export type GivenTo = { customer: { name: string; email: string }; appUrl: string | null };

/** A statement on A4. The library is loaded on first use. */
export async function statementPdf(statement: Statement, given: GivenTo): Promise<Buffer> {
  const { default: Pdf } = await import("pdfkit");
  const shown = statementShown(statement);
  const info = { Title: shown.title, Author: brand.name };
  const pdf = new Pdf({ size: "A4", layout: "landscape", margin: MARGIN, info, lang: "en-ZA", bufferPages: true });
  drawTop(pdf, shown, statement, given);
  const widths = widthsOf(pdf, shown);
  const heading = shown.columns.map(({ label }) => ({ text: label }));
  const drawNext = (row: readonly StatementCell[], how: { isBold?: boolean; appUrl?: string | null }) => {
    if (pdf.y + heightOf(pdf, widths, row) > pdf.page.maxY()) {
      pdf.addPage();
      drawRow(pdf, shown, widths, heading, { isBold: true });
    }
    drawRow(pdf, shown, widths, row, how);
  };
  drawRow(pdf, shown, widths, heading, { isBold: true });
  for (const [at, row] of shown.rows.entries()) {
    drawNext(row, { appUrl: given.appUrl });
    // A month may have thousands of rows, so let other requests be answered in between.
    if (at % ROWS_AT_A_TIME === 0) await nextTurn();
  }
  const totals = shown.totals.map((text) => ({ text }));
  if (shown.rows.length > 0) drawNext(totals, { isBold: true });
  pdf.moveDown();
  drawEnd(pdf, shown, given);
  drawPageNumbers(pdf);
  pdf.end();
  return buffer(pdf);
}

/** What is below the table: all on one page, so that the address is not alone on the next. */
function drawEnd(pdf: Pdf, { sentences, pay }: ShownStatement, { appUrl }: GivenTo): void {
  const links = appUrl ? pay.map(({ words, href }) => ({ words, href: new URL(href, appUrl).href })) : [];
  const printed = [...sentences, ...links.flatMap(({ words, href }) => [words, href])].map(asPrinted);
  pdf.font("Helvetica").fontSize(10);
  const width = pdf.page.width - 2 * MARGIN;
  const height = printed.reduce((sum, text) => sum + pdf.heightOfString(text, { width }), 0);
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  for (const sentence of sentences) pdf.text(asPrinted(sentence), MARGIN);
  for (const { words, href: link } of links) {
    pdf.fontSize(10).text(asPrinted(words), MARGIN, undefined, { link, underline: true });
    pdf.fontSize(SIZE).text(asPrinted(link), { link, underline: false });
  }
}

function drawTop(
  pdf: Pdf,
  { title }: ShownStatement,
  { madeAt, registration }: Statement,
  { customer }: GivenTo,
): void {
  const words = messagesCatalogue().statement;
  const half = (pdf.page.width - 2 * MARGIN) / 2;
  const fact = (label: Sentence, value: string | null) => (value ? [`${plainText(label)}: ${value}`] : []);
  const party = (heading: Sentence, name: string, lines: readonly string[], x: number, y: number) => {
    pdf.font("Helvetica").fontSize(SIZE).text(plainText(heading), x, y, { width: half });
    pdf.font("Helvetica-Bold").fontSize(10).text(asPrinted(name), { width: half });
    pdf.font("Helvetica").fontSize(9);
    for (const line of lines) pdf.text(asPrinted(line), { width: half });
    return pdf.y;
  };
  pdf.font("Helvetica-Bold").fontSize(15).text(asPrinted(title));
  pdf
    .font("Helvetica")
    .fontSize(9)
    .text(fact(words.madeOn, plainText(say`${date(madeAt)}`)).join(""));
  pdf.moveDown();
  const top = pdf.y;
  const { name, address, vatNumber, registrationNumber } = supplierOf(registration);
  const numbers = [...fact(words.vatNumber, vatNumber), ...fact(words.registrationNumber, registrationNumber)];
  const ours = party(words.from, name, [...address, ...numbers], MARGIN, top);
  const theirs = party(
    words.to,
    customer.name || customer.email,
    customer.name ? [customer.email] : [],
    MARGIN + half,
    top,
  );
  pdf.y = Math.max(ours, theirs);
  pdf.moveDown();
}

function widthsOf(pdf: Pdf, { columns }: ShownStatement): number[] {
  const amounts = columns.filter(({ isAmount }) => isAmount).length;
  const left = pdf.page.width - 2 * MARGIN - TEXT_WIDTHS.reduce((sum, width) => sum + width, 0);
  return [...TEXT_WIDTHS, ...Array.from({ length: amounts }, () => left / amounts)];
}

function heightOf(pdf: Pdf, widths: number[], row: readonly StatementCell[]): number {
  pdf.font("Helvetica-Bold").fontSize(SIZE);
  const heights = row.map(({ text }, at) =>
    pdf.heightOfString(asPrinted(text) || " ", { width: (widths[at] ?? 0) - BETWEEN }),
  );
  return Math.max(...heights) + BETWEEN;
}

function drawRow(
  pdf: Pdf,
  { columns }: ShownStatement,
  widths: number[],
  row: readonly StatementCell[],
  { isBold = false, appUrl = null }: { isBold?: boolean; appUrl?: string | null },
): void {
  const height = heightOf(pdf, widths, row);
  const top = pdf.y;
  pdf.font(isBold ? "Helvetica-Bold" : "Helvetica").fontSize(SIZE);
  let x = MARGIN;
  for (const [at, cell] of row.entries()) {
    const width = widths[at] ?? 0;
    const href = hrefOfCell(cell);
    const align = columns[at]?.isAmount ? "right" : "left";
    const link = href && appUrl ? new URL(href, appUrl).href : null;
    pdf.text(asPrinted(cell.text), x, top + BETWEEN / 2, { width: width - BETWEEN, align, link });
    x += width;
  }
  pdf
    .moveTo(MARGIN, top + height)
    .lineTo(pdf.page.width - MARGIN, top + height)
    .lineWidth(isBold ? 1 : 0.25)
    .stroke();
  pdf.y = top + height;
}

function drawPageNumbers(pdf: Pdf): void {
  const { page } = messagesCatalogue().statement;
  const { count } = pdf.bufferedPageRange();
  for (let at = 0; count > 1 && at < count; at += 1) {
    pdf.switchToPage(at);
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN / 2 - SIZE;
    pdf.font("Helvetica").fontSize(SIZE);
    pdf.text(plainText(page(at + 1, count)), MARGIN, y, { width: pdf.page.width - 2 * MARGIN, align: "right" });
  }
}
