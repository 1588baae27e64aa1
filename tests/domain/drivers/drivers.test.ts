import { beforeEach, describe, expect, test } from "vitest";
import { findSession, forgetEnded } from "#app/domain/accounts/sessions.server";
import { newSignInCode, signInCodeState, signInDriver } from "#app/domain/drivers/driver-sessions.server";
import {
  activeDrivers,
  addDriver,
  blockDriver,
  type Driver,
  driverCalled,
  driversAtWork,
} from "#app/domain/drivers/drivers.server";
import { postalCodesIn } from "#app/domain/drivers/postal-codes";
import { DAYS } from "#app/durations";
import { sessions } from "#db/schema/sessions";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-23T08:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

const store = storeForEachTest();
let sipho: Driver;
beforeEach(async () => {
  sipho = await added("Sipho Nkosi");
});

const add = (name: string, phone = "+27831234567", applicationNo?: string) =>
  store.tx((tx) => addDriver(tx, { name, phone, applicationNo }, now));
const added = async (name: string) => (await add(name)).driver;
const codeFor = (driver: Driver, at = now) => store.tx((tx) => newSignInCode(tx, driver, at));
const signIn = (code: string, token: string, at = now) =>
  store.tx((tx) => signInDriver(tx, { code, token, phone: "Chrome on Android" }, at));
const signedIn = async (token: string, at = now) =>
  (await findSession(store.read, driversAtWork, token, at))?.holder.name ?? null;

describe("a driver", () => {
  test("is recognised by name, in any spelling; adding them again updates their phone", async () => {
    expect(await add("Lerato Mokoena")).toMatchObject({
      added: true,
      driver: { name: "Lerato Mokoena", addedAt: now },
    });
    await add("Sipho Nkosi", "+27831234567", "D48210934");
    const { driver, added } = await add("SIPHO nkosi", "+27840000000");
    expect(added).toBe(false);
    expect(driver).toMatchObject({ id: sipho.id, phone: "+27840000000", applicationNo: "D48210934" });
    expect(await driverCalled(store.read, "sipho NKOSI")).toMatchObject({ phone: "+27840000000" });
    expect(await driverCalled(store.read, "Zanele")).toBeNull();
  });

  test("who is blocked is signed out at once, isn't listed, and can't sign in until added again", async () => {
    await added("Anna Mokoena");
    await signIn(await codeFor(sipho), "token");
    const code = await codeFor(sipho);
    const names = async () => (await activeDrivers(store.read)).map(({ name }) => name);
    expect(await names()).toEqual(["Anna Mokoena", "Sipho Nkosi"]);
    expect(await store.tx((tx) => blockDriver(tx, sipho, now))).toEqual({ added: true });
    expect(await store.tx((tx) => blockDriver(tx, sipho, after(1)))).toEqual({ added: false });
    expect(await driverCalled(store.read, sipho.name)).toMatchObject({ blockedAt: now });
    expect(await names()).toEqual(["Anna Mokoena"]);
    expect(await signedIn("token")).toBeNull();
    expect(await signIn(code, "another")).toBe(false);
    await add(sipho.name);
    expect(await names()).toEqual(["Anna Mokoena", "Sipho Nkosi"]);
    expect(await signIn(await codeFor(sipho), "third")).toBe(true);
  });
});

describe("a driver's sign-in link", () => {
  test("signs in one phone, once, for 30 days", async () => {
    const code = await codeFor(sipho);
    expect(await signInCodeState(store.read, code, now)).toBe("good");
    expect(await signIn(code, "token")).toBe(true);
    expect(await signInCodeState(store.read, code, now)).toBe("used");
    expect(await signIn(code, "a thief's")).toBe(false);
    expect(await signedIn("a thief's")).toBeNull();
    expect(await signedIn("token", after(30 * DAYS - 1))).toBe("Sipho Nkosi");
    expect(await signedIn("token", after(30 * DAYS))).toBeNull();
  });

  test("is valid for seven days, and until the next one is made", async () => {
    const first = await codeFor(sipho);
    expect(await signInCodeState(store.read, first, after(7 * DAYS - 1))).toBe("good");
    expect(await signInCodeState(store.read, first, after(7 * DAYS))).toBe("expired");
    await codeFor(sipho);
    expect(await signInCodeState(store.read, first, now)).toBe("revoked");
    expect(await signIn(first, "token")).toBe(false);
  });

  test("finds the session that it began if the answer was lost", async () => {
    const code = await codeFor(sipho);
    await signIn(code, "token");
    expect(await signIn(code, "token")).toBe(true);
  });

  test("used on a new phone signs out the driver's old one, and no other driver's", async () => {
    const anna = await added("Anna Mokoena");
    await signIn(await codeFor(anna), "anna's");
    await signIn(await codeFor(sipho), "old");
    await signIn(await codeFor(sipho), "new");
    expect([await signedIn("old"), await signedIn("new"), await signedIn("anna's")]).toEqual([
      ...[null, "Sipho Nkosi", "Anna Mokoena"],
    ]);
  });

  test("begins a session that is deleted once it is over", async () => {
    await signIn(await codeFor(sipho), "token");
    const left = async (at: Date) => {
      await store.tx((tx) => forgetEnded(tx, at));
      return store.read.$count(sessions);
    };
    expect([await left(after(30 * DAYS - 1)), await left(after(30 * DAYS))]).toEqual([1, 0]);
  });
});

describe("the postal codes of a round", () => {
  test.each([
    ["1431", ["1431"], ["1432", "0143"]],
    ["14", ["1400", "1499"], ["1500", "0014"]],
    ["1400-1431", ["1400", "1431"], ["1399", "1432"]],
    ["1431, 18  2000", ["1431", "1804", "2000"], ["1432", "2001"]],
  ])("%s", (typed, inside, outside) => {
    const isIn = postalCodesIn(typed) ?? expect.fail("refused");
    expect([...inside, ...outside].filter(isIn)).toEqual(inside);
  });

  test.each(["", " , ", "Soweto", "14310", "1400-14", "1431 x", "01400-1431", "1400-14310"])(
    "%j is refused",
    (typed) => {
      expect(postalCodesIn(typed)).toBeNull();
    },
  );
});
