import { build } from "esbuild";
import { bundledPackages } from "./bundled-packages.mjs";
import { root } from "./fresh.mjs";

/** esbuild would take `#app/…` and `#db/…` for packages. */
const ownAliases = {
  name: "own-aliases",
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^#(?:app|db)\// }, ({ path: name }) =>
      resolve(`./${name.slice(1)}`, { resolveDir: root, kind: "import-statement" }),
    ),
};

/** Any other package isn't bundled. */
const otherPackages = {
  name: "other-packages",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./#]/ }, ({ path: name, kind }) =>
      kind === "entry-point" || bundledPackages.test(name) ? undefined : { external: true },
    ),
};

/**
 * Bundles each command-line program and worker into one file.
 * @param before plugins of esbuild that find some imports elsewhere
 */
export function bundle(programs, outdir, before = []) {
  return build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    jsx: "automatic",
    plugins: [...before, ownAliases, otherPackages],
    logLevel: "error",
  });
}
