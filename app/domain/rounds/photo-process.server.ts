import { spawn } from "node:child_process";
import path from "node:path";
import { MINUTES } from "#app/durations";
import { DAMAGED, type Photo, refusalOf } from "./photo.server";

/** `isBusy`: refused because too many photos are waiting. */
export type PhotoOrBusy = Photo | { ok: false; words: string; isBusy: true };

/** The program that re-encodes one photo and then ends. */
const PROGRAM = "build/tools/photo-worker.js";
/** A photo takes a second. This is the most that a driver waits behind. */
const MOST_WAITING = 8;
/** Seconds of processor time, so that photos are taken on a busy machine too. */
const MOST_CPU_S = 20;
/** For a process that hangs without working. */
const LONGEST_MS = 2 * MINUTES;

/**
 * Its decoder limits its own memory (`photo.server.ts`), and these the rest. The shell limits its processor time and, on
 * Linux, makes it what the kernel ends first when memory is short.
 */
const FLAGS = ["--max-old-space-size=64", "--max-semi-space-size=1", "--v8-pool-size=1"];
const LIMITED = 'echo 1000 > /proc/self/oom_score_adj; ulimit -t "$0"; exec "$@"';

const BUSY = "Too many photos are coming in. Send it again in a minute.";
const TOO_LONG = "The photo takes too long. Take another.";

/**
 * Re-encodes photos one after the other in a process of its own, so that other requests are answered meanwhile and a
 * photo that needs too much memory or time ends that process alone.
 * @param options for tests: another program, other limits
 */
export function photoMaker({ program = PROGRAM, mostWaiting = MOST_WAITING, mostCpuS = MOST_CPU_S } = {}) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (bytes: Uint8Array): Promise<PhotoOrBusy> => {
    const refusal = refusalOf(bytes);
    if (refusal) return refusal;
    if (waiting >= mostWaiting) return { ok: false, words: BUSY, isBusy: true };
    waiting += 1;
    const made = last.then(() => inProcess(program, bytes, mostCpuS));
    last = made;
    return made.finally(() => {
      waiting -= 1;
    });
  };
}

/** With the site's own settings. */
export const makePhoto = photoMaker();

/** Never rejects: when the process fails or is ended, the photo is refused. It gets none of the site's settings. */
function inProcess(program: string, bytes: Uint8Array, mostCpuS: number): Promise<Photo> {
  return new Promise((resolve) => {
    const node = [process.execPath, ...FLAGS, path.resolve(program)];
    const child = spawn("/bin/sh", ["-c", LIMITED, String(mostCpuS), ...node], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { NODE_ENV: "production" },
      timeout: LONGEST_MS,
      killSignal: "SIGKILL",
    });
    const jpeg: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => jpeg.push(piece));
    child.once("error", () => resolve(DAMAGED));
    child.once("close", (code, signal) => {
      if (signal) resolve({ ok: false, words: TOO_LONG });
      else resolve(code === 0 && jpeg.length > 0 ? { ok: true, jpeg: Buffer.concat(jpeg) } : DAMAGED);
    });
    // It may end before it has read everything.
    child.stdin.once("error", () => undefined).end(bytes);
  });
}
