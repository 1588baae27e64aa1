import { beforeEach, expect, test } from "vitest";
import { bodiesUnderway } from "../../server/bodies-under-way";

let now: number;
let dropped: string[];
let underway: ReturnType<typeof bodiesUnderway>;
beforeEach(() => {
  now = 1_000;
  dropped = [];
  underway = bodiesUnderway({ together: 100, forms: 30, withPhotos: 60 }, () => now);
});

/** A body that has taken a second for every `ms` thousandths, and begins to hold memory now. */
function hold(name: string, network: string, bytes: number, { ms = 1_000, isPhoto = false, arrived = bytes } = {}) {
  now -= ms;
  const body = underway.begin(network, isPhoto, () => dropped.push(name));
  now += ms;
  body.arrived = arrived;
  return { body, isTaken: underway.hold(body, bytes) };
}

test("of the forms of a network the slowest is dropped, by its bytes a second", () => {
  hold("long ago, long", "one", 10, { ms: 5_000 });
  hold("long ago, short", "one", 10, { ms: 5_000, arrived: 1 });
  hold("just begun", "one", 1, { ms: 0 });
  expect(dropped).toEqual([]);
  hold("the last", "one", 10);
  expect(dropped).toEqual(["long ago, short"]);
  expect(hold("slower than all", "one", 20, { ms: 90_000 }).isTaken).toBe(false);
  expect(dropped).toEqual(["long ago, short", "slower than all"]);
});

test("photos have room beside the forms, and never cost a form that is within its own limit", () => {
  hold("form", "one", 30);
  hold("photo", "one", 30, { isPhoto: true, ms: 2_000 });
  expect(dropped).toEqual([]);
  hold("second photo", "one", 20, { isPhoto: true });
  expect(dropped).toEqual(["photo"]);
  hold("second form", "one", 1, { ms: 3_000 });
  expect(dropped).toEqual(["photo", "second form"]);
});

test("over the limit of all, the network that holds most loses its slowest; small ones keep theirs", () => {
  hold("a", "greedy", 15, { ms: 2_000 });
  hold("b", "greedy", 15);
  for (const network of ["one", "two", "three"]) hold(network, network, 20, { ms: 90_000 });
  expect(dropped).toEqual([]);
  expect(hold("late and small", "four", 15).isTaken).toBe(true);
  expect(dropped).toEqual(["a"]);
});

test("a body that grows is counted once, and one that ends frees its room, however often it is said", () => {
  const { body } = hold("first", "one", 10);
  expect(underway.hold(body, 30)).toBe(true);
  underway.end(body);
  underway.end(body);
  hold("second", "one", 30);
  expect(dropped).toEqual([]);
  hold("third", "one", 1, { ms: 0 });
  expect(dropped).toEqual(["second"]);
});
