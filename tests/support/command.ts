import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * `npm run db:…` or `npm run takeover` without npm and with only these settings. With npm it would read a developer's
 * `.env`, and use the database in it.
 * @param through a program to start it with, and that program's arguments
 */
export function command(
  name: "db-restore" | "db-snapshot" | "takeover",
  env: Record<string, string>,
  args: string[] = [],
  through: string[] = [],
): { code: number | null; output: string } {
  const [program = "", ...rest] = [...through, process.execPath, path.join("build/tools", `${name}.js`), ...args];
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    encoding: "utf8",
  });
  return { code: status, output: stdout + stderr };
}
