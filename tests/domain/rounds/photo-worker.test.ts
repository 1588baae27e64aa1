import { expect, test } from "vitest";
import { makePhoto } from "#app/domain/rounds/photo-process.server";
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
