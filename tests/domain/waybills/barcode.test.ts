import { expect, test } from "vitest";
import { barcodeOutline, pictureOf, qrOutline } from "#app/domain/waybills/barcode.server";

test("a code brings its own white ground: where a phone forces a dark one, black bars would not be seen", async () => {
  for (const outline of [await barcodeOutline("TH4821093753"), await qrOutline("https://thuma.example/tracking")]) {
    const svg = decodeURIComponent(pictureOf(outline).replace("data:image/svg+xml,", ""));
    expect(svg).toMatch(/^<svg [^>]+><rect width='\d+' height='\d+' fill='#fff'\/><path fill-rule='evenodd' d='M/);
  }
});

test("a Code 128 of a waybill number has its 13 modules of start and stop, its check and its quiet zone", async () => {
  const { width, height, path } = await barcodeOutline("TH4821093753");
  // Start B, T, H, a change to C, five pairs of digits, check: eleven modules each; stop thirteen; ten quiet ones each side.
  expect(width / 2).toBe(10 * 11 + 13 + 20);
  expect(height).toBeGreaterThan(90);
  expect(path.match(/M/g)).toHaveLength(3 * 10 + 4);
});
