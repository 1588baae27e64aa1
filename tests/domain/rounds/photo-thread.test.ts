import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { photoMaker } from "#app/domain/rounds/photo-thread.server";
import { aFolder } from "../../support/a-store";

test("a photo is handed to the thread, not copied, and its answer is returned", async () => {
  const thread = aThread("parentPort.postMessage({ ok: true, jpeg: workerData.map((byte) => byte + 1) });");
  const photo = new Uint8Array([1, 2, 3]);
  expect(await photoMaker({ thread })(photo)).toEqual({ ok: true, jpeg: new Uint8Array([2, 3, 4]) });
  expect(photo.byteLength).toBe(0);
});

test("photos are re-encoded one after the other", async () => {
  const log = path.join(aFolder(), "log");
  const thread = aThread(`
    appendFileSync(${JSON.stringify(log)}, "begins ");
    await sleep(20);
    appendFileSync(${JSON.stringify(log)}, "ends ");`);
  const make = photoMaker({ thread });
  await Promise.all([make(aPhoto()), make(aPhoto()), make(aPhoto())]);
  expect(readFileSync(log, "utf8")).toBe("begins ends ".repeat(3));
});

test("a thread that never answers is ended, and the next photo gets its turn", async () => {
  const make = photoMaker({ thread: aThread("for (;;);"), longestMs: 50 });
  const tooLong = { ok: false, words: "The photo takes too long. Take another, or send without." };
  expect(await Promise.all([make(aPhoto()), make(aPhoto())])).toEqual([tooLong, tooLong]);
});

test("photos beyond the queue are refused, until one is done", async () => {
  const make = photoMaker({ thread: aThread("parentPort.postMessage({ ok: true });"), mostWaiting: 2 });
  const busy = { ok: false, words: expect.stringContaining("Too many photos"), isBusy: true };
  for (let round = 0; round < 2; round += 1)
    expect(await Promise.all([make(aPhoto()), make(aPhoto()), make(aPhoto())])).toEqual([
      { ok: true },
      { ok: true },
      busy,
    ]);
});

test("if the thread fails, the photo is refused", async () => {
  expect(await photoMaker({ thread: aThread("throw new Error('broken');") })(aPhoto())).toMatchObject({ ok: false });
});

const aPhoto = () => new Uint8Array(1);

/** A program to run instead of the site's own worker. */
function aThread(program: string): string {
  const file = path.join(aFolder(), "thread.mjs");
  const imports = [
    'import { appendFileSync } from "node:fs";',
    'import { setTimeout as sleep } from "node:timers/promises";',
    'import { parentPort, workerData } from "node:worker_threads";',
  ];
  writeFileSync(file, [...imports, program].join("\n"));
  return file;
}
