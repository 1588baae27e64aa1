import { closeSync, fsyncSync, openSync } from "node:fs";

/** Writes a file to the disk. Its name survives a power cut once its folder is synced, too. */
export function syncFile(file: string): void {
  const handle = openSync(file, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
