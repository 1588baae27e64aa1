import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { asWritten, litestreamEnvironment, type Replica } from "./litestream";

export type ProcessEnd = { code: number | null; signal: string | null };

export type LitestreamProcess = {
  child: ChildProcess;
  /** Its output. */
  output: Readable;
  /** Resolves once it has ended and all its output can be read. Rejects when it couldn't be started. */
  ended: Promise<ProcessEnd>;
};

/** Writes its process id to disk before it runs, so that it can always be found. If the disk is full it doesn't run. */
const RUN = 'umask 077; echo $$ > "$1" || exit; shift; exec "$@"';
/** Passes on what it reads, and keeps reading when nobody reads its own output any more. */
const LISTEN = "cat; exec cat > /dev/null";

/**
 * Starts Litestream so that it survives if we are killed. With a pipe straight to us it would die at the first line
 * after that. A log file would grow without limit while nobody is there and the replica can't be reached. So a listener
 * process between us keeps reading for as long as Litestream runs.
 */
export function launchLitestream(
  { program, configFile, pidFile }: { program: string; configFile: string; pidFile: string },
  replica: Replica,
): LitestreamProcess {
  // Both in their own sessions, so that Ctrl+C doesn't end them before the last commit.
  const listener = spawn("sh", ["-c", LISTEN], { stdio: ["pipe", "pipe", "ignore"], detached: true, env: pathAlone() });
  const listening = ending(listener);
  if (!listener.pid) return { child: listener, output: listener.stdout, ended: listening };

  // Its files are readable by their owner only.
  const child = spawn("sh", ["-c", RUN, "sh", pidFile, program, "replicate", "-config", configFile, asWritten], {
    env: litestreamEnvironment(replica),
    stdio: ["ignore", "ignore", listener.stdin],
    detached: true,
  });
  // Now only Litestream holds the pipe, so the listener ends with it.
  listener.stdin.destroy();
  const ended = Promise.all([ending(child), listening]).then(([own]) => own);
  return { child, output: listener.stdout, ended };
}

function pathAlone(): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV } = process.env;
  return { PATH, NODE_ENV };
}

function ending(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}
