import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { brand } from "#app/brand";
import { barcodeOutline, QR_QUIET_ZONE, qrModules } from "./barcode.server";
import type { Slip } from "./slip";
import { drawMore, drawShared, layOut, MM, type Pdf, PLACES, SLIP } from "./slip-drawing";

const PAGES = {
  /** Four slips to a page, to be cut apart. */
  a4: {
    size: [210 * MM, 297 * MM],
    places: [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  },
  /** One slip to a page, for a label printer or a phone's screen. */
  label: { size: [100 * MM, 150 * MM], places: [[0, 0]] },
} satisfies Record<string, { size: [number, number]; places: [column: number, row: number][] }>;

export type SlipPaper = keyof typeof PAGES;

/**
 * Slips as a PDF, in their order. What a booking's slips share is drawn once, so that a hundred of them make a small
 * file: docs/decisions/0039-slips-as-pdf.md. The library is loaded on first use, because the site rarely needs it.
 */
export async function slipsPdf(slips: readonly Slip[], paper: SlipPaper): Promise<Buffer> {
  const { default: Pdf } = await import("pdfkit");
  const { size, places } = PAGES[paper];
  const [first] = slips;
  const title = slips.length === 1 && first ? `Waybill ${first.writtenNo}` : "Waybills";
  const pdf: Pdf = new Pdf({ size, margin: 0, info: { Title: title, Author: brand.name }, lang: "en-ZA" });
  const bold = pdf.ref({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica-Bold", Encoding: "WinAnsiEncoding" });
  bold.end(undefined);
  pdf.page.fonts.Bold = bold;
  const [columns, rows] = [
    1 + Math.max(...places.map(([column]) => column)),
    1 + Math.max(...places.map(([, row]) => row)),
  ];
  const [roomWidth, roomHeight] = [size[0] / columns, size[1] / rows];
  // Texts are drawn here first, to see what fits. Nobody gets this file.
  const trial: Pdf = new Pdf({ size: [SLIP.width, 1000 * SLIP.height], margin: 0 });
  const drawings = new Map<string, { shared: string; more: string | null }>();
  let content = firstPage(pdf);
  let placed = 0;
  /** Puts a drawing into the next place; what stands on it besides is written with it. */
  const place = (drawing: string, besides: string) => {
    const at = placed++;
    if (at > 0 && at % places.length === 0) content = nextPage(pdf, content);
    const [column, row] = places[at % places.length] ?? [0, 0];
    const x = column * roomWidth + (roomWidth - SLIP.width) / 2;
    const bottom = (rows - 1 - row) * roomHeight + (roomHeight - SLIP.height) / 2;
    content.write(`q 1 0 0 1 ${points(x)} ${points(bottom)} cm /${drawing} Do ${besides}`);
  };
  for (const [at, slip] of slips.entries()) {
    let drawn = drawings.get(slip.waybillNo);
    if (!drawn) {
      const layout = layOut(trial, slip);
      const { more } = layout;
      const bars = await barcodeOutline(slip.waybillNo);
      const no = drawings.size + 1;
      drawn = { shared: `S${no}`, more: more && `M${no}` };
      drawings.set(slip.waybillNo, drawn);
      drawOnce(pdf, drawn.shared, () => drawShared(pdf, layout, bars));
      if (more && drawn.more) drawOnce(pdf, drawn.more, () => drawMore(pdf, more, slip));
    }
    place(drawn.shared, ownNumbers(pdf, slip));
    await writeQr(content, slip.trackingUrl);
    content.write("Q");
    // What had no room follows a booking's last slip.
    if (drawn.more && slips[at + 1]?.waybillNo !== slip.waybillNo) place(drawn.more, "Q");
    // A hundred slips take a while, so let other requests be answered in between.
    await nextTurn();
  }
  if (content !== pdf.page.content) content.end(undefined);
  pdf.end();
  return buffer(pdf);
}

type Content = Pdf["page"]["content"];
/** Fields that the library sets on a page but leaves out of its types. */
type PageEntries = {
  Parent: { data: Record<string, unknown> & { Kids: unknown[]; Count: number } };
  MediaBox: number[];
  Resources: object;
};
const entriesOf = ({ page }: Pdf) => page.dictionary.data as unknown as PageEntries;

/** The library's first page, in PDF's own coordinates: up from the lower left corner. */
function firstPage(pdf: Pdf): Content {
  const { Parent: pages, MediaBox, Resources } = entriesOf(pdf);
  Object.assign(pages.data, { MediaBox, Resources });
  pdf.transform(1, 0, 0, -1, 0, pdf.page.height);
  return pdf.page.content;
}

/** Adds a page that takes its size, fonts and drawings from the document; the library would list them on each page. */
function nextPage(pdf: Pdf, lastContent: Content): Content {
  if (lastContent !== pdf.page.content) lastContent.end(undefined);
  const { Parent: pages } = entriesOf(pdf);
  const content = pdf.ref({});
  const page = pdf.ref({ Type: "Page", Parent: pages, Contents: content });
  page.end(undefined);
  pages.data.Kids.push(page);
  pages.data.Count++;
  return content;
}

/**
 * Stores a drawing as a form XObject, which any page can show by its name. It is drawn downwards, as the library does.
 */
function drawOnce(pdf: Pdf, name: string, draw: () => void): void {
  const form = pdf.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, SLIP.width, SLIP.height],
    Matrix: [1, 0, 0, -1, 0, SLIP.height],
    Resources: entriesOf(pdf).Resources,
  });
  const { content } = pdf.page;
  pdf.page.content = form;
  draw();
  pdf.page.content = content;
  form.end(undefined);
  pdf.page.xobjects[name] = form;
}

/** Draws "2 of 3" and the number to write by hand. They hold digits, letters and a slash, so nothing needs escaping. */
function ownNumbers(pdf: Pdf, { piece, of, writtenNo }: Slip): string {
  const text = (words: string, share: number, { baseline, size }: { baseline: number; size: number }) => {
    const free = SLIP.width - 2 * SLIP.margin - pdf.font("Helvetica-Bold").fontSize(size).widthOfString(words);
    return `BT /Bold ${size} Tf ${points(SLIP.margin + share * free)} ${points(baseline)} Td (${words}) Tj ET`;
  };
  const count = of === 1 ? "Waybill" : `${piece} of ${of}`;
  return `${text(count, 1, PLACES.count)} ${text(writtenNo, 0.5, PLACES.writtenNo)}`;
}

/** Writes a QR code as a bitmap of one bit per module; a path takes four times as much. */
async function writeQr(content: Content, address: string): Promise<void> {
  const { side, bits } = await qrModules(address);
  const quiet = PLACES.qr.width * (QR_QUIET_ZONE / (side + 2 * QR_QUIET_ZONE));
  const width = points(PLACES.qr.width - 2 * quiet);
  content.write(`q ${width} 0 0 ${width} ${points(PLACES.qr.x + quiet)} ${points(PLACES.qr.bottom + quiet)} cm`);
  content.write(`BI /W ${side} /H ${side} /IM true ID`);
  content.write(bits);
  content.write("\nEI Q");
}

/** A length in whole points, a third of a millimetre each. */
const points = (length: number) => String(Math.round(length));
