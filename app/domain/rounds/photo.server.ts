import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type PictureSize, sizeOf } from "./picture-size";

/** The most bytes that an uploaded photo may have, and that a stored one has. */
export const MOST_PHOTO_BYTES = 8 * 1024 * 1024;
const MOST_KEPT_BYTES = 300 * 1024;
/** A decoded pixel takes four bytes. A picture that declares more pixels is refused before it is decoded. */
const MOST_PIXELS = 25_000_000;
/** Enough to see who stands at which gate. The longer side in pixels. */
const LONGEST_SIDE = 1280;
const QUALITIES = [75, 60, 45, 30];

export type Photo = { ok: true; jpeg: Uint8Array } | { ok: false; words: string };

/**
 * Re-encodes a photo (in a thread: `photo-thread.server.ts`) as a smaller JPEG with nothing of the upload but its
 * pixels, so that no location, phone model or hidden program is stored. The decoders are WebAssembly, so a picture made
 * to break one can't reach anything outside it.
 */
export async function remakePhoto(bytes: Uint8Array): Promise<Photo> {
  if (bytes.length > MOST_PHOTO_BYTES)
    return refused("The photo is larger than 8 MB. Take a smaller one, or send without.");
  const size = sizeOf(bytes);
  if (!size) return refused("That isn't a photo: only JPEG and PNG are. Take another, or send without.");
  if (size.width * size.height > MOST_PIXELS) {
    return refused("The photo has too many pixels. Set the camera to a smaller size, or send without.");
  }
  try {
    return { ok: true, jpeg: await remade(bytes, size) };
  } catch {
    return refused("The photo is damaged. Take another, or send without.");
  }
}

async function remade(bytes: Uint8Array, { kind }: PictureSize): Promise<Buffer> {
  tools ??= loadTools();
  const { decodeJpeg, decodePng, encode, resize } = await tools;
  const file = new Uint8Array(bytes).buffer;
  // Turn the picture the way the camera was held: the tag that says so is not kept.
  const whole = await (kind === "jpeg" ? decodeJpeg(file, { preserveOrientation: true }) : decodePng(file));
  const scale = Math.min(1, LONGEST_SIDE / Math.max(whole.width, whole.height));
  const to = (side: number) => Math.max(1, Math.round(side * scale));
  const small = scale < 1 ? await resize(whole, { width: to(whole.width), height: to(whole.height) }) : whole;
  for (const quality of QUALITIES) {
    const jpeg = Buffer.from(await encode(small, { quality }));
    if (jpeg.length <= MOST_KEPT_BYTES) return jpeg;
  }
  throw new Error("no quality makes it small enough");
}

let tools: ReturnType<typeof loadTools> | undefined;

/** Loaded by the first photo. The libraries are made for browsers; here they load their WebAssembly from files. */
async function loadTools() {
  globalThis.ImageData ??= Pixels as unknown as typeof ImageData;
  const require = createRequire(import.meta.url);
  const program = async (file: string) => WebAssembly.compile(new Uint8Array(await readFile(require.resolve(file))));
  const [decoder, encoder, png, resizer] = await Promise.all([
    import("@jsquash/jpeg/decode.js"),
    import("@jsquash/jpeg/encode.js"),
    import("@jsquash/png/decode.js"),
    import("@jsquash/resize"),
  ]);
  await decoder.init(await program("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm"));
  await encoder.init(await program("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"));
  await png.init(await program("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
  await resizer.initResize(await program("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"));
  return { decodeJpeg: decoder.default, decodePng: png.default, encode: encoder.default, resize: resizer.default };
}

/** Stands in for the browser's ImageData. */
class Pixels {
  readonly colorSpace = "srgb";
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}

function refused(words: string): Photo {
  return { ok: false, words };
}
