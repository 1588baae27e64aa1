import { type DoneOr, type Refused, refused } from "../values/refused";

/** The most bytes that an uploaded photo may have, and that a stored one has. */
const MOST_PHOTO_BYTES = 8 * 1024 * 1024;
const MOST_KEPT_BYTES = 300 * 1024;
/** A phone's camera makes up to 50 million, a panorama up to about 20,000 a side. Others are refused unread. */
const MOST_PIXELS = 64_000_000;
const LONGEST_READ_SIDE = 25_000;
/** Enough to see who stands at which gate. The longer side in pixels. */
const LONGEST_SIDE = 1280;
const QUALITIES = [75, 60, 45, 30];
/**
 * The decoder's memory, in pages of 64 KB: 384 MB, which a progressive JPEG of 50 million pixels needs. All others take
 * less than 50 MB, because they are read line by line.
 */
const MOST_PAGES = (384 * 1024) / 64;

/** The exit code of `photo-worker` for a photo that can't be read. Any other means that the program failed. */
export const EXIT_DAMAGED = 3;

export type Photo = DoneOr<{ jpeg: Uint8Array }>;

/** Why an uploaded file is refused before it is decoded; null if it isn't. */
export function refusalOf(bytes: Uint8Array): Refused | null {
  if (bytes.length > MOST_PHOTO_BYTES) return refused("The photo is larger than 8 MB. Take a smaller one.");
  const size = sizeOf(bytes);
  if (!size) return refused("That isn't a photo: only JPEG and PNG are. Take another.");
  const { width, height } = size;
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_READ_SIDE) {
    return refused("The photo has too many pixels. Set the camera to a smaller size and take another.");
  }
  return isCut(bytes, size) ? DAMAGED : null;
}

/**
 * Re-encodes a photo (in a process of its own: `photo-process.server.ts`) as a smaller JPEG with nothing of the upload
 * but its pixels, so that no location, phone model or hidden program is stored. The decoders are WebAssembly, so a
 * picture made to break one can't reach anything outside it.
 * @throws when the decoders themselves can't be loaded
 */
export async function remakePhoto(bytes: Uint8Array): Promise<Photo> {
  const refusal = refusalOf(bytes);
  if (refusal) return refusal;
  library ??= libvips();
  const vips = await library;
  try {
    return { ok: true, jpeg: remade(vips, bytes) };
  } catch {
    return DAMAGED;
  }
}

function remade(vips: Awaited<ReturnType<typeof libvips>>, bytes: Uint8Array): Uint8Array {
  // A JPEG is decoded at a half, a quarter or an eighth of its size, and turned the way the camera was held.
  const small = vips.Image.thumbnailBuffer(bytes, LONGEST_SIDE, { height: LONGEST_SIDE, size: "down" }).copyMemory();
  for (const Q of QUALITIES) {
    const jpeg = small.jpegsaveBuffer({ Q, keep: vips.ForeignKeep.none });
    if (jpeg.length <= MOST_KEPT_BYTES) return jpeg;
  }
  throw new Error("no quality makes it small enough");
}

let library: ReturnType<typeof libvips> | undefined;

/** The library, with less memory than the 2 GB that it asks for, one thread, and no decoders but its built-in ones. */
async function libvips() {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(wanted: WebAssembly.MemoryDescriptor) {
      super({ ...wanted, maximum: MOST_PAGES });
    }
  };
  const { default: load } = await import("wasm-vips");
  const vips = await load({ dynamicLibraries: [] });
  WebAssembly.Memory = Memory;
  vips.concurrency(1);
  vips.Cache.max(0);
  return vips;
}

/**
 * The decoder would fill in what is missing at a picture's end with grey. A JPEG's end mark can't be in its scan (ITU
 * T.81, B.1.1.5); some phones leave it out before what they write behind the picture.
 */
function isCut(bytes: Uint8Array, { kind }: PictureSize): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (kind === "png") return !file.includes("IEND");
  const scan = [...segmentsOf(bytes)].find(({ marker }) => marker === SCAN)?.at;
  return (
    scan !== undefined && file.indexOf(JPEG_END, scan) === -1 && file.toString("latin1", file.length - 4) !== "SEFT"
  );
}

const SCAN = 0xda;
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** A JPEG's segments as far as its first scan (ITU T.81, B.1.1.4). */
function* segmentsOf(bytes: Uint8Array): Generator<{ marker: number; at: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    yield { marker, at };
    if (marker === SCAN) return;
  }
}

export const DAMAGED = refused("The photo is damaged. Take another.");

/** The format and size that a picture declares, read before it is decoded. Pixels. */
type PictureSize = { kind: "jpeg" | "png"; width: number; height: number };

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads a JPEG's or PNG's size from its first bytes; null for any other format, whatever the file is called. */
export function sizeOf(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && PNG.every((byte, at) => bytes[at] === byte)) {
    return sane({ kind: "png", width: view.getUint32(16), height: view.getUint32(20) });
  }
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (const { marker, at } of segmentsOf(bytes)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (!isFrame) continue;
    return at + 9 <= bytes.length
      ? sane({ kind: "jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) })
      : null;
  }
  return null;
}

function sane(size: PictureSize): PictureSize | null {
  return size.width > 0 && size.height > 0 ? size : null;
}
