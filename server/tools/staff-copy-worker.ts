/**
 * Writes the copy that a PostgreSQL site's staff read, once: `node staff-copy-worker.js <new file>`, with
 * `DATABASE_URL` set. A process of its own, so that nobody waits for it.
 */
import { constants, setPriority } from "node:os";
import { writeStaffCopy } from "../../db/copy/staff-copy.server";

try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Some containers don't allow a lower priority; then it runs at the usual one.
}
try {
  await writeStaffCopy(process.env.DATABASE_URL ?? "", process.argv[2] ?? "", new Date());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
