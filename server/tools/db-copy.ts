/** `npm run db:copy -- FROM TO`: moves a site from SQLite to PostgreSQL, or back. */
import path from "node:path";
import { UsageError } from "../../app/domain/values/usage-error";
import { type Copied, copyDatabase } from "../../db/copy/copy.server";
import { openConnections } from "../../db/copy/postgres-side.server";
import { isPostgresUrl } from "../../db/dialect";
import { fromCaller, runTool } from "../backup/run-tool";
import { fromHere } from "../in-words";

const usage = `npm run db:copy -- FROM TO: copies all tables from one database to another and compares them
FROM, TO: file:/folder/courier.db (or the path alone) and postgres://user:password@host/database, in either order
Stop the site first. TO must be empty. Broken off, the same command goes on. In the end a SQLite file that was copied
is called courier.before-postgres.db; FROM may name it by either name.`;

await runTool(usage, {}, async ({ files: [from, to, ...more], signal }) => {
  if (!from || !to || more.length > 0) throw new UsageError("Name two databases, FROM and TO.");
  const begin = performance.now();
  let rows = 0;
  const report = (copied: Copied) => {
    signal.throwIfAborted();
    rows += copied.rows;
    process.stdout.write(`${copied.table}: ${copied.rows} rows${copied.wasThere ? ", there already" : ""}\n`);
  };
  const file = await copyDatabase(placeOf(from), placeOf(to), new Date(), report);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  return [`${rows} rows, every table compared, ${seconds} s`, ...(await whatNext(from, file))].join("\n");
});

function placeOf(typed: string): string {
  return isPostgresUrl(typed) ? typed : path.resolve(fromCaller(typed.replace(/^file:(\/\/)?/, "")));
}

async function whatNext(from: string, file: string): Promise<string[]> {
  if (!isPostgresUrl(from)) {
    return [
      `The SQLite file is now called ${fromHere(file)}. Set DATABASE_URL to the PostgreSQL database and start the site.`,
    ];
  }
  const open = await openConnections(from);
  const running = `A site is running on PostgreSQL (${open} connections): what it has written since isn't in ${fromHere(file)}. To move back, stop it on every machine, remove ${fromHere(file)}, and copy again.`;
  return open === 0 ? [] : [running];
}
