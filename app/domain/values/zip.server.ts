import { crc32 } from "node:zlib";

/** The earliest date that a zip can have: the same files give the same bytes. 1980-01-01, 00:00. */
const DOS_DATE = (1 << 5) | 1;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Made on Unix, and a plain file that everybody may read: `-rw-r--r--`. */
const MADE_ON_UNIX = (3 << 8) | VERSION;
const PLAIN_FILE = 0o100644 * 0x10000;

/** A .zip of some files, uncompressed: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. */
export function zipOf(files: readonly { name: string; content: Buffer }[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const path = Buffer.from(name);
    const common = [u16(VERSION), u16(UTF8), u16(0), u16(0), u16(DOS_DATE)];
    const sizes = [u32(crc32(content)), u32(content.length), u32(content.length), u16(path.length), u16(0)];
    const entry = Buffer.concat([u32(0x04034b50), ...common, ...sizes, path, content]);
    const ending = [u16(0), u16(0), u16(0), u32(PLAIN_FILE), u32(offset), path];
    directory.push(u32(0x02014b50), u16(MADE_ON_UNIX), ...common, ...sizes, ...ending);
    entries.push(entry);
    offset += entry.length;
  }
  const listed = Buffer.concat(directory);
  const counts = [u16(0), u16(0), u16(files.length), u16(files.length), u32(listed.length), u32(offset), u16(0)];
  return Buffer.concat([...entries, listed, u32(0x06054b50), ...counts]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
