import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** A file's place in the project: Stryker's copy has a folder of its own. */
function inProject(file) {
  return /(?:^|\/)((?:app|db|server)\/.*)$/.exec(file.replaceAll("\\", "/"))?.[1] ?? file;
}

/** The folder of tests that are a file's own: `domain/rounds` for a room of the domain, `worker` for the worker. */
export function testsOf(file) {
  if (inProject(file).startsWith("app/staff/office/")) return "office";
  return /^(?:app\/)?(domain\/[^/]+|[^/.]+)/.exec(inProject(file))?.[1] ?? "";
}

/**
 * What is measured: `rounds:3` is every third change of that room. A room of the domain goes by its name, anything else by its path.
 */
export function partOf(words) {
  const [name = "", every = "1"] = words.split(":");
  return { name, place: /^(app|db|server)(\/|$)/.test(name) ? name : `app/domain/${name}`, every: Number(every) };
}

/** Of `db` only the files that are in it: its folders are PostgreSQL's, copies, migrations and tables. */
export function isOf({ place }, file) {
  const name = inProject(file);
  return name === `${place}.ts` || (name.startsWith(`${place}/`) && !(place === "db" && name.split("/").length > 2));
}

/**
 * Whether a change is in the sample. The sample stays the same while the code around it does; another seed gives another.
 * @param change Stryker's: its location and replacement
 * @param firstLine 0 where Stryker runs the change, 1 where it reports it
 */
export function isInSample(parts, seed, file, { location, mutatorName, replacement }, firstLine) {
  const part = parts.find((part) => isOf(part, file));
  if (!part) return false;
  const line = location.start.line - firstLine;
  const column = location.start.column - firstLine;
  const words = [inProject(file), line, column, mutatorName, replacement, ...(seed === "1" ? [] : [seed])];
  return createHash("md5").update(words.join("|")).digest().readUInt32BE(0) % part.every === 0;
}

/** A change's name in a report and in results: its number is another one with each run. */
export const nameOf = ({ file, location: { start }, mutatorName, replacement }) =>
  [inProject(file), start.line, start.column, mutatorName, replacement].join("|");

/** @param file results, a line each. @returns the names of the changes in it that a test noticed before its time ran out */
export function noticedIn(file) {
  const results = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return new Set(
    results
      .map((line) => JSON.parse(line))
      .filter(({ status }) => status === "Killed")
      .map(nameOf),
  );
}
