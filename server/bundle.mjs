import { build } from "esbuild";
import { root } from "./fresh.mjs";

/** `#app/…` and `#db/…` look like packages to esbuild. */
const ownAliases = {
  name: "own-aliases",
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^#(?:app|db)\// }, ({ path: name }) =>
      resolve(`./${name.slice(1)}`, { resolveDir: root, kind: "import-statement" }),
    ),
};

/** Makes one file for Node of each program that runs beside the site; packages stay where they are. */
export function bundle(programs, outdir) {
  return build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node22",
    jsx: "automatic",
    plugins: [ownAliases],
    logLevel: "error",
  });
}
