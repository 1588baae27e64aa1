import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { photoMaker } from "#app/domain/drivers/photo-process.server";
import { aFolder } from "../../support/a-store";
import { aPng } from "./a-picture";

const TOO_LONG = { ok: false, why: "The photo takes too long. Take another." };

test("a photo is handed to a process, and what it answers is the new photo", async () => {
  const program = aProgram("process.stdout.write(await buffer(process.stdin), () => process.exit(0));");
  expect(await photoMaker({ program })(aPhoto())).toEqual({ ok: true, jpeg: Buffer.from(aPhoto()) });
});

test("photos are re-encoded one after the other", async () => {
  const log = path.join(aFolder(), "log");
  const program = aProgram(`
    appendFileSync(${JSON.stringify(log)}, "begins ");
    await sleep(20);
    appendFileSync(${JSON.stringify(log)}, "ends ");`);
  const make = photoMaker({ program });
  await Promise.all([make(aPhoto()), make(aPhoto()), make(aPhoto())]);
  expect(readFileSync(log, "utf8")).toBe("begins ends ".repeat(3));
});

test("a process that works too long is ended, and the next photo gets its turn", async () => {
  // It would end by itself, long before the limit for one that hangs.
  const program = aProgram("while (process.cpuUsage().user < 4e6); process.stdout.write('done');");
  const make = photoMaker({ program, mostCpuS: 1 });
  expect(await Promise.all([make(aPhoto()), make(aPhoto())])).toEqual([TOO_LONG, TOO_LONG]);
});

test("only the time that it works counts, not the time that it waits, as on a busy machine", async () => {
  const program = aProgram("await sleep(2_500); process.stdout.write('done');");
  expect(await photoMaker({ program, mostCpuS: 1 })(aPhoto())).toEqual({ ok: true, jpeg: Buffer.from("done") });
});

test("photos beyond the queue are refused, until one is done", async () => {
  const make = photoMaker({ program: aProgram("process.stdout.write('done');"), line: { atOnce: 1, waiting: 1 } });
  const done = { ok: true, jpeg: Buffer.from("done") };
  const busy = { ok: false, why: expect.stringContaining("Too many photos"), isBusy: true };
  for (let round = 0; round < 2; round += 1)
    expect(await Promise.all([make(aPhoto()), make(aPhoto()), make(aPhoto())])).toEqual([done, done, busy]);
});

test("if the program fails, the photo isn't called damaged, and may be sent again", async () => {
  for (const program of ["throw new Error('broken');", "process.exit(0);", "import('no-decoder');"])
    expect(await photoMaker({ program: aProgram(program) })(aPhoto())).toMatchObject({ ok: false, isBusy: true });
  for (const program of ["process.exit(3);", "process.kill(process.pid, 'SIGKILL');"])
    expect(await photoMaker({ program: aProgram(program) })(aPhoto())).not.toHaveProperty("isBusy");
});

test("its own heap has a limit too", async () => {
  const kept = "globalThis.all = Array.from({ length: 200 }, () => Array(1e5).fill(1.5));";
  const program = aProgram(`${kept} process.stdout.write('done');`);
  expect(await photoMaker({ program })(aPhoto())).toMatchObject({ ok: false });
});

test.runIf(process.platform === "linux")("when memory is short the kernel ends it first", async () => {
  const program = aProgram("process.stdout.write(readFileSync('/proc/self/oom_score_adj'));");
  expect(await photoMaker({ program })(aPhoto())).toEqual({ ok: true, jpeg: Buffer.from("1000\n") });
});

test("the process knows none of the site's settings", async () => {
  process.env.SESSION_SECRET ??= "only-for-this-test-0123456789";
  const program = aProgram("process.stdout.write(JSON.stringify(Object.keys(process.env)));");
  const answer = await photoMaker({ program })(aPhoto());
  expect(String(answer.ok && answer.jpeg)).not.toContain("SECRET");
});

const aPhoto = () => new Uint8Array(aPng(40, 30));

/** A program to run instead of the site's own. */
function aProgram(words: string): string {
  const file = path.join(aFolder(), "program.mjs");
  const imports = [
    'import { appendFileSync, readFileSync } from "node:fs";',
    'import { buffer } from "node:stream/consumers";',
    'import { setTimeout as sleep } from "node:timers/promises";',
  ];
  writeFileSync(file, [...imports, words].join("\n"));
  return file;
}
