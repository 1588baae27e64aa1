import { afterEach, describe, expect, test } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { waitingLine, waitingLines } from "#app/domain/limits/waiting-line";

const { inTurn, ifRoom } = waitingLine(limits.passwords);
const here = () => false;
/** Work that runs until the test ends it. */
const working: { name: string; end: () => void }[] = [];
afterEach(async () => {
  while (working.length > 0) await endNext();
});

function comes(name: string, hasDisconnected = here) {
  return inTurn(hasDisconnected, () => new Promise<string>((end) => working.push({ name, end: () => end(name) })));
}
async function endNext(): Promise<void> {
  working.shift()?.end();
  await new Promise(setImmediate);
}
const names = () => working.map(({ name }) => name);

test("two are served at once, the others in their order", async () => {
  const answers = ["a", "b", "c", "d"].map((name) => comes(name));
  await new Promise(setImmediate);
  expect(names()).toEqual(["a", "b"]);
  await endNext();
  expect(names()).toEqual(["b", "c"]);
  await endNext();
  await endNext();
  await endNext();
  expect(await Promise.all(answers)).toEqual(["a", "b", "c", "d"].map((result) => ({ result })));
});

test("sixty wait; more are refused at once, and accepted again when there is room", async () => {
  const answers = Array.from({ length: 62 }, (_, number) => comes(String(number)));
  expect(await comes("too many")).toBeNull();
  await endNext();
  const later = comes("in time");
  expect(await comes("too many again")).toBeNull();
  while (working.length > 0) await endNext();
  expect(await later).toEqual({ result: "in time" });
  expect((await Promise.all(answers)).every((answer) => answer !== null)).toBe(true);
});

test("nothing is calculated for clients that have disconnected, and they take up no place", async () => {
  let hasDisconnected = false;
  const first = [comes("a"), comes("b")];
  const leaving = Array.from({ length: 60 }, () => comes("leaves", () => hasDisconnected));
  expect(await comes("too many")).toBeNull();
  hasDisconnected = true;
  const last = comes("comes in their place");
  await endNext();
  expect(names()).toEqual(["b", "comes in their place"]);
  expect(await Promise.all(leaving)).toEqual(leaving.map(() => null));
  await endNext();
  await endNext();
  expect(await Promise.all([...first, last])).toEqual(["a", "b", "comes in their place"].map((result) => ({ result })));
});

test("clients that disconnect while they wait are skipped, and failing work frees its place", async () => {
  const failing = inTurn(here, () => Promise.reject(new Error("no memory")));
  const other = comes("other");
  const gone = comes("gone", () => true);
  const next = comes("next");
  await expect(failing).rejects.toThrow("no memory");
  expect(await gone).toBeNull();
  expect(names()).toEqual(["other", "next"]);
  await endNext();
  await endNext();
  expect(await Promise.all([other, next])).toEqual([{ result: "other" }, { result: "next" }]);
});

test("as many requests are let in as the queue holds; the next one starts nothing", async () => {
  const ends: (() => void)[] = [];
  const onTheWay = () => ifRoom(() => new Promise<void>((end) => ends.push(end)));
  const inside = Array.from({ length: 62 }, onTheWay);
  expect(await onTheWay()).toBeNull();
  expect(ends).toHaveLength(62);
  ends[0]?.();
  expect(await inside[0]).toEqual({ result: undefined });
  const next = onTheWay();
  expect(ends).toHaveLength(63);
  for (const end of ends) end();
  expect(await Promise.all([...inside, next])).toHaveLength(63);
});

describe("two queues for the same places", () => {
  const { known, stranger } = waitingLines(limits.passwords, ["known", "stranger"]);
  const comesIn = (line: typeof known, name: string, hasDisconnected = here) =>
    line.inTurn(hasDisconnected, () => new Promise<string>((end) => working.push({ name, end: () => end(name) })));

  test("are taken from in turn, however long one is", async () => {
    const strangers = Array.from({ length: 62 }, (_, n) => comesIn(stranger, `s${n}`));
    expect(await comesIn(stranger, "too many")).toBeNull();
    const owners = [comesIn(known, "owner"), comesIn(known, "another")];
    await new Promise(setImmediate);
    const served: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      served.push(working[0]?.name ?? "");
      await endNext();
    }
    expect(served).toEqual(["s0", "s1", "owner", "s2", "another", "s3", "s4", "s5"]);
    while (working.length > 0) await endNext();
    expect((await Promise.all([...strangers, ...owners])).every((answer) => answer !== null)).toBe(true);
  });

  test("have a length each, and room each", async () => {
    const ends: (() => void)[] = [];
    const enter = (line: typeof known) => line.ifRoom(() => new Promise<void>((end) => ends.push(end)));
    const inside = Array.from({ length: 62 }, () => enter(stranger));
    expect(await enter(stranger)).toBeNull();
    const owner = enter(known);
    expect(ends).toHaveLength(63);
    for (const end of ends) end();
    expect(await Promise.all([...inside, owner])).toHaveLength(63);
  });

  test("one that disconnects while it waits gives its turn to the next", async () => {
    const first = [comesIn(stranger, "a"), comesIn(stranger, "b")];
    const gone = comesIn(known, "gone", () => true);
    const next = comesIn(stranger, "next");
    await new Promise(setImmediate);
    await endNext();
    expect(await gone).toBeNull();
    expect(names()).toEqual(["b", "next"]);
    await endNext();
    await endNext();
    expect(await Promise.all([...first, next])).toEqual(["a", "b", "next"].map((result) => ({ result })));
  });
});
