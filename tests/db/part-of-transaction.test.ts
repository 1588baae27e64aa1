import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { partOf } from "#db/part-of-transaction.server";
import { boxes } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { storeForEachTest } from "../support/a-store";

const store = storeForEachTest();

test("a part that fails is undone alone: what came before it, the next part and the whole are kept", async () => {
  await store.tx(async (tx) => {
    await rename(tx, "flyer-bag", "Before");
    const parts = partOf(store, tx);
    await expect(parts.tx(async (part) => failing(rename(part, "stock-2", "Never")))).rejects.toThrow("power cut");
    expect(await parts.tx((part) => rename(part, "stock-3", "Next").then(() => "done"))).toBe("done");
  });
  expect(await names(store.read)).toEqual({ "flyer-bag": "Before", "stock-2": "Stock 2", "stock-3": "Next" });
});

test("a part reads what the whole has written, and nobody else does before its end", async () => {
  await store.tx(async (tx) => {
    await rename(tx, "flyer-bag", "Not yet");
    const parts = partOf(store, tx);
    await parts.tx((part) => rename(part, "stock-2", "Not yet either"));
    expect(await names(parts.read)).toMatchObject({ "flyer-bag": "Not yet", "stock-2": "Not yet either" });
    expect(await names(store.read)).toMatchObject({ "flyer-bag": "Flyer bag", "stock-2": "Stock 2" });
    expect(parts.now).toBe(store.now);
  });
});

test("when the whole fails, finished parts are undone with it", async () => {
  const whole = store.tx(async (tx) => {
    await partOf(store, tx).tx((part) => rename(part, "stock-2", "Never"));
    throw new Error("power cut");
  });
  await expect(whole).rejects.toThrow("power cut");
  expect(await names(store.read)).toMatchObject({ "stock-2": "Stock 2" });
});

test("a part of a part is undone alone, or with the part around it although it had ended well", async () => {
  await store.tx(async (tx) => {
    const parts = partOf(store, tx);
    await parts.tx(async (part) => {
      await rename(part, "flyer-bag", "Kept");
      await expect(parts.tx((inner) => failing(rename(inner, "stock-2", "Never")))).rejects.toThrow("power cut");
    });
    const around = parts.tx(async (part) => {
      await rename(part, "stock-2", "Never");
      await parts.tx((inner) => rename(inner, "stock-3", "Never"));
      throw new Error("no light");
    });
    await expect(around).rejects.toThrow("no light");
  });
  expect(await names(store.read)).toEqual({ "flyer-bag": "Kept", "stock-2": "Stock 2", "stock-3": "Stock 3" });
});

async function rename(tx: Tx, id: string, name: string): Promise<void> {
  await tx
    .update(boxes)
    .set({ name })
    .where(inArray(boxes.id, [id]));
}

async function failing(work: Promise<void>): Promise<never> {
  await work;
  throw new Error("power cut");
}

async function names(reader: Reader): Promise<Record<string, string>> {
  const rows = await reader
    .select()
    .from(boxes)
    .where(inArray(boxes.id, ["flyer-bag", "stock-2", "stock-3"]));
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
