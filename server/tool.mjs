/**
 * `node server/tool.mjs <name> …` runs a program in `server/tools/` with `npm start`'s settings, building it first when
 * it is stale.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readDotEnv } from "./dot-env.mjs";
import { buildIfStale, installIfMissing, root } from "./fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "./runtime.mjs";

refuseOldNode();
// Set by npm: the folder from which file names are resolved.
process.env.INIT_CWD ||= process.cwd();
process.chdir(root);
readDotEnv();
installIfMissing();
await runOnProjectNode();
buildIfStale();
process.env.NODE_ENV = "production";
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(path.join(root, "build/tools", `${name}.js`)).href);
