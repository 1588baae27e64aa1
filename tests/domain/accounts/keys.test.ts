import { beforeEach, expect, test } from "vitest";
import {
  agreeToTerms,
  blockKey,
  hasOlderTerms,
  isDueToBeUsed,
  keyCalled,
  keysOf,
  makeKey,
  markUsed,
  renameKey,
  revokeKey,
} from "#app/domain/accounts/keys.server";
import { limits } from "#app/domain/limits/limits";
import { MINUTES } from "#app/durations";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTES);

const office = officeForEachTest();
let uid: string;
beforeEach(async () => {
  uid = (await office.joined("shop@example.co.za", now)).account.uid;
});

const made = (id: string, changed: { uid?: string; name?: string; mode?: string } = {}, at = now) =>
  office.store.tx((tx) => makeKey(tx, { id, uid, name: id, mode: "live", termsVersion: "1", ...changed }, at));
const keyOf = async (id: string, changed = {}) => {
  const answer = await made(id, changed);
  return answer.kind === "made" ? answer.key : expect.fail(answer.kind);
};
const called = (key: string, mode = "live") => keyCalled(office.store.read, key, mode);

test("a key is found by itself, in the kind of site that it was made for; only its beginning is kept", async () => {
  const [live, sandbox] = [await keyOf("a"), await keyOf("b", { mode: "sandbox" })];
  expect([live, sandbox]).toEqual([
    expect.stringMatching(/^thuma_live_[0-9A-Za-z]{36}$/),
    expect.stringMatching(/^thuma_test_[0-9A-Za-z]{36}$/),
  ]);
  expect(await called(live)).toMatchObject({ id: "a", uid, start: live.slice(0, 17), lastUsedAt: null });
  expect(await called(sandbox, "sandbox")).toMatchObject({ id: "b" });
  expect([await called(live, "sandbox"), await called(`${live}x`), await called("")]).toEqual([null, null, null]);
  expect(JSON.stringify(await keysOf(office.store.read, uid))).not.toContain(live);
});

test("a form that is sent twice makes one key, and the second answer is the one that works, until it is used", async () => {
  const first = await keyOf("a");
  const second = await keyOf("a", { name: "The till" });
  expect([await called(first), await called(second)]).toEqual([null, expect.objectContaining({ name: "The till" })]);
  await office.store.tx((tx) => markUsed(tx, "a", now));
  expect(await made("a")).toEqual({ kind: "used" });
  expect(await called(second)).toMatchObject({ lastUsedAt: now });
});

test("nobody takes another account's key by its number, and nobody a revoked one", async () => {
  const mine = await keyOf("a");
  const other = (await office.joined("other@example.co.za", now)).account.uid;
  expect(await made("a", { uid: other })).toEqual({ kind: "used" });
  await office.store.tx((tx) => revokeKey(tx, other, "a", now));
  await office.store.tx((tx) => renameKey(tx, other, "a", "stolen"));
  expect(await called(mine)).toMatchObject({ name: "a" });
  await office.store.tx((tx) => renameKey(tx, uid, "a", "The till"));
  expect(await called(mine)).toMatchObject({ name: "The till" });
  await office.store.tx((tx) => revokeKey(tx, uid, "a", now));
  expect([await called(mine), await made("a")]).toEqual([null, { kind: "used" }]);
});

test(`an account has at most ${limits.apiKeys.points} keys that work; sent again, the last form still gives its key`, async () => {
  for (let n = 0; n < limits.apiKeys.points; n += 1) await keyOf(String(n));
  expect(await made("one more")).toEqual({ kind: "full" });
  expect(await made("4")).toMatchObject({ kind: "made" });
  await office.store.tx((tx) => revokeKey(tx, uid, "0", now));
  expect(await made("one more", {}, later(1))).toMatchObject({ kind: "made" });
  const names = (await keysOf(office.store.read, uid)).map(({ id }) => id);
  expect(names).toEqual(["0", "1", "2", "3", "4", "one more"]);
});

test("that a key is used is noted every five minutes", async () => {
  await keyOf("a");
  const key = async () => (await keysOf(office.store.read, uid))[0] ?? expect.fail("no key");
  expect(isDueToBeUsed(await key(), now)).toBe(true);
  await office.store.tx((tx) => markUsed(tx, "a", now));
  const used = await key();
  expect([4, 5, 6].map((minutes) => isDueToBeUsed(used, later(minutes)))).toEqual([false, false, true]);
});

test("the office revokes a key by its number or by itself, and is told if it was revoked before", async () => {
  const [first, second] = [await keyOf("a"), await keyOf("b")];
  const block = (typed: string) => office.store.tx((tx) => blockKey(tx, typed, now));
  expect(await block("a")).toMatchObject({ key: { id: "a" }, isNews: true });
  expect(await block(first)).toMatchObject({ key: { id: "a" }, isNews: false });
  expect(await block(second)).toMatchObject({ key: { id: "b" }, isNews: true });
  expect(await block("c")).toBeNull();
  await office.store.tx((tx) => blockKey(tx, "a", later(1)));
  expect([await called(first), await called(second)]).toEqual([null, null]);
  const keys = await keysOf(office.store.read, uid);
  expect(keys.map(({ revokedAt, revokedBy }) => [revokedAt, revokedBy])).toEqual([
    [now, "office"],
    [now, "office"],
  ]);
});

test("an account is asked about new terms until it agrees for all its keys; a revoked key asks nothing", async () => {
  const isAsked = (version: string) => hasOlderTerms(office.store.read, uid, version);
  await keyOf("a");
  await keyOf("b");
  expect([await isAsked("1"), await isAsked("2")]).toEqual([false, true]);
  await office.store.tx((tx) => agreeToTerms(tx, uid, "2"));
  expect(await isAsked("2")).toBe(false);
  for (const id of ["a", "b"]) await office.store.tx((tx) => revokeKey(tx, uid, id, now));
  expect(await isAsked("3")).toBe(false);
});
