/**
 * Writes the copy that a PostgreSQL site's staff read, once: `node staff-copy-worker.js <new file>`, with
 * `DATABASE_URL` set. A process of its own, so that nobody waits for it.
 */
import { writeStaffCopy } from "../../db/copy/staff-copy.server";
import { lockAlone } from "../../db/lock-file.server";

const file = process.argv[2] ?? "";
try {
  // Of several processes one writes it.
  const lock = lockAlone(`${file}-copy`);
  if (lock) await writeStaffCopy(process.env.DATABASE_URL ?? "", file, new Date());
  lock?.release();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
