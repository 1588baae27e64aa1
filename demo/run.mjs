/** `npm run demo`, even in a fresh clone: the site with everything in it, on this machine only. Reads no `.env`. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfStale, installIfMissing, root } from "../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../server/runtime.mjs";

refuseOldNode();
process.chdir(root);
installIfMissing();
await runOnProjectNode();
buildIfStale();
// Nothing of another site's: no database, replica, mail, texts or PayFast. Before the code that reads it is loaded.
const given = { ...process.env };
for (const name of Object.keys(given)) if (!isRead(name)) delete process.env[name];
process.env.NODE_ENV = "production";
// Only here: nothing of it is in the site's own build.
const { bundle } = await import("../server/bundle.mjs");
await bundle(["demo/main.ts"], "build/demo");
const built = (file) => import(pathToFileURL(path.join(root, "build", file)).href);
const [{ demo }, { main }] = [await built("demo/main.js"), await built("site.js")];
await demo(process.argv.slice(2), given, main);

/** The demo's own settings, and what programs find on a machine. */
function isRead(name) {
  return /^(?:PORT|HOST|DATA_DIR|BRAND_DIR|PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TERM|SYSTEMROOT|NODE_\w+)$/i.test(
    name,
  );
}
