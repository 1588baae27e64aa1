import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { log } from "#app/log.server";
import { startReplica } from "../../server/backup/replica";
import { aFolder } from "../support/a-store";

/** A stand-in for Litestream: a shell script that knows its release, and does this when it replicates. */
let folder: string;
let program: string;
beforeEach(() => {
  folder = aFolder();
  program = path.join(folder, "litestream");
});

function started(replicating: string) {
  writeFileSync(program, `#!/bin/sh\n[ "$1" = version ] && echo v0.3.13 && exit\n${replicating}\n`, { mode: 0o755 });
  const databaseFile = path.join(folder, "courier.db");
  writeFileSync(databaseFile, "");
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const unset = { keyPath: undefined, accessKeyId: undefined, secretAccessKey: undefined };
  const place = { ...unset, endpoint: undefined, region: undefined, url: `file://${folder}/replica`, program };
  const replica = startReplica({ databaseFile, dataDir: folder, replica: place }, log);
  onTestFinished(async () => {
    await replica.stop();
    vi.restoreAllMocks();
  });
  return { replica, warn };
}

/** Says that it has sent something, as Litestream does, so that a stop needn't wait for its beginning. */
const SENDS = `echo '{"level":"INFO","msg":"snapshot written"}' >&2`;

test("each time that it ends it is started again, after twice the time", async () => {
  const { replica, warn } = started("exit 3");
  await expect.poll(() => warn.mock.calls.length).toBe(2);
  expect(warn.mock.calls).toEqual([
    [{ code: 3, signal: null, nextTryInMs: 1_100 }, "litestream ended; the replica waits"],
    [{ code: 3, signal: null, nextTryInMs: 2_200 }, "litestream ended; the replica waits"],
  ]);
  expect(replica.state()).toMatchObject({ isRunning: false, restarts: 1 });
});

test("while it runs, that is said; asked to stop, it may finish, and nothing is warned of", async () => {
  const { replica, warn } = started(`trap 'exit 0' TERM; ${SENDS}; while :; do sleep 0.05; done`);
  await expect.poll(() => replica.state()).toMatchObject({ isRunning: true, lastWrittenAt: expect.any(Date) });
  await replica.stop();
  expect(warn).not.toHaveBeenCalled();
  expect(replica.state().isRunning).toBe(false);
  expect(existsSync(path.join(folder, "litestream.pid"))).toBe(false);
});

test("what can't finish in time is killed, and the log says that the last writes follow", async () => {
  const { replica, warn } = started(`trap '' TERM; ${SENDS}; while :; do sleep 0.05; done`);
  await expect.poll(() => replica.state()).toMatchObject({ isRunning: true, lastWrittenAt: expect.any(Date) });
  await replica.stop();
  expect(warn.mock.calls).toEqual([[expect.stringContaining("the last writes may not have reached the replica")]]);
});
