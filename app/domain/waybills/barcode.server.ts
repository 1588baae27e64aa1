import type { DrawingContext } from "bwip-js/node";

/** A code as one outline, to be filled by the even-odd rule: the path of an SVG picture, which PDF takes too. */
export type Outline = { width: number; height: number; path: string };

/** The waybill number as a Code 128 barcode. `height` in modules, of which the narrowest bar is one wide. */
export async function barcodeOutline(waybillNo: string): Promise<Outline> {
  const { code128 } = await library();
  return code128({ bcid: "code128", text: waybillNo, height: 18, scale: 2, paddingwidth: 10 }, outline());
}

/** An address as a QR code that stands being dirty: it is still read with a seventh of it gone. */
export async function qrOutline(address: string): Promise<Outline> {
  const { qrcode } = await library();
  return qrcode({ bcid: "qrcode", text: address, scale: 1, padding: 4 }, outline());
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
