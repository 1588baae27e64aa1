import { buffer } from "node:stream/consumers";
import type PdfDocument from "pdfkit";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { asPrinted } from "../values/printed-text";
import { saWeekday } from "../values/sa-time";

type Pdf = InstanceType<typeof PdfDocument>;

/** One stop as it is printed. */
export type PrintedStop = { stop: number; heading: string; lines: string[] };

const MARGIN = 40;
const SPACE_TO_SIGN = 14;
/** What a stop takes besides its lines: its heading, the space and the line to sign. */
const BESIDES_LINES = 58;

/**
 * A driver's stops of a day on A4, for use without a phone: each has a line for the signature, the pieces and the time.
 * @param another what was agreed on for a later day, a line each
 */
export async function runSheetPdf(
  driver: string,
  day: string,
  stops: readonly PrintedStop[],
  another: readonly string[] = [],
): Promise<Buffer> {
  const { default: Pdf } = await import("pdfkit");
  const title = `${driver}, ${saWeekday(day)}`;
  const pdf = new Pdf({ size: "A4", margin: MARGIN, info: { Title: title, Author: brand.name }, lang: "en-ZA" });
  pdf.font("Helvetica-Bold").fontSize(15).text(asPrinted(title));
  pdf.font("Helvetica").fontSize(10).text(`${brand.name}. The office: ${contact().phoneShown}`);
  pdf.moveDown();
  for (const stop of stops) draw(pdf, stop);
  if (another.length > 0) pdf.font("Helvetica-Bold").fontSize(12).text("Not that day");
  for (const line of another) pdf.font("Helvetica").fontSize(11).text(asPrinted(line));
  pdf.end();
  return buffer(pdf);
}

function draw(pdf: Pdf, { stop, heading, lines }: PrintedStop): void {
  const words = lines.map(asPrinted).filter(Boolean).join("\n");
  const height = pdf.fontSize(11).heightOfString(words) + BESIDES_LINES;
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .lineWidth(0.5)
    .stroke();
  pdf.moveDown(0.4);
  pdf
    .font("Helvetica-Bold")
    .fontSize(12)
    .text(`${stop}.  ${asPrinted(heading)}`);
  pdf.font("Helvetica").fontSize(11).text(words);
  pdf.y += SPACE_TO_SIGN;
  pdf
    .fontSize(9)
    .text("Pieces: ______   Time: __________   Name and signature: ______________________________________");
  pdf.moveDown(0.6);
}
