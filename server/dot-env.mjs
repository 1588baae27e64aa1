import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./fresh.mjs";

/** Takes the settings of `.env`, if there is one; what the environment says already stands. */
export function readDotEnv() {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    console.error(
      `${file} can't be read: ${error.message}. Only the user that the site runs as may (sudo -u thuma …).`,
    );
    process.exit(1);
  }
}
