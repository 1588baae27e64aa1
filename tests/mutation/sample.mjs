import { createHash } from "node:crypto";
import path from "node:path";

/**
 * Whether a change is in the sample of one in every so many. The sample stays the same while the code around it does.
 * @param change Stryker's: its location and replacement
 * @param firstLine 0 where Stryker runs the change, 1 where it reports it
 */
export function isInSample(file, { location, mutatorName, replacement }, every, firstLine) {
  const line = location.start.line - firstLine;
  const column = location.start.column - firstLine;
  const place = path.posix.join("app/domain", file.replaceAll("\\", "/").split("app/domain/").at(-1));
  const digest = createHash("md5").update([place, line, column, mutatorName, replacement].join("|")).digest();
  return digest.readUInt32BE(0) % every === 0;
}
