import { expect, test } from "vitest";
import { barcodeSource } from "#app/domain/waybills/barcode.server";

test("a barcode brings its own white ground: where a phone forces a dark one, black bars would not be seen", async () => {
  const [, picture = ""] = (await barcodeSource("TH4821093753")).split("base64,");
  const svg = Buffer.from(picture, "base64").toString();
  expect(svg).toMatch(/^<svg [^>]+>\s*<rect width="100%" height="100%" fill="#ffffff" \/>\s*<path stroke="#000000"/);
});
