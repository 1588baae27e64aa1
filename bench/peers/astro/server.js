import { createServer } from "node:http";
import compression from "@polka/compression";

// The standalone server leaves pages uncompressed: its handler, files included, behind a compressing middleware.
process.env.ASTRO_NODE_AUTOSTART = "disabled";
const { handler } = await import("./dist/server/entry.mjs");
const compress = compression();

createServer((request, response) => {
  compress(request, response, () => handler(request, response));
}).listen(process.env.PORT, process.env.HOST);
