import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { root } from "./fresh.mjs";

/** Reads `.env`, if it exists; the environment takes precedence. */
export function readDotEnv(file = path.join(root, ".env")) {
  if (!existsSync(file)) return;
  try {
    // For any other reason Node would report a missing file.
    accessSync(file, constants.R_OK);
    // Node 18 can't; the project's Node, which takes over from it, does.
    process.loadEnvFile?.(file);
  } catch (error) {
    console.error(
      `${file} can't be read: ${error.message}. Only the user that the site runs as may (sudo -u thuma …).`,
    );
    process.exit(1);
  }
}
