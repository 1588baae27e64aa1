/** `npm run db:copy -- FROM TO`: moves a site from SQLite to PostgreSQL, or back. */
import { existsSync } from "node:fs";
import path from "node:path";
import { copyDatabase } from "../../db/copy/copy.server";
import { isPostgresUrl } from "../../db/dialect";
import { fromCaller, runTool, UsageError } from "../backup/run-tool";

const usage = `npm run db:copy -- FROM TO: copies all tables from one database to another and compares them
FROM, TO: file:/folder/courier.db (or the path alone) and postgres://user:password@host/database, in either order
Stop the site first: what it writes during the copy would be missing. Stopped halfway, the same command goes on.`;

await runTool(usage, {}, async ({ files: [from, to, ...more] }) => {
  if (!from || !to || more.length > 0) throw new UsageError("Name two databases, FROM and TO.");
  if (!isPostgresUrl(from) && !existsSync(placeOf(from))) throw new UsageError(`There is no file ${placeOf(from)}.`);
  const begin = performance.now();
  let rows = 0;
  await copyDatabase(placeOf(from), placeOf(to), new Date(), (done) => {
    rows += done.rows;
    process.stdout.write(`${done.table}: ${done.rows} rows${done.wasThere ? ", there already" : ""}\n`);
  });
  return `${rows} rows, every table compared, ${((performance.now() - begin) / 1000).toFixed(1)} s`;
});

function placeOf(given: string): string {
  return isPostgresUrl(given) ? given : path.resolve(fromCaller(given.replace(/^file:(\/\/)?/, "")));
}
