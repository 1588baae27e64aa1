import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";

/** The form's field that names the file in which a long list waits for Do it. */
export const KEPT = "file-kept";
const NAME = /^office-list-[\w-]{22}$/;

/** Keeps a list that is too long for a form in a file of its own, in place of the one before. @returns its name */
export async function keepList(dataDir: string, content: Uint8Array): Promise<string> {
  const name = `office-list-${createHash("sha256").update(content).digest("base64url").slice(0, 22)}`;
  dropLists(dataDir);
  await writeFile(path.join(dataDir, name), content, { mode: 0o600 });
  return name;
}

/** The list in a file that a form names; null if it isn't kept any more. */
export function keptList(dataDir: string, name: string): string | null {
  try {
    return NAME.test(name) ? readFileSync(path.join(dataDir, name), "utf8").replaceAll("\0", "") : null;
  } catch {
    return null;
  }
}

export function dropList(dataDir: string, name: string): void {
  if (NAME.test(name)) rmSync(path.join(dataDir, name), { force: true });
}

/** Deletes what was kept and never read. */
export function dropLists(dataDir: string): void {
  for (const name of readdirSync(dataDir)) dropList(dataDir, name);
}
