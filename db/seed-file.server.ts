import { existsSync } from "node:fs";
import path from "node:path";

/** A CSV of the release: another courier's, which the build put there (`BRAND_DIR`), or ours. */
export function seedFile(name: string): string {
  const theirs = path.resolve("build/seed", `${name}.csv`);
  return existsSync(theirs) ? theirs : path.resolve("db/seed", `${name}.csv`);
}
