import { describe, expect, test } from "vitest";
import { remakePhoto, sizeOf } from "#app/domain/drivers/photo.server";
import { aJpegHeader, aPackedPng, aPng, aPngHeader } from "./a-picture";

const SCRIPT = "<script>alert(document.cookie)</script>";
const PLACE = "GPS -26.2337 28.1568";

describe("a photo of a delivery", () => {
  test("is re-encoded: a JPEG of at most 300 KB and 1280 pixels a side, even of noise", async () => {
    const jpeg = await remade(aPng(1600, 1200, true));
    expect(jpeg.length).toBeLessThanOrEqual(300 * 1024);
    expect(sizeOf(jpeg)).toEqual({ kind: "jpeg", width: 1280, height: 960 });
  });

  test("is turned the way the camera was held", async () => {
    const jpeg = await remade(aPng(40, 30));
    const lying = Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, ON_ITS_SIDE), jpeg.subarray(2)]);
    expect(sizeOf(await remade(lying))).toEqual({ kind: "jpeg", width: 30, height: 40 });
  });

  test("may have up to 8 MB", async () => {
    const large = Buffer.alloc(8 * 1024 * 1024);
    aPng(40, 30).copy(large);
    expect(await remakePhoto(large)).toMatchObject({ ok: true });
    expect(await remakePhoto(Buffer.concat([large, Buffer.alloc(1)]))).toMatchObject({ ok: false });
  });

  test("stays as it is when it is small, and never gets a side of no pixels", async () => {
    expect(sizeOf(await remade(aPng(1280, 20)))).toMatchObject({ width: 1280, height: 20 });
    expect(sizeOf(await remade(aPng(3000, 1)))).toMatchObject({ width: 1280, height: 1 });
  });

  test("keeps nothing else from the file: no metadata, no program after the picture", async () => {
    const jpeg = await remade(aPng(40, 30));
    const hiding = Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, PLACE), jpeg.subarray(2), Buffer.from(SCRIPT)]);
    expect(sizeOf(hiding)).toEqual({ kind: "jpeg", width: 40, height: 30 });
    const clean = (await remade(hiding)).toString("latin1");
    expect(clean).not.toContain("GPS");
    expect(clean).not.toContain("script");
  });

  test.each(["IDAT", "zTXt"] as const)(
    "costs no more memory for what a small picture packs into its %s",
    async (where) => {
      const bomb = aPackedPng(where, 256);
      expect(bomb.length).toBeLessThan(1024 * 1024);
      const before = process.memoryUsage.rss();
      const photo = await remakePhoto(bomb);
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
      if (photo.ok) expect(sizeOf(photo.jpeg)).toEqual({ kind: "jpeg", width: 40, height: 30 });
    },
  );

  test("a file that is also a page keeps nothing of the page", async () => {
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    const polyglot = Buffer.concat([aPng(40, 30), page]);
    expect((await remade(polyglot)).toString("latin1")).not.toMatch(/script|html/);
  });

  test.each([
    ["an SVG", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), "only JPEG and PNG"],
    ["a page", Buffer.from(`<html>${SCRIPT}</html>`), "only JPEG and PNG"],
    ["a PDF that begins as one", Buffer.from("%PDF-1.7\n"), "only JPEG and PNG"],
    [
      "a page behind a JPEG's first bytes",
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(SCRIPT)]),
      "only JPEG and PNG",
    ],
    ["a PNG that unpacks to 3.6 GB", aPngHeader(30_000, 30_000), "too many pixels"],
    ["a JPEG that unpacks to 17 GB", aJpegHeader(65_535, 65_535), "too many pixels"],
    ["a PNG of 64 megapixels that isn't whole", aPngHeader(8000, 8000), "damaged"],
    ["a PNG of more than 64 megapixels", aPngHeader(8000, 8001), "too many pixels"],
    ["a PNG of 25 megapixels in one line", aPng(25_000_000, 1), "too many pixels"],
    ["a PNG of 25 megapixels in one column", aPngHeader(1, 25_000_000), "too many pixels"],
    ["a JPEG with a second frame", withASecondFrame(), "damaged"],
    ["a PNG without width", aPngHeader(0, 300), "only JPEG and PNG"],
    ["a PNG without height", aPngHeader(400, 0), "only JPEG and PNG"],
    ["a JPEG without height", aJpegHeader(400, 0), "only JPEG and PNG"],
    ["a PNG that ends too early", aPng(400, 300).subarray(0, 120), "damaged"],
    ["a JPEG that is a header alone", aJpegHeader(400, 300), "damaged"],
    ["nine megabytes", Buffer.alloc(9 * 1024 * 1024), "larger than 8 MB"],
    ["nothing", Buffer.alloc(0), "only JPEG and PNG"],
  ])("%s is refused in words", async (_, file, words) => {
    expect(await remakePhoto(file)).toEqual({ ok: false, why: expect.stringContaining(words) });
  });
});

test.each([0.4, 0.7, 0.95, 0.9999])(
  "a JPEG that is cut at %d of its length is refused, in place of a grey part",
  async (part) => {
    const whole = await remade(aPng(640, 480, true));
    expect(await remakePhoto(whole.subarray(0, Math.floor(whole.length * part)))).toEqual({
      ok: false,
      why: expect.stringContaining("damaged"),
    });
  },
);

test("what a phone writes behind a whole picture is no damage", async () => {
  const whole = await remade(aPng(640, 480, true));
  const more = Buffer.from("SEFHd Image_UTC_Data1760000000000 SEFT");
  const { length } = await remade(whole);
  for (const end of [0, 2])
    expect(await remade(Buffer.concat([whole.subarray(0, whole.length - end), more]))).toHaveLength(length);
});

describe("the size that a picture declares", () => {
  test("is read as soon as it is there, and a file that ends before is no picture", () => {
    const declared = (file: Buffer) => Array.from(file, (_, end) => sizeOf(file.subarray(0, end))?.kind ?? null);
    expect(declared(aJpegHeader(400, 300))).toEqual([...Array(11).fill(null), ...Array(6).fill("jpeg")]);
    expect(declared(aPngHeader(400, 300))).toEqual([...Array(24).fill(null), ...Array(9).fill("png")]);
  });

  test("is in a JPEG's first frame, behind any other segments", () => {
    const [start, frame] = [aJpegHeader(400, 300).subarray(0, 2), aJpegHeader(400, 300).subarray(2)];
    const others = [0xbf, 0xc4, 0xc8, 0xcc, 0xd0, 0xe0].map((marker) => segment(marker, "\0\0\0\0\0\0\0\0"));
    for (const before of others)
      expect(sizeOf(Buffer.concat([start, before, frame]))).toEqual({ kind: "jpeg", width: 400, height: 300 });
    expect(sizeOf(Buffer.concat([start, ...others]))).toBeNull();
    const broken = Buffer.concat([Buffer.from([0]), frame.subarray(1)]);
    expect(sizeOf(Buffer.concat([start, segment(0xe0, "JFIF"), broken]))).toBeNull();
  });

  test.each([0xc0, 0xc1, 0xcf])("is in a frame of kind %i", (marker) => {
    const file = aJpegHeader(400, 300);
    file[3] = marker;
    expect(sizeOf(file)).toMatchObject({ width: 400 });
  });

  test.each([
    ["PNG", aPngHeader(400, 300), [0, 1, 7]],
    ["JPEG", aJpegHeader(400, 300), [0, 1]],
  ])("isn't read from a %s whose first bytes are wrong", (_, file, places) => {
    for (const at of places) {
      const other = Buffer.from(file);
      other[at] = 0;
      expect([at, sizeOf(other)]).toEqual([at, null]);
    }
  });
});

/** A small picture, and behind its frame another that declares 65,535 x 65,535 pixels. */
function withASecondFrame(): Buffer {
  const frame = aJpegHeader(65_535, 65_535).subarray(2, -2);
  const small = aJpegHeader(40, 30);
  return Buffer.concat([small.subarray(0, -2), frame, small.subarray(-2)]);
}

async function remade(file: Buffer): Promise<Buffer> {
  const photo = await remakePhoto(file);
  if (!photo.ok) throw new Error(photo.why);
  return Buffer.from(photo.jpeg);
}

/** Exif that says: turn the picture by 90 degrees (TIFF 6.0, tag 0x112, value 6). */
const ON_ITS_SIDE = "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";

/** A JPEG's segment: 0xfe is a comment, 0xe1 is Exif. */
function segment(marker: number, words: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(words)]);
}
