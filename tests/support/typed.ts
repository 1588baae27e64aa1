import { spawnSync } from "node:child_process";
import path from "node:path";
import { placeInSettings } from "./store-place";

/** Types a printed line into a shell, in the project's folder or another one, as somebody whose login has no name. */
export function typed(site: { dataDir: string }, line: string, cwd = process.cwd()) {
  const { PATH, HOME, TMPDIR } = process.env;
  const onPostgres = placeInSettings(path.join(site.dataDir, "courier.db"));
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production", ...onPostgres } as const;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd, env, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}
