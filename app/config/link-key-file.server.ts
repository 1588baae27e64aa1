import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unusable } from "./data-folder.server";

const OWNER_ONLY = 0o600;
const fileIn = (dataDir: string) => path.join(dataDir, "link-key");

/**
 * Leaves the key that signs links for staff commands, which run beside the site as the same user. Written at each start,
 * because the session secret may be another by then; never restored or copied.
 */
export function keepLinkKey(dataDir: string, linkKey: string): void {
  const file = fileIn(dataDir);
  try {
    if (readLinkKey(dataDir) === linkKey && (statSync(file).mode & 0o777) === OWNER_ONLY) return;
    const aside = `${file}.${process.pid}`;
    writeFileSync(aside, linkKey, { mode: OWNER_ONLY, flush: true });
    renameSync(aside, file);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Null until a site has started here. */
export function readLinkKey(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), "utf8").trim() || null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
