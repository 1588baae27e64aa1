import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { asWritten, litestreamEnvironment, type Replica } from "./litestream";

export type Ending = { code: number | null; signal: string | null };

export type LitestreamProcess = {
  child: ChildProcess;
  /** What it says, line by line. */
  said: Readable;
  /** Resolves once it is gone and everything that it said can be read. Rejects when it couldn't be started at all. */
  ended: Promise<Ending>;
};

/** Its number is on disk before it runs, so that it is always found again; a full disk keeps it from running at all. */
const RUN = 'umask 077; echo $$ > "$1" || exit; shift; exec "$@"';
/** Hands on what it hears; when nobody is left to hear it, goes on listening. */
const LISTEN = "cat; exec cat > /dev/null";

/**
 * Starts Litestream so that it lives on when we are killed. A pipe to us alone would be its death: it ends at the first
 * line that nobody reads any more. A file would grow without end while nobody is there and its place can't be reached.
 * So something between us listens for as long as it speaks.
 */
export function launchLitestream(
  { program, configFile, pidFile }: { program: string; configFile: string; pidFile: string },
  replica: Replica,
): LitestreamProcess {
  // Both in sessions of their own, so that Ctrl+C doesn't end them before the last commit.
  const listener = spawn("sh", ["-c", LISTEN], { stdio: ["pipe", "pipe", "ignore"], detached: true, env: pathAlone() });
  const listening = ending(listener);
  if (!listener.pid) return { child: listener, said: listener.stdout, ended: listening };

  // Its files are its owner's alone.
  const child = spawn("sh", ["-c", RUN, "sh", pidFile, program, "replicate", "-config", configFile, asWritten], {
    env: litestreamEnvironment(replica),
    stdio: ["ignore", "ignore", listener.stdin],
    detached: true,
  });
  // Only Litestream holds it now: when that ends, the listener does.
  listener.stdin.destroy();
  const ended = Promise.all([ending(child), listening]).then(([own]) => own);
  return { child, said: listener.stdout, ended };
}

function pathAlone(): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV } = process.env;
  return { PATH, NODE_ENV };
}

function ending(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}
