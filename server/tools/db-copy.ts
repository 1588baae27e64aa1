/** `npm run db:copy -- FROM TO`: moves a site from SQLite to PostgreSQL, or back. */
import path from "node:path";
import { UsageError } from "../../app/domain/values/usage-error";
import { type Copied, copyDatabase } from "../../db/copy/copy.server";
import { takeBack } from "../../db/copy/leave-database.server";
import { isPostgresUrl } from "../../db/dialect";
import { lastPapers, numberOptions } from "../backup/number-options";
import { fromCaller, runTool } from "../backup/run-tool";
import { fromHere } from "../in-words";

const usage = `npm run db:copy -- FROM TO: copies all tables from one database to another and compares them
FROM, TO: file:/folder/courier.db (or the path alone) and postgres://user:password@host/database, in either order
Stop the site first. TO must be empty. Broken off, the same command goes on. In the end no site starts on FROM: a SQLite
file is called courier.before-postgres.db, and FROM may name it by either name; a PostgreSQL database is marked.
npm run db:copy -- --take-back postgres://…: takes that mark back, when the file to which the site moved is lost
  --next-invoice 42 --next-credit-note 7: the next numbers, if courier.db-issued beside that file is lost too`;

await runTool(usage, { "take-back": { type: "boolean" }, ...numberOptions }, async ({ files, options, signal }) => {
  const [from, to, ...more] = files;
  if (options["take-back"]) return goBack(files, lastPapers(options));
  if (lastPapers(options).length > 0) throw new UsageError("A copy has its numbers: leave out --next-….");
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
  return [`${rows} rows, every table compared, ${seconds} s`, whatNext(from, file)].join("\n");
});

async function goBack([url, ...more]: string[], lastOnes: string[]): Promise<string> {
  if (!url || !isPostgresUrl(url) || more.length > 0) throw new UsageError("Name the PostgreSQL database alone.");
  const { name, file, papers } = await takeBack(url, lastOnes, new Date());
  return [
    `A site may start on ${name} again. It holds what there was when the site moved to ${file}, and nothing since.`,
    ...(papers.length > 0 ? [`Numbers go on after ${papers.join(", ")}.`] : []),
    "Make sure that no site runs on a copy of that file: two would take bookings, and give the same invoice numbers.",
  ].join("\n");
}

function placeOf(typed: string): string {
  return isPostgresUrl(typed) ? typed : path.resolve(fromCaller(typed.replace(/^file:(\/\/)?/, "")));
}

function whatNext(from: string, file: string): string {
  return isPostgresUrl(from)
    ? `The site lives in ${fromHere(file)} now: no site starts on the PostgreSQL database any more. Set DATABASE_URL to the file and start the site.`
    : `The SQLite file is now called ${fromHere(file)}. Set DATABASE_URL to the PostgreSQL database, without LITESTREAM_REPLICA_URL, and start the site.`;
}
