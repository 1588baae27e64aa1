import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { UsageError } from "#app/domain/values/usage-error";
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
export function typedFile({ folder, isRestricted, readInput, upload }: Desk, name: string): string {
  if (upload?.name === name) return upload.content;
  if (name === "-") return readInput?.() ?? "";
  if (isRestricted) throw new UsageError(`Pipe the file in: write - instead of its name, and < ${name} at the end.`);
  let file: number | undefined;
  try {
    file = openSync(path.resolve(folder, name), "r");
    return readToEnd(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`There is no file ${name} here that can be read.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Reads an open file or a pipe to its end.
 * @throws UsageError if it is longer than any of our lists, before it fills the memory
 */
export function readToEnd(file: number): string {
  const pieces: Buffer[] = [];
  let length = 0;
  while (length <= LARGEST_FILE) {
    const piece = Buffer.alloc(PIECE);
    const read = readSync(file, piece);
    if (read === 0) return Buffer.concat(pieces).toString("utf8");
    pieces.push(piece.subarray(0, read));
    length += read;
  }
  throw new UsageError(`That is more than ${LARGEST_FILE / MEGABYTES} MB. Is it the right file?`);
}
