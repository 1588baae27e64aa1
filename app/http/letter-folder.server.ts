import path from "node:path";
import { settings } from "#app/config.server";

/** Where letters are, on a site that writes them to files and isn't public; null elsewhere. */
export function letterFolder(): string | null {
  const { smtpUrl, isHttps, dataDir } = settings();
  return smtpUrl || isHttps ? null : path.join(dataDir, "outbox");
}
