/** `npm run db:restore`: restores a snapshot or the replica while the site isn't running. */
import Database from "better-sqlite3";
import { settings } from "../../app/config.server";
import { momentOnSaClock, saDateTime } from "../../app/domain/values/sa-time";
import { UsageError } from "../../app/domain/values/usage-error";
import { lastPapers, numberOptions } from "../backup/number-options";
import { numbersInWords } from "../backup/numbers";
import { type Replaced, type Restored, restoreElsewhere, restoreInPlace, type Source } from "../backup/restore";
import { fromCaller, runTool } from "../backup/run-tool";
import { sinceInWords } from "../backup/since";
import { fromHere, sizeInWords } from "../in-words";

const usage = `npm run db:restore -- <snapshot>         puts a snapshot in the database's place
npm run db:restore -- --from-replica      restores the replica (LITESTREAM_REPLICA_URL)
  --at "2026-11-21 09:30"                 the replica as it was then, on a South African clock, in the last three days
  --to <file>                             leaves the database alone and restores to a new file
  --next-invoice 42 --next-credit-note 7  the next numbers, if later ones were issued than the database that is replaced
                                          knows; 1 if none was issued yet
The database that was there is kept beside it. The site must not be running, except with --to. No number is issued twice
that the database there, or the file courier.db-issued beside it, knows.`;

const options = {
  "from-replica": { type: "boolean" },
  at: { type: "string" },
  to: { type: "string" },
  ...numberOptions,
} as const;

await runTool(usage, options, async ({ files, options: given }) => {
  const config = settings();
  const source = sourceOf(files, given["from-replica"] === true, given.at);
  const papers = lastPapers(given);
  if (typeof given.to !== "string") return replacedInWords(await restoreInPlace(config, source, new Date(), papers));
  if (papers.length > 0) throw new UsageError("A new file gets no numbers: leave out --to, or --next-….");
  return inWords(await restoreElsewhere(config.databaseFile, source, fromCaller(given.to)));

  function sourceOf([file, ...more]: string[], isReplica: boolean, moment: unknown): Source {
    if (more.length > 0 || isReplica === (file !== undefined)) throw new UsageError("One snapshot, or --from-replica.");
    if (file) return { file: fromCaller(file) };
    if (!config.replica) throw new UsageError("LITESTREAM_REPLICA_URL is not set. It says where the replica is.");
    if (moment === undefined) return { replica: config.replica };
    const at = momentOnSaClock(String(moment), new Date());
    if (!at) throw new UsageError('--at: must be a moment such as "2026-11-21 09:30"');
    return { replica: config.replica, at: at.toISOString() };
  }
});

function replacedInWords({ keptAs, numbers, since, ...restored }: Replaced): string {
  return [
    inWords(restored),
    ...(keptAs ? [`The old database is kept as ${fromHere(keptAs)}. Remove it when you no longer need it.`] : []),
    numbersInWords(numbers),
    ...sinceInWords(since),
  ].join("\n");
}

function inWords({ file, bytes }: Restored): string {
  return `Restored ${fromHere(file)}: ${sizeInWords(bytes)}, sound. ${newestQuoteIn(file)}`;
}

/** The newest quote, so that people can check how recent the data is. */
function newestQuoteIn(file: string): string {
  // Opened for writing, although nothing is written, so that closing it deletes the empty log beside it.
  const database = new Database(file);
  const newest = database.prepare("SELECT max(created_at) FROM quotes").pluck().get() as string | null;
  database.close();
  return newest ? `Its newest quote is from ${saDateTime(new Date(newest))}.` : "It holds no quote yet.";
}
