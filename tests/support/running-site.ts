import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { placeDatabase } from "./a-store";
import { forAllTests } from "./for-tests";
import type { Site } from "./open-site";
import { siteArguments } from "./site-arguments.mjs";
import { placeInSettings, removePlace, storePlace } from "./store-place";

/** For a start that hangs. On a busy machine one that builds first, such as `npm run dev`, may take two minutes. */
const START_MS = 240_000;
const root = fileURLToPath(new URL("../..", import.meta.url));

export type RunningSite = Site & {
  pid: number | undefined;
  /** Its output so far, stdout and stderr. */
  logs(): string;
  /** Stops it with a signal, as an operator does; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Kills its process (SIGKILL); what it had written stays written. */
  kill(): Promise<void>;
  send(signal: NodeJS.Signals): void;
  exited: Promise<number | null>;
};

/**
 * The site as customers use it: the production build in its own process, on a free port, with its own data folder
 * unless `DATA_DIR` is given. `npm test` builds it; after a change run `npm run build`.
 * @param command Node's arguments; by default those of `npm start`
 * @param through a program to start it with, and that program's arguments
 */
export async function startSite(
  env: Record<string, string> = {},
  command = siteArguments,
  through: string[] = [],
): Promise<RunningSite> {
  if (!existsSync(path.join(root, "build/index.js"))) throw new Error("Nothing is built yet: npm run build");
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "thuma-site-"));
  if (env.DATA_DIR === undefined && env.DATABASE_URL === undefined) placeDatabase(path.join(dataDir, "courier.db"));
  const port = Number(env.PORT ?? (await freePort()));
  const file = path.join(dataDir, "courier.db");
  if (env.DATABASE_URL === undefined) await storePlace(file);
  const site = launch({ DATA_DIR: dataDir, PORT: String(port), ...placeInSettings(file), ...env }, through, command);
  try {
    await site.waitForOutput(/listening on http:\/\/localhost:\d+/);
  } catch (error) {
    site.child.kill("SIGKILL");
    throw error;
  }
  const exited = site.exited.then(async (code) => {
    if (env.DATA_DIR !== undefined) return code;
    rmSync(dataDir, { recursive: true, force: true });
    removePlace(file);
    return code;
  });
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    secret: env.SESSION_SECRET ?? placeInSettings(file).SESSION_SECRET,
    pid: site.child.pid,
    logs: site.logs,
    exited,
    send: (signal) => void site.child.kill(signal),
    stop() {
      site.child.kill("SIGTERM");
      return exited;
    },
    async kill() {
      site.child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A site in its own process, which is started before the first test of a file and stopped after the last. */
export function runningSiteForAllTests(env: Record<string, string> = {}): RunningSite {
  return forAllTests(
    () => startSite(env),
    (site) => site.stop(),
  );
}

/**
 * A start that may fail. Returns its output and exit code.
 * @param through a program to start it with, and that program's arguments
 */
export async function startAndExit(
  env: Record<string, string>,
  through: string[] = [],
): Promise<{ code: number | null; logs: string }> {
  const site = launch(env, through);
  const code = await site.exited;
  return { code, logs: site.logs() };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

function launch(env: Record<string, string>, through: string[] = [], command = siteArguments) {
  const [program = "", ...rest] = [...through, process.execPath, ...command];
  const child = spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  const listeners = new Set<() => void>();
  for (const channel of [child.stdout, child.stderr]) {
    channel.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const look of listeners) look();
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });

  function waitForOutput(words: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`The site did not start:\n${output}`)), START_MS);
      const look = () => {
        if (!words.test(output)) return;
        clearTimeout(giveUp);
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      void exited.then((code) => {
        clearTimeout(giveUp);
        reject(new Error(`The site ended with code ${code}:\n${output}`));
      });
    });
  }
  return { child, exited, waitForOutput, logs: () => output };
}
