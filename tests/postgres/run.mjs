/**
 * `npm run test:postgres`: the domain's tests, and those that are only for PostgreSQL, on a PostgreSQL server of their
 * own. Arguments go to vitest.
 */
import { spawnSync } from "node:child_process";
import { startPostgres } from "./server.mjs";

const { url, stop } = await startPostgres();
const given = process.argv.slice(2);
const { status } = spawnSync(process.execPath, ["tests/run.mjs", ...given], {
  stdio: "inherit",
  env: { ...process.env, DATABASE_URL: url, SESSION_SECRET: "every machine of a PostgreSQL site has the same" },
});
stop();
process.exitCode = status ?? 1;
