import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { placeInSettings } from "./store-place";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = path.join(root, "build/tools/staff.js");

export type CommandResult = { code: number | null; out: string; err: string };

let warm: ChildProcess | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * `npm run staff -- …` beside the site, as staff run it, but for a process that is shared by one command after another
 * (`warm-staff.mjs`), which takes less than a tenth of the time.
 */
export function staff(
  site: { dataDir: string },
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const result = turn.then(() => runWarm(args, settingsFor(site, env)));
  turn = result.catch(() => undefined);
  return result;
}

async function runWarm(args: string[], env: Record<string, string | undefined>): Promise<CommandResult> {
  if (!warm || warm.exitCode !== null) {
    warm = fork(path.join(root, "tests/support/warm-staff.mjs"), { cwd: root, execArgv: [] });
    warm.unref();
    warm.channel?.unref();
  }
  const child = warm;
  const ended = new AbortController();
  const { signal } = ended;
  const answer = once(child, "message", { signal }).then(([result]) => result as CommandResult);
  const death = once(child, "exit", { signal }).then(() => expect.fail(`staff ${args.join(" ")}: its process died`));
  child.send({ args, env });
  try {
    return await Promise.race([answer, death]);
  } finally {
    for (const waiting of [answer, death]) waiting.catch(() => undefined);
    ended.abort();
  }
}

/**
 * The same in a process of its own, where that makes a difference: whose it is, its input and output, several at once.
 * @param before a program that starts it, such as one that changes the user
 */
export function staffProcess(
  site: { dataDir: string },
  args: string[],
  env: Record<string, string> = {},
  out: "pipe" | number = "pipe",
  before: string[] = [],
): Promise<CommandResult> {
  const settings = settingsFor(site, env);
  const [first = "", ...rest] = [...before, process.execPath, program, ...args];
  const child = spawn(first, rest, { cwd: root, env: settings, stdio: ["ignore", out, "pipe"] });
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

function settingsFor(site: { dataDir: string }, env: Record<string, string>): NodeJS.ProcessEnv {
  if (!existsSync(program)) throw new Error("Nothing is built yet: npm run build");
  const file = path.join(site.dataDir, "courier.db");
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATA_DIR: site.dataDir,
    ...placeInSettings(file),
    USER: "zanele",
    ...env,
  };
}

/** A list from a staff command, as data. */
export async function staffList(site: { dataDir: string }, args: string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await staff(site, [...args, "--json"]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}
