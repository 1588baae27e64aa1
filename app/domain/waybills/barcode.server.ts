/**
 * The waybill number as a Code 128 barcode: an SVG picture as a data address, sharp at any size in print. The library is
 * loaded by the first waybill that is shown: it is the largest that we have, and a start need not wait for it.
 */
export async function barcodeSource(waybillNo: string): Promise<string> {
  const { code128, drawingSVG } = await import("bwip-js/node");
  const svg = code128(
    { bcid: "code128", text: waybillNo, height: 18, paddingwidth: 4, backgroundcolor: "ffffff" },
    drawingSVG(),
  );
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
