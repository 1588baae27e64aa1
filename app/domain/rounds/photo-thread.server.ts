import path from "node:path";
import { Worker } from "node:worker_threads";
import { SECONDS } from "#app/durations";
import type { Photo } from "./photo.server";

/** `isBusy`: refused because too many photos are waiting. */
export type PhotoOrBusy = Photo | { ok: false; words: string; isBusy: true };

/** The worker that re-encodes one photo and then ends, which frees its memory: up to a hundred megabytes. */
const THREAD = "build/tools/photo-worker.js";
/** A photo takes half a second. This is the most that a driver waits behind. */
const MOST_WAITING = 8;
const LONGEST_MS = 15 * SECONDS;

const BUSY = "Too many photos are coming in. Press the button again in a minute, or send without the photo.";
const TOO_LONG = "The photo takes too long. Take another, or send without.";

/**
 * Re-encodes photos one after the other in a worker thread, so that other requests are answered meanwhile.
 * @param options for tests: another worker, other limits
 */
export function photoMaker({ thread = THREAD, mostWaiting = MOST_WAITING, longestMs = LONGEST_MS } = {}) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (bytes: Uint8Array<ArrayBuffer>): Promise<PhotoOrBusy> => {
    if (waiting >= mostWaiting) return { ok: false, words: BUSY, isBusy: true };
    waiting += 1;
    const made = last.then(() => inThread(thread, bytes, longestMs));
    last = made;
    return made.finally(() => {
      waiting -= 1;
    });
  };
}

/** With the site's own settings. */
export const makePhoto = photoMaker();

/** Never rejects: when the worker fails or takes too long, the photo is refused. */
function inThread(thread: string, bytes: Uint8Array<ArrayBuffer>, longestMs: number): Promise<Photo> {
  return new Promise((resolve) => {
    const worker = new Worker(path.resolve(thread), { workerData: bytes, transferList: [bytes.buffer] });
    const giveUp = setTimeout(() => void worker.terminate(), longestMs);
    worker.once("message", resolve);
    worker.once("error", () => undefined);
    worker.once("exit", () => {
      clearTimeout(giveUp);
      resolve({ ok: false, words: TOO_LONG });
    });
  });
}
