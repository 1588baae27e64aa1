import { mkdirSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { newId } from "../values/ids.server";

const FOLDER = "office-files";

/** The folder of what the office gets and sends: files on their way, and lists that wait for Do it. */
export function officeFolder(dataDir: string): string {
  const folder = path.join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Deletes everything in it, at the site's start: whoever waited for it has gone. */
export function clearOfficeFolder(dataDir: string): void {
  rmSync(path.join(dataDir, FOLDER), { recursive: true, force: true });
}

/**
 * A new file that is written by its name, and read by whoever holds it open. Its name is gone as soon as it is written,
 * so the system deletes it when it is closed, or when the process ends.
 */
export async function writtenOnce<Told>(
  dataDir: string,
  write: (file: string) => Promise<Told>,
): Promise<{ told: Told; open: FileHandle }> {
  const file = path.join(officeFolder(dataDir), newId());
  const handle = await open(file, "wx+", 0o600);
  try {
    return { told: await write(file), open: handle };
  } catch (error) {
    await handle.close();
    throw error;
  } finally {
    rmSync(file, { force: true });
  }
}
