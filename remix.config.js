import { bundledPackages } from "./server/bundled-packages.mjs";

const folder = process.env.NODE_ENV === "production" ? "build" : "build/dev";

/**
 * The Remix build and the HTTP server in `server/` become one file, `build/site.js` (one module graph, so one database
 * store); with `npm run dev`, `build/dev/site.js`.
 *
 * @type {import('@remix-run/dev').AppConfig}
 */
export default {
  routes: wizardRoutes,
  serverModuleFormat: "esm",
  serverPlatform: "node",
  server: "./server/main.ts",
  serverBuildPath: `${folder}/site.js`,
  serverDependenciesToBundle: [/\.css$/, bundledPackages],
  ignoredRouteFiles: ["**/.*", "**/wizard.*"],
  postcss: false,
  tailwind: false,
};

/**
 * The wizards' addresses. A step is one file for all of them (`app/routes/wizard.*`); it finds its wizard by the address
 * (`app/domain/journeys/journey.ts`).
 * @param {import('@remix-run/dev/dist/config/routes').DefineRoutesFunction} defineRoutes
 */
function wizardRoutes(defineRoutes) {
  return defineRoutes((route) => {
    const wizard = (base, { shell, review, index }) =>
      route(base, `routes/${shell}.tsx`, { id: `routes/${base}` }, () => {
        const files = {
          addresses: "addresses",
          parcel: "parcel",
          [review]: "review",
          "start-again": "start-again",
          change: "change",
          continue: "continue",
        };
        for (const [address, file] of Object.entries(files)) {
          route(address, `routes/wizard.${file}.tsx`, { id: `routes/${base}.${address}` });
        }
        if (index) route(undefined, `routes/${index}.tsx`, { id: `routes/${base}._index`, index: true });
      });
    wizard("ship", { shell: "ship", review: "review", index: "ship._index" });
    wizard("ship-local", { shell: "wizard", review: "summary", index: "wizard._index" });
    wizard("ship-Inter", { shell: "wizard", review: "review", index: "wizard._index" });
  });
}
