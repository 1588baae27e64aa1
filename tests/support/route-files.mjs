import { readdirSync } from "node:fs";
import { defineRoutes } from "@remix-run/dev/dist/config/routes.js";
import config from "../../remix.config.js";

/**
 * The app's routes: the file of each, by the name that a file of its own would have (`ship-local.addresses.tsx`), and without
 * the underscore of one that doesn't stand inside the page before it.
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
