import { readFileSync } from "node:fs";

/** This release: the version in package.json, and the commit that it was built from. */
export type Release = { version: string; commit: string };

/** `server/build.mjs` writes it beside the build; in development there is none. */
function readRelease(): Release {
  try {
    return JSON.parse(readFileSync(new URL("./release.json", import.meta.url), "utf8"));
  } catch {
    return { version: "development", commit: "unknown" };
  }
}

export const release = readRelease();
