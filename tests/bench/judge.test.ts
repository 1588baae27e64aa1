import { expect, test } from "vitest";
import { judged, slowerTwice } from "../../bench/beside/judge.mjs";

/** Pairs of looks in turn: ours takes so many times as long as theirs when it is first, and when it is second. */
const pairs = (...times: [oursFirst: number, theirsFirst: number][]) =>
  times.flatMap(([first, second]) => [
    { isOursFirst: true, ours: 2 * first, theirs: 2 },
    { isOursFirst: false, ours: 2 * second, theirs: 2 },
  ]);

test.each<[what: string, isSlower: boolean, times: [number, number][]]>([
  ["over 1.5 both ways round", true, [[1.6, 1.7]]],
  ["over 1.5 only when ours is first", false, [[1.9, 1.4]]],
  ["over 1.5 only when theirs is first", false, [[1.4, 1.9]]],
  ["as fast as the other", false, [[1, 1]]],
  [
    "slow in one pair of three each way",
    false,
    [
      [9, 9],
      [1, 1],
      [1.2, 1.1],
    ],
  ],
  [
    "quick in one pair of three each way",
    true,
    [
      [0.2, 0.2],
      [1.6, 1.8],
      [2, 1.9],
    ],
  ],
])("a request is slower by the medians of both ways round: %s", (_, isSlower, times) => {
  expect(judged(pairs(...times)).isSlower).toBe(isSlower);
});

test("a change on the machine between two pairs makes nobody slower", () => {
  const quiet = { isOursFirst: true, ours: 1, theirs: 1 };
  const busy = { isOursFirst: false, ours: 4, theirs: 4 };
  expect(judged([quiet, busy])).toEqual({ ours: 2.5, theirs: 2.5, oursFirst: 1, theirsFirst: 1, isSlower: false });
});

test("only a request that is slower in both measurements counts", () => {
  const [slow, same] = [judged(pairs([2, 2])), judged(pairs([1, 1]))];
  const rows = [
    { name: "slow twice", first: slow, again: slow },
    { name: "slow once", first: slow, again: same },
    { name: "never slow", first: same },
    { name: "not comparable" },
  ];
  expect(slowerTwice(rows).map(({ name }) => name)).toEqual(["slow twice"]);
});
