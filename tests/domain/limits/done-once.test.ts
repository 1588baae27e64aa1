import { expect, test } from "vitest";
import {
  answerKept,
  emptyAnswers,
  forgetDone,
  keepDone,
  keptDays,
  type Once,
} from "#app/domain/limits/done-once.server";
import { DAYS } from "#app/durations";
import { doneOnce, kindsDoneOnce } from "#db/schema/done-once";
import { aStore } from "../../support/a-store";

const at = new Date("2026-11-23T08:00:00Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const form: Once = { kind: "office form", who: "zanele", key: "a" };
const answer = { kind: "done", output: ["Nomsa Zwane is told."] };

test("the first answer stands, and belongs to who did it, to what it was and to its key", async () => {
  const { read, tx } = await aStore();
  await tx((tx) => keepDone(tx, form, answer, at));
  await tx((tx) => keepDone(tx, form, { kind: "done", output: ["Twice."] }, at));
  expect(await answerKept(read, form, at)).toEqual(answer);
  const others: Once[] = [
    { ...form, who: "sipho" },
    { ...form, key: "b" },
    { ...form, kind: "call by key" },
  ];
  for (const other of others) expect(await answerKept(read, other, at)).toBeNull();
});

test.each(kindsDoneOnce)("%s: known for its days and no longer, and may be done again after them", async (kind) => {
  const { read, tx } = await aStore();
  const once = { ...form, kind };
  const end = keptDays[kind] * DAYS;
  await tx((tx) => keepDone(tx, once, true, at));
  expect([await answerKept(read, once, after(end - 1)), await answerKept(read, once, after(end))]).toEqual([
    true,
    null,
  ]);
  await tx((tx) => keepDone(tx, once, "again", after(end)));
  expect(await answerKept(read, once, after(end))).toBe("again");
  await tx((tx) => forgetDone(tx, after(2 * end)));
  expect(await read.$count(doneOnce)).toBe(1);
  await tx((tx) => forgetDone(tx, after(2 * end + 1)));
  expect(await read.$count(doneOnce)).toBe(0);
});

test("when somebody is forgotten the office's answers lose their words, and nothing else does", async () => {
  const { read, tx } = await aStore();
  await tx((tx) => keepDone(tx, form, answer, at));
  await tx((tx) => keepDone(tx, { ...form, kind: "call by key" }, answer, at));
  await tx((tx) => emptyAnswers(tx));
  expect(await answerKept(read, form, at)).toEqual({ kind: "done", output: ["This was done."] });
  expect(await answerKept(read, { ...form, kind: "call by key" }, at)).toEqual(answer);
});
