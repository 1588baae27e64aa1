import { existsSync } from "node:fs";
import path from "node:path";

type Environment = Record<string, string | undefined>;

/** How staff's commands begin in the project's folder. */
export const BY_NPM = "npm run staff --";
/** In a container, which has neither npm nor the sources. */
const BUILT = "node_modules/.bin/node build/tools/staff.js";
const YOUR_NAME = "Your name";

/** The login name, even when sudo has switched to the site's own user. */
export function whoIs({ STAFF_NAME, SUDO_USER, USER, USERNAME }: Environment): string | undefined {
  return [STAFF_NAME, SUDO_USER, USER, USERNAME].find((name) => name?.trim());
}

/**
 * A command to copy into a terminal, with the settings that it needs there: whose site it is, or it would be built anew as
 * ours, where the data is, and who types it.
 */
export function staffLine(words: string[], here: { environment: Environment; dataDir: string }): string {
  const brand = here.environment.BRAND_DIR?.trim();
  const settings = [
    ...(brand ? [`BRAND_DIR=${quoted(brand)}`] : []),
    ...(here.dataDir === path.resolve("data") ? [] : [`DATA_DIR=${quoted(here.dataDir)}`]),
    ...(whoIs(here.environment) ? [] : [`STAFF_NAME=${quoted(YOUR_NAME)}`]),
  ];
  const program = existsSync("server/tool.mjs") ? BY_NPM : BUILT;
  return [...settings, program, ...words.map(quoted)].join(" ");
}

/** A word as a shell reads it again. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // In single quotes a shell takes everything as it is, but for the single quote.
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
