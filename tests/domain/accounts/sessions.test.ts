import { expect, test } from "vitest";
import { findSession, forgetEnded, SESSION_DAYS, sessionsOf, startSession } from "#app/domain/accounts/sessions.server";
import { DAYS } from "#app/durations";
import { sessions, users } from "#db/schema/accounts";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-21T08:00:00.000Z");
const after = (ms: number) => new Date(now.getTime() + ms);

async function signedIn() {
  const store = await aStore();
  const person = { uid: "thandi", email: "thandi@example.co.za", name: "Thandi", phone: "+27821234567" };
  const account = { ...person, role: "customer", passwordHash: "x", registrationKey: "k" } as const;
  await store.tx((tx) => tx.insert(users).values({ ...account, createdAt: now, lastLoginAt: now, updatedAt: now }));
  const token = await store.tx((tx) =>
    startSession(tx, { uid: "thandi", guestId: null, browser: "Chrome on Android" }, now),
  );
  return { store, token };
}

test("a session ends 30 days after the sign-in, however often it is used", async () => {
  const { store, token } = await signedIn();
  expect(SESSION_DAYS).toBe(30);
  expect((await findSession(store.read, token, after(30 * DAYS - 1)))?.account.uid).toBe("thandi");
  expect(await findSession(store.read, token, after(30 * DAYS))).toBeNull();
  expect(await sessionsOf(store.read, "thandi", after(30 * DAYS))).toEqual([]);
  await store.tx((tx) => forgetEnded(tx, after(30 * DAYS + 1)));
  expect(await store.read.select().from(sessions)).toEqual([]);
});

test("the database doesn't know what the browser's cookie holds", async () => {
  const { store, token } = await signedIn();
  const [row] = await store.read.select().from(sessions);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await findSession(store.read, row?.id ?? "", now), "a row that leaked opens nothing").toBeNull();
});
