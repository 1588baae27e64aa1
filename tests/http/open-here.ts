import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { placeDatabase } from "../support/a-store";
import { placeInSettings, removePlace, storePlace } from "../support/store-place";

/**
 * What the site keeps open, with these settings and a database of its own. Settings are read once, so what a test imports
 * afterwards is loaded again: `await import(…)`.
 */
export async function openHere(environment: Record<string, string> = {}) {
  vi.resetModules();
  const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-here-"));
  const file = path.join(dataDir, "courier.db");
  await storePlace(file);
  placeDatabase(file);
  const env = { DATA_DIR: dataDir, SESSION_SECRET: "a secret of the tests", ...placeInSettings(file), ...environment };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { services } = await import("#app/services.server");
  const { settings } = await import("#app/config.server");
  const opened = await services();
  vi.unstubAllEnvs();
  return {
    ...opened,
    /** The context of a request, as the server makes it. */
    context: { services: opened, settings: settings() },
    dataDir,
    async close() {
      await opened.close();
      removePlace(file);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
