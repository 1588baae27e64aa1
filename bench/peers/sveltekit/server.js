import { createServer } from "node:http";
import compression from "@polka/compression";
import { handler } from "./build/handler.js";

// adapter-node leaves pages uncompressed; its manual recommends this middleware around its handler.
const compress = compression();

createServer((request, response) => {
  compress(request, response, () => handler(request, response));
}).listen(process.env.PORT, process.env.HOST);
