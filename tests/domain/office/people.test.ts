import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import {
  endSession,
  findSession,
  forgetEnded,
  isDueToBeSeen,
  markCode,
  markSeen,
  startSession,
} from "#app/domain/accounts/sessions.server";
import {
  addressOfKey,
  type KeySeal,
  newKey,
  newRecoveryCodes,
  setFactors,
  stepOfCode,
  takeCode,
} from "#app/domain/office/factors.server";
import { addPerson, blockPerson } from "#app/domain/office/invitations.server";
import { beginList, keptList } from "#app/domain/office/kept-lists.server";
import { clearOfficeFolder, writtenOnce } from "#app/domain/office/office-folder.server";
import { personWithEmail, type Right } from "#app/domain/office/people.server";
import { isRecent, officeStaff } from "#app/domain/office/sessions.server";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { officeFactors, officePeople } from "#db/schema/office-people";
import { sessions } from "#db/schema/sessions";
import type { Tx } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { aFolder, storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-23T08:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const BY = "Pieter Mokoena <pieter@office.example>";
const zanele = { name: "Zanele Zulu", email: "zanele@office.example", right: "clerk" } as const;
const seal: KeySeal = { seal: (key) => `sealed ${key}`, open: (sealed) => sealed.replace("sealed ", "") };

const store = storeForEachTest();
let id: string;
const tx = <Result>(work: (tx: Tx) => Promise<Result>) => store.tx(work);
beforeEach(async () => {
  ({ id } = await tx((each) => addPerson(each, zanele, BY, now)));
});

describe("a code of an app", () => {
  const key = newKey();
  const app = new TOTP({ secret: key });
  const codeAt = (ms: number) => app.generate({ timestamp: now.getTime() + ms });
  const recoveryCodes = newRecoveryCodes();
  const take = (typed: string, ms = 0, sealed = seal) =>
    tx((each) => takeCode(each, limitsAsked, id, typed, sealed, later(ms)));
  beforeEach(() => tx((each) => setFactors(each, id, { key, step: 0, recoveryCodes }, seal, now)));

  test("is right for half a minute either way, with a space too", () => {
    const step = now.getTime() / (30 * SECONDS);
    const steps = [-60, -30, 0, 30, 60].map((seconds) => stepOfCode(key, codeAt(seconds * SECONDS), now));
    expect(steps).toEqual([null, step - 1, step, step + 1, null]);
    expect(stepOfCode(key, codeAt(0).replace(/(...)/, "$1 "), now)).toBe(step);
    expect(stepOfCode(key, "000 00", now)).toBeNull();
    expect(addressOfKey(key, zanele.email)).toMatch(new RegExp(`^otpauth://totp/.+zanele.+secret=${key}.*period=30`));
  });

  test("is taken once, and so is none from before it; a wrong one or another's never", async () => {
    expect([await take(codeAt(0)), await take(codeAt(0)), await take(codeAt(-30 * SECONDS))]).toEqual([
      ...["taken", "wrong", "wrong"],
    ]);
    expect(await take(codeAt(30 * SECONDS), 30 * SECONDS)).toBe("taken");
    const other = await tx((each) => addPerson(each, { ...zanele, email: "other@office.example" }, BY, now));
    expect(
      await tx((each) => takeCode(each, limitsAsked, other.id, codeAt(60 * SECONDS), seal, later(60 * SECONDS))),
    ).toBe("wrong");
    expect(await take(codeAt(60 * SECONDS), 60 * SECONDS, { ...seal, open: () => null })).toBe("key lost");
  });

  test("is taken although the last one is from while the clock was ahead, but no code twice", async () => {
    expect(await take(codeAt(DAYS), DAYS)).toBe("taken");
    expect([await take(codeAt(0)), await take(codeAt(0)), await take(codeAt(-30 * SECONDS))]).toEqual([
      ...["taken", "wrong", "wrong"],
    ]);
    expect(await take(codeAt(30 * SECONDS))).toBe("taken");
    // As far ahead as a right clock allows.
    expect(await take(codeAt(-30 * SECONDS), -30 * SECONDS)).toBe("wrong");
  });

  test("may be one of ten for recovery, each once, however it is typed; new ones replace them", async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    const [first = "", second = ""] = recoveryCodes;
    expect([await take(first), await take(first)]).toEqual(["taken", "wrong"]);
    expect(await take(` ${second.toUpperCase().replaceAll("-", " ")}`)).toBe("taken");
    await tx((each) => setFactors(each, id, { key, step: 0, recoveryCodes: ["aaaa"] }, seal, now));
    expect([await take(recoveryCodes[2] ?? ""), await take("aaaa")]).toEqual(["wrong", "taken"]);
    const rows = await store.read.select().from(officeFactors);
    expect(rows.map(({ keySealed }) => keySealed).filter(Boolean)).toEqual([`sealed ${key}`]);
  });
});

describe("a session", () => {
  let token: string;
  const found = async (ms: number) => findSession(store.read, officeStaff, token, later(ms));
  const session = async (ms = 0) => (await found(ms)) ?? expect.fail("no session");
  beforeEach(async () => {
    token = await tx((each) => startSession(each, "office", { who: id, browser: "Firefox" }, now));
  });

  test("is found by its token alone, ends after half an hour without use, and after twelve hours", async () => {
    expect(await session()).toMatchObject({ holder: { id, ...zanele }, session: { lastSeenAt: now, codeAt: now } });
    expect(await findSession(store.read, officeStaff, `${token}x`, now)).toBeNull();
    expect([await found(30 * MINUTES - 1), await found(30 * MINUTES)]).toEqual([expect.anything(), null]);
    const all = (await store.read.select().from(sessions))[0];
    expect(all?.id).not.toContain(token);
    for (let ms = 0; ms < 12 * HOURS; ms += 29 * MINUTES) await tx((each) => markSeen(each, all?.id ?? "", later(ms)));
    expect([await found(12 * HOURS - 1), await found(12 * HOURS)]).toEqual([expect.anything(), null]);
  });

  test("is noted as seen every half minute, and a code holds for ten", async () => {
    const { session: one } = await session();
    const codeAt = one.codeAt ?? expect.fail("no code");
    expect([30, 31].map((seconds) => isDueToBeSeen(one, later(seconds * SECONDS)))).toEqual([false, true]);
    expect([10 * MINUTES - 1, 10 * MINUTES].map((ms) => isRecent(codeAt, later(ms)))).toEqual([true, false]);
    // What was noted while the clock was ahead is noted anew, and holds no longer than a code does.
    expect([isDueToBeSeen(one, later(-DAYS)), isRecent(codeAt, later(-DAYS))]).toEqual([true, false]);
    await tx((each) => markCode(each, one.id, later(MINUTES)));
    expect(await session(MINUTES)).toMatchObject({ session: { codeAt: later(MINUTES), lastSeenAt: later(MINUTES) } });
  });

  test("that has ended is deleted, and no other", async () => {
    const second = await tx((each) => startSession(each, "office", { who: id, browser: "Chrome" }, later(MINUTES)));
    await tx((each) => forgetEnded(each, later(30 * MINUTES)));
    expect(await store.read.$count(sessions)).toBe(1);
    token = second;
    await tx(async (each) => endSession(each, "office", id, (await session(MINUTES)).session.id));
    expect(await store.read.$count(sessions)).toBe(0);
  });

  test("ends with the person's block or new link, and so do password and codes", async () => {
    await tx((each) => setFactors(each, id, { key: newKey(), step: 0, recoveryCodes: ["a"] }, seal, now));
    await tx((each) => each.update(officePeople).set({ passwordHash: "h" }));
    const row = async () => (await personWithEmail(store.read, zanele.email)) ?? expect.fail("nobody");
    const block = async (ms: number) => tx(async (each) => blockPerson(each, await row(), BY, later(ms)));
    expect([await block(0), await block(1)]).toEqual([{ added: true }, { added: false }]);
    expect(await found(0)).toBeNull();
    expect([await store.read.$count(sessions), await store.read.$count(officeFactors)]).toEqual([0, 0]);
    const [blocked] = await store.read.select().from(officePeople);
    expect(blocked).toMatchObject({ passwordHash: null, blockedAt: now });
    const again = await tx((each) => addPerson(each, { ...zanele, right: "manager" }, BY, later(2)));
    expect(again).toMatchObject({ id, added: false });
    const [person] = await store.read.select().from(officePeople);
    expect(person).toMatchObject({ officeRight: "manager", passwordHash: null, blockedAt: null });
  });
});

test("every manager is told who was added, has another right or a new link, or was blocked, and by whom", async () => {
  const told = async (ms: number) => {
    const sent = await store.read
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.queuedAt, later(ms)));
    return sent.map(({ toAddress, subject, textBody }) => ({
      to: toAddress,
      subject: subject.replace(/ (?:in|to|into) the office/, ""),
      right: /Right: +(.+)/.exec(textBody)?.[1],
      by: textBody.includes("pieter@office.example") && textBody.includes("zanele"),
    }));
  };
  const add = (right: Right, ms: number) => tx((each) => addPerson(each, { ...zanele, right }, BY, later(ms)));
  const join = (name: string) => {
    const person = { name, email: `${name}@office.example`, right: "manager" } as const;
    return tx((each) => addPerson(each, person, "root", now));
  };
  // Nobody is there to tell of the first.
  expect(await told(0)).toEqual([]);
  await join("Lerato");
  const second = await join("Sipho");
  expect((await told(0)).map(({ to }) => to)).toEqual(["Lerato@office.example"]);
  const both = (subject: string, right: string) =>
    ["Lerato", "Sipho"].map((name) => ({ to: `${name}@office.example`, subject, right, by: true }));
  await add("clerk", 1);
  expect(await told(1)).toEqual(both("Somebody has a new link", "clerk"));
  await add("cashier", 2);
  expect(await told(2)).toEqual(both("Somebody has another right", "cashier, before: clerk"));
  const row = async () => (await personWithEmail(store.read, zanele.email)) ?? expect.fail("nobody");
  for (const ms of [3, 4]) await tx(async (each) => blockPerson(each, await row(), BY, later(ms)));
  expect(await told(3)).toEqual(both("Somebody was blocked", "cashier until now"));
  expect(await told(4)).toEqual([]);
  await add("cashier", 5);
  expect(await told(5)).toEqual(both("Somebody has another right", "cashier, before: blocked"));
  // A manager who is blocked, or has less from now on, is told too: whoever takes the office over begins with that.
  const sipho = (await personWithEmail(store.read, "Sipho@office.example")) ?? expect.fail("nobody");
  expect(sipho.id).toBe(second.id);
  await tx((each) => blockPerson(each, sipho, BY, later(6)));
  expect((await told(6)).map(({ to }) => to)).toEqual(["Lerato@office.example", "Sipho@office.example"]);
});

test("a long list waits in a file that only its own name finds, and only for whoever brought it; their next one takes its place", async () => {
  const folder = aFolder();
  const fileOf = (person: string, name: string) => {
    const file = keptList(folder, person, name);
    return file && existsSync(file) ? readFileSync(file, "utf8") : null;
  };
  const keepList = (person: string, ...pieces: string[]) => {
    const list = beginList(folder, person);
    for (const piece of pieces) list.write(Buffer.from(piece));
    return list.keep();
  };
  const first = keepList("zanele", "one, ", "two");
  const others = keepList("sipho", "one, two");
  expect([fileOf("zanele", first), fileOf("sipho", others)]).toEqual(["one, two", "one, two"]);
  for (const name of ["courier.db", "../etc/passwd", `${first}x`, `x${first}`, others])
    expect(keptList(folder, "zanele", name)).toBeNull();
  const left = beginList(folder, "zanele");
  left.write(Buffer.from("half of it"));
  expect([left.leave().toString(), fileOf("zanele", first)]).toEqual(["half of it", "one, two"]);
  const second = keepList("zanele", "three");
  expect(readdirSync(path.join(folder, "office-files")).toSorted()).toEqual([second, others].toSorted());
  expect([fileOf("zanele", first), fileOf("zanele", second), fileOf("sipho", others)]).toEqual([
    null,
    "three",
    "one, two",
  ]);
  clearOfficeFolder(folder);
  expect([fileOf("zanele", second), fileOf("sipho", others)]).toEqual([null, null]);
});

test("a file for the office has its name only while it is written, and only its own user reads it", async () => {
  const folder = aFolder();
  const inside = () => readdirSync(path.join(folder, "office-files"));
  const written = await writtenOnce(folder, async (file) => {
    expect([inside(), statSync(file).mode & 0o777]).toEqual([[path.basename(file)], 0o600]);
    writeFileSync(file, "a list", { flag: "r+" });
    return 1;
  });
  expect([written.told, inside(), await written.open.readFile("utf8")]).toEqual([1, [], "a list"]);
  await written.open.close();
  const failing = writtenOnce(folder, () => Promise.reject(new Error("the disk is full")));
  await expect(failing).rejects.toThrow("the disk is full");
  expect(inside()).toEqual([]);
});
