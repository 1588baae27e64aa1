import { randomBytes } from "node:crypto";
import path from "node:path";
import { onTestFinished } from "vitest";
import { isPostgres } from "#db/dialect";
import { aFolder } from "./a-store";
import { startSite } from "./running-site";
import { storePlace } from "./store-place";

/** Several processes of a site: on one machine with one file, or on several machines with one PostgreSQL database. */
export async function severalSites(settings: Record<string, string>) {
  const folder = aFolder();
  const place = await storePlace(path.join(folder, "courier.db"));
  const own = (): Record<string, string> =>
    isPostgres ? { DATABASE_URL: place, DATA_DIR: aFolder() } : { DATA_DIR: folder };
  const SESSION_SECRET = randomBytes(33).toString("base64");
  return {
    place,
    folder,
    async start() {
      const site = await startSite({ ...settings, SESSION_SECRET, ...own() });
      onTestFinished(() => void site.send("SIGKILL"));
      return site;
    },
  };
}
