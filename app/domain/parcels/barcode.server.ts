import type { DrawingContext } from "bwip-js/node";

/** A barcode as one path, filled by the even-odd rule. SVG and PDF both accept it. */
export type Outline = { width: number; height: number; path: string };

/** The QR standard's white margin, in modules. */
export const QR_QUIET_ZONE = 4;
/** Path units per QR module. */
export const QR_SQUARE = 2;

/** The waybill number as a Code 128 barcode. `height` in modules; the narrowest bar is one module wide. */
export async function barcodeOutline(waybillNo: string): Promise<Outline> {
  const { code128 } = await library();
  return code128({ bcid: "code128", text: waybillNo, height: 18, scale: 2, paddingwidth: 10 }, outline());
}

/** A URL as a QR code that still reads when 15 % of it is dirty. */
export async function qrOutline(address: string): Promise<Outline> {
  const { qrcode } = await library();
  return qrcode({ bcid: "qrcode", text: address, scale: 1, padding: QR_QUIET_ZONE * QR_SQUARE }, outline());
}

/** The same code as a bitmap without its margin: rows from the top, 0 is black, each row padded to whole bytes. */
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
 * An outline as an SVG data URL, sharp at any print size. It has its own white background: in a forced dark mode the
 * black bars would be invisible.
 */
export function pictureOf({ width, height, path }: Outline): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fff"/><path fill-rule="evenodd" d="${path}"/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll("#", "%23").replaceAll("<", "%3C").replaceAll(">", "%3E")}`;
}

/** Loaded by the first waybill that is shown: it is our largest library, and would slow the start. */
const library = () => import("bwip-js/node");

/** Collects what the library draws: bars as lines, a QR code as polygons. The slip prints the number itself. */
function outline(): DrawingContext<Outline> {
  const drawn = { width: 0, height: 0, path: "" };
  let left = 0;
  let top = 0;
  return {
    setopts(options) {
      const { paddingleft, paddingright, paddingtop, paddingbottom } = options;
      left = paddingleft ?? 0;
      top = paddingtop ?? 0;
      drawn.width = left + (paddingright ?? 0);
      drawn.height = top + (paddingbottom ?? 0);
    },
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init(width, height) {
      drawn.width += width;
      drawn.height += height;
    },
    line(x0, y0, _x1, y1, width) {
      drawn.path += `M${left + x0 - width / 2} ${top + y0}h${width}V${top + y1}h${-width}z`;
    },
    // All the polygon's sides are horizontal or vertical.
    polygon(points) {
      for (const [at, [x, y]] of points.entries()) {
        const isLevel = points[at - 1]?.[1] === y;
        if (at === 0) drawn.path += `M${left + x} ${top + y}`;
        else drawn.path += isLevel ? `H${left + x}` : `V${top + y}`;
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
