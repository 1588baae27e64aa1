import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#app/log.server";
import { stopWhenAsked } from "../../server/stop";

type Asked = (error?: unknown) => unknown;
let asked: Map<string | symbol, Asked>;
let codes: unknown[];
beforeEach(() => {
  // The last resort of a stop that takes too long would end these tests.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  asked = new Map();
  codes = [];
  vi.spyOn(process, "on").mockImplementation((event, listener) => {
    asked.set(event, listener as Asked);
    return process;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => codes.push(code) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ["SIGTERM", 0],
  ["SIGINT", 0],
  ["uncaughtException", 1],
  ["unhandledRejection", 1],
])("%s lets what is under way finish, and ends with %i", async (event, code) => {
  const fatal = vi.spyOn(log, "fatal");
  let end = () => {};
  stopWhenAsked(() => new Promise<void>((resolve) => (end = resolve)));
  expect([...asked.keys()]).toEqual(["SIGTERM", "SIGINT", "uncaughtException", "unhandledRejection"]);
  const error = new Error("unexpected");
  asked.get(event)?.(error);
  expect(codes).toEqual([]);
  end();
  await expect.poll(() => codes).toEqual([code]);
  expect(fatal.mock.calls).toEqual(code ? [[{ err: error }, expect.any(String)]] : []);
});

test("what takes longer than ten seconds is ended", () => {
  stopWhenAsked(() => new Promise(() => {}));
  asked.get("SIGTERM")?.();
  vi.advanceTimersByTime(9_999);
  expect(codes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(codes).toEqual([1]);
});

test("asked twice, it ends at once", () => {
  stopWhenAsked(() => new Promise(() => {}));
  asked.get("SIGTERM")?.();
  asked.get("SIGTERM")?.();
  expect(codes).toEqual([1]);
});

test("what can't be finished is logged, and it ends with 1", async () => {
  const logged = vi.spyOn(log, "error");
  stopWhenAsked(() => Promise.reject(new Error("the disk is full")));
  asked.get("SIGTERM")?.();
  await expect.poll(() => codes).toContain(1);
  expect(logged).toHaveBeenCalledWith({ err: new Error("the disk is full") }, expect.any(String));
});
