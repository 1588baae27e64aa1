import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { SECONDS } from "#app/durations";
import { boxes } from "#db/schema/pricing";
import { openStore, type Store } from "#db/store.server";
import { aFolder, aStore } from "../support/a-store";
import { storePlace } from "../support/store-place";

afterEach(() => void vi.useRealTimers());

test("a transaction inside a transaction is refused at once, by name, and the outer one is rolled back", async () => {
  const store = await aStore();
  await expect(nesting(store)).rejects.toThrow(
    /^a transaction was started inside another: innerOne \(.*transactions\.test\.ts:.* inside .*nesting \(/,
  );
  expect(await nameOf(store)).toBe("Flyer bag");
  expect(await store.tx(async () => "others go on")).toBe("others go on");
});

test("a transaction started by what a finished one left running isn't nested", async () => {
  const store = await aStore();
  let later: Promise<string> | undefined;
  await store.tx(async () => {
    later = new Promise((resolve) => setTimeout(resolve, 50)).then(() => store.tx(async () => "afterwards"));
  });
  expect(await later).toBe("afterwards");
});

test("transactions of two databases are independent", async () => {
  const [one, other] = [await aStore(), await aStore()];
  expect(await one.tx(() => other.tx(async () => "both"))).toBe("both");
});

test("a transaction that is open for five seconds is reported while it still is, with where it began", async () => {
  const messages: string[] = [];
  const store = await openStore(await storePlace(path.join(aFolder(), "courier.db")), {
    report: (words) => messages.push(words),
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let working: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    working = slowOne(store, begun);
  });
  await vi.advanceTimersByTimeAsync(4 * SECONDS);
  expect(messages).toEqual([]);
  await vi.advanceTimersByTimeAsync(1 * SECONDS);
  expect(messages).toEqual([
    expect.stringMatching(/^a transaction has kept all others waiting for 5 s; it was started by slowOne \(.*test\.ts/),
  ]);
  await vi.advanceTimersByTimeAsync(5 * SECONDS);
  await working;
  expect(messages).toHaveLength(1);
  await store.close();
});

async function nesting(store: Store): Promise<void> {
  await store.tx(async (tx) => {
    await tx.update(boxes).set({ name: "Half a change" }).where(eq(boxes.id, "flyer-bag"));
    await innerOne(store);
  });
}

async function innerOne(store: Store): Promise<void> {
  await store.tx(async () => {});
}

async function slowOne(store: Store, begun: () => void): Promise<void> {
  await store.tx(() => {
    begun();
    return new Promise((resolve) => setTimeout(resolve, 8 * SECONDS));
  });
}

async function nameOf(store: Store): Promise<string | undefined> {
  const [box] = await store.read.select().from(boxes).where(eq(boxes.id, "flyer-bag"));
  return box?.name;
}
