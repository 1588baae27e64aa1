import { setImmediate as nextTurn } from "node:timers/promises";
import type PdfDocument from "pdfkit";
import { brand } from "#app/brand";
import type { SlipParty } from "../shipments/address-lines";
import { barcodeOutline, type Outline, qrOutline } from "./barcode.server";
import { asPrinted } from "./printed-text";
import type { Slip } from "./slip";

/** Points in a millimetre; PDF counts in points. */
const MM = 72 / 25.4;
/** One slip, with its margin: a quarter of an A4 page, and what label printers call 100 × 150. */
const SLIP = { width: 100 * MM, height: 148 * MM, margin: 5 * MM };
const PAGES = {
  /** Four to a page, to be cut. */
  a4: {
    size: [210 * MM, 297 * MM],
    places: [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  },
  /** A page each: for a label printer, and for a phone to show. */
  label: { size: [100 * MM, 150 * MM], places: [[0, 0]] },
} satisfies Record<string, { size: [number, number]; places: [column: number, row: number][] }>;

export type SlipPaper = keyof typeof PAGES;

/**
 * Slips as a PDF, in their order. The library is loaded by the first PDF that is asked for: the site starts, and most of the
 * time runs, without it.
 */
export async function slipsPdf(slips: readonly Slip[], paper: SlipPaper): Promise<Buffer> {
  const { default: Pdf } = await import("pdfkit");
  const { size, places } = PAGES[paper];
  const [first] = slips;
  const title = slips.length === 1 && first ? `Waybill ${first.writtenNo}` : "Waybills";
  const pdf = new Pdf({
    size,
    margin: 0,
    autoFirstPage: false,
    info: { Title: title, Author: brand.name },
    lang: "en-ZA",
  });
  const bytes = collected(pdf);
  const [columns, rows] = [
    1 + Math.max(...places.map(([column]) => column)),
    1 + Math.max(...places.map(([, row]) => row)),
  ];
  const [roomWidth, roomHeight] = [size[0] / columns, size[1] / rows];
  const bars = new Map<string, Outline>();
  for (const [at, slip] of slips.entries()) {
    const [column, row] = places[at % places.length] ?? [0, 0];
    if (at % places.length === 0) pdf.addPage();
    const barcode = bars.get(slip.waybillNo) ?? (await barcodeOutline(slip.waybillNo));
    bars.set(slip.waybillNo, barcode);
    const codes = { bars: barcode, qr: await qrOutline(slip.trackingUrl) };
    pdf.save();
    pdf.translate(column * roomWidth + (roomWidth - SLIP.width) / 2, row * roomHeight + (roomHeight - SLIP.height) / 2);
    drawSlip(pdf, slip, codes);
    pdf.restore();
    // A hundred slips take a second: other visitors are answered in between.
    await nextTurn();
  }
  pdf.end();
  return bytes;
}

type Pdf = InstanceType<typeof PdfDocument>;

function drawSlip(pdf: Pdf, slip: Slip, codes: { bars: Outline; qr: Outline }): void {
  const [left, width] = [SLIP.margin, SLIP.width - 2 * SLIP.margin];
  const right = (text: string, y: number, size: number) =>
    pdf.font("Helvetica-Bold").fontSize(size).text(text, left, y, { width, align: "right", lineBreak: false });
  pdf
    .font("Helvetica-Bold")
    .fontSize(15)
    .text(brand.name, left, 5 * MM, { lineBreak: false });
  right(slip.of === 1 ? "Waybill" : `${slip.piece} of ${slip.of}`, 5 * MM, 15);
  rule(pdf, 12 * MM, 1.5);
  drawCode(pdf, codes.bars, { x: left + 5 * MM, y: 14 * MM, width: width - 10 * MM, height: 17 * MM });
  pdf
    .font("Helvetica-Bold")
    .fontSize(20)
    .text(slip.writtenNo, left, 33 * MM, { width, align: "center", lineBreak: false });
  drawParty(pdf, "To", slip.to, { y: 43 * MM, height: 38 * MM, size: 11 });
  rule(pdf, 82 * MM, 0.5);
  drawParty(pdf, "From", slip.from, { y: 84 * MM, height: 24 * MM, size: 8 });
  rule(pdf, 109 * MM, 0.5);
  drawCode(pdf, codes.qr, { x: left + width - 30 * MM, y: 110 * MM, width: 30 * MM, height: 30 * MM });
  drawFacts(pdf, slip, { x: left, y: 111 * MM, width: width - 32 * MM, height: 28 * MM });
  pdf.font("Helvetica").fontSize(7);
  pdf.text(`${brand.phone.supportShown} · ${brand.email.contact}`, left, 141 * MM, { lineBreak: false });
  pdf.text("Scan to track", left + width - 30 * MM, 141 * MM, { width: 30 * MM, align: "center", lineBreak: false });
}

/** What doesn't fit its space is cut: the name, the street and the town come first. */
function drawParty(pdf: Pdf, title: string, party: SlipParty, at: { y: number; height: number; size: number }): void {
  const [left, width] = [SLIP.margin, SLIP.width - 2 * SLIP.margin];
  const [x, indent] = [left + 12 * MM, width - 12 * MM];
  pdf.font("Helvetica").fontSize(at.size).text(title, left, at.y, { lineBreak: false });
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

function drawCode(pdf: Pdf, code: Outline, box: { x: number; y: number; width: number; height: number }): void {
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

function collected(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.on("error", reject);
  });
}
