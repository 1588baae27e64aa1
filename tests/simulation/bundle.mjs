/** Bundles the site, as a simulated process runs it, and the simulation around it. */
import path from "node:path";
import { build } from "esbuild";
import { root } from "../../server/fresh.mjs";

/** Packages that use time or chance are bundled, so that both are simulated; all processes share the others. */
const bundled = /^(?:nanoid|croner|remix-auth|remix-auth-form)(?:\/|$)/;

const own = (sources) => ({
  name: "own-sources",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^#(?:app|db)\// }, ({ path: name }) =>
      resolve(`./${name.slice(1)}`, { resolveDir: sources, kind: "import-statement" }),
    );
    onResolve({ filter: /^[@a-z]/ }, ({ path: name }) =>
      bundled.test(name) ? undefined : { path: name, external: true },
    );
    onLoad({ filter: /\.css$/ }, () => ({ contents: "export default ''" }));
  },
});

/**
 * @param entry below tests/simulation/
 * @param sources the folder whose `app/` and `db/` are meant
 */
export function bundle(entry, outfile, sources = root) {
  return build({
    absWorkingDir: root,
    entryPoints: [path.join(root, "tests/simulation", entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: outfile.endsWith(".mjs") ? "esm" : "cjs",
    target: "node22",
    jsx: "automatic",
    // A `require` can be simulated, an `import()` can't.
    supported: { "dynamic-import": false },
    plugins: [own(sources)],
    logLevel: "error",
  });
}
