import { readFileSync } from "node:fs";
import path from "node:path";
import type { Desk } from "./desk.server";
import { UsageError } from "./usage-error";

/**
 * What a file holds that somebody names, read from where the command was called; `-` is what is piped in. Whoever acts as the
 * site's user by sudo pipes: that user can read what they may not, such as the site's secrets.
 */
export function typedFile({ folder, isRestricted, readInput }: Desk, name: string): string {
  if (name === "-") return readInput?.() ?? "";
  if (isRestricted) throw new UsageError(`Pipe the file in: write - instead of its name, and < ${name} at the end.`);
  try {
    return readFileSync(path.resolve(folder, name), "utf8");
  } catch {
    throw new UsageError(`There is no file ${name} here that can be read.`);
  }
}
