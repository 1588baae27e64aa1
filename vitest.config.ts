import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SECONDS = 1000;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^#app\//, replacement: `${folder("./app")}/` },
      { find: /^#db\//, replacement: `${folder("./db")}/` },
    ],
  },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    // Each file in a process of its own: native modules (SQLite, Argon2) and settings read once don't share well.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30 * SECONDS,
    hookTimeout: 120 * SECONDS,
    env: { LOG_LEVEL: "silent" },
  },
});
