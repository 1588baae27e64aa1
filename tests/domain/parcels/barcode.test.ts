import { expect, test } from "vitest";
import {
  barcodeOutline,
  pictureOf,
  QR_QUIET_ZONE,
  QR_SQUARE,
  qrModules,
  qrOutline,
} from "#app/domain/parcels/barcode.server";

test("a code has its own white background: in a forced dark mode black bars would be invisible", async () => {
  for (const outline of [await barcodeOutline("TH4821093753"), await qrOutline("https://thuma.example/tracking")]) {
    const svg = decodeURIComponent(pictureOf(outline).replace("data:image/svg+xml,", ""));
    expect(svg).toMatch(/^<svg [^>]+><rect width='\d+' height='\d+' fill='#fff'\/><path fill-rule='evenodd' d='M/);
  }
});

test("a Code 128 of a waybill number has 13 modules of start and stop, its check and its margin", async () => {
  const { width, height, path } = await barcodeOutline("TH4821093753");
  // Start B, T, H, a change to C, five pairs of digits, check: eleven modules each; stop: thirteen; margins of ten.
  expect(width / 2).toBe(10 * 11 + 13 + 20);
  expect(height).toBeGreaterThan(90);
  expect(path.match(/M/g)).toHaveLength(3 * 10 + 4);
});

test("a QR code's modules match its outline, which has a margin of four around them", async () => {
  const address = "https://thuma.example/tracking?no=TH4821093753&piece=100";
  const [{ path, width, height }, { side, bits }] = [await qrOutline(address), await qrModules(address)];
  expect([width, height]).toEqual(Array(2).fill(QR_SQUARE * (side + 2 * 4)));
  const upright = uprightSides(path);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const [column = 0, row = 0] = [x, y].map((each) => QR_SQUARE * (QR_QUIET_ZONE + each + 0.5));
    const sidesLeftOfIt = upright.filter(([at, top, end]) => at < column && top < row && row < end);
    const isWhite = ((bits[y * Math.ceil(side / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
    expect([x, y, isWhite]).toEqual([x, y, sidesLeftOfIt.length % 2 === 0]);
  }
});

/** An outline's vertical sides: x, top and end. */
function uprightSides(path: string): [x: number, top: number, end: number][] {
  return path.split("M").flatMap((polygon) => {
    const [first = "", ...sides] = polygon.replace("z", "").split(/(?=[HV])/);
    const [startX = 0, startY = 0] = first.split(" ").map(Number);
    let [x, y] = [startX, startY];
    const upright: [number, number, number][] = [];
    for (const side of [...sides, `H${startX}`, `V${startY}`]) {
      const to = Number(side.slice(1));
      if (side.startsWith("H")) x = to;
      else {
        upright.push([x, Math.min(y, to), Math.max(y, to)]);
        y = to;
      }
    }
    return upright;
  });
}
