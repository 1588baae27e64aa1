import { spawnSync } from "node:child_process";

/** Who owns nothing, on every Linux. */
const NOBODY = "65534";
const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];

/**
 * What to start a program with so that the modes of files bind it: they don't bind root. Undefined where root can't
 * become anybody else who can read the build.
 */
export function throughWhomModesBind(): string[] | undefined {
  if (process.getuid?.() !== 0) return [];
  const [program = "", ...rest] = asNobody;
  const look = "fs.accessSync('build/index.js'); fs.accessSync('node_modules/better-sqlite3')";
  return spawnSync(program, [...rest, process.execPath, "-e", look]).status === 0 ? asNobody : undefined;
}
