import { readFileSync } from "node:fs";

/** Which release this is: the version in package.json, and the commit that it was built from. */
export type Release = { version: string; commit: string };

/** `server/build.mjs` writes it beside what it builds; nothing is there while developing. */
function readRelease(): Release {
  try {
    return JSON.parse(readFileSync(new URL("./release.json", import.meta.url), "utf8"));
  } catch {
    return { version: "development", commit: "unknown" };
  }
}

export const release = readRelease();
