import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freshForStaff, placeInSettings } from "./store-place";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = path.join(root, "build/tools/staff.js");

/** On PostgreSQL these read a copy, which is only sure to hold what staff did. */
const READS_VIEWS = /^(show|list quotes|list refunds)\b/;

export type CommandResult = { code: number | null; out: string; err: string };

/**
 * `npm run staff -- …` in its own process beside the site, as staff run it.
 * @param before a program that starts it, such as one that changes the user
 */
export function staff(
  site: { dataDir: string },
  args: string[],
  env: Record<string, string> = {},
  out: "pipe" | number = "pipe",
  before: string[] = [],
): Promise<CommandResult> {
  if (!existsSync(program)) throw new Error("Nothing is built yet: npm run build");
  const file = path.join(site.dataDir, "courier.db");
  if (READS_VIEWS.test(args.join(" "))) freshForStaff(file);
  const [first = "", ...rest] = [...before, process.execPath, program, ...args];
  const child = spawn(first, rest, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: site.dataDir,
      ...placeInSettings(file),
      USER: "zanele",
      ...env,
    },
    stdio: ["ignore", out, "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.err += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

/** A list from a staff command, as data. */
export async function staffList(site: { dataDir: string }, args: string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await staff(site, [...args, "--json"]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}
