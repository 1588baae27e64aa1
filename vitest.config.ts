import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  resolve: { alias: [{ find: /^#app\//, replacement: `${folder("./app")}/` }, { find: /^#db\//, replacement: `${folder("./db")}/` }] },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 120_000,
    globalSetup: [],
  },
});
