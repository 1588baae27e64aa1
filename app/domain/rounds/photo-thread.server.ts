import path from "node:path";
import { Worker } from "node:worker_threads";
import { SECONDS } from "#app/durations";
import type { Photo } from "./photo.server";

/** A photo that has no turn: too many wait already. */
export type PhotoOrBusy = Photo | { ok: false; words: string; isBusy: true };

/** What makes a photo anew, ends with it, and takes its memory along: a hundred megabytes for the largest. */
const THREAD = "build/tools/photo-worker.js";
/** A phone's photo takes half a second; its driver waits for at most so many others. */
const MOST_WAITING = 8;
const LONGEST_MS = 15 * SECONDS;

const BUSY = "Too many photos are coming in. Press the button again in a minute, or send without the photo.";
const TOO_LONG = "The photo takes too long. Take another, or send without.";

/**
 * Makes photos anew in a thread of their own, one after the other, so that everybody else is answered meanwhile.
 * @param options for tests: another thread, other limits
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

/** As the site does it. */
export const makePhoto = photoMaker();

/** Never rejects: a thread that breaks, or is ended because it takes too long, is a photo that can't be taken. */
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
