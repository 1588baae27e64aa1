import type PdfDocument from "pdfkit";
import { brand } from "#app/brand";
import { saWeekday } from "../values/sa-time";
import { asPrinted } from "../waybills/printed-text";

type Pdf = InstanceType<typeof PdfDocument>;

/** One stop as it is printed. */
export type PrintedStop = { stop: number; heading: string; lines: string[] };

const MARGIN = 40;
const WIDTH = 595 - 2 * MARGIN;
const BOTTOM = 842 - MARGIN;
const SPACE_TO_SIGN = 24;

/**
 * A driver's stops of a day on A4, for use without a phone: each has a line for the signature, the pieces and the time.
 */
export async function runSheetPdf(driver: string, day: string, stops: readonly PrintedStop[]): Promise<Buffer> {
  const { default: Pdf } = await import("pdfkit");
  const title = `${driver}, ${saWeekday(day)}`;
  const pdf = new Pdf({ size: "A4", margin: MARGIN, info: { Title: title, Author: brand.name }, lang: "en-ZA" });
  const bytes = collected(pdf);
  pdf.font("Helvetica-Bold").fontSize(15).text(asPrinted(title), MARGIN, MARGIN, { width: WIDTH });
  pdf.font("Helvetica").fontSize(10).text(`${brand.name}. The office: ${brand.phone.supportShown}`);
  pdf.moveDown();
  for (const stop of stops) draw(pdf, stop);
  pdf.end();
  return bytes;
}

function draw(pdf: Pdf, { stop, heading, lines }: PrintedStop): void {
  const words = lines.filter(Boolean).map(asPrinted).join("\n");
  const height = pdf.fontSize(11).heightOfString(words, { width: WIDTH }) + 20 + SPACE_TO_SIGN + 14;
  if (pdf.y + height > BOTTOM) pdf.addPage();
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .stroke();
  pdf.moveDown(0.4);
  pdf
    .font("Helvetica-Bold")
    .fontSize(12)
    .text(`${stop}.  ${asPrinted(heading)}`, { width: WIDTH });
  pdf.font("Helvetica").fontSize(11).text(words, { width: WIDTH });
  pdf.y += SPACE_TO_SIGN - 10;
  pdf
    .fontSize(9)
    .text("Pieces: ______   Time: __________   Name and signature: ______________________________________");
  pdf.moveDown(0.6);
}

function collected(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.on("error", reject);
  });
}
