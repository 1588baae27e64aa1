import type { DrawingContext } from "bwip-js/node";

/** A code as one outline, to be filled by the even-odd rule: the path of an SVG picture, which PDF takes too. */
export type Outline = { width: number; height: number; path: string };

/** White squares around a QR code, by its standard. */
export const QR_QUIET_ZONE = 4;
/** In an outline each square is two wide. */
export const QR_SQUARE = 2;

/** The waybill number as a Code 128 barcode. `height` in modules, of which the narrowest bar is one wide. */
export async function barcodeOutline(waybillNo: string): Promise<Outline> {
  const { code128 } = await library();
  return code128({ bcid: "code128", text: waybillNo, height: 18, scale: 2, paddingwidth: 10 }, outline());
}

/** An address as a QR code that stands being dirty: it is still read with a seventh of it gone. */
export async function qrOutline(address: string): Promise<Outline> {
  const { qrcode } = await library();
  return qrcode({ bcid: "qrcode", text: address, scale: 1, padding: QR_QUIET_ZONE * QR_SQUARE }, outline());
}

/** The same code as its squares, without its quiet zone: rows of bits from the top, 0 is black, each row in whole bytes. */
export async function qrModules(address: string): Promise<{ side: number; bits: Buffer }> {
  const { default: barcodes } = await library();
  const [code] = barcodes.raw("qrcode", address, "");
  if (!code || !("pixs" in code)) throw new Error("a QR code is made of squares");
  const [side, rowBytes] = [code.pixx, Math.ceil(code.pixx / 8)];
  const bits = Buffer.alloc(side * rowBytes, 0xff);
  for (const [at, isBlack] of code.pixs.entries()) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const byte = y * rowBytes + (x >> 3);
    if (isBlack) bits[byte] = (bits[byte] ?? 0) & ~(0x80 >> (x & 7));
  }
  return { side, bits };
}

/**
 * An outline as a picture for a page: an SVG as a data address, sharp at any size in print. It brings its own white
 * ground: where a phone forces a dark one, black bars would not be seen.
 */
export function pictureOf({ width, height, path }: Outline): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fff"/><path fill-rule="evenodd" d="${path}"/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll("#", "%23").replaceAll("<", "%3C").replaceAll(">", "%3E")}`;
}

/** Loaded by the first waybill that is shown: it is the largest library that we have, and a start need not wait for it. */
const library = () => import("bwip-js/node");

/** Takes down what the library draws: bars as lines, a QR code's squares as polygons. Numbers stand on paper, not here. */
function outline(): DrawingContext<Outline> {
  const drawn = { width: 0, height: 0, path: "" };
  const [shift, none] = [
    { x: 0, y: 0 },
    { width: 0, ascent: 0, descent: 0 },
  ];
  return {
    setopts(options) {
      const { paddingleft, paddingright, paddingtop, paddingbottom } = options;
      shift.x = paddingleft ?? 0;
      shift.y = paddingtop ?? 0;
      drawn.width = shift.x + (paddingright ?? 0);
      drawn.height = shift.y + (paddingbottom ?? 0);
    },
    scale: () => null,
    measure: () => none,
    init(width, height) {
      drawn.width += width;
      drawn.height += height;
    },
    line(x0, y0, _x1, y1, width) {
      drawn.path += `M${shift.x + x0 - width / 2} ${shift.y + y0}h${width}V${shift.y + y1}h${-width}z`;
    },
    // All its sides are upright or level.
    polygon(points) {
      for (const [at, [x, y]] of points.entries()) {
        const isLevel = points[at - 1]?.[1] === y;
        if (at === 0) drawn.path += `M${shift.x + x} ${shift.y + y}`;
        else drawn.path += isLevel ? `H${shift.x + x}` : `V${shift.y + y}`;
      }
      drawn.path += "z";
    },
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => drawn,
  };
}
