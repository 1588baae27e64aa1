import { readdirSync } from "node:fs";
import { defineRoutes } from "@remix-run/dev/dist/config/routes.js";
import config from "../../remix.config.js";

/**
 * The app's route files, each by the name that a file of its own would have (`ship-local.addresses.tsx`), without the
 * underscore of a route that isn't nested in the one before it.
 */
export const routeFiles = new Map([
  ...readdirSync("app/routes")
    .filter((file) => !file.startsWith("wizard."))
    .map((file) => [file.replace("_.", "."), `app/routes/${file}`]),
  ...Object.values(config.routes(defineRoutes)).map(({ id, file }) => [
    `${id.replace("routes/", "")}.tsx`,
    `app/${file}`,
  ]),
]);

export const routeNames = [...routeFiles.keys()];
