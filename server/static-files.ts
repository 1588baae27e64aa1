import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { DAYS, HOURS, SECONDS } from "../app/durations";
import { chosenCoding } from "./compression";
import { refusals } from "./refusals";
import { refuse } from "./refuse";
import { filePolicy, securityHeaders } from "./security-headers";

const HOUR_S = HOURS / SECONDS;
const YEAR_S = (365 * DAYS) / SECONDS;

/** sirv sets no charset for these. */
const textTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** Serves the files that `server/build.mjs` put into `folder`; returns false if there is no such file. */
export function staticFiles(folder: string) {
  const addresses = addressesIn(folder);
  const serving = (etag: boolean) =>
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag,
      extensions: [],
      setHeaders: (response, address) => {
        response.setHeader("Cache-Control", keeping(address));
        const type = textTypes[path.extname(address)];
        if (type) response.setHeader("Content-Type", type);
      },
    });
  const serve = serving(true);
  // Another content has another name, so nobody asks whether it has changed.
  const serveNamedByContent = serving(false);

  return function serveFile(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    if (!addresses.has(address)) {
      if (!isNamedByContent(address)) return false;
      refuse(request, response, refusals.noSuchFile);
      return true;
    }
    for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
    response.setHeader("content-security-policy", filePolicy);
    // A file deleted since the start must not crash the process.
    response.once("pipe", (file) => file.once("error", () => response.destroy()));

    request.url = address;
    // sirv looks for "br" and "gzip" anywhere in the header, even in "br;q=0".
    request.headers["accept-encoding"] = chosenCoding(request.headers["accept-encoding"]);
    // No file is large enough to be fetched in parts.
    delete request.headers.range;
    (isNamedByContent(address) ? serveNamedByContent : serve)(request, response);
    return true;
  };
}

function addressesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(
    files
      .filter((file) => !/^\.|\.(?:br|gz)$/.test(file.name))
      .map((file) => `/${path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join("/")}`),
  );
}

/** Names under /build/ contain a hash of the content. */
const isNamedByContent = (address: string) => address.startsWith("/build/");

function keeping(address: string): string {
  if (isNamedByContent(address)) return `public, max-age=${YEAR_S}, immutable`;
  // The service worker too: browsers check for a new one after every page, and each "unchanged" would cost 1 KB.
  return `public, max-age=${HOUR_S}`;
}
