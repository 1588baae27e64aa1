import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makePhoto, photoMaker } from "#app/domain/rounds/photo-thread.server";
import { aFolder } from "../../support/a-store";
import { aPng } from "./a-picture";

test("while a large photo is re-encoded, this thread keeps answering", async () => {
  let turns = 0;
  let isMade = false;
  const made = makePhoto(new Uint8Array(aPng(2000, 1500))).finally(() => {
    isMade = true;
  });
  // In this thread it would leave only a turn or two between its steps.
  for (; !isMade; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await made).toMatchObject({ ok: true });
  expect(turns).toBeGreaterThan(200);
});

test("a file that isn't a photo is refused in words, from the thread too", async () => {
  expect(await makePhoto(new Uint8Array(Buffer.from("<svg/>")))).toMatchObject({
    ok: false,
    words: expect.stringContaining("only JPEG and PNG"),
  });
});

test("a thread that never answers is ended, the next photo gets its turn, and beyond the queue photos are refused", async () => {
  const thread = path.join(aFolder(), "hangs.mjs");
  writeFileSync(thread, "for (;;);");
  const make = photoMaker({ thread, mostWaiting: 2, longestMs: 50 });
  const answers = await Promise.all([1, 2, 3].map(() => make(new Uint8Array(1))));
  expect(answers.map((answer) => "isBusy" in answer)).toEqual([false, false, true]);
  expect(answers.every(({ ok }) => !ok)).toBe(true);
  expect(await make(new Uint8Array(1))).toMatchObject({ ok: false, words: expect.stringContaining("takes too long") });
});

test("if the thread fails, the photo is refused", async () => {
  const thread = path.join(aFolder(), "breaks.mjs");
  writeFileSync(thread, "throw new Error('broken');");
  expect(await photoMaker({ thread })(new Uint8Array(1))).toMatchObject({ ok: false });
});
