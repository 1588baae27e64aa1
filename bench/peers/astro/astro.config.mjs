import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  // Which host it may take for its own; any other is read as "localhost", and no form could be posted.
  security: { allowedDomains: [{ hostname: "127.0.0.1" }] },
  // Nothing here keeps a session or shows a picture that has to be scaled.
  session: { driver: "memory" },
  image: { service: { entrypoint: "astro/assets/services/noop" } },
});
