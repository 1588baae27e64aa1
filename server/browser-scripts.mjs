import path from "node:path";
import { buildSync } from "esbuild";
import { root } from "./fresh.mjs";

/** The small script of `app/enhance/`. Remix would split it in two, which costs another request. */
export function enhancement() {
  return bundle("app/entry.client.tsx");
}

/** @param version of the pages: it tells one shell from the next */
export function serviceWorker(version) {
  return bundle("app/worker/service-worker.ts", { VERSION: JSON.stringify(version) });
}

/** The files that only drivers' pages have: their script and their service worker. */
export function driverScripts() {
  return new Map([
    ["drive.js", bundle("app/entry.drive.ts")],
    ["drive-sw.js", bundle("app/worker/drive/drive-worker.ts")],
  ]);
}

/** Bundles a source and its imports into one small file, for browsers since 2020. */
function bundle(entry, define = {}) {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(root, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    define,
    write: false,
  });
  return Buffer.from(outputFiles[0].contents);
}
