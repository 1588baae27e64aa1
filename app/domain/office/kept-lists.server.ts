import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { officeFolder } from "./office-folder.server";

/** The form's field that names the file in which a long list waits for Do it. */
export const KEPT = "file-kept";
const NAME = /^list-[\w-]{22}-[\w-]{22}$/;

/**
 * Keeps a person's list that is too long for a form in a file of its own, in place of the one before.
 * @returns its name
 */
export async function keepList(dataDir: string, personId: string, content: Uint8Array): Promise<string> {
  const folder = officeFolder(dataDir);
  for (const name of readdirSync(folder)) if (isOf(personId, name)) rmSync(path.join(folder, name), { force: true });
  const name = `${startOf(personId)}${hashOf(content)}`;
  await writeFile(path.join(folder, name), content, { mode: 0o600 });
  return name;
}

/** The file of a person's list that a form names, whether it is still there or not; null if it names no list of theirs. */
export function keptList(dataDir: string, personId: string, name: string): string | null {
  return isOf(personId, name) ? path.join(officeFolder(dataDir), name) : null;
}

function isOf(personId: string, name: string): boolean {
  return NAME.test(name) && name.startsWith(startOf(personId));
}

const startOf = (personId: string) => `list-${hashOf(personId)}-`;

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}
