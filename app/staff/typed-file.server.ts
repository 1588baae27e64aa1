import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { asList } from "#app/domain/values/delimited-text";
import { type FileText, openText } from "#app/domain/values/file-text.server";
import { UsageError } from "#app/domain/values/usage-error";
import { say } from "#app/language/say";
import type { Desk } from "./desk.server";

const MEGABYTES = 1024 ** 2;
/** Enough for PayFast's list of a busy year, and ten times the longest list of parcels. */
export const LARGEST_FILE = 20 * MEGABYTES;
const PIECE = 64 * 1024;

/**
 * The content of a file, named from the folder where the command was called; `-` is standard input. People who act as
 * the site's user through sudo have to use a pipe, because that user can read files that they may not, such as the
 * site's secrets.
 */
export function typedFile(desk: Desk, name: string): string {
  return asList([...piecesOfFile(desk, name)()].join(""));
}

/**
 * The same in pieces, from the first each time that it is called: a long file is never in memory as a whole.
 * @throws UsageError, also while it is read, if it is longer than any of our lists
 */
export function piecesOfFile(desk: Desk, name: string): () => Iterable<string> {
  const { folder, isRestricted, readInput, upload, keptList } = desk;
  if (upload?.name === name) return keptList ? textOf(() => bytesOf(keptList), name) : () => [upload.content];
  if (name === "-") {
    const content = readInput?.() ?? new Uint8Array();
    return textOf(() => [content], name);
  }
  if (isRestricted) throw new UsageError(say`Pipe the file in: write - instead of its name, and < ${name} at the end.`);
  return textOf(() => readable(bytesOf(path.resolve(folder, name)), name), name);
}

/** Once its bytes were checked, a file is only read. */
function textOf(bytes: () => Iterable<Uint8Array>, name: string): () => Iterable<string> {
  let text: FileText | undefined;
  return () => {
    text ??= openText(bytes);
    if (!text.ok) throw new UsageError(say`${name}: ${text.why}`);
    return text.pieces();
  };
}

function* readable(bytes: Iterable<Uint8Array>, name: string): Generator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(say`There is no file ${name} here that can be read.`);
  }
}

function* bytesOf(file: string): Generator<Uint8Array> {
  const open = openSync(file, "r");
  try {
    yield* bytesIn(open);
  } finally {
    closeSync(open);
  }
}

/**
 * Reads an open file or a pipe to its end.
 * @throws UsageError if it is longer than any of our lists, before it fills the memory
 */
export function readToEnd(file: number): Uint8Array {
  return Buffer.concat([...bytesIn(file)]);
}

function* bytesIn(file: number): Generator<Buffer> {
  for (let length = 0; length <= LARGEST_FILE; ) {
    const piece = Buffer.allocUnsafe(PIECE);
    const read = readSync(file, piece);
    if (read === 0) return;
    yield piece.subarray(0, read);
    length += read;
  }
  throw new UsageError(say`That is more than ${LARGEST_FILE / MEGABYTES} MB. Is it the right file?`);
}
