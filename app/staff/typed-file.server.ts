import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import type { Desk } from "./desk.server";
import { UsageError } from "./usage-error";

const MEGABYTES = 1024 ** 2;
/** PayFast's list of a busy year, and ten times a list of parcels at its longest. */
export const LARGEST_FILE = 20 * MEGABYTES;
const PIECE = 64 * 1024;

/**
 * What a file holds that somebody names, read from where the command was called; `-` is what is piped in. Whoever acts as the
 * site's user by sudo pipes: that user can read what they may not, such as the site's secrets.
 */
export function typedFile({ folder, isRestricted, readInput }: Desk, name: string): string {
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
 * All that an open file or a pipe holds.
 * @throws UsageError for more than any list of ours has, before it fills the memory
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
