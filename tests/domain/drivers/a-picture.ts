import { deflateSync } from "node:zlib";

export function aJpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0, 0xff, 0xd9]);
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return frame;
}

/** One that has to be read as a whole before its first line is known, with all three colours at full size. */
export function aProgressiveJpeg(width: number, height: number): Buffer {
  const quantisation = [0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)];
  const frame = [0xff, 0xc2, 0, 17, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 3];
  const colours = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const codes = [0xff, 0xc4, 0, 20, 0, 1, ...Array(16).fill(0)];
  const scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0];
  return Buffer.from([0xff, 0xd8, ...quantisation, ...frame, ...colours, ...codes, ...scan, 0xff, 0xd9]);
}

export function aPngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk("IHDR", header)]);
}

export function aPng(width: number, height: number, isNoise = false): Buffer {
  const rows = Buffer.alloc(height * (1 + 3 * width), 90);
  let seed = 1;
  for (let at = 0; at < rows.length; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    if (isNoise) rows[at] = seed & 0xff;
    if (at % (1 + 3 * width) === 0) rows[at] = 0;
  }
  const data = [chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([aPngHeader(width, height), ...data]);
}

/** A small PNG with so many megabytes of zeros compressed in one of its chunks. */
export function aPackedPng(where: "IDAT" | "zTXt", megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024));
  if (where === "IDAT")
    return Buffer.concat([aPngHeader(40, 30), chunk("IDAT", packed), chunk("IEND", Buffer.alloc(0))]);
  const picture = aPng(40, 30);
  const header = aPngHeader(40, 30).length;
  const words = chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), packed]));
  return Buffer.concat([picture.subarray(0, header), words, picture.subarray(header)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
