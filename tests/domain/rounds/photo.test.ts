import { describe, expect, test } from "vitest";
import { remakePhoto } from "#app/domain/rounds/photo.server";
import { sizeOf } from "#app/domain/rounds/picture-size";
import { aJpegHeader, aPackedPng, aPng, aPngHeader } from "./a-picture";

const SCRIPT = "<script>alert(document.cookie)</script>";
const PLACE = "GPS -26.2337 28.1568";

describe("a photo of a delivery", () => {
  test("is re-encoded: a JPEG of at most 300 KB and 1280 pixels a side, even of noise", async () => {
    const jpeg = await remade(aPng(1600, 1200, true));
    expect(jpeg.length).toBeLessThanOrEqual(300 * 1024);
    expect(sizeOf(jpeg)).toEqual({ kind: "jpeg", width: 1280, height: 960 });
  });

  test("keeps nothing else from the file: no metadata, no program after the picture", async () => {
    const jpeg = await remade(aPng(40, 30));
    const hiding = Buffer.concat([jpeg.subarray(0, 2), comment(PLACE), jpeg.subarray(2), Buffer.from(SCRIPT)]);
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
    ["a PNG without height", aPngHeader(400, 0), "only JPEG and PNG"],
    ["a JPEG without height", aJpegHeader(400, 0), "only JPEG and PNG"],
    ["a PNG that ends too early", aPng(400, 300).subarray(0, 120), "damaged"],
    ["a JPEG that is a header alone", aJpegHeader(400, 300), "damaged"],
    ["nine megabytes", Buffer.alloc(9 * 1024 * 1024), "larger than 8 MB"],
    ["nothing", Buffer.alloc(0), "only JPEG and PNG"],
  ])("%s is refused in words", async (_, file, words) => {
    expect(await remakePhoto(file)).toEqual({ ok: false, words: expect.stringContaining(words) });
  });
});

async function remade(file: Buffer): Promise<Buffer> {
  const photo = await remakePhoto(file);
  if (!photo.ok) throw new Error(photo.words);
  return Buffer.from(photo.jpeg);
}

/** A JPEG's comment segment. */
function comment(words: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(words)]);
}
