import { bundledPackages } from "./server/bundled-packages.mjs";

/**
 * In production the Remix build and the HTTP server in `server/` become one file, `build/site.js`
 * (one module graph, so one database store). `npm run dev` serves the same app through remix-serve.
 *
 * @type {import('@remix-run/dev').AppConfig}
 */
const bundlesServer = process.env.NODE_ENV === "production";

export default {
  serverModuleFormat: "esm",
  serverPlatform: "node",
  server: bundlesServer ? "./server/main.ts" : undefined,
  serverBuildPath: bundlesServer ? "build/site.js" : "build/dev/index.js",
  serverDependenciesToBundle: [/\.css$/, bundledPackages],
  ignoredRouteFiles: ["**/.*"],
  postcss: false,
  tailwind: false,
};
