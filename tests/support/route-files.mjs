import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineRoutes } from "@remix-run/dev/dist/config/routes.js";
import config from "../../remix.config.js";

/**
 * The app's route files, each by the name that a file of its own would have (`ship-local.addresses.tsx`), without the
 * underscore of a route that isn't nested in the one before it.
 */
export const routeFiles = new Map([
  ...readdirSync("app/routes")
    .filter((name) => !name.startsWith("wizard."))
    .map((name) => [name, routeFileOf(name)])
    .map(([name, file]) => [`${name.replace("_.", ".").replace(/\.tsx?$/, "")}${path.extname(file)}`, file]),
  ...Object.values(config.routes(defineRoutes)).map(({ id, file }) => [
    `${id.replace("routes/", "")}.tsx`,
    `app/${file}`,
  ]),
]);

/** A route is a file, or a folder with what only it needs. */
function routeFileOf(name) {
  const inFolder = [`app/routes/${name}/route.tsx`, `app/routes/${name}/route.ts`];
  return inFolder.find((file) => existsSync(file)) ?? `app/routes/${name}`;
}

export const routeNames = [...routeFiles.keys()];
