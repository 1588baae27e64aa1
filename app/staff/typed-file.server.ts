import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";
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
  return [...piecesOfFile(desk, name)()].join("");
}

/**
 * The same in pieces, from the first each time that it is called: a long file is never in memory as a whole.
 * @throws UsageError, also while it is read, if it is longer than any of our lists
 */
export function piecesOfFile(desk: Desk, name: string): () => Iterable<string> {
  const { folder, isRestricted, readInput, upload, keptList } = desk;
  if (upload?.name === name) return keptList ? () => piecesIn(keptList) : () => [upload.content];
  if (name === "-") {
    const content = readInput?.() ?? "";
    return () => [content];
  }
  if (isRestricted) throw new UsageError(say`Pipe the file in: write - instead of its name, and < ${name} at the end.`);
  return () => readable(piecesIn(path.resolve(folder, name)), name);
}

function* readable(pieces: Iterable<string>, name: string): Generator<string> {
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(say`There is no file ${name} here that can be read.`);
  }
}

function* piecesIn(file: string): Generator<string> {
  const open = openSync(file, "r");
  try {
    const decoder = new StringDecoder("utf8");
    for (const piece of bytesIn(open)) yield decoder.write(piece);
    yield decoder.end();
  } finally {
    closeSync(open);
  }
}

/**
 * Reads an open file or a pipe to its end.
 * @throws UsageError if it is longer than any of our lists, before it fills the memory
 */
export function readToEnd(file: number): string {
  return Buffer.concat([...bytesIn(file)]).toString("utf8");
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
