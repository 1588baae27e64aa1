/**
 * `npm start`, even in a fresh clone: installs what is missing, builds what is stale, and serves. `--dev` serves while
 * you edit.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readDotEnv } from "./dot-env.mjs";
import { buildIfStale, installIfMissing, root } from "./fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "./runtime.mjs";

refuseOldNode();
process.chdir(root);
readDotEnv();
installIfMissing();
await runOnProjectNode();
if (process.argv.includes("--dev")) await serveWhileEditing();
else await serve();

/** In this process, so that signals and memory limits apply to the server itself. */
async function serve() {
  buildIfStale();
  process.env.NODE_ENV = "production";
  await import(pathToFileURL(path.join(root, "build/index.js")).href);
}

async function serveWhileEditing() {
  const { writeBrand } = await import("./brand.mjs");
  await writeBrand();
  // Remix splits the command at spaces.
  const site = `${process.execPath.replaceAll(" ", "\\ ")} server/dev.mjs`;
  const remix = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "dev", "-c", site], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => remix.kill(signal));
  remix.on("exit", (code) => process.exit(code ?? 0));
}
