import { inflateSync } from "node:zlib";

/** How many pages a PDF has. */
export function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** The decompressed content of a PDF's pages and drawings, one character per byte. */
export function contentsOf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  // The library ends a line by \n alone: a \r before it is the stream's own last byte.
  const pages = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return pages.join("\n");
}

/** The texts that the library wrote, and where: points from the upper left corner. */
export function textsIn(pdf: Buffer): { x: number; y: number; size: number; words: string }[] {
  const places = /1 0 0 -1 0 ([\d.]+) cm\nBT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/F\d ([\d.]+) Tf\n\[(.*?)\] TJ/g;
  return [...contentsOf(pdf).matchAll(places)].map(([, height, x, y, size, line]) => ({
    x: Number(x),
    y: Number(height) - Number(y),
    size: Number(size),
    words: lettersIn(line),
  }));
}

/** The words in a line of hexadecimal with kerning, in the letters of PDF's standard fonts. */
export function lettersIn(line = ""): string {
  return [...line.matchAll(/<([0-9a-f]*)>/g)]
    .map(([, hex = ""]) => new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex")))
    .join("");
}
