import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../server/bundle.mjs";

const own = (file) => fileURLToPath(new URL(file, import.meta.url));
const standIns = { "@remix-run/node": own("without-remix.ts"), "#app/services.server": own("services.ts") };

/** Put in place of a step's framework and of the site's services. */
const withoutTheSite = {
  name: "without-the-site",
  setup({ onResolve }) {
    onResolve({ filter: /^(?:@remix-run\/node|#app\/services\.server)$/ }, ({ path: name }) => ({
      path: standIns[name],
    }));
    // What draws the page is dropped, because nothing here asks for it.
    onResolve({ filter: /^(?:react|@remix-run\/react)(?:\/|$)|\.css$/ }, () => ({
      external: true,
      sideEffects: false,
    }));
  },
};

/** Makes the work of our first step into one file, which finds our packages as long as it lies below their folder. */
export async function bundleStep(file) {
  await bundle(["bench/same-work/step.ts"], path.dirname(file), [withoutTheSite]);
}
