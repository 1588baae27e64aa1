import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { buildIfStale, installIfMissing, root } from "../server/fresh.mjs";
import { bundleStep } from "./same-work/bundle.mjs";

export const bench = path.join(root, "bench");
export const peers = ["sveltekit", "astro", "nextjs"];
export const folderOf = (peer) => path.join(bench, "peers", peer);

/** The work of our first step, for the peers to do as well. */
export const ourStep = path.join(root, "build/bench/step.js");

/** Installs what is missing and builds every contestant for production, with our current texts and rules. */
export async function prepare() {
  installIfMissing("bench");
  buildIfStale();
  await bundleStep(ourStep);
  for (const peer of peers) {
    installIfMissing(`bench/peers/${peer}`);
    await share(path.join(folderOf(peer), "src/shared"));
    run("npm", ["run", "build"], folderOf(peer));
  }
}

/** What is ours in every contestant: the rules for addresses, and the days on which a parcel arrives. */
const ourRules = ["form/addresses.ts", "prices/usual-arrival.ts", "values/working-days.ts", "values/sa-time.ts"];

/** The style sheets of our three pages: everywhere, and on the home page. */
const ourStyles = ["index.css", "home.css"];

/** Copies our texts, countries, boxes, style sheet, rules and signed cookie to a contestant. */
async function share(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(bench, "peers/shared"), folder, { recursive: true });
  const assets = path.join(root, "public/build/_assets");
  for (const style of readdirSync(assets)) {
    const name = style.replace(/-\w+\.css$/, ".css");
    if (ourStyles.includes(name)) copyFileSync(path.join(assets, style), path.join(folder, name));
  }
  await build({
    entryPoints: ourRules.map((file) => path.join(root, "app/domain", file)),
    outdir: folder,
    entryNames: "[name]",
    bundle: true,
    format: "esm",
    external: ["zod"],
    logLevel: "error",
  });
}

function run(program, args, folder) {
  console.log(`${path.relative(root, folder)}: ${[program, ...args].join(" ")}`);
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} in ${folder}:\n${stdout}\n${stderr}`);
}
