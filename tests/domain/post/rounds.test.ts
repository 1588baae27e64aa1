import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRounds } from "#app/domain/post/run-outbox.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a round begins at once, then every second, and one at a time", async () => {
  const work = someWork();
  const rounds = startRounds(work.look, unexpected);
  expect(work.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(work.begun).toBe(1);
  await work.ends();
  // What came up meanwhile is looked at in one more round.
  expect(work.begun).toBe(2);
  await work.ends();
  expect(work.begun).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work.begun).toBe(3);
  await work.ends();
  await rounds.stop();
});

test("a nudge begins a round at once, or after the current one", async () => {
  const work = someWork();
  const rounds = startRounds(work.look, unexpected);
  await work.ends();
  rounds.nudge();
  expect(work.begun).toBe(2);
  rounds.nudge();
  rounds.nudge();
  expect(work.begun).toBe(2);
  await work.ends();
  expect(work.begun).toBe(3);
  await work.ends();
  expect(work.begun).toBe(3);
  await rounds.stop();
});

test("a failed round is reported, and the next one begins as usual", async () => {
  const work = someWork();
  const errors: unknown[] = [];
  const rounds = startRounds(work.look, (error) => errors.push(error));
  const error = new Error("the disk is full");
  await work.ends(error);
  expect(errors).toEqual([error]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work.begun).toBe(2);
  await work.ends();
  await rounds.stop();
});

test("a stop waits for the current round, and none begins afterwards, not even one that was asked for", async () => {
  const work = someWork();
  const rounds = startRounds(work.look, unexpected);
  rounds.nudge();
  let hasStopped = false;
  const stopped = rounds.stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(hasStopped).toBe(false);
  await work.ends();
  await stopped;
  rounds.nudge();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work.begun).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

const unexpected = (error: unknown) => expect.fail(String(error));

/** Rounds that end when the test says so. */
function someWork() {
  let end = (_error?: Error) => {};
  const work = {
    begun: 0,
    look() {
      work.begun += 1;
      return new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
    },
    async ends(error?: Error) {
      end(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
  return work;
}
