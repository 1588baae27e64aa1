import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../server/bundle.mjs";

const own = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Put in place of a step's framework. */
const withoutRemix = {
  name: "without-remix",
  setup({ onResolve }) {
    onResolve({ filter: /^@remix-run\/node$/ }, () => ({ path: own("without-remix.ts") }));
    // What draws the page is dropped, because nothing here asks for it.
    onResolve({ filter: /^(?:react|@remix-run\/react)(?:\/|$)|\.css$/ }, () => ({
      external: true,
      sideEffects: false,
    }));
  },
};

/** Makes the work of our first step into one file, which finds our packages as long as it lies below their folder. */
export async function bundleStep(file) {
  await bundle(["bench/same-work/step.ts"], path.dirname(file), [withoutRemix]);
}
