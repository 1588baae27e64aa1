import { existsSync, readFileSync } from "node:fs";
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
  ignoredRouteFiles: ["**/.*", "**/wizard.*", "**/wizard.*/**"],
  postcss: false,
  tailwind: false,
};

/**
 * The addresses of every wizard in `app/wizards.json`. A step is one file for all of them (`app/routes/wizard.*`); it
 * finds its wizard by the address (`app/http/wizard/journey.ts`).
 * @param {import('@remix-run/dev/dist/config/routes').DefineRoutesFunction} defineRoutes
 */
function wizardRoutes(defineRoutes) {
  const wizards = JSON.parse(readFileSync(new URL("app/wizards.json", import.meta.url), "utf8"));
  return defineRoutes((route) => {
    for (const { path, pages, steps } of Object.values(wizards)) {
      const base = path.slice(1);
      route(base, fileOf(pages), { id: `routes/${base}` }, () => {
        const page = (address, file) => route(address, fileOf(`wizard.${file}`), { id: `routes/${base}.${address}` });
        for (const [step, { address }] of Object.entries(steps)) page(address, step);
        for (const name of ["start-again", "change", "continue"]) page(name, name);
        route(undefined, fileOf(`${pages}._index`), { id: `routes/${base}._index`, index: true });
      });
    }
  });
}

/** A route's file; it is in a folder if others lie beside it that only it needs. */
function fileOf(name) {
  const files = [`routes/${name}.tsx`, `routes/${name}/route.tsx`];
  return files.find((file) => existsSync(new URL(`app/${file}`, import.meta.url)));
}
