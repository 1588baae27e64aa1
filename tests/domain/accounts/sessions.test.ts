import { expect, test } from "vitest";
import { customers } from "#app/domain/accounts/accounts.server";
import {
  endSession,
  endSessions,
  findSession,
  forgetEnded,
  type Holders,
  isDueToBeSeen,
  markSeen,
  SESSION_DAYS,
  sessionsOf,
  startSession,
} from "#app/domain/accounts/sessions.server";
import { driversAtWork } from "#app/domain/drivers/drivers.server";
import { officeStaff } from "#app/domain/office/sessions.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { DAYS, HOURS } from "#app/durations";
import { rateLimits, users } from "#db/schema/accounts";
import { officePeople } from "#db/schema/office-people";
import { drivers } from "#db/schema/rounds";
import { sessions } from "#db/schema/sessions";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-21T08:00:00.000Z");
const after = (ms: number) => new Date(now.getTime() + ms);

async function signedIn() {
  const store = await aStore();
  const person = { uid: "thandi", email: "thandi@example.co.za", name: "Thandi", phone: "+27821234567" };
  const account = { ...person, role: "customer", passwordHash: "x", registrationKey: "k" } as const;
  await store.tx((tx) => tx.insert(users).values({ ...account, createdAt: now, lastLoginAt: now, updatedAt: now }));
  const token = await store.tx((tx) =>
    startSession(tx, "customer", { who: "thandi", guestId: null, browser: "Chrome on Android" }, now),
  );
  return { store, token };
}

test("a session ends 30 days after the sign-in, however often it is used", async () => {
  const { store, token } = await signedIn();
  expect(SESSION_DAYS).toBe(30);
  expect((await findSession(store.read, customers, token, after(30 * DAYS - 1)))?.holder.uid).toBe("thandi");
  expect(await findSession(store.read, customers, token, after(30 * DAYS))).toBeNull();
  expect(await sessionsOf(store.read, "thandi", after(30 * DAYS))).toEqual([]);
  await store.tx((tx) => forgetEnded(tx, after(30 * DAYS + 1)));
  expect(await store.read.select().from(sessions)).toEqual([]);
});

test("the database doesn't contain the cookie's value", async () => {
  const { store, token } = await signedIn();
  const [row] = await store.read.select().from(sessions);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await findSession(store.read, customers, row?.id ?? "", now), "a row that leaked opens nothing").toBeNull();
});

test("a session is marked as seen once an hour at most", async () => {
  const { store, token } = await signedIn();
  const session = async () =>
    (await findSession(store.read, customers, token, now))?.session ?? expect.fail("no session");
  expect(isDueToBeSeen(await session(), after(HOURS))).toBe(false);
  expect(isDueToBeSeen(await session(), after(HOURS + 1))).toBe(true);
  await store.tx(async (tx) => markSeen(tx, (await session()).id, after(HOURS + 1)));
  expect(isDueToBeSeen(await session(), after(HOURS + 2))).toBe(false);
  expect(isDueToBeSeen(await session(), after(-DAYS))).toBe(true);
});

test("browsers are listed with the last used first; only their owner can end one", async () => {
  const { store, token } = await signedIn();
  const other = await store.tx((tx) =>
    startSession(tx, "customer", { who: "thandi", guestId: "g", browser: "Edge" }, after(1)),
  );
  const list = await sessionsOf(store.read, "thandi", after(2));
  expect(list.map(({ browser }) => browser)).toEqual(["Edge", "Chrome on Android"]);
  await store.tx((tx) => endSession(tx, "customer", "sipho", sessionIdOf(other)));
  expect(await findSession(store.read, customers, other, after(2))).not.toBeNull();
  await store.tx((tx) => endSession(tx, "customer", "thandi", sessionIdOf(other)));
  expect(await findSession(store.read, customers, other, after(2))).toBeNull();
  expect(await findSession(store.read, customers, token, after(2))).not.toBeNull();
});

test("a sign-in deletes expired sessions, and counts of tries from the future, which end later than the longest window", async () => {
  const { store, token } = await signedIn();
  const end = after(30 * DAYS + 1);
  const counts = [
    ["over", end],
    ["running", new Date(end.getTime() + DAYS)],
    ["from the future", new Date(end.getTime() + DAYS + 1)],
  ] as const;
  await store.tx((tx) => tx.insert(rateLimits).values(counts.map(([key, expire]) => ({ key, expire, points: 1 }))));
  await store.tx((tx) => startSession(tx, "customer", { who: "thandi", guestId: null, browser: "" }, end));
  expect((await store.read.select().from(sessions)).map(({ id }) => id)).not.toContain(sessionIdOf(token));
  expect((await store.read.select().from(rateLimits)).map(({ key }) => key)).toEqual(["running"]);
});

test("a session opens no page of another kind, even if the people of two kinds had one id", async () => {
  const { store } = await signedIn();
  const tokens = await store.tx(async (tx) => {
    await tx.insert(drivers).values({ id: "thandi", name: "Thandi", phone: "+27821234567", addedAt: now });
    const clerk = { id: "thandi", name: "Thandi", email: "thandi@office.example", officeRight: "clerk" } as const;
    await tx.insert(officePeople).values({ ...clerk, addedAt: now });
    const start = (kind: "customer" | "driver" | "office") =>
      startSession(tx, kind, { who: "thandi", browser: "Firefox" }, now);
    return [await start("customer"), await start("driver"), await start("office")];
  });
  const opened = async (holders: Holders<unknown>) =>
    Promise.all(tokens.map(async (token) => (await findSession(store.read, holders, token, now)) !== null));
  expect(await opened(customers)).toEqual([true, false, false]);
  expect(await opened(driversAtWork)).toEqual([false, true, false]);
  expect(await opened(officeStaff)).toEqual([false, false, true]);
  // Nor does signing out one of them sign out another.
  await store.tx((tx) => endSessions(tx, "driver", "thandi"));
  expect([await opened(customers), await opened(driversAtWork), await opened(officeStaff)]).toEqual([
    [true, false, false],
    [false, false, false],
    [false, false, true],
  ]);
});
