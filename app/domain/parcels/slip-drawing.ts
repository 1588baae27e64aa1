import type PdfDocument from "pdfkit";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import type { SlipParty } from "../form/address-lines";
import { asPrinted } from "../values/printed-text";
import type { Outline } from "./barcode.server";
import type { Slip } from "./slip";

export type Pdf = InstanceType<typeof PdfDocument>;

/** Points in a millimetre: PDF measures in points. */
export const MM = 72 / 25.4;
/** One slip with its margin: a quarter of an A4 page, and the 100 × 150 mm of label printers. */
export const SLIP = { width: 100 * MM, height: 148 * MM, margin: 5 * MM };
/** Where each piece's own count, number and QR code go, measured up from the slip's lower edge. */
export const PLACES = {
  count: { baseline: 139.3 * MM, size: 15 },
  writtenNo: { baseline: 109.2 * MM, size: 20 },
  qr: { x: SLIP.width - SLIP.margin - 30 * MM, bottom: 8 * MM, width: 30 * MM },
};

/** Draws what the slips of one booking share, from the top left corner down. */
export function drawShared(pdf: Pdf, slip: Slip, bars: Outline): void {
  const [left, width] = [SLIP.margin, SLIP.width - 2 * SLIP.margin];
  pdf
    .font("Helvetica-Bold")
    .fontSize(15)
    .text(brand.name, left, 5 * MM);
  rule(pdf, 12 * MM, 1.5);
  drawBars(pdf, bars, { x: left + 5 * MM, y: 14 * MM, width: width - 10 * MM, height: 17 * MM });
  drawParty(pdf, "To", slip.to, { y: 43 * MM, height: 38 * MM, size: 11 });
  rule(pdf, 82 * MM, 0.5);
  drawParty(pdf, "From", slip.from, { y: 84 * MM, height: 24 * MM, size: 8 });
  rule(pdf, 109 * MM, 0.5);
  drawFacts(pdf, slip, { x: left, y: 111 * MM, width: width - 32 * MM, height: 28 * MM });
  pdf.font("Helvetica").fontSize(7);
  pdf.text(`${contact().phoneShown} · ${contact().email.contact}`, left, 141 * MM);
  const { qr } = PLACES;
  pdf.text("Scan to track", qr.x, 141 * MM, { width: qr.width, align: "center" });
}

/** Text that doesn't fit is cut, so the name, the street and the town come first. */
function drawParty(pdf: Pdf, title: string, party: SlipParty, at: { y: number; height: number; size: number }): void {
  const [left, width] = [SLIP.margin, SLIP.width - 2 * SLIP.margin];
  const [x, indent] = [left + 12 * MM, width - 12 * MM];
  pdf.font("Helvetica").fontSize(at.size).text(title, left, at.y);
  pdf.font("Helvetica-Bold").fontSize(at.size + 2);
  const name = asPrinted(party.name);
  pdf.text(name, x, at.y - 1, { width: indent, height: 2.4 * (at.size + 2), ellipsis: true });
  const below = pdf.y + 1;
  pdf.font("Helvetica").fontSize(at.size);
  const lines = party.lines.map(asPrinted).join("\n");
  pdf.text(lines, x, below, { width: indent, height: at.y + at.height - below, ellipsis: true });
}

function drawFacts(pdf: Pdf, { facts }: Slip, at: { x: number; y: number; width: number; height: number }): void {
  pdf.fontSize(8);
  const end = at.y + at.height;
  pdf.y = at.y;
  for (const { label, value } of facts) {
    const room = end - pdf.y;
    if (room < pdf.currentLineHeight()) return;
    pdf
      .font("Helvetica-Bold")
      .text(`${label}: `, at.x, pdf.y, { width: at.width, height: room, ellipsis: true, continued: true });
    pdf.font("Helvetica").text(asPrinted(value));
  }
}

function drawBars(pdf: Pdf, code: Outline, box: { x: number; y: number; width: number; height: number }): void {
  pdf.save();
  pdf.translate(box.x, box.y).scale(box.width / code.width, box.height / code.height);
  pdf.path(code.path).fill("#000", "even-odd");
  pdf.restore();
}

function rule(pdf: Pdf, y: number, thickness: number): void {
  const [left, right] = [SLIP.margin, SLIP.width - SLIP.margin];
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(thickness).stroke("#000");
  pdf.fillColor("#000");
}
