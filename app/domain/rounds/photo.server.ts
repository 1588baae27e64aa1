import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type PictureSize, sizeOf } from "./picture-size";

/** What a photo may weigh when it comes, and what is kept of it. Bytes. */
export const MOST_PHOTO_BYTES = 8 * 1024 * 1024;
const MOST_KEPT_BYTES = 300 * 1024;
/** Unpacked, each pixel is four bytes: of a picture that says it has more, not one is unpacked. */
const MOST_PIXELS = 25_000_000;
/** Enough to see who stands at which gate. Pixels, the longer side. */
const LONGEST_SIDE = 1280;
const QUALITIES = [75, 60, 45, 30];

export type Photo = { ok: true; jpeg: Uint8Array } | { ok: false; words: string };

/**
 * Makes a photo anew (in a thread: `photo-thread.server.ts`): smaller, as JPEG, with nothing of the file that came but its pixels. So no place, no phone and no program
 * that hid in it is kept. The decoders are WebAssembly: a picture made to break one reaches nothing outside it.
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
  const whole = await (kind === "jpeg" ? decodeJpeg : decodePng)(new Uint8Array(bytes).buffer);
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

/** Loaded by the first photo that comes. The libraries are made for browsers: here they get their programs from files. */
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
  return {
    // Turned as the camera was held: what said so is not kept.
    decodeJpeg: (file: ArrayBuffer) => decoder.default(file, { preserveOrientation: true }),
    decodePng: (file: ArrayBuffer) => png.default(file),
    encode: encoder.default,
    resize: resizer.default,
  };
}

/** What browsers call ImageData. */
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
