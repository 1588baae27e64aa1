import { spawn } from "node:child_process";
import path from "node:path";
import { MINUTES } from "#app/durations";
import { limits } from "../limits/limits";
import { waitingLine } from "../limits/waiting-line";
import { type Refused, refused } from "../values/refused";
import { DAMAGED, EXIT_DAMAGED, type Photo, refusalOf } from "./photo.server";

/** `isBusy`: it may be sent again, because too many photos are waiting, or the site can't read any (`failure`, to be logged). */
export type PhotoOrBusy = Photo | Refused<{ isBusy: true; failure?: string }>;

/** The program that re-encodes one photo and then ends. */
const PROGRAM = "build/tools/photo-worker.js";
/** Seconds of processor time, so that photos are taken on a busy machine too. */
const MOST_CPU_S = 20;
const LONGEST_REASON = 2_000;
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
const NO_PROGRAM = "We can't read photos at the moment. Send it again in a minute.";

/**
 * Re-encodes photos one after the other in a process of its own, so that other requests are answered meanwhile and a
 * photo that needs too much memory or time ends that process alone.
 * @param options for tests: another program, other limits
 */
export function photoMaker({
  program = PROGRAM,
  line = limits.photos as Parameters<typeof waitingLine>[0],
  mostCpuS = MOST_CPU_S,
} = {}) {
  const { inTurn } = waitingLine(line);
  return async (bytes: Uint8Array): Promise<PhotoOrBusy> => {
    const refusal = refusalOf(bytes);
    if (refusal) return refusal;
    // A phone that has gone sends its photo again, so it is made all the same.
    const made = await inTurn(
      () => false,
      () => inProcess(program, bytes, mostCpuS),
    );
    return made?.result ?? { ok: false, why: BUSY, isBusy: true };
  };
}

/** With the site's own settings. */
export const makePhoto = photoMaker();

/** Never rejects: when the process fails or is ended, the photo is refused. It gets none of the site's settings. */
function inProcess(program: string, bytes: Uint8Array, mostCpuS: number): Promise<PhotoOrBusy> {
  return new Promise((resolve) => {
    const node = [process.execPath, ...FLAGS, path.resolve(program)];
    const child = spawn("/bin/sh", ["-c", LIMITED, String(mostCpuS), ...node], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { NODE_ENV: "production" },
      timeout: LONGEST_MS,
      killSignal: "SIGKILL",
    });
    const jpeg: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => jpeg.push(piece));
    let reason = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      reason = (reason + text).slice(-LONGEST_REASON);
    });
    const unreadable = (failure: string) => resolve({ ok: false, why: NO_PROGRAM, isBusy: true, failure });
    child.once("error", ({ message }) => unreadable(message));
    child.once("close", (code, signal) => {
      if (signal) resolve(refused(TOO_LONG));
      else if (code === 0 && jpeg.length > 0) resolve({ ok: true, jpeg: Buffer.concat(jpeg) });
      else if (code === EXIT_DAMAGED) resolve(DAMAGED);
      else unreadable(reason);
    });
    // It may end before it has read everything.
    child.stdin.once("error", () => undefined).end(bytes);
  });
}
