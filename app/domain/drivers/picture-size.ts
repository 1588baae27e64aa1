/** The format and size that a picture declares, read before it is decoded. Pixels. */
export type PictureSize = { kind: "jpeg" | "png"; width: number; height: number };

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads a JPEG's or PNG's size from its first bytes; null for any other format, whatever the file is called. */
export function sizeOf(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && PNG.every((byte, at) => bytes[at] === byte)) {
    return sane({ kind: "png", width: view.getUint32(16), height: view.getUint32(20) });
  }
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  // Walks the segments (ITU T.81, B.1.1.4) to the first that starts a frame.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sane({ kind: "jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) });
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function sane(size: PictureSize): PictureSize | null {
  return size.width > 0 && size.height > 0 ? size : null;
}
