import { afterEach, expect, test, vi } from "vitest";
import { notedLooks, noteLook } from "#app/domain/office/looks.server";
import { startWritingNoted } from "#app/domain/office/noted-rows.server";
import { SECONDS } from "#app/durations";
import { officeLooks } from "#db/schema/office-people";
import { aStore } from "../../support/a-store";

const thandi = { name: "Thandi Nkosi", email: "thandi@office.example" };
const now = new Date("2026-11-23T08:00:00.000Z");

afterEach(() => vi.useRealTimers());

test("looks are written together a second later, by name and email, and the last ones when the site stops", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const store = await aStore();
  const transactions = vi.spyOn(store, "tx");
  const never = () => expect.fail("nothing fails here");
  const looks = startWritingNoted(store, [notedLooks], { failed: never, lost: never });
  noteLook(thandi, { what: "looked at", number: "TH4821093753" }, now);
  noteLook(thandi, { what: "exported", view: "staff_bookings", rows: 12_345 }, now);
  expect(await store.read.$count(officeLooks)).toBe(0);
  await vi.advanceTimersByTimeAsync(1 * SECONDS);
  vi.useRealTimers();
  await transactions.mock.results[0]?.value;
  expect(await store.read.$count(officeLooks)).toBe(2);
  expect(transactions).toHaveBeenCalledTimes(1);
  noteLook(thandi, { what: "searched", rows: 3 }, now);
  await looks.stop();
  const rows = await store.read.select().from(officeLooks);
  expect(rows.map(({ id: _, ...look }) => look)).toEqual([
    { at: now, who: "Thandi Nkosi <thandi@office.example>", what: "looked at", ...blank, number: "TH4821093753" },
    {
      at: now,
      who: "Thandi Nkosi <thandi@office.example>",
      what: "exported",
      ...blank,
      view: "staff_bookings",
      rows: 12_345,
    },
    { at: now, who: "Thandi Nkosi <thandi@office.example>", what: "searched", ...blank, rows: 3 },
  ]);
});

const blank = { number: null, view: null, asked: null, rows: null };

test("looks that can't be written are written later, each once, and beyond ten thousand the oldest are lost", async () => {
  const store = await aStore();
  const failing = vi.spyOn(store, "tx").mockRejectedValueOnce(new Error("the disk is full"));
  noteLook(thandi, { what: "searched", rows: 0 }, now);
  await expect(notedLooks.write(store)).rejects.toThrow("the disk is full");
  expect(await notedLooks.write(store)).toBe(0);
  expect(await store.read.$count(officeLooks)).toBe(1);
  for (let look = 0; look < 10_002; look += 1) noteLook(thandi, { what: "searched", rows: look }, now);
  failing.mockRejectedValueOnce(new Error("the disk is full"));
  expect(await notedLooks.write(store)).toBe(2);
  expect(await notedLooks.write(store)).toBe(0);
  expect(await store.read.$count(officeLooks)).toBe(1 + 10_000);
});
