import { expect, test } from "vitest";
import { sizeOf } from "#app/domain/drivers/photo.server";
import { makePhoto } from "#app/domain/drivers/photo-process.server";
import { aPng, aProgressiveJpeg } from "./a-picture";

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
    why: expect.stringContaining("only JPEG and PNG"),
  });
});

test("the decoder gets no more than its 384 MB: a small file that would take more is refused", async () => {
  // Coefficients of 2 bytes for each of three colours: 60 MB, and 384 MB, to which the decoder's own come.
  const [fits, tooMuch] = [aProgressiveJpeg(4000, 2500), aProgressiveJpeg(8000, 8000)];
  const photo = await makePhoto(fits);
  expect(photo.ok && sizeOf(photo.jpeg)).toEqual({ kind: "jpeg", width: 1280, height: 800 });
  expect(await makePhoto(tooMuch)).toMatchObject({ ok: false, why: expect.stringContaining("damaged") });
});
