import { expect, test } from "vitest";
import { memoizeByText } from "../../server/memoize-by-text";

function counted() {
  let worked = 0;
  const ask = memoizeByText((text: string) => {
    worked++;
    return text.toUpperCase();
  });
  return { ask, worked: () => worked };
}

test("each answer is calculated once", () => {
  const { ask, worked } = counted();
  expect([ask("br"), ask("gzip"), ask("br"), ask("gzip")]).toEqual(["BR", "GZIP", "BR", "GZIP"]);
  expect(worked()).toBe(2);
});

test("invented texts don't fill the memory: many push each other out, and long ones are never kept", () => {
  const { ask, worked } = counted();
  for (let made = 0; made < 1_000; made++) ask(`made up ${made}`);
  ask("made up 0");
  expect(worked()).toBe(1_001);
  const long = "x".repeat(101);
  expect(ask(long)).toBe(ask(long));
  expect(worked()).toBe(1_003);
});
