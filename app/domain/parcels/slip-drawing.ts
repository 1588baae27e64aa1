import type PdfDocument from "pdfkit";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import type { SlipParty } from "../form/address-lines";
import { asPrinted } from "../values/printed-text";
import type { Outline } from "./barcode.server";
import type { Slip } from "./slip";
import { spokenWaybillNumber } from "./waybill-number";

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

/** A text on a slip, below the one before it. */
type Paragraph = { text: string; label?: string; isBold?: true };
/** Where paragraphs go, and the size of their letters if there is room. Points, from the slip's upper left corner. */
type Area = { x: number; y: number; width: number; bottom: number; size: number };
/** The paragraphs of a box that fit, in the largest letters that let them, and what doesn't fit even in the smallest. */
type Fitted = { box: Area; size: number; shown: Paragraph[]; rest: Paragraph[] };
/** What the slips of one booking share. `more` is for another slip, if something doesn't fit on the first. */
export type SlipLayout = { to: Fitted; from: Fitted; facts: Fitted; more: Fitted | null };

/** Letters that a label printer still prints clearly. Points. */
const SMALLEST = 6;
const [LEFT, WIDTH] = [SLIP.margin, SLIP.width - 2 * SLIP.margin];
const BESIDE_TITLE = { x: LEFT + 12 * MM, width: WIDTH - 12 * MM };
/** A party's lines where the phone has to do for a name or a street: there are few, and a driver needs them all. */
const SIZES = { to: { usual: 11, large: 16 }, from: { usual: 8, large: 10 } };
/** The line that says that another slip follows. */
const MORE_HEIGHT = 4 * MM;

/** Chooses the sizes, so that nothing is cut: smaller letters first, then another slip. */
export function layOut(trial: Pdf, { to, from, facts }: Slip): SlipLayout {
  const size = (party: "to" | "from", { phone }: SlipParty) => SIZES[party][phone ? "large" : "usual"];
  const toBox = { ...BESIDE_TITLE, y: 43 * MM, bottom: 81 * MM, size: size("to", to) };
  const fromBox = { ...BESIDE_TITLE, y: 84 * MM, bottom: 108 * MM, size: size("from", from) };
  const factsBox = { x: LEFT, y: 111 * MM, width: WIDTH - 32 * MM, bottom: 139 * MM, size: 8 };
  const [toFits, fromFits] = [fitted(trial, ofParty(to), toBox), fitted(trial, ofParty(from), fromBox)];
  const ofFacts = facts.map(({ label, value }) => ({ label: `${label}: `, text: asPrinted(value) || ELSEWHERE }));
  const allFacts = fitted(trial, ofFacts, factsBox);
  const isWhole = [toFits, fromFits, allFacts].every(({ rest }) => rest.length === 0);
  if (isWhole) return { to: toFits, from: fromFits, facts: allFacts, more: null };
  const someFacts = fitted(trial, ofFacts, { ...factsBox, bottom: factsBox.bottom - MORE_HEIGHT });
  const titled = (title: string, { rest }: Fitted): Paragraph[] =>
    rest.length > 0 ? [{ text: title, isBold: true }, ...rest] : [];
  const more = [...titled("To", toFits), ...titled("From", fromFits), ...someFacts.rest];
  const moreBox = { x: LEFT, y: 32 * MM, width: WIDTH, bottom: SLIP.height - SLIP.margin, size: 11 };
  return { to: toFits, from: fromFits, facts: someFacts, more: fitted(trial, more, moreBox) };
}

/** Instead of a text in letters that the fonts lack. */
const ELSEWHERE = "In another script: see the parcel's page";

function ofParty({ name, phone, lines }: SlipParty): Paragraph[] {
  const bold = [asPrinted(name), phone ?? ""].filter(Boolean);
  const others = lines.filter((line) => line !== phone).map(asPrinted);
  return [
    ...bold.map((text) => ({ text, isBold: true as const })),
    ...[...new Set(others)].filter(Boolean).map((text) => ({ text })),
  ];
}

function fitted(trial: Pdf, paragraphs: Paragraph[], box: Area): Fitted {
  const fits = (some: Paragraph[], size: number) => drawParagraphs(trial, some, box, size) <= box.bottom;
  if (fits(paragraphs, box.size)) return { box, size: box.size, shown: paragraphs, rest: [] };
  // Halved until half a point is left: in smaller letters a text is never higher.
  let [size, tooLarge] = [SMALLEST, box.size];
  if (fits(paragraphs, size)) {
    while (tooLarge - size > 0.5) {
      const middle = (size + tooLarge) / 2;
      if (fits(paragraphs, middle)) size = middle;
      else tooLarge = middle;
    }
    return { box, size, shown: paragraphs, rest: [] };
  }
  let count = paragraphs.length;
  while (count > 0 && !fits(paragraphs.slice(0, count), size)) count -= 1;
  return { box, size, shown: paragraphs.slice(0, count), rest: paragraphs.slice(count) };
}

/** Returns where they end. */
function drawParagraphs(pdf: Pdf, paragraphs: readonly Paragraph[], { x, y, width }: Area, size: number): number {
  pdf.y = y;
  for (const { text, label, isBold } of paragraphs) {
    if (label) pdf.font("Helvetica-Bold").fontSize(size).text(label, x, pdf.y, { width, continued: true });
    pdf.font(isBold ? "Helvetica-Bold" : "Helvetica").fontSize(isBold ? size + 2 : size);
    if (label) pdf.text(text);
    // Larger letters stand a little higher, so that they stand beside the title.
    else if (isBold) pdf.text(text, x, pdf.y - 1, { width }).y += 1;
    else pdf.text(text, x, pdf.y, { width });
  }
  return pdf.y;
}

const draw = (pdf: Pdf, { box, size, shown }: Fitted) => drawParagraphs(pdf, shown, box, size);

/** Draws what the slips of one booking share, from the top left corner down. */
export function drawShared(pdf: Pdf, { to, from, facts, more }: SlipLayout, bars: Outline): void {
  drawBrand(pdf);
  drawBars(pdf, bars, { x: LEFT + 5 * MM, y: 14 * MM, width: WIDTH - 10 * MM, height: 17 * MM });
  pdf.font("Helvetica").fontSize(SIZES.to.usual).text("To", LEFT, to.box.y);
  draw(pdf, to);
  rule(pdf, 82 * MM, 0.5);
  pdf.font("Helvetica").fontSize(SIZES.from.usual).text("From", LEFT, from.box.y);
  draw(pdf, from);
  rule(pdf, 109 * MM, 0.5);
  draw(pdf, facts);
  if (more)
    pdf
      .font("Helvetica-Bold")
      .fontSize(8)
      .text("There is more: see the next slip.", LEFT, 136 * MM);
  pdf.font("Helvetica").fontSize(7);
  pdf.text(`${contact().phoneShown} · ${contact().email.contact}`, LEFT, 141 * MM);
  const { qr } = PLACES;
  pdf.text("Scan to track", qr.x, 141 * MM, { width: qr.width, align: "center" });
}

/** Draws what had no room on the slips of a booking. */
export function drawMore(pdf: Pdf, more: Fitted, { waybillNo, of }: Slip): void {
  drawBrand(pdf);
  pdf.font("Helvetica-Bold").fontSize(PLACES.writtenNo.size);
  pdf.text(spokenWaybillNumber(waybillNo), LEFT, 16 * MM, { width: WIDTH, align: "center" });
  const whose = of === 1 ? "Belongs to this parcel" : `Belongs to all ${of} parcels`;
  pdf
    .font("Helvetica")
    .fontSize(9)
    .text(whose, LEFT, 25 * MM, { width: WIDTH, align: "center" });
  draw(pdf, more);
}

function drawBrand(pdf: Pdf): void {
  pdf
    .font("Helvetica-Bold")
    .fontSize(15)
    .text(brand.name, LEFT, 5 * MM);
  rule(pdf, 12 * MM, 1.5);
}

function drawBars(pdf: Pdf, code: Outline, box: { x: number; y: number; width: number; height: number }): void {
  pdf.save();
  pdf.translate(box.x, box.y).scale(box.width / code.width, box.height / code.height);
  pdf.path(code.path).fill("#000", "even-odd");
  pdf.restore();
}

function rule(pdf: Pdf, y: number, thickness: number): void {
  pdf
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(thickness)
    .stroke("#000");
  pdf.fillColor("#000");
}
