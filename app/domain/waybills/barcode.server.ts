import { code128, drawingSVG } from "bwip-js/node";

/** The waybill number as a Code 128 barcode: an SVG picture as a data address, sharp at any size in print. */
export function barcodeSource(waybillNo: string): string {
  const svg = code128({ bcid: "code128", text: waybillNo, height: 18, paddingwidth: 4 }, drawingSVG());
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
