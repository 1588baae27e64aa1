/** Started by `remix dev` after each rebuild: the site as in production, with this build's files and service worker. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pictures } from "./brand.mjs";
import { driverScripts, serviceWorker } from "./browser-scripts.mjs";
import { root } from "./fresh.mjs";

const built = path.join(root, "build/dev");
const served = path.join(built, "public");
rmSync(served, { recursive: true, force: true });
for (const from of [path.join(root, "public"), pictures]) cpSync(from, served, { recursive: true });
const version = readFileSync(path.join(built, "version.txt"), "utf8").trim();
writeFileSync(path.join(served, "sw.js"), serviceWorker(version));
for (const [file, content] of driverScripts()) writeFileSync(path.join(served, file), content);
const { main } = await import(pathToFileURL(path.join(built, "site.js")).href);
await main();
