import { expect, test } from "vitest";
import { HOURS } from "#app/durations";
import { rememberAnswer, rememberedAnswer } from "#app/http/api/idempotency.server";

const answer = (requestHash: string) => ({ requestHash, quote: {} as Parameters<typeof rememberAnswer>[1]["quote"] });

test("an answer is remembered for an hour, and of more than 5,000 the oldest is dropped", () => {
  rememberAnswer("first", answer("a"), 0);
  expect(rememberedAnswer("first", 1 * HOURS - 1)).toMatchObject({ requestHash: "a" });
  expect(rememberedAnswer("first", 1 * HOURS)).toBeNull();
  for (let n = 1; n < 5_000; n += 1) rememberAnswer(`key ${n}`, answer("b"), 1);
  expect(rememberedAnswer("first", 1)).not.toBeNull();
  rememberAnswer("one more", answer("c"), 1);
  expect(rememberedAnswer("first", 1)).toBeNull();
  expect(rememberedAnswer("key 1", 1)).not.toBeNull();
});
