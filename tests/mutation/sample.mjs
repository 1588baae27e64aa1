import { createHash } from "node:crypto";

/** A file's place in the project: Stryker's copy has a folder of its own. */
function placeOf(file) {
  return /(?:^|\/)((?:app|db|server)\/.*)$/.exec(file.replaceAll("\\", "/"))?.[1] ?? file;
}

/** The folder of tests that are a file's own: `domain/rounds` for a room of the domain, `worker` for the worker. */
export function testsOf(file) {
  return /^(?:app\/)?(domain\/[^/]+|[^/.]+)/.exec(placeOf(file))?.[1] ?? "";
}

/**
 * Whether a change is in the sample of one in every so many. The sample stays the same while the code around it does.
 * @param change Stryker's: its location and replacement
 * @param firstLine 0 where Stryker runs the change, 1 where it reports it
 */
export function isInSample(file, { location, mutatorName, replacement }, every, firstLine) {
  const line = location.start.line - firstLine;
  const column = location.start.column - firstLine;
  const digest = createHash("md5")
    .update([placeOf(file), line, column, mutatorName, replacement].join("|"))
    .digest();
  return digest.readUInt32BE(0) % every === 0;
}
