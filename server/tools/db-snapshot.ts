/** `npm run db:snapshot`: copies the database now, while the site keeps running. */
import { existsSync } from "node:fs";
import path from "node:path";
import { settings } from "../../app/config.server";
import { UsageError } from "../../app/domain/values/usage-error";
import { fromCaller, runTool } from "../backup/run-tool";
import { SnapshotError, takeSnapshot } from "../backup/snapshot";
import { snapshotFolder, snapshotName } from "../backup/snapshot-folder";
import { fromHere, sizeInWords } from "../in-words";

const usage = "npm run db:snapshot [-- <file>]: backs up the database now, to DATA_DIR/snapshots or to <file>";

await runTool(usage, {}, async ({ files: [typed, ...more], signal }) => {
  if (more.length > 0) throw new UsageError("Give one file at most.");
  const { databaseFile, dataDir } = settings();
  if (typed && !existsSync(path.dirname(fromCaller(typed))))
    throw new SnapshotError(`There is no folder ${path.dirname(fromCaller(typed))}. Is its disk mounted?`);
  const target = typed ? fromCaller(typed) : path.join(snapshotFolder(dataDir), snapshotName(new Date()));
  const { file, bytes, seconds } = await takeSnapshot(databaseFile, target, signal);
  return `${fromHere(file)}, ${sizeInWords(bytes)}, looked through, ${seconds.toFixed(1)} s`;
});
