import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sourceFiles, sourceFolders } from "../../server/fresh.mjs";

/** A folder of its own with the project's sources, to be built there: this project's build stays as it is. */
export function aCopy(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-copy-"));
  for (const part of [...sourceFiles, ...sourceFolders, "demo", "plugins", "examples"])
    cpSync(part, path.join(folder, part), { recursive: true, filter: (file) => file !== "public/build" });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  return folder;
}
