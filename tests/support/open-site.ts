import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isPostgres } from "#db/dialect";
import { placeDatabase } from "./a-store";
import { forAllTests } from "./for-tests";
import { freePort } from "./running-site";
import { removePlace, storePlace } from "./store-place";

/** A site that tests can send requests to. */
export type Site = {
  url: string;
  port: number;
  dataDir: string;
  /** The secret that it was given; undefined where it has made its own. */
  secret?: string | undefined;
  stop(): Promise<unknown>;
};

type Build = typeof import("../../server/main");

const built = fileURLToPath(new URL("../../build/site.js", import.meta.url));
/** Loaded by Node itself, with everything that it imports. */
const { importAsNode }: typeof import("./import-as-node.mjs") = createRequire(import.meta.url)("./import-as-node.mjs");
let opened = 0;
/** Saved before a site replaces it with Remix's; two sites that open at once must not take Remix's for Node's. */
const nodesFetch = globalThis.fetch;

/**
 * Opens the production build in the test's own process: on a free port, with its own copy of all modules, and its own
 * data folder unless `DATA_DIR` is given. Use `startSite` if a test needs a process (signals, kills, logs).
 */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  if (!existsSync(built)) throw new Error("Nothing is built yet: npm run build");
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "thuma-site-"));
  const file = path.join(dataDir, "courier.db");
  if (env.DATA_DIR === undefined) placeDatabase(file);
  const onPostgres = isPostgres
    ? { DATABASE_URL: await storePlace(file), SESSION_SECRET: process.env.SESSION_SECRET ?? "" }
    : {};
  const port = Number(env.PORT ?? (await freePort()));
  // Makes React load its production build, as the site's own process does.
  process.env.NODE_ENV = "production";
  opened += 1;
  const build = await importAsNode<Build>(`${pathToFileURL(built).href}?site=${opened}`);
  const site = await build.openSite({
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    PORT: String(port),
    ...onPostgres,
    ...env,
  });
  // The site has installed Remix's; tests should use Node's, as browsers would.
  globalThis.fetch = nodesFetch;
  // Lets the site finish its first write, so that tests that write find the file unlocked.
  await nextTurn();
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    secret: env.SESSION_SECRET ?? (isPostgres ? process.env.SESSION_SECRET : undefined),
    async stop() {
      await site.close();
      if (env.DATA_DIR !== undefined) return;
      rmSync(dataDir, { recursive: true, force: true });
      removePlace(file);
    },
  };
}

/** A site that is opened before the first test of a file, and stopped after the last. */
export function siteForAllTests(env: Record<string, string> = {}): Site {
  return forAllTests(
    () => openSite(env),
    (site) => site.stop(),
  );
}
