import { defineConfig } from "vitest/config";
import site from "../../vitest.config";

const { projects: _, ...settings } = site.test ?? {};

/** The tests of the room whose code is changed, and nothing that starts a site or a browser. */
export default defineConfig({
  resolve: site.resolve,
  test: {
    ...settings,
    include: [`tests/domain/${process.env.MUTATED_ROOM ?? "*"}/**/*.test.ts`],
    globalSetup: "tests/support/new-database.ts",
  },
});
