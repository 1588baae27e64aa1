/**
 * `node tests/postgres/run.mjs`: all tests, those with a browser too, on a PostgreSQL server of their own; without the few
 * that are only for SQLite (`vitest.config.ts`). Arguments go to vitest.
 */
import { spawnSync } from "node:child_process";
import { programsFolder, startPostgres } from "./server.mjs";

const { url, stop } = await startPostgres();
const given = process.argv.slice(2);
if (given.length === 0) given.push("--project=*");
const { status } = spawnSync(process.execPath, ["tests/run.mjs", ...given], {
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${programsFolder()}:${process.env.PATH}`,
    DATABASE_URL: url,
    SESSION_SECRET: "every machine of a PostgreSQL site has the same",
  },
});
stop();
process.exitCode = status ?? 1;
